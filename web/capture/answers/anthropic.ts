/** Answers of Anthropic's Messages API. */
import { isObject, type JsonObject, own, ownText, tryJson } from "../../inputs/json.ts";
import type { StreamEvent } from "./sse.ts";
import { type Answered, indexOf, nothing } from "./types.ts";

/** The turn of an answer that came in one piece. */
export function anthropicAnswer(value: unknown): Answered {
  const content = own(value, "content");
  if (!Array.isArray(content)) return nothing;
  const stopReason = ownText(value, "stop_reason");
  return {
    turns: content.length > 0 ? [{ role: "assistant", content }] : [],
    complete: true,
    ...(stopReason !== undefined && { stopReason }),
    problems: [],
  };
}

interface Growing {
  readonly start: JsonObject;
  readonly texts: Map<string, string[]>;
  readonly citations: unknown[];
  closed: boolean;
}

/** Which field of a block each kind of delta adds to. */
const FIELDS: Readonly<Record<string, readonly [delta: string, field: string]>> = {
  text_delta: ["text", "text"],
  thinking_delta: ["thinking", "thinking"],
  signature_delta: ["signature", "signature"],
  input_json_delta: ["partial_json", "input"],
};

/** The turn of a streamed answer, as far as it came. */
export function anthropicStream(events: readonly StreamEvent[]): Answered {
  const blocks: Growing[] = [];
  let [complete, stopReason, error]: [boolean, string | undefined, string | undefined] = [false, undefined, undefined];
  for (const { event, data } of events) {
    const value = tryJson(data);
    const type = ownText(value, "type") ?? event;
    const index = indexOf(own(value, "index"));
    if (type === "content_block_start" && index !== undefined) {
      const start = own(value, "content_block");
      if (isObject(start)) blocks[index] = { start, texts: new Map(), citations: [], closed: false };
    } else if (type === "content_block_delta" && index !== undefined) {
      grow(blocks[index], own(value, "delta"));
    } else if (type === "content_block_stop" && index !== undefined) {
      const block = blocks[index];
      if (block) block.closed = true;
    } else if (type === "message_delta") {
      stopReason = ownText(own(value, "delta"), "stop_reason") ?? stopReason;
    } else if (type === "message_stop") complete = true;
    else if (type === "error") error = data;
  }
  const problems: string[] = [];
  const content = blocks.flatMap((block, index) => (block ? [finished(block, index, problems)] : []));
  return {
    turns: content.length > 0 ? [{ role: "assistant", content }] : [],
    complete,
    ...(stopReason !== undefined && { stopReason }),
    problems,
    ...(error !== undefined && { error }),
  };
}

function grow(block: Growing | undefined, delta: unknown): void {
  const type = ownText(delta, "type") ?? "";
  if (!block) return;
  if (type === "citations_delta") block.citations.push(own(delta, "citation"));
  const [from, field] = (Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined) ?? [];
  const text = from === undefined ? undefined : ownText(delta, from);
  if (text === undefined || field === undefined) return;
  const texts = block.texts.get(field);
  if (texts) texts.push(text);
  else block.texts.set(field, [text]);
}

/** The block with what was streamed into it. Arguments that break off stay a text: nobody can send them back. */
function finished({ start, texts, citations, closed }: Growing, index: number, problems: string[]): JsonObject {
  const fields = [...texts].map(([field, parts]): [string, unknown] => {
    const streamed = parts.join("");
    if (field !== "input") return [field, (ownText(start, field) ?? "") + streamed];
    const parsed = streamed === "" ? {} : tryJson(streamed);
    if (parsed === undefined) problems.push(`The arguments of the call in block ${index} break off.`);
    return [field, parsed ?? streamed];
  });
  if (!closed) problems.push(`Block ${index} was not finished.`);
  return { ...start, ...Object.fromEntries(fields), ...(citations.length > 0 && { citations }) };
}
