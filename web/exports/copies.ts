/** The repaired session, as it may be stored, and the copy that may be sent: two different things. */
import { createSessionRepairStream, type RepairReport, type ReplayResult } from "../../src/index.ts";
import { withoutCredentials } from "../capture/redact.ts";
import { exportName } from "./names.ts";
import type { ExportFile } from "./types.ts";

/** The repaired file, and what was done to it. */
export interface RepairedSession extends ExportFile {
  readonly report: RepairReport;
}

/**
 * A session file with its damage repaired and nothing else: lines that are in order stay byte by byte, and nothing that
 * a provider would not take is touched.
 *
 * @param signal stops the work; the promise then fails with its reason
 */
export async function repairedSession(source: Blob, name: string, signal?: AbortSignal): Promise<RepairedSession> {
  const { writable, readable, report } = createSessionRepairStream(signal ? { signal } : {});
  const [blob, told] = await Promise.all([new Response(readable).blob(), report, source.stream().pipeTo(writable)]);
  return { name: exportName(name, "repaired.jsonl"), blob, report: told };
}

/** The messages of a result: a copy to be sent to the target, one a line or as a list. */
export function sanitizedMessages(
  { messages, policy }: Pick<ReplayResult, "messages" | "policy">,
  name: string,
  form: "json" | "jsonl" = "jsonl",
): ExportFile {
  const parts =
    form === "json"
      ? [JSON.stringify(messages, null, 2), "\n"]
      : messages.map((message) => `${JSON.stringify(message)}\n`);
  const type = form === "json" ? "application/json" : "application/jsonl";
  return { name: exportName(name, policy.target.provider, `sanitized.${form}`), blob: new Blob(parts, { type }) };
}

/** The request body of a result. Undefined where there is none: the API of the target is not known. */
export function sanitizedBody(
  { body, policy }: Pick<ReplayResult, "body" | "policy">,
  name: string,
): ExportFile | undefined {
  if (body === undefined) return undefined;
  const text = `${JSON.stringify(withoutCredentials(body), null, 2)}\n`;
  const blob = new Blob([text], { type: "application/json" });
  return { name: exportName(name, policy.target.provider, "sanitized.json"), blob };
}
