/** Answers in which tools get their own names back: piece by piece, so that a stream stays one. */
import { isFramed } from "../../src/common/event-stream.ts";
import { createEventStreamRestorer } from "./event-stream.ts";
import { restoreInJson, type ToolNames } from "./names.ts";

/** Turns the bytes of an answer into others. */
export interface Restorer {
  /** What can be said after these bytes. */
  push(bytes: Uint8Array): Uint8Array;
  /** What is left at the end. */
  end(): Uint8Array;
}

/** More than this without an end of line, and the rest is passed on as it comes. An answer in JSON has one line. */
const LONGEST_LINE = 8 * 2 ** 20;

/** The answer with the names given back. It holds no more of a stream than the event that has begun. */
export function withOwnNames(
  body: ReadableStream<Uint8Array>,
  type: string,
  names: ToolNames,
): ReadableStream<Uint8Array> {
  const restorer = isFramed(type)
    ? createEventStreamRestorer(names)
    : createTextRestorer(names, type.includes("event-stream"));
  const send = (bytes: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
    if (bytes.length > 0) controller.enqueue(bytes);
  };
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => send(restorer.push(bytes), controller),
      flush: (controller) => send(restorer.end(), controller),
    }),
  );
}

/** One line of server-sent events; all but data stay as they are. */
function restoreInLine(line: string, names: ToolNames): string {
  const found = /^data: ?/.exec(line);
  return found ? found[0] + restoreInJson(line.slice(found[0].length), names) : line;
}

/** Works on events as their lines are complete, and on JSON when it has ended. */
function createTextRestorer(names: ToolNames, byLine: boolean): Restorer {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let passing = false;
  const take = (): Uint8Array => {
    const bytes = joined(waiting, length);
    waiting = [];
    length = 0;
    return restored(bytes, names, byLine);
  };
  return {
    push(bytes) {
      if (passing) return bytes;
      const end = byLine ? lastLineEnd(bytes) : 0;
      const out: Uint8Array[] = [];
      if (end > 0) {
        waiting.push(bytes.subarray(0, end));
        length += end;
        out.push(take());
      }
      if (end < bytes.length) {
        waiting.push(bytes.slice(end));
        length += bytes.length - end;
      }
      if (length > LONGEST_LINE) {
        passing = true;
        out.push(joined(waiting, length));
        waiting = [];
        length = 0;
      }
      return joined(
        out,
        out.reduce((sum, one) => sum + one.length, 0),
      );
    },
    end: () => take(),
  };
}

function restored(bytes: Uint8Array, names: ToolNames, byLine: boolean): Uint8Array {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
  const after = byLine
    ? text
        .split(/(\r\n|\n|\r)/)
        .map((line) => restoreInLine(line, names))
        .join("")
    : restoreInJson(text, names);
  return after === text ? bytes : new TextEncoder().encode(after);
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Behind the last end of a line; 0 when there is none. */
function lastLineEnd(bytes: Uint8Array): number {
  for (let end = bytes.length; end > 0; end--) {
    const byte = bytes[end - 1];
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return end;
  }
  return 0;
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first) return first;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
