/** Transcripts are sanitized, judged, and their errors explained. */
import {
  explainError,
  type ImageOptions,
  lintPayload,
  prepareReplay,
  type ReplayResult,
  type ReplayTarget,
  readSession,
  repairSessionText,
  type SanitizeOptions,
  sanitizePayload,
  TranscriptInputError,
} from "../../src/index.ts";
import { readJson } from "../body.ts";
import { withinBudget } from "../image-budget.ts";
import { createImageCache } from "../image-cache.ts";
import type { Call } from "../operation.ts";
import { jsonResponse, largeJsonResponse, Refusal } from "../problem.ts";
import { check, explainRequest, readTranscriptRequest, type TranscriptRequest } from "./requests.ts";

/** Repairs a transcript for a target: everything that the core can do in one call. */
export async function sanitize(call: Call): Promise<Response> {
  const { services, tenant, timing } = call;
  const request = readTranscriptRequest(await timing.measure("read", () => readJson(call.request, limitsOf(call))));
  const budget = services.engine && withinBudget(services.engine, limitsOf(call));
  const images: ImageOptions = {
    ...request.options.images,
    ...(budget && { engine: budget.engine }),
    ...(services.imageCache && { cache: createImageCache(services.imageCache, tenant) }),
  };
  const { signal } = call.request;
  const result = await timing.measure("work", () => prepare(request, { ...request.options, images, signal }));
  const imagesLeft = budget?.left() ?? 0;
  if (imagesLeft === 0) return largeJsonResponse(result);
  const headers = { "x-replaysafe-partial": "cpu-budget" };
  return largeJsonResponse({ ...result, partial: { code: "cpu-budget", imagesLeft } }, headers);
}

/** Says what is wrong with a transcript, and what would be done about it. Images are looked at and not worked on. */
export async function lint(call: Call): Promise<Response> {
  const { timing } = call;
  const request = readTranscriptRequest(await timing.measure("read", () => readJson(call.request, limitsOf(call))));
  return jsonResponse(await timing.measure("work", () => judge(request)));
}

async function judge(request: TranscriptRequest): Promise<object> {
  const { hasBody, body, target, format } = request;
  if (!hasBody) {
    const {
      messages: _messages,
      body: _body,
      stats: _stats,
      policy: _policy,
      ...judged
    } = await prepare(request, request.options);
    return judged;
  }
  return located(() => ({ findings: lintPayload(body, { ...(target && { target }), ...(format && { format }) }) }));
}

/** Says what a provider's error means. */
export async function explain(call: Call): Promise<Response> {
  const { timing } = call;
  const value = await timing.measure("read", () => readJson(call.request, limitsOf(call)));
  const { error, body, target, format } = check(explainRequest, value);
  const context = { ...(body !== undefined && { body }), ...(format && { format }) };
  const whom = target && { target: target as Partial<ReplayTarget> };
  const explanations = await timing.measure("work", () => located(() => explainError(error, { ...context, ...whom })));
  return jsonResponse({ explanations });
}

type Prepared = ReplayResult & { readonly problems?: unknown; readonly repair?: unknown };

async function prepare(request: TranscriptRequest, options: Omit<SanitizeOptions, "target">): Promise<Prepared> {
  const { hasBody, body, target = {}, format, session } = request;
  if (hasBody) {
    const { request: _, ...ofBodies } = options;
    const whom = { ...(request.target && { target }), ...(format && { format }) };
    return located(() => sanitizePayload(body, { ...ofBodies, ...whom }));
  }
  const whom = target as ReplayTarget;
  if (session === undefined) return located(() => prepareReplay(request.messages ?? [], { ...options, target: whom }));
  const { text, report: repair } = repairSessionText(session);
  const { messages, problems, ...read } = readSession(text);
  const modelSnapshots = options.modelSnapshots ?? read.modelSnapshots;
  const result = await located(() => prepareReplay(messages, { ...options, modelSnapshots, target: whom }));
  return { ...result, problems, repair };
}

/** Names faults by their place in the request. */
async function located<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TranscriptInputError)) throw error;
    const base = BASES[error.code] ?? "/options";
    const path = error.path.startsWith("/target") ? error.path : base + error.path;
    throw new Refusal(400, error.code, error.advice, path === "" ? {} : { path });
  }
}

/** What the places of the core's errors are within. */
const BASES: Readonly<Record<string, string>> = {
  "invalid-target": "",
  "too-many-blocks": "/messages",
  "unknown-format": "",
};

function limitsOf({ services }: Call) {
  return services.settings.limits;
}
