/**
 * The reasoning of an assistant message, which servers put into fields of their own beside the content: as text, as
 * signed details, or as both at once. All of them are one thinking block: they stay, change and go together.
 */
import { type Block, isFilled, isRecord } from "../../transcript/message.ts";
import { parseObject } from "../../transcript/signatures.ts";
import type { WireObject } from "../lens.ts";
import type { CompletionsDialect, ReasoningField } from "./dialects.ts";

const TEXTS: readonly ReasoningField[] = ["reasoning_content", "reasoning", "reasoning_text"];
const DETAILS = ["reasoning_details", "thinking_blocks"] as const;
/** What only the server can read, as one text that cannot be joined with another. */
export const OPAQUE_KEY = "reasoning_opaque";

/** All fields that may hold reasoning. */
export const REASONING_KEYS: readonly string[] = [...TEXTS, ...DETAILS, OPAQUE_KEY];

/** The fields that hold the reasoning of a message, and the one where its text is looked for. */
export interface Reasoning {
  readonly fields: WireObject;
  readonly primary: string;
}

/** What of a message is reasoning; undefined when there is none. Empty lists and null are none, an empty text is. */
export function findReasoning(raw: WireObject, dialect: CompletionsDialect): Reasoning | undefined {
  const fields: Record<string, unknown> = {};
  for (const key of REASONING_KEYS) {
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    if (isList(key) ? Array.isArray(value) && value.length > 0 : typeof value === "string") fields[key] = value;
  }
  const names = Object.keys(fields);
  if (names.length === 0) return undefined;
  const texts = [dialect.reasoningField ?? "reasoning_content", ...TEXTS].filter((key) => names.includes(key));
  const primary =
    texts.find((key) => isFilled(fields[key])) ?? names.find((key) => isList(key) && textOf(fields[key]) !== "");
  return { fields, primary: primary ?? texts[0] ?? (names[0] as string) };
}

/** The block that reasoning is read as. Its signature is that of its details, for rules that leave signed ones alone. */
export function thinkingOf({ fields, primary }: Reasoning): Block {
  const signature = signatureOf(fields);
  return {
    type: "thinking",
    thinking: primary === OPAQUE_KEY ? "" : textOf(fields[primary]),
    ...(signature !== undefined && { thinkingSignature: signature }),
  };
}

/** The fields with what changed in the block. */
export function rewriteReasoning(fields: WireObject, read: Block, now: Block): WireObject {
  const signed = read["thinkingSignature"] === now["thinkingSignature"] ? fields : withoutSignatures(fields);
  const text = now["thinking"];
  return read["thinking"] === text || typeof text !== "string" ? signed : withText(signed, text);
}

/** One reasoning of several, which stand behind one another; undefined when nothing is left of any. */
export function joinReasoning(all: readonly WireObject[], dialect: CompletionsDialect): Reasoning | undefined {
  const [first, ...others] = all;
  if (!first || others.length === 0) return first && findReasoning(first, dialect);
  const fields: Record<string, unknown> = Object.assign({}, ...[...all].reverse());
  for (const key of DETAILS) {
    const lists = all.map((one) => one[key]).filter(Array.isArray);
    if (lists.length > 0) fields[key] = lists.flat();
  }
  const texts = all.map((one) => {
    const found = findReasoning(one, dialect);
    return found ? String(thinkingOf(found)["thinking"]) : "";
  });
  const text = texts.filter((one) => one !== "").join("\n");
  return findReasoning(withText(fields, text), dialect);
}

/** Builds the fields of a thinking block that was not read from a body; undefined: the server takes none of it back. */
export function buildReasoning(block: Block, dialect: CompletionsDialect): WireObject | undefined {
  const { thinking, thinkingSignature } = block;
  const { reasoningField, needsThinkingBack, reasoningDetails, emptyReasoning } = dialect;
  const details = reasoningDetails ? detailsIn(thinkingSignature) : undefined;
  const isOfChat = TEXTS.some((key) => key === thinkingSignature) || details !== undefined;
  if (typeof thinking !== "string" || !reasoningField || !(needsThinkingBack || isOfChat)) return undefined;
  const text = thinking === "" ? (emptyReasoning ?? "") : thinking;
  return {
    ...((text !== "" || !details) && { [reasoningField]: text }),
    ...(details && { reasoning_details: details }),
  };
}

