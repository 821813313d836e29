/** Request bodies: counted while they arrive, decompressed, and looked over before they are parsed. */
import { jsonFault } from "../src/common/json-fault.ts";
import type { Limits } from "./config.ts";
import { Refusal } from "./problem.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Characters of a text in which it is looked for where it breaks off. */
const LONGEST_SEARCHED = 4 * 2 ** 20;

/** A body as it was sent, and as it is meant. Both are the same array when it was not compressed. */
export interface Body {
  /** As it was sent. */
  readonly raw: Bytes;
  /** Without its content encoding. */
  readonly bytes: Bytes;
}

/** The start of a stream: all of it, or what was read so far and a stream of the whole. */
export type Start =
  | { readonly complete: true; readonly bytes: Bytes }
  | { readonly complete: false; readonly stream: ReadableStream<Uint8Array> };

/**
 * Reads a whole body into memory, and stops as soon as it is too large, whatever length was announced.
 *
 * @throws Refusal 413 `body-too-large`, 415 `unsupported-encoding`, 400 `invalid-encoding`
 */
export async function readBody(request: Request, { maxBodyBytes }: Pick<Limits, "maxBodyBytes">): Promise<Body> {
  refuseAnnounced(request, maxBodyBytes);
  const encoding = encodingOf(request);
  const raw = await readBytes(request.body, maxBodyBytes);
  if (encoding === undefined) return { raw, bytes: raw };
  return { raw, bytes: await withoutEncoding(raw, request, { maxBodyBytes }) };
}

/**
 * The bytes of a request without its content encoding; the very bytes when it has none.
 *
 * @throws Refusal as {@link readBody}
 */
export async function withoutEncoding(
  raw: Bytes,
  request: Request,
  { maxBodyBytes }: Pick<Limits, "maxBodyBytes">,
): Promise<Bytes> {
  const encoding = encodingOf(request);
  return encoding === undefined ? raw : readBytes(decompress(streamOf([raw]), encoding), maxBodyBytes);
}

/**
 * The body as a stream without its content encoding, for what is worked on piece by piece. One whose size is not known
 * beforehand is read as a whole first: an answer that has begun cannot become a refusal, and its reader would take what
 * came for everything.
 *
 * @throws Refusal as {@link readBody}
 */
export async function openBody(
  request: Request,
  limits: Pick<Limits, "maxBodyBytes">,
): Promise<ReadableStream<Uint8Array>> {
  const isCounted = request.headers.has("content-length") && encodingOf(request) === undefined;
  if (!isCounted || !request.body) return streamOf([(await readBody(request, limits)).bytes]);
  refuseAnnounced(request, limits.maxBodyBytes);
  return request.body;
}

/**
 * Reads the body as JSON.
 *
 * @throws Refusal as {@link readBody} and {@link parseJson}, and 415 `unsupported-media-type`
 */
export async function readJson(request: Request, limits: Limits): Promise<unknown> {
  if (mediaTypeOf(request) !== "application/json") {
    throw new Refusal(415, "unsupported-media-type", "Send JSON with the header content-type: application/json.");
  }
  return parseJson(await readText(request, limits), limits);
}

/** The body as a text. What was not compressed is never in memory as bytes and as a text at once. */
async function readText(request: Request, { maxBodyBytes }: Limits): Promise<string> {
  if (encodingOf(request) !== undefined) return decodeText((await readBody(request, { maxBodyBytes })).bytes);
  refuseAnnounced(request, maxBodyBytes);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = request.body?.getReader();
  const pieces: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    length += value?.byteLength ?? 0;
    try {
      if (length > maxBodyBytes) throw tooLarge(maxBodyBytes);
      pieces.push(done ? decoder.decode() : decoder.decode(value, { stream: true }));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : notUtf8();
      await reader?.cancel(refusal).catch(() => {});
      throw refusal;
    }
    if (done) return pieces.join("");
  }
}

/** The media type of the body in lower case, without parameters; empty when there is none. */
export function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** @throws Refusal 400 `invalid-utf8` */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

function notUtf8(): Refusal {
  return new Refusal(400, "invalid-utf8", "The body is not valid UTF-8.");
}

