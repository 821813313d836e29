/** What a file holds. */
import { detectWireFormat, type ReplayTarget, type WireFormat } from "../../src/index.ts";
import { UnreadableError } from "./read.ts";

/** One of the things found in a file. */
export type Found =
  | { readonly kind: "session"; readonly label: string; readonly name: string; readonly text: Blob }
  | {
      readonly kind: "request";
      readonly label: string;
      readonly name: string;
      readonly body: unknown;
      readonly format: WireFormat;
      readonly target: Partial<ReplayTarget>;
    };

/** Recognizes a file. */
export async function recognize(name: string, blob: Blob): Promise<readonly Found[]> {
  if (blob.size === 0) throw new UnreadableError("empty", "There is nothing in the file.", "Open another one.");
  if (blob.size < 64 * 2 ** 20) {
    const text = (await blob.text()).trim();
    if (text.startsWith("{") && text.endsWith("}")) {
      try {
        const body: unknown = JSON.parse(text);
        const format = detectWireFormat(body);
        if (format) return [{ kind: "request", label: `request body, ${format}`, name, body, format, target: {} }];
      } catch {
        // Lines.
      }
    }
  }
  return [{ kind: "session", label: "session", name, text: blob }];
}
