/**
 * The binary event streams of AWS: frames of a length, headers, a payload of JSON, and two checksums (CRC-32).
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html
 */
import type { Restorer } from "./answer.ts";
import { restoreInJson, type ToolNames } from "./names.ts";

/** Length of the frame, length of its headers, checksum of both; another checksum stands at the end. */
const PRELUDE = 12;
const CHECKSUM = 4;
const LONGEST_FRAME = 16 * 2 ** 20;

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

/** Undefined when the bytes begin with no frame. */
function frameSize(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes);
  const size = view.getUint32(0);
  const headers = view.getUint32(4);
  const isFrame =
    size >= PRELUDE + headers + CHECKSUM &&
    size <= LONGEST_FRAME &&
    view.getUint32(8) === crc32(bytes.subarray(0, PRELUDE - CHECKSUM));
  return isFrame ? size : undefined;
}

function restoreFrame(frame: Uint8Array, names: ToolNames): Uint8Array {
  const start = PRELUDE + viewOf(frame).getUint32(4);
  const text = new TextDecoder().decode(frame.subarray(start, -CHECKSUM));
  const after = restorePayload(text, names);
  return after === text ? frame : frameOf(frame.subarray(PRELUDE, start), after);
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

/** The type of a header's value. */
const TEXT = 7;

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

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
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

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
