/**
 * A `fetch` that repairs the request bodies of LLM providers before they are sent. SDKs that take a `fetch` of the
 * caller's own need nothing else.
 *
 * @module
 */
import {
  detectWireFormat,
  type Finding,
  type PayloadOptions,
  planReplay,
  type ReplayResult,
  type ReplayTarget,
  sanitizePayload,
  TranscriptInputError,
} from "../../index.ts";
import { type Fetch, type OpenRequest, openRequest } from "./request.ts";
import { targetOf } from "./target.ts";

export type { Fetch } from "./request.ts";

/** Options of {@link wrapFetch}. */
export interface WrapFetchOptions extends Pick<PayloadOptions, "level" | "images" | "policy" | "policies"> {
  /** Whom the requests go to; what is absent is read from the body and the URL. */
  readonly target?: Partial<ReplayTarget>;
  /** Larger bodies are sent as they came; default 64 MiB. */
  readonly maxBytes?: number;
  /** Told of each body that was looked at, before it is sent. What it throws ends the request. */
  readonly onResult?: (result: ReplayResult) => void;
  /**
   * What happens to a body in which an error is left: `send-original` leaves the answer to the provider, the default;
   * `reject` does not send it and throws {@link UnrepairableRequestError}.
   */
  readonly onUnrepairable?: "send-original" | "reject";
}

/** A request that was not sent, since its provider would refuse it and no repair is known. */
export class UnrepairableRequestError extends Error {
  /** For programs. */
  readonly code = "unrepairable-request" as const;
  /** What is wrong with the body, and what is worth knowing. */
  readonly findings: readonly Finding[];

  /**
   * A request that was not sent.
   *
   * @param findings what is wrong with its body
   */
  constructor(findings: readonly Finding[]) {
    const error = findings.find(({ severity }) => severity === "error");
    super(`The request was not sent: ${error ? `${error.message} (${error.code} at ${error.path})` : "see findings."}`);
    this.name = "UnrepairableRequestError";
    this.findings = findings;
  }
}

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Wraps a `fetch`. The JSON bodies of POST requests that name a model and have the shape of a known format are
 * repaired; headers but the length, credentials, the signal and the response are not touched.
 *
 * Everything else is sent as it came: bodies without errors, byte by byte; those that cannot be read; those of which a
 * header has a hash or a signature, as of AWS, which a repair would break. So is a body on which the repair fails.
 *
 * @throws TranscriptInputError at once, when the options are not as documented
 *
 * @example
 * const client = new Anthropic({ fetch: wrapFetch(fetch) });
 */
export function wrapFetch(fetch: Fetch, options: WrapFetchOptions = {}): Fetch {
  const { maxBytes = MAX_BYTES, onResult, onUnrepairable = "send-original", ...repairing } = options;
  checkOptions(repairing, onUnrepairable);
  return async (input, init) => {
    const request = await openRequest(input, init, maxBytes);
    if (request.text === undefined) return request.send(fetch);
    const repaired = await repair(request, repairing);
    if (!repaired) return request.send(fetch);
    try {
      onResult?.(repaired.result);
      const { status, findings } = repaired.result;
      if (status === "unrepairable" && onUnrepairable === "reject") throw new UnrepairableRequestError(findings);
    } catch (error) {
      request.discard();
      throw error;
    }
    return repaired.text === undefined ? request.send(fetch) : request.sendWith(fetch, repaired.text);
  };
}

type Repairing = Pick<WrapFetchOptions, "target" | "level" | "images" | "policy" | "policies">;

/** Later, a mistake in the options would look like a failure of the repair, which nobody is told of. */
function checkOptions({ target, ...repairing }: Repairing, onUnrepairable: unknown): void {
  planReplay([], { ...repairing, target: { provider: "anthropic", ...target } });
  if (onUnrepairable === "send-original" || onUnrepairable === "reject") return;
  throw new TranscriptInputError("invalid-option", "/onUnrepairable", "Pass `send-original` or `reject`.");
}

/** The result, and the text of a body that was changed; undefined when the body is of no known format, or we fail. */
async function repair(
  { text, url, signal }: OpenRequest,
  { target: given, ...options }: Repairing,
): Promise<{ readonly result: ReplayResult; readonly text: string | undefined } | undefined> {
  try {
    const body: unknown = JSON.parse(text);
    const target = targetOf(body, url, given);
    if (!target || detectWireFormat(body) === undefined) return undefined;
    const result = await sanitizePayload(body, {
      ...options,
      target,
      // Polyfills have signals that can only be listened to.
      ...(typeof signal?.throwIfAborted === "function" && { signal }),
    });
    return { result, text: result.status === "repaired" ? JSON.stringify(result.body) : undefined };
  } catch {
    return undefined;
  }
}
