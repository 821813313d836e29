/** Thinking chunks, which hold a list of texts and of references to what the model searched. */
import { type Block, isRecord } from "../../transcript/message.ts";
import type { Lenses, WireObject } from "../lens.ts";

/** The fields of a thinking chunk. */
export const THINKING: Lenses = {
  thinking: { at: ["thinking"], write: (text, { thinking }) => withText(thinking, text) },
  thinkingSignature: { at: ["signature"] },
};

/** The block that a thinking chunk is read as; undefined when it holds no thinking. */
export function thinkingOf({ thinking, signature }: WireObject): Block | undefined {
  if (typeof thinking !== "string" && !Array.isArray(thinking)) return undefined;
  const text = typeof thinking === "string" ? thinking : thinking.map(textIn).join("");
  return { type: "thinking", thinking: text, ...(typeof signature === "string" && { thinkingSignature: signature }) };
}

/** What an entry says. References say nothing by themselves. */
function textIn(entry: unknown): string {
  return isText(entry) ? String(entry["text"]) : "";
}

function isText(entry: unknown): entry is WireObject {
  return isRecord(entry) && typeof entry["text"] === "string";
}

/** Another text in the same form: it stands where the first text did, further ones go, and references stay. */
function withText(before: unknown, text: unknown): unknown {
  if (!Array.isArray(before)) return text;
  let isSaid = false;
  const entries = before.flatMap((entry: unknown): unknown[] => {
    if (!isText(entry)) return [entry];
    if (isSaid) return [];
    isSaid = true;
    return [{ ...entry, text }];
  });
  return isSaid || text === "" ? entries : [...entries, { type: "text", text }];
}

/** The list that thinking has to be. */
export function thinkingList(thinking: unknown): unknown {
  if (typeof thinking !== "string") return thinking;
  return thinking === "" ? [] : [{ type: "text", text: thinking }];
}
