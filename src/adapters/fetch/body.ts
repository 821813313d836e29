/** Reads the body of a request and leaves it to whoever sends it. */

/** A body that was read. */
export interface ReadBody {
  /** What it says; undefined when it is too long, no UTF-8, or of a kind that cannot be read. */
  readonly text: string | undefined;
  /** The body as it came. A stream was parted in two; this is the part that is left. */
  readonly original: BodyInit;
  /** A body of the same kind with another text. */
  replaceWith(text: string): BodyInit;
}

/**
 * Reads a body of up to `maxBytes` bytes. Of a stream, no more than that is held.
 *
 * @param signal ends the reading of a stream; what was read until then counts as all of it
 */
export async function readBody(body: BodyInit, maxBytes: number, signal?: AbortSignal): Promise<ReadBody> {
  if (typeof body === "string") {
    return { text: body.length > maxBytes ? undefined : body, original: body, replaceWith: (text) => text };
  }
  if (body instanceof Blob) {
    const text = body.size > maxBytes ? undefined : decode(await body.arrayBuffer());
    // A request takes its content type from the blob.
    return { text, original: body, replaceWith: (other) => new Blob([other], { type: body.type }) };
  }
  if (body instanceof ReadableStream) {
    const [copy, original] = body.tee();
    const bytes = await readAll(copy, maxBytes, signal);
    return { text: bytes && decode(bytes), original, replaceWith: encode };
  }
  const isBytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  return {
    text: isBytes && body.byteLength <= maxBytes ? decode(body) : undefined,
    original: body,
    replaceWith: encode,
  };
}

/** The bytes of a text. */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function decode(bytes: ArrayBuffer | ArrayBufferView<ArrayBufferLike>): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes as Uint8Array<ArrayBuffer>);
  } catch {
    return undefined;
  }
}

/** The bytes of a stream; undefined when there are too many, or the stream fails. */
async function readAll(
  stream: ReadableStream<unknown>,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader();
  // Cancelling one part of a stream that was parted waits for the other.
  const stop = (): void => void reader.cancel().catch(() => {});
  signal?.addEventListener("abort", stop);
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
      if (!(value instanceof Uint8Array)) return undefined;
      chunks.push(value);
      length += value.length;
      if (length > maxBytes) return undefined;
    }
    return join(chunks, length);
  } catch {
    // Whoever sends the other part is told by it.
    return undefined;
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}
