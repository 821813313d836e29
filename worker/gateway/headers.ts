/** Which headers go to an upstream, and which come back. */
import type { Upstream } from "./upstreams.ts";
import { CREDENTIALS } from "./upstreams.ts";

/** They hold for one connection (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Of the request: for this host, set anew, or about the caller, of whom the upstream learns nothing. */
const OF_THE_CALLER: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  ...["host", "content-length", "expect", "accept-encoding"],
  ...["cookie", "origin", "referer", "forwarded", "via", "x-real-ip", "true-client-ip", "x-client-ip", "cdn-loop"],
  "x-request-start",
]);

/** Cloudflare's own, and what proxies say of the caller. `cf-aig-` are options of its AI Gateway. */
const PREFIXES_OF_THE_CALLER = ["cf-", "x-forwarded-", "x-replaysafe-", "sec-"];
const AI_GATEWAY = "cf-aig-";

/** Of the answer: for the connection, for the upstream's own origin, or what the gateway says itself. */
const OF_THE_UPSTREAM: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  ...["set-cookie", "alt-svc", "clear-site-data", "nel", "report-to", "reporting-endpoints", "service-worker-allowed"],
  "strict-transport-security",
]);
const PREFIXES_OF_THE_UPSTREAM = ["access-control-", "x-replaysafe-"];

/** Encodings that the runtime undoes when an answer has to be read. */
const READABLE_ENCODINGS: ReadonlySet<string> = new Set(["gzip", "br", "identity"]);

/** The headers of a request as the upstream is sent them. */
export function requestHeaders(given: Headers, { id, credentials }: Pick<Upstream, "id" | "credentials">): Headers {
  const perConnection = listed(given.get("connection"));
  const headers = new Headers();
  for (const [name, value] of given) {
    const isOwn = id === "cloudflare-ai-gateway" && name.startsWith(AI_GATEWAY);
    if (!isOwn && (OF_THE_CALLER.has(name) || PREFIXES_OF_THE_CALLER.some((prefix) => name.startsWith(prefix))))
      continue;
    if (perConnection.includes(name)) continue;
    if (CREDENTIALS.has(name) && !credentials.includes(name)) continue;
    headers.set(name, value);
  }
  const encodings = listed(given.get("accept-encoding")).filter((one) => READABLE_ENCODINGS.has(nameOf(one)));
  headers.set("accept-encoding", encodings.length > 0 ? encodings.join(", ") : "identity");
  return headers;
}

/** The headers of an answer as the caller is given them. */
export function responseHeaders(given: Headers): Headers {
  const perConnection = listed(given.get("connection"));
  const headers = new Headers();
  for (const [name, value] of given) {
    if (OF_THE_UPSTREAM.has(name) || PREFIXES_OF_THE_UPSTREAM.some((prefix) => name.startsWith(prefix))) continue;
    if (!perConnection.includes(name)) headers.append(name, value);
  }
  return headers;
}

/** The members of a list, in lower case, with their parameters. */
function listed(value: string | null): readonly string[] {
  if (value === null) return [];
  return value
    .toLowerCase()
    .split(",")
    .map((member) => member.trim())
    .filter((member) => member !== "");
}

function nameOf(member: string): string {
  return member.split(";")[0]?.trim() ?? "";
}
