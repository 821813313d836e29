/** Answers, refusals and the headers that every response carries. */

import { streamJson } from "./json-parts.ts";

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

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** The same response with the headers that every response carries. Those of its own that have other names stay. */
export function withSecurityHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** The titles of the statuses that are used, as HTTP has them. */
const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** What a refusal may say besides. */
export interface RefusalMore {
  /** Where in the request body the fault is, as a JSON pointer. */
  readonly path?: string;
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the problem details besides the usual ones. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A request that cannot be served, said in words that help the caller. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: RefusalMore;

  /** @param status the HTTP status @param code what is wrong, for programs; never changes @param detail what to do */
  constructor(status: number, code: string, detail: string, more: RefusalMore = {}) {
    super(detail);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.more = more;
  }

  /** The answer that tells the caller: problem details as in RFC 9457, with `code` and, where there is one, `path`. */
  toResponse(): Response {
    const { path, headers, extensions } = this.more;
    const details = {
      title: TITLES[this.status] ?? "Error",
      status: this.status,
      code: this.code,
      detail: this.message,
      ...(path !== undefined && { path }),
      ...extensions,
    };
    const type = { "content-type": "application/problem+json; charset=utf-8" };
    return jsonResponse(details, { status: this.status, headers: { ...headers, ...type } });
  }
}

/** An answer in JSON, with the security headers. Not stored by caches unless `headers` say so: it may hold a transcript. */
export function jsonResponse(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Response {
  const usual = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  return withSecurityHeaders(new Response(stringify(value), { status, headers: { ...usual, ...headers } }));
}

/** The same for an answer that may be as large as its request: it is written while it is sent. */
export function largeJsonResponse(value: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  const usual = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  return withSecurityHeaders(new Response(streamJson(value) as BodyInit, { headers: { ...usual, ...headers } }));
}

/** JSON can be nested deeper than it can be written: that is the caller's input, not a fault of ours. */
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(413, "too-deep", "The body is nested too deeply.");
    throw error;
  }
}
