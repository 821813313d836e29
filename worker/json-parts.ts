/** JSON that is written as it is sent: an answer as large as its request need not be in memory a second and third time. */

/** Bytes of text that are sent at once, about. */
const PIECE = 65_536;
/** So deep values are written one by one: to the messages of a body within an answer. */
const DEPTH = 3;

/** What `JSON.stringify` gives for a value that is no function and not undefined, as a stream of UTF-8. */
export function streamJson(value: unknown): ReadableStream<Uint8Array> {
  const parts = partsOf(value, DEPTH);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        let piece = "";
        while (piece.length < PIECE) {
          const { done, value: part } = parts.next();
          if (done === true) {
            if (piece !== "") controller.enqueue(encoder.encode(piece));
            return controller.close();
          }
          piece += part;
        }
        controller.enqueue(encoder.encode(piece));
      },
    },
    { highWaterMark: 0 },
  );
}

function* partsOf(value: unknown, depth: number): Generator<string, void> {
  if (depth === 0 || typeof value !== "object" || value === null || "toJSON" in value) {
    yield JSON.stringify(value) ?? "null";
  } else if (Array.isArray(value)) {
    yield "[";
    for (const [index, entry] of value.entries()) {
      if (index > 0) yield ",";
      yield* partsOf(entry, depth - 1);
    }
    yield "]";
  } else {
    yield "{";
    let before = "";
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined || typeof field === "function" || typeof field === "symbol") continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* partsOf(field, depth - 1);
      before = ",";
    }
    yield "}";
  }
}
