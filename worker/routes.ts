/** The API by path and method, and what every request goes through. */
import { TranscriptInputError } from "../src/index.ts";
import * as answers from "./api/answers.ts";
import { health, policy, rules } from "./api/catalogs.ts";
import { repair } from "./api/files.ts";
import { appendRequest, explainRequest, transcriptRequest } from "./api/requests.ts";
import { explain, lint, sanitize } from "./api/transcripts.ts";
import { tenantOf } from "./auth.ts";
import { readSettings, SettingError } from "./config.ts";
import { allowedOrigin, preflight, withCors } from "./cors.ts";
import { taggedResponse } from "./etag.ts";
import { groupByPath, openApi } from "./openapi.ts";
import type { Operation, Services } from "./operation.ts";
import { Refusal } from "./problem.ts";
import * as sessions from "./sessions/routes.ts";
import { startTiming, type Timing } from "./timing.ts";

const repairQuery = {
  extras:
    "Repairs that go further, separated by commas: corrupt-images, and for stored sessions missing-results and orphan-forks.",
  reparent: "1: entries whose parent is gone continue the nearest ancestor that is left.",
};
const SESSION = "/v1/sessions/{id}";

/** Everything the API does. */
export const operations: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/sanitize",
    summary: "Repairs messages, a session file or a request body for a target, and says what was done.",
    body: transcriptRequest,
    answers: { 200: answers.sanitized },
    refusals: [400, 413, 415],
    run: sanitize,
  },
  {
    method: "POST",
    path: "/v1/lint",
    summary: "Says what the provider would refuse; for messages and session files also what would be done about it.",
    body: transcriptRequest,
    answers: { 200: answers.linted },
    refusals: [400, 413, 415],
    run: lint,
  },
  {
    method: "POST",
    path: "/v1/repair",
    summary: "Repairs a session file line by line while it streams through.",
    query: { report: "1: the answer is the report, not the file.", ...repairQuery },
    body: "application/jsonl",
    answers: { 200: "application/jsonl" },
    refusals: [400, 413, 415],
    run: repair,
  },
  {
    method: "POST",
    path: "/v1/explain",
    summary: "Says what a provider's error means, where in the body it is, and what answers it.",
    body: explainRequest,
    answers: { 200: answers.explained },
    refusals: [400, 413, 415],
    run: explain,
  },
  {
    method: "GET",
    path: "/v1/policy",
    summary: "The policy of a target, and the reason of each flag.",
    query: { provider: "The provider; required.", api: "The API it is asked by.", model: "The model." },
    headers: ["if-none-match"],
    answers: { 200: answers.policyAnswer, 304: undefined },
    refusals: [400],
    run: policy,
  },
  {
    method: "GET",
    path: "/v1/rules",
    summary: "All rules and all families of providers.",
    headers: ["if-none-match"],
    answers: { 200: answers.rulesAnswer, 304: undefined },
    run: rules,
  },
  {
    method: "GET",
    path: "/v1/health",
    summary: "Answers when the worker runs.",
    open: true,
    answers: { 200: answers.health },
    run: health,
  },
  {
    method: "GET",
    path: "/openapi.json",
    summary: "This description.",
    open: true,
    headers: ["if-none-match"],
    answers: { 200: answers.description, 304: undefined },
    run: ({ request }) => taggedResponse(request, openApi(operations)),
  },
  {
    method: "GET",
    path: SESSION,
    summary: "The session file as it is stored.",
    headers: ["if-none-match"],
    answers: { 200: "application/jsonl", 304: undefined },
    refusals: [400, 404, 503],
    run: sessions.read,
  },
  {
    method: "PUT",
    path: SESSION,
    summary: "Stores a session file in the place of what was there.",
    headers: ["if-match", "if-none-match"],
    body: "application/jsonl",
    answers: { 200: answers.sessionPut, 201: answers.sessionPut },
    refusals: [400, 412, 413, 415, 503],
    run: sessions.put,
  },
  {
    method: "DELETE",
    path: SESSION,
    summary: "Removes a session.",
    headers: ["if-match"],
    answers: { 204: undefined },
    refusals: [400, 404, 412, 503],
    run: sessions.remove,
  },
  {
    method: "POST",
    path: `${SESSION}/append`,
    summary: "Adds messages or entries to the end, and begins the session when there is none.",
    headers: ["idempotency-key"],
    body: appendRequest,
    answers: { 200: answers.sessionAppended, 201: answers.sessionAppended },
    refusals: [400, 409, 413, 415, 503],
    run: sessions.append,
  },
  {
    method: "POST",
    path: `${SESSION}/repair`,
    summary: "Repairs the stored file, all at once or not at all.",
    query: repairQuery,
    headers: ["if-match"],
    answers: { 200: answers.sessionRepaired },
    refusals: [400, 404, 409, 412, 503],
    run: sessions.repair,
  },
  {
    method: "GET",
    path: `${SESSION}/history`,
    summary: "What people are shown of the session, the last page first.",
    query: {
      offset: "The index of the first row; absent: the last page.",
      limit: "How many rows, 1 to 1000; default 200.",
    },
    headers: ["if-none-match"],
    answers: { 200: answers.historyPage, 304: undefined },
    refusals: [400, 404, 503],
    run: sessions.history,
  },
  {
    method: "GET",
    path: `${SESSION}/history/stream`,
    summary: "The history as server-sent events, then what changes: history, rows, deleted.",
    query: { limit: "How many rows of the history to begin with, 1 to 1000; default 200." },
    answers: { 200: "text/event-stream" },
    refusals: [400, 404, 503],
    run: sessions.stream,
  },
];

