/** What each route of the API does, from request to response. */

import {
  type ImageEngine,
  policyCatalog,
  prepareReplay,
  type ReplayResult,
  readSession,
  repairSessionText,
  resolveTranscriptPolicy,
  ruleCatalog,
  type SanitizeOptions,
  TranscriptInputError,
} from "../src/index.ts";
import { readJson } from "./body.ts";
import { readSettings, type Settings } from "./config.ts";
import { jsonResponse, Refusal } from "./problem.ts";
import { readSanitizeRequest, readTargetQuery } from "./request.ts";

/** What the host brings. */
export interface Services {
  /** Makes images fit; absent: those that the target takes stay, others become a text. */
  readonly engine?: ImageEngine;
  readonly settings: Settings;
}

type Route = (request: Request, url: URL, services: Services) => Response | Promise<Response>;

/** The API, by path. */
const routes: Readonly<Record<string, Route>> = {
  "/v1/sanitize": sanitize,
  "/v1/policy": policy,
  "/v1/rules": rules,
};

/** Answers a request to the API. Faults of the caller are told; all others are said to exist and no more. */
export async function handleApi(
  request: Request,
  url: URL,
  services: Services = { settings: readSettings({}) },
): Promise<Response> {
  try {
    const route = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined;
    if (!route) throw new Refusal(404, "not-found", `There is ${Object.keys(routes).join(", ")}.`);
    return await route(request, url, services);
  } catch (error) {
    return asRefusal(error).toResponse();
  }
}

/** Repairs a transcript for a target: everything that the core can do in one call. */
async function sanitize(request: Request, _url: URL, services: Services): Promise<Response> {
  requireMethod(request, ["POST"]);
  const { messages, session, options: asked } = readSanitizeRequest(await readJson(request, services.settings.limits));
  const options: SanitizeOptions = {
    ...asked,
    images: { ...asked.images, ...(services.engine && { engine: services.engine }) },
  };
  if (session === undefined) return jsonResponse(await prepare(messages ?? [], options));
  const { text, report: repair } = repairSessionText(session);
  const { messages: stored, problems, ...read } = readSession(text);
  const modelSnapshots = options.modelSnapshots ?? read.modelSnapshots;
  return jsonResponse({ ...(await prepare(stored, { ...options, modelSnapshots })), problems, repair });
}

/** Prepares, and names faults by their place in the body. */
async function prepare(messages: readonly unknown[], options: SanitizeOptions): Promise<ReplayResult> {
  try {
    return await prepareReplay(messages, options);
  } catch (error) {
    if (!(error instanceof TranscriptInputError)) throw error;
    const base = error.code === "invalid-target" ? "" : error.code === "too-many-blocks" ? "/messages" : "/options";
    throw new Refusal(400, error.code, error.advice, { path: base + error.path });
  }
}

/** What the rules would do for a target, and why. */
function policy(request: Request, url: URL): Response {
  requireMethod(request, ["GET", "HEAD"]);
  return jsonResponse(resolveTranscriptPolicy(readTargetQuery(url.searchParams)));
}

/** Every rule and every family of providers there is. */
function rules(request: Request): Response {
  requireMethod(request, ["GET", "HEAD"]);
  return jsonResponse({ rules: ruleCatalog, policies: policyCatalog });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof TranscriptInputError) {
    return new Refusal(400, error.code, error.message, { path: error.path });
  }
  return new Refusal(500, "internal", "This is a fault of the server. The request was not kept.");
}

/** Refuses every method that is not in the list, and names those that are. */
function requireMethod(request: Request, methods: readonly string[]): void {
  if (methods.includes(request.method)) return;
  const allowed = methods.join(", ");
  throw new Refusal(405, "method-not-allowed", `Use ${allowed}.`, { headers: { allow: allowed } });
}