/** The details that a host kept as the signature of thinking or of a call, as JSON; undefined when it is none. */
export function detailsIn(signature: unknown): readonly unknown[] | undefined {
  if (typeof signature !== "string" || !signature.includes("reasoning.")) return undefined;
  const detail = parseObject(signature);
  const type = detail?.["type"];
  return typeof type === "string" && type.startsWith("reasoning.") ? [detail] : undefined;
}

function isList(key: string): boolean {
  return key === "reasoning_details" || key === "thinking_blocks";
}

/** The keys under which an entry of a list has its text. */
const TEXT_KEYS = ["text", "summary", "thinking"] as const;

function textKeyOf(entry: unknown): (typeof TEXT_KEYS)[number] | undefined {
  return isRecord(entry) ? TEXT_KEYS.find((key) => typeof entry[key] === "string") : undefined;
}

/** The text of a field: a string, or what the entries of a list say. */
function textOf(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : "";
  return value
    .map((entry: unknown) => {
      const key = textKeyOf(entry);
      return key && isRecord(entry) ? entry[key] : undefined;
    })
    .filter((text) => text !== undefined)
    .join("\n");
}

function signatureOf(fields: WireObject): string | undefined {
  const opaque = fields[OPAQUE_KEY];
  if (isFilled(opaque)) return opaque;
  for (const key of DETAILS) {
    const list = fields[key];
    if (!Array.isArray(list)) continue;
    for (const entry of list) {
      const found = isRecord(entry) ? [entry["signature"], entry["data"]].find(isFilled) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The fields with another text: wherever it stands as text, and in lists in the place of the text they had. */
function withText(fields: WireObject, text: string): WireObject {
  const written: Record<string, unknown> = { ...fields };
  let isSaid = false;
  for (const key of TEXTS) {
    if (typeof fields[key] !== "string") continue;
    written[key] = text;
    isSaid = true;
  }
  for (const key of DETAILS) {
    const list = fields[key];
    if (!Array.isArray(list)) continue;
    const entries = listWithText(list, text);
    const hasText = entries.some((entry) => textKeyOf(entry) !== undefined);
    written[key] = isSaid || hasText ? entries : [entryOf(key, text), ...entries];
    isSaid = true;
  }
  // Where there is only what nobody can read, the text needs a field.
  if (!isSaid) written["reasoning_text"] = text;
  return written;
}

function entryOf(key: (typeof DETAILS)[number], text: string): WireObject {
  return key === "thinking_blocks" ? { type: "thinking", thinking: text } : { type: "reasoning.text", text };
}

/** Its first text is replaced, further ones go, and a signature of another text is none. */
function listWithText(list: readonly unknown[], text: string): readonly unknown[] {
  let isSaid = false;
  return list.flatMap((entry: unknown): unknown[] => {
    const key = textKeyOf(entry);
    if (!key || !isRecord(entry)) return [entry];
    if (isSaid) return [];
    isSaid = true;
    if (entry[key] === text) return [entry];
    const { signature: _, ...rest } = entry;
    return [{ ...rest, [key]: text }];
  });
}

/** The fields without what only the server that signed it can read. */
function withoutSignatures(fields: WireObject): WireObject {
  const { [OPAQUE_KEY]: _, ...written } = fields as Record<string, unknown>;
  for (const key of DETAILS) {
    const list = fields[key];
    if (!Array.isArray(list)) continue;
    const kept = list.flatMap((entry: unknown): unknown[] => {
      if (!isRecord(entry)) return [entry];
      const { signature: _signature, data: _data, ...rest } = entry;
      return textKeyOf(entry) ? [rest] : [];
    });
    if (kept.length > 0) written[key] = kept;
    else delete written[key];
  }
  return written;
}
