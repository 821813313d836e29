/** Answers of Gemini's generateContent, in one piece, as events, or as a list. */
import { isObject, type JsonObject, own, ownText, tryJson } from "../../inputs/json.ts";
import type { StreamEvent } from "./sse.ts";
import { type Answered, nothing } from "./types.ts";

/** The turn of an answer that is one object, or a list of parts of one. */
export function googleAnswer(value: unknown): Answered {
  return assemble(Array.isArray(value) ? value : [value]);
}

/** The turn of a streamed answer, as far as it came. */
export function googleStream(events: readonly StreamEvent[]): Answered {
  return assemble(events.map(({ data }) => tryJson(data)));
}

/** A list that breaks off is read up to the last whole entry. */
export function googleList(text: string): Answered {
  const chunks: unknown[] = [];
  let [depth, inString, from] = [0, false, -1];
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (inString) {
      if (unit === "\\") at++;
      else if (unit === '"') inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === "{" && depth++ === 0) from = at;
    else if (unit === "}" && --depth === 0) chunks.push(tryJson(text.slice(from, at + 1)));
  }
  return assemble(chunks);
}

function assemble(chunks: readonly unknown[]): Answered {
  const parts: JsonObject[] = [];
  let role = "model";
  let [stopReason, error]: [string | undefined, string | undefined] = [undefined, undefined];
  for (const chunk of chunks) {
    // Code Assist has the answer within another object.
    const inner = own(chunk, "response") ?? chunk;
    if (isObject(own(inner, "error"))) error = JSON.stringify(own(inner, "error"));
    const candidates = own(inner, "candidates");
    const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined;
    stopReason = ownText(candidate, "finishReason") ?? blockedBecause(inner) ?? stopReason;
    const content = own(candidate, "content");
    role = ownText(content, "role") ?? role;
    const listed = own(content, "parts");
    if (Array.isArray(listed)) for (const part of listed) if (isObject(part)) append(parts, part);
  }
  if (parts.length === 0 && stopReason === undefined && error === undefined) return nothing;
  return {
    turns: parts.length > 0 ? [{ role, parts }] : [],
    complete: stopReason !== undefined,
    ...(stopReason !== undefined && { stopReason }),
    problems: [],
    ...(error !== undefined && { error }),
  };
}

function blockedBecause(value: unknown): string | undefined {
  return ownText(own(value, "promptFeedback"), "blockReason");
}

/** Texts that follow one another are one, unless a signature stands on one of them. */
function append(parts: JsonObject[], part: JsonObject): void {
  const last = parts.at(-1);
  const joined = last && isPlain(last) && isPlain(part) && own(last, "thought") === own(part, "thought");
  if (joined) parts[parts.length - 1] = { ...last, text: `${ownText(last, "text")}${ownText(part, "text")}` };
  else parts.push(part);
}

function isPlain(part: JsonObject): boolean {
  return typeof own(part, "text") === "string" && Object.keys(part).every((key) => key === "text" || key === "thought");
}
