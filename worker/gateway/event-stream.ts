/** Works on the binary event streams of AWS, frame by frame. */
import { CHECKSUM, crc32, frameSize, PRELUDE, partsOf, TEXT, viewOf } from "../../src/common/event-stream.ts";
import type { Restorer } from "./answer.ts";
import { restoreInJson, type ToolNames } from "./names.ts";

/** Restores names frame by frame. What is no frame passes as it is, and so does all that follows. */
export function createEventStreamRestorer(names: ToolNames): Restorer {
  let waiting: Uint8Array = new Uint8Array(0);
  let passing = false;
  return {
    push(bytes) {
      if (passing) return bytes;
      waiting = concat([waiting, bytes]);
      const out: Uint8Array[] = [];
      while (!passing && waiting.length >= PRELUDE) {
        const size = frameSize(waiting);
        if (size === undefined) passing = true;
        else if (waiting.length < size) break;
        else {
          out.push(restoreFrame(waiting.subarray(0, size), names));
          waiting = waiting.subarray(size);
        }
      }
      if (passing) {
        out.push(waiting);
        waiting = new Uint8Array(0);
      }
      return concat(out);
    },
    end: () => waiting,
  };
}

function restoreFrame(frame: Uint8Array, names: ToolNames): Uint8Array {
  const { headers, payload } = partsOf(frame);
  const text = new TextDecoder().decode(payload);
  const after = restorePayload(text, names);
  return after === text ? frame : frameOf(headers, after);
}

/** A frame that ends a stream with an exception of the service's model. */
export function exceptionFrame(exception: string, payload: object): Uint8Array {
  const headers = { ":message-type": "exception", ":exception-type": exception, ":content-type": "application/json" };
  const named = Object.entries(headers).flatMap(([name, value]) => [
    Uint8Array.of(name.length),
    new TextEncoder().encode(name),
    Uint8Array.of(TEXT, value.length >>> 8, value.length & 0xff),
    new TextEncoder().encode(value),
  ]);
  return frameOf(concat(named), JSON.stringify(payload));
}

function frameOf(headers: Uint8Array, text: string): Uint8Array {
  const payload = new TextEncoder().encode(text);
  const made = new Uint8Array(PRELUDE + headers.length + payload.length + CHECKSUM);
  made.set(headers, PRELUDE);
  made.set(payload, PRELUDE + headers.length);
  const view = viewOf(made);
  view.setUint32(0, made.length);
  view.setUint32(4, headers.length);
  view.setUint32(8, crc32(made.subarray(0, PRELUDE - CHECKSUM)));
  view.setUint32(made.length - CHECKSUM, crc32(made.subarray(0, -CHECKSUM)));
  return made;
}

/** InvokeModel wraps the model's own event in base64. */
function restorePayload(text: string, names: ToolNames): string {
  const inner = /^\{"bytes":"([A-Za-z0-9+/=]+)"/.exec(text)?.[1];
  if (inner === undefined) return restoreInJson(text, names);
  try {
    const event = new TextDecoder().decode(Uint8Array.from(atob(inner), (char) => char.charCodeAt(0)));
    const after = restoreInJson(event, names);
    if (after === event) return text;
    const bytes = String.fromCharCode(...new TextEncoder().encode(after));
    return text.replace(inner, () => btoa(bytes));
  } catch {
    return text;
  }
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