/** The operations of each path. */
const paths = groupByPath(operations);
const patterns = [...paths].map(([path, ofPath]) => ({
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace("{id}", "([^/]+)")}$`),
  ofPath,
}));

/** Is this path of the API? */
export function isApiPath(pathname: string): boolean {
  return pathname === "/v1" || pathname.startsWith("/v1/") || pathname === "/openapi.json";
}

/** Answers a request to the API. Faults of the caller are told; all others are said to exist and no more. */
export async function handleApi(
  request: Request,
  url: URL,
  services: Services = { settings: readSettings({}) },
): Promise<Response> {
  const timing = startTiming();
  let origin: string | undefined;
  let response: Response;
  try {
    origin = allowedOrigin(request, services.settings);
    response = preflight(request, origin) ?? (await route(request, url, services, timing));
  } catch (error) {
    response = toRefusal(error).toResponse();
  }
  if (request.method === "HEAD" && response.body) {
    await response.body.cancel();
    response = new Response(null, response);
  }
  response.headers.set("server-timing", timing.header());
  return withCors(response, origin);
}

async function route(request: Request, url: URL, services: Services, timing: Timing): Promise<Response> {
  const found = findPath(url.pathname);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const operation = found?.ofPath.find((one) => one.method === method);
  if (operation?.open !== true) {
    // Whoever has no token does not learn what paths there are.
    const tenant = await tenantOf(request.headers, services.settings);
    if (found && operation) return operation.run({ request, url, id: found.id, tenant, services, timing });
  } else if (found) {
    return operation.run({ request, url, id: found.id, tenant: "", services, timing });
  }
  if (!found) throw new Refusal(404, "not-found", `There is ${[...paths.keys()].join(", ")}.`);
  const allowed = found.ofPath.flatMap((one) => (one.method === "GET" ? ["GET", "HEAD"] : [one.method])).join(", ");
  throw new Refusal(405, "method-not-allowed", `Use ${allowed}.`, { headers: { allow: allowed } });
}

function findPath(pathname: string) {
  for (const { pattern, ofPath } of patterns) {
    const match = pattern.exec(pathname);
    if (match) return { ofPath, id: match[1] ?? "" };
  }
  return undefined;
}

/** What went wrong, for the caller. The words of an error may quote a transcript, so they stay here. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof SettingError) return new Refusal(500, "misconfigured", error.message);
  if (error instanceof TranscriptInputError) {
    return new Refusal(400, error.code, error.message, { path: error.path });
  }
  console.error(`replaysafe: internal error, ${error instanceof Error ? error.name : typeof error}`);
  return new Refusal(500, "internal", "This is a fault of the server. The request was not kept.");
}
