/** Which pages of other origins may use the API. */
import type { Settings } from "./config.ts";
import { Refusal, withSecurityHeaders } from "./problem.ts";

const METHODS = "GET, HEAD, POST, PUT, DELETE";
const HEADERS = [
  "authorization",
  "content-encoding",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "last-event-id",
  "x-replaysafe-token",
].join(", ");
const EXPOSED = ["etag", "retry-after", "server-timing", "x-replaysafe-partial"].join(", ");

/**
 * The origin that is to be let in; undefined for requests of programs and of the server's own pages.
 *
 * @throws Refusal 403 `origin-not-allowed`: a page of another origin could otherwise make its visitor's browser write
 */
export function allowedOrigin(request: Request, { corsOrigins }: Pick<Settings, "corsOrigins">): string | undefined {
  const origin = request.headers.get("origin");
  if (origin === null || origin === new URL(request.url).origin) return undefined;
  if (corsOrigins.has("*") || corsOrigins.has(origin)) return origin;
  throw new Refusal(403, "origin-not-allowed", "Pages of this origin may not use the API.");
}

/** The answer to a browser that asks beforehand; undefined when the request is not of that kind. */
export function preflight(request: Request, origin: string | undefined): Response | undefined {
  if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) return undefined;
  const headers = { "access-control-allow-methods": METHODS, "access-control-allow-headers": HEADERS };
  const response = new Response(null, { status: 204, headers: { ...headers, "access-control-max-age": "7200" } });
  return withCors(withSecurityHeaders(response), origin);
}

/** Lets the page of an origin read the answer. */
export function withCors(response: Response, origin: string | undefined): Response {
  response.headers.append("vary", "origin");
  if (origin === undefined) return response;
  response.headers.set("access-control-allow-origin", origin);
  response.headers.set("access-control-expose-headers", EXPOSED);
  response.headers.set("cross-origin-resource-policy", "cross-origin");
  return response;
}
