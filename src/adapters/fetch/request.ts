/** What is looked at of a request, and how it is sent as it came or with another body. */
import { encode, type ReadBody, readBody } from "./body.ts";

/** A function like `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A request with a body that may be rewritten. */
export interface OpenRequest {
  readonly url: string;
  readonly signal: AbortSignal | undefined;
  /** The text of the body. */
  readonly text: string;
  /** Sends it as it came. */
  send(fetch: Fetch): Promise<Response>;
  /** Sends it with another body. */
  sendWith(fetch: Fetch, text: string): Promise<Response>;
  /** Frees the body of a request that is not sent. */
  discard(): void;
}

/** A request that is sent as it came, whatever is in it. */
export type ClosedRequest = Pick<OpenRequest, "send"> & { readonly text: undefined };

/** Headers that hold for the very bytes of the body. */
const BOUND_TO_BODY = ["content-md5", "content-digest", "digest", "repr-digest", "x-amz-content-sha256"];

/** Reads what `fetch` was called with. Fails with nothing: what cannot be read is for `fetch` to refuse. */
export async function openRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
  maxBytes: number,
): Promise<OpenRequest | ClosedRequest> {
  // Bun takes an `init` that is there, even undefined, for what the request is to be.
  const asCame: ClosedRequest = {
    text: undefined,
    send: (fetch) => (init === undefined ? fetch(input) : fetch(input, init)),
  };
  try {
    const request = input instanceof Request ? input : undefined;
    const method = init?.method ?? request?.method ?? "GET";
    const headers = new Headers(init?.headers ?? request?.headers);
    const signal = init?.signal ?? request?.signal;
    if (method.toUpperCase() !== "POST" || isBound(headers) || signal?.aborted) return asCame;
    const facts = { url: request?.url ?? String(input), signal };
    const length = (text: string) => correctedLength(headers, text);
    if (init?.body !== undefined && init.body !== null) {
      return opened(facts, await readBody(init.body, maxBytes, signal), (fetch, body, text) =>
        fetch(input, { ...init, body, ...(text !== undefined && length(text)) }),
      );
    }
    if (!request || init?.body === null) return asCame;
    const { text, replaceWith } = await readBody(await bodyOf(request.clone()), maxBytes, signal);
    if (text === undefined) return asCame;
    return {
      ...facts,
      text,
      send: asCame.send,
      sendWith: (fetch, other) => {
        const changed = new Request(request, { body: replaceWith(other), ...length(other) });
        return init === undefined ? fetch(changed) : fetch(changed, { ...init, ...length(other) });
      },
      discard() {},
    };
  } catch {
    return asCame;
  }
}

/** A request whose body was handed in beside it. */
function opened(
  facts: Pick<OpenRequest, "url" | "signal">,
  { text, original, replaceWith }: ReadBody,
  send: (fetch: Fetch, body: BodyInit, text?: string) => Promise<Response>,
): OpenRequest | ClosedRequest {
  const asCame = (fetch: Fetch) => send(fetch, original);
  if (text === undefined) return { text, send: asCame };
  const discard = (): void => {
    if (original instanceof ReadableStream) original.cancel().catch(() => {});
  };
  const sendWith = (fetch: Fetch, other: string): Promise<Response> => {
    discard();
    return send(fetch, replaceWith(other), other);
  };
  return { ...facts, text, send: asCame, sendWith, discard };
}

/** Browsers that do not show a request's body as a stream give its bytes. */
async function bodyOf(request: Request): Promise<BodyInit> {
  return (request.body as ReadableStream | null | undefined) ?? (await request.arrayBuffer());
}

/** Is the body signed, hashed or compressed, so that another would be refused? */
function isBound(headers: Headers): boolean {
  const encoding = headers.get("content-encoding") ?? "identity";
  return (
    encoding.toLowerCase() !== "identity" ||
    BOUND_TO_BODY.some((name) => headers.has(name)) ||
    /^AWS4-/i.test(headers.get("authorization") ?? "")
  );
}

/** The headers, where they say how long the body is. */
function correctedLength(headers: Headers, text: string): { readonly headers?: Headers } {
  if (!headers.has("content-length")) return {};
  const corrected = new Headers(headers);
  corrected.set("content-length", String(encode(text).length));
  return { headers: corrected };
}
