/** Answers, refusals and the headers that every response carries. */

/** The most a request body may hold. An isolate has 128 MB, and a parsed body takes several times its bytes. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * What the page may do: run its own scripts, its own Web Worker and the image codecs that come in scripts, and nothing
 * else. `connect-src 'none'` binds the Web Worker too, because its script is sent with the same header: a transcript
 * cannot leave the tab. `'wasm-unsafe-eval'` allows WASM to be compiled, and no text to be run.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html replaysafe",
].join("; ");

/** No CORS header is among them: other origins may neither read an answer nor send JSON. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** A request that cannot be served, said in words that help the caller. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** Where in the request body the fault is, as a JSON pointer; empty when it is not about a place. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;

  /** @param status the HTTP status @param code what is wrong, for programs @param message what to do about it */
  constructor(
    status: number,
    code: string,
    message: string,
    more: { path?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.path = more.path ?? "";
    this.headers = more.headers ?? {};
  }

  /** The answer that tells the caller. */
  toResponse(): Response {
    return jsonResponse({ error: { code: this.code, path: this.path, message: this.message } }, this);
  }
}

/** An answer in JSON, never cached: it may hold a transcript. */
export function jsonResponse(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Response {
  const fixed = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  return withSecurityHeaders(new Response(stringify(value), { status, headers: { ...headers, ...fixed } }));
}

/** The same response with the headers that every response carries. */
export function withSecurityHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Refuses every method that is not in the list, and names those that are. */
export function requireMethod(request: Request, methods: readonly string[]): void {
  if (methods.includes(request.method)) return;
  const allowed = methods.join(", ");
  throw new Refusal(405, "method-not-allowed", `Use ${allowed}.`, { headers: { allow: allowed } });
}

/** The request's body, parsed. Refuses what is not JSON, not UTF-8 or too large, and reads no further than needed. */
export async function readJson(request: Request, maxBytes: number = MAX_BODY_BYTES): Promise<unknown> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new Refusal(415, "unsupported-media-type", "Send JSON with the header content-type: application/json.");
  }
  const text = await readText(request, maxBytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The engine's own words quote the body: they stay here.
    throw new Refusal(400, "invalid-json", text === "" ? "The body is empty." : "The body is not valid JSON.");
  }
}

/** Reads the body piece by piece and stops as soon as it is too large, whatever length was announced. */
async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = new Refusal(413, "body-too-large", `The body may have at most ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  if (!request.body) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const pieces: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    bytes += value?.byteLength ?? 0;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw tooLarge;
    }
    try {
      pieces.push(done ? decoder.decode() : decoder.decode(value, { stream: true }));
    } catch {
      await reader.cancel();
      throw new Refusal(400, "invalid-utf8", "The body is not valid UTF-8.");
    }
    if (done) return pieces.join("");
  }
}

/** JSON can be nested deeper than it can be written: that is the caller's input, not a fault of ours. */
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(400, "too-deep", "The body is nested too deeply.");
    throw error;
  }
}
