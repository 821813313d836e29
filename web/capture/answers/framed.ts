/** Events in the binary framing of AWS, as a browser's log keeps them: of ConverseStream, and of streams of InvokeModel. */
import { type Frame, readFrames } from "../../../src/common/event-stream.ts";
import { isObject, ownText, tryJson } from "../../inputs/json.ts";
import type { StreamEvent } from "./sse.ts";

/** More events than an answer has. */
const MOST_FRAMES = 200_000;

/** The events of a stream. */
export interface FramedEvents {
  readonly events: readonly StreamEvent[];
  /** Why there are no more, for people; absent: it was read to its end. */
  readonly problem?: string;
}

/** Reads the events of a stream, up to where it breaks off or is damaged. An exception is an event named `error`. */
export function readFramed(text: string): FramedEvents {
  const bytes = bytesOf(text);
  if (!bytes) return { events: [], problem: "The browser made a text of the binary stream, which cannot be undone." };
  const { frames, end } = readFrames(bytes, MOST_FRAMES);
  const events = frames.flatMap(eventOf);
  switch (end) {
    case "whole":
      return { events };
    case "torn":
      return { events, problem: "The stream broke off before its end." };
    case "damaged":
      return { events, problem: `Frame ${frames.length} of the stream is damaged: nothing behind it was read.` };
    case "many":
      return { events, problem: `Only the first ${MOST_FRAMES} events were read.` };
  }
}

/** Browsers keep bytes in base64, or one in each character. */
function bytesOf(text: string): Uint8Array | undefined {
  const plain = /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? decoded(text) : text;
  if (plain === undefined) return undefined;
  const bytes = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charCodeAt(at);
    if (unit > 0xff) return undefined;
    bytes[at] = unit;
  }
  return bytes;
}

function decoded(base64: string): string | undefined {
  try {
    // What was cut off ends anywhere.
    return atob(base64.slice(0, base64.length - (base64.length % 4)));
  } catch {
    return undefined;
  }
}

function eventOf({ headers, payload }: Frame): readonly StreamEvent[] {
  const data = new TextDecoder().decode(payload);
  const kind = headers.get(":message-type");
  if (kind === "exception" || kind === "error") return [{ event: "error", data: errorOf(headers, data) }];
  const inner = ownText(tryJson(data), "bytes");
  if (inner === undefined) return [{ event: headers.get(":event-type") ?? "", data }];
  const bytes = bytesOf(inner);
  return bytes ? [{ event: "", data: new TextDecoder().decode(bytes) }] : [];
}

/** An error as the API has it in an answer of its own. */
function errorOf(headers: Frame["headers"], data: string): string {
  const body = tryJson(data);
  const type = headers.get(":exception-type") ?? headers.get(":error-code");
  const message = headers.get(":error-message") ?? (isObject(body) ? undefined : data);
  return JSON.stringify({ __type: type, message, ...(isObject(body) && body) });
}
