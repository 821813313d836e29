/** What there is: policies, rules, this server. */

import { version } from "../../package.json";
import { policyCatalog, resolveTranscriptPolicy, ruleCatalog } from "../../src/index.ts";
import { taggedResponse } from "../etag.ts";
import type { Call } from "../operation.ts";
import { jsonResponse } from "../problem.ts";
import { readTargetQuery } from "./requests.ts";

/** What the rules would do for a target, and why. */
export function policy({ request, url }: Call): Promise<Response> {
  return taggedResponse(request, resolveTranscriptPolicy(readTargetQuery(url.searchParams)));
}

/** Every rule and every family of providers there is. */
export function rules({ request }: Call): Promise<Response> {
  return taggedResponse(request, { rules: ruleCatalog, policies: policyCatalog });
}

/** That the worker answers, and what it is. */
export function health({ services }: Call): Response {
  return jsonResponse({ status: "ok", version, sessions: services.sessions !== undefined });
}
