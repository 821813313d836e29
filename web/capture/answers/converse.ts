/** Answers of Bedrock's Converse API. */
import { isObject, type JsonObject, own, ownText, tryJson } from "../../inputs/json.ts";
import type { StreamEvent } from "./sse.ts";
import { type Answered, indexOf, nothing } from "./types.ts";

/** The turn of an answer that came in one piece. */
export function converseAnswer(value: unknown): Answered {
  const message = own(own(value, "output"), "message");
  if (!isObject(message)) return nothing;
  const stopReason = ownText(value, "stopReason");
  return { turns: [message], complete: true, ...(stopReason !== undefined && { stopReason }), problems: [] };
}

interface Growing {
  readonly call: JsonObject | undefined;
  /** What was streamed, by kind. */
  readonly texts: Map<Piece, string[]>;
  closed: boolean;
}

type Piece = "text" | "input" | "reasoning" | "signature" | "redacted";

/** The turn of a streamed answer, as far as it came. */
export function converseStream(events: readonly StreamEvent[]): Answered {
  const blocks: Growing[] = [];
  let role = "assistant";
  let [stopReason, error]: [string | undefined, string | undefined] = [undefined, undefined];
  for (const { event, data } of events) {
    const value = tryJson(data);
    const index = indexOf(own(value, "contentBlockIndex"));
    if (event === "messageStart") role = ownText(value, "role") ?? role;
    else if (event === "messageStop") stopReason = ownText(value, "stopReason") ?? "";
    else if (event === "error") error = data;
    else if (index === undefined) continue;
    else if (event === "contentBlockStart") blocks[index] = block(own(own(value, "start"), "toolUse"));
    else if (event === "contentBlockDelta") {
      // Texts have no start.
      blocks[index] ??= block(undefined);
      grow(blocks[index], own(value, "delta"));
    } else if (event === "contentBlockStop" && blocks[index]) blocks[index].closed = true;
  }
  const problems: string[] = [];
  const content = blocks.flatMap((growing, index) => (growing ? finished(growing, index, problems) : []));
  return {
    turns: content.length > 0 ? [{ role, content }] : [],
    complete: stopReason !== undefined,
    ...(stopReason && { stopReason }),
    problems,
    ...(error !== undefined && { error }),
  };
}

function block(call: unknown): Growing {
  return { call: isObject(call) ? call : undefined, texts: new Map(), closed: false };
}

function grow({ texts }: Growing, delta: unknown): void {
  const reasoning = own(delta, "reasoningContent");
  const pieces: readonly (readonly [Piece, string | undefined])[] = [
    ["text", ownText(delta, "text")],
    ["input", ownText(own(delta, "toolUse"), "input")],
    ["reasoning", ownText(reasoning, "text")],
    ["signature", ownText(reasoning, "signature")],
    ["redacted", ownText(reasoning, "redactedContent")],
  ];
  for (const [piece, text] of pieces) {
    if (text === undefined) continue;
    const parts = texts.get(piece);
    if (parts) parts.push(text);
    else texts.set(piece, [text]);
  }
}

/** The block with what was streamed into it. Arguments that break off stay a text: nobody can send them back. */
function finished({ call, texts, closed }: Growing, index: number, problems: string[]): readonly JsonObject[] {
  const text = (piece: Piece): string | undefined => texts.get(piece)?.join("");
  if (!closed) problems.push(`Block ${index} was not finished.`);
  if (call) {
    const streamed = text("input") ?? "";
    const input = streamed === "" ? {} : tryJson(streamed);
    if (input === undefined) problems.push(`The arguments of the call in block ${index} break off.`);
    return [{ toolUse: { ...call, input: input ?? streamed } }];
  }
  const [said, reasoning, signature, redacted] = [text("text"), text("reasoning"), text("signature"), text("redacted")];
  if (redacted !== undefined) return [{ reasoningContent: { redactedContent: redacted } }];
  if (reasoning !== undefined || signature !== undefined) {
    const reasoningText = { text: reasoning ?? "", ...(signature !== undefined && { signature }) };
    return [{ reasoningContent: { reasoningText } }];
  }
  return said === undefined ? [] : [{ text: said }];
}
