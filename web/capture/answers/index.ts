/** Reads answers of LLM APIs, streamed or not: the assistant's turn, and the error there may be. */
import { isFramed } from "../../../src/common/event-stream.ts";
import type { WireFormat } from "../../../src/index.ts";
import { isObject, own, tryJson } from "../../inputs/json.ts";
import type { Answer } from "../call.ts";
import { anthropicAnswer, anthropicStream } from "./anthropic.ts";
import { completionsAnswer, completionsStream } from "./completions.ts";
import { converseAnswer, converseStream } from "./converse.ts";
import { readFramed } from "./framed.ts";
import { googleAnswer, googleList, googleStream } from "./google.ts";
import { responsesAnswer, responsesStream } from "./responses.ts";
import { readEvents, type StreamEvent } from "./sse.ts";
import { type Answered, nothing } from "./types.ts";

export type { Answered } from "./types.ts";

interface Reader {
  whole(value: unknown): Answered;
  stream(events: readonly StreamEvent[]): Answered;
}

const READERS: Readonly<Record<WireFormat, Reader>> = {
  "anthropic-messages": { whole: anthropicAnswer, stream: anthropicStream },
  "openai-completions": { whole: completionsAnswer, stream: completionsStream },
  "mistral-conversations": { whole: completionsAnswer, stream: completionsStream },
  "openai-responses": { whole: responsesAnswer, stream: responsesStream },
  "google-generative-ai": { whole: googleAnswer, stream: googleStream },
  "bedrock-converse": { whole: converseAnswer, stream: converseStream },
};

/** What an answer says, as far as it was captured. */
export function readAnswer(format: WireFormat, { text, mimeType, truncated }: Answer): Answered {
  if (text === undefined || text.trim() === "") return nothing;
  const read = READERS[format];
  const answered = isFramed(mimeType)
    ? ofFrames(read, text)
    : isEventStream(text, mimeType)
      ? ofEvents(read, text)
      : ofText(format, read, text);
  if (!truncated) return answered;
  return {
    ...answered,
    complete: false,
    problems: [...answered.problems, "The browser kept only a part of the answer."],
  };
}

function isEventStream(text: string, mimeType: string): boolean {
  return mimeType === "text/event-stream" || (!/^\s*[[{]/.test(text) && /^(?:event|data|:)/m.test(text.slice(0, 2000)));
}

function ofEvents({ stream }: Reader, text: string): Answered {
  const { events, torn } = readEvents(text);
  const answered = stream(events);
  if (answered.complete && !torn) return answered;
  const problem = answered.complete ? [] : ["The stream broke off before its end."];
  return { ...answered, problems: [...answered.problems, ...problem] };
}

function ofFrames({ stream }: Reader, text: string): Answered {
  const { events, problem } = readFramed(text);
  const answered = stream(events);
  const problems = problem ?? (answered.complete ? undefined : "The stream broke off before its end.");
  if (problems === undefined) return answered;
  return { ...answered, complete: false, problems: [...answered.problems, problems] };
}

function ofText(format: WireFormat, { whole }: Reader, text: string): Answered {
  const value = tryJson(text);
  if (value === undefined) return format === "google-generative-ai" && /^\s*\[/.test(text) ? googleList(text) : nothing;
  const error = own(Array.isArray(value) ? value[0] : value, "error");
  const answered = whole(value);
  return isObject(error) || typeof error === "string" ? { ...answered, error: text } : answered;
}