/**
 * Parses JSON whose size was looked at first: a small text can stand for millions of objects, or be nested deeper than
 * anything can walk.
 *
 * @throws Refusal 400 `invalid-json`, 413 `too-deep`, `too-many-values` or `too-many-blocks`
 */
export function parseJson(text: string, limits: Limits): unknown {
  checkShape(text, limits);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The engine's own words quote the body: they stay here.
    throw new Refusal(
      400,
      "invalid-json",
      text === "" ? "The body is empty." : `The body is not valid JSON${placeIn(text)}.`,
    );
  }
}

/** Where a text breaks off. Of long ones it is not looked for, since that takes their size in memory once more. */
function placeIn(text: string): string {
  if (text.length > LONGEST_SEARCHED) return "";
  const { line, column } = jsonFault(text);
  return `: it breaks off at line ${line}, column ${column}`;
}

/** Counts without parsing. What is no JSON is counted in some way and refused by the parser. */
function checkShape(text: string, { maxJsonDepth, maxJsonValues, maxBlocks }: Limits): void {
  let depth = 0;
  let values = 0;
  let blocks = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (++depth > maxJsonDepth) throw overLimit("too-deep", "levels", maxJsonDepth);
      if (++values > maxJsonValues) throw overLimit("too-many-values", "values", maxJsonValues);
      if (code === OPEN_OBJECT && ++blocks > maxBlocks) throw overLimit("too-many-blocks", "objects", maxBlocks);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      depth--;
    } else if (code === COMMA && ++values > maxJsonValues) {
      throw overLimit("too-many-values", "values", maxJsonValues);
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The place of the quote that ends a string: one behind an even number of backslashes. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let start = end;
    while (start > from && text.charCodeAt(start - 1) === BACKSLASH) start--;
    if ((end - start) % 2 === 0) return end;
  }
  return text.length;
}

function overLimit(code: string, what: string, most: number): Refusal {
  return new Refusal(413, code, `The body may have at most ${most} ${what}.`);
}

/**
 * Reads a stream up to a number of bytes. When there are more, nothing is lost: the stream that is returned has all of
 * them, and reads on only as it is read itself.
 */
export async function readUpTo(stream: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Start> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !reader) return { complete: true, bytes: joined(chunks, length) };
    chunks.push(value);
    length += value.byteLength;
    if (length > maxBytes) return { complete: false, stream: streamOf(chunks, reader) };
  }
}

async function readBytes(stream: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Bytes> {
  const start = await readUpTo(stream, maxBytes);
  if (start.complete) return start.bytes;
  const refusal = tooLarge(maxBytes);
  await start.stream.cancel(refusal).catch(() => {});
  throw refusal;
}

function joined(chunks: readonly Uint8Array[], length: number): Bytes {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** A stream of chunks, and behind them what a reader has left. */
function streamOf(
  chunks: readonly Uint8Array[],
  rest?: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  const waiting = [...chunks];
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = waiting.shift() ?? (await rest?.read())?.value;
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: (reason) => rest?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function decompress(stream: ReadableStream<Uint8Array>, encoding: CompressionFormat): ReadableStream<Uint8Array> {
  const reader = stream
    .pipeThrough(new DecompressionStream(encoding) as TransformStream<Uint8Array, Uint8Array>)
    .getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (error instanceof Refusal) throw error;
          throw new Refusal(400, "invalid-encoding", `The body is not valid ${encoding}.`);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

type CompressionFormat = "gzip" | "deflate";

/** The content encoding of a request; undefined when it has none. */
function encodingOf(request: Request): CompressionFormat | undefined {
  const name = (request.headers.get("content-encoding") ?? "").trim().toLowerCase();
  if (name === "" || name === "identity") return undefined;
  if (name === "gzip" || name === "x-gzip") return "gzip";
  if (name === "deflate") return "deflate";
  const headers = { "accept-encoding": "gzip, deflate" };
  throw new Refusal(415, "unsupported-encoding", "Send the body as it is, or as gzip or deflate.", { headers });
}

function refuseAnnounced(request: Request, maxBytes: number): void {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(413, "body-too-large", `The body may have at most ${maxBytes} bytes.`);
}
