/**
 * The gateway: an address to put before a provider's. Bodies that the provider would refuse are repaired on their way;
 * everything else goes through as it is, and answers are streamed as they come.
 *
 * It keeps nothing and logs nothing.
 */
import { readUpTo } from "../body.ts";
import { allowedOrigin, withCors } from "../cors.ts";
import type { Services } from "../operation.ts";
import { Refusal, withSecurityHeaders } from "../problem.ts";
import { toRefusal } from "../routes.ts";
import { bearerOf, type Membership, membershipOf, notAdmitted, notSigned, ownerOf, signedHeaders } from "./access.ts";
import { withOwnNames } from "./answer.ts";
import { withLastWords } from "./broken-off.ts";
import { requestHeaders, responseHeaders } from "./headers.ts";
import { imagesOf } from "./images.ts";
import { asItCame, explain, type Prepared, prepare, type Repairing, repairRefused } from "./prepare.ts";
import { type Report, reportHeaders } from "./report.ts";
import { type Route, routeOf } from "./route.ts";
import { type GatewaySettings, MODES, type Mode } from "./settings.ts";

/** What the host brings. */
export interface GatewayServices extends Services {
  readonly gateway: GatewaySettings;
}

/** A request under way. */
interface Exchange extends GatewayServices {
  readonly request: Request;
  readonly route: Route;
  readonly repairing: Repairing;
  readonly membership: Membership;
  /** The worker's keys are used. */
  readonly signs: boolean;
}

/**
 * Answers a request whose path names an upstream; undefined when it names none.
 *
 * @throws Refusal
 */
export async function handleGateway(
  request: Request,
  url: URL,
  services: GatewayServices,
): Promise<Response | undefined> {
  const route = routeOf(services.gateway.upstreams, url);
  if (!route) return undefined;
  const origin = allowedOrigin(request, services.settings);
  const asked = request.headers.get("access-control-request-headers");
  if (request.method === "OPTIONS" && request.headers.has("access-control-request-method")) {
    const allowed = { "access-control-allow-methods": "*", ...(asked && { "access-control-allow-headers": asked }) };
    return withCors(withSecurityHeaders(new Response(null, { status: 204, headers: allowed })), origin);
  }
  const response = withCors(withSecurityHeaders(await answerOrRefuse(request, route, services)), origin);
  if (origin !== undefined) response.headers.set("access-control-expose-headers", "*");
  return response;
}

async function answerOrRefuse(request: Request, route: Route, services: GatewayServices): Promise<Response> {
  try {
    return await serve(request, route, services);
  } catch (error) {
    return toRefusal(error).toResponse();
  }
}

async function serve(request: Request, route: Route, services: GatewayServices): Promise<Response> {
  const { gateway, settings } = services;
  const mode = modeOf(request, gateway.mode);
  const membership = await membershipOf(request, settings);
  if (gateway.access === "token" && membership.tenant === undefined) throw notAdmitted();
  if (request.headers.has("upgrade")) throw new Refusal(501, "no-upgrade", "The gateway forwards HTTP requests alone.");
  const images = imagesOf(services, () => ownerOf(request, membership));
  const repairing: Repairing = { mode, limits: settings.limits, images };
  const signs = isToBeSigned(request, route, membership, gateway);
  const exchange: Exchange = { ...services, request, route, repairing, membership, signs };
  return answer(exchange, await toSend(exchange));
}

/** What is sent: repaired where the path is a model's and nobody said otherwise. */
async function toSend({ request, route, repairing, gateway }: Exchange): Promise<Prepared> {
  const { target } = route;
  if (target === undefined || request.method !== "POST") return asItCame(request.body, "path");
  if (repairing.mode === "off") return asItCame(request.body, "off");
  const prepared = await prepare(request, target, repairing);
  const { failure, report, unrepairable } = prepared;
  if (failure && gateway.onFailure === "refuse") throw withReport(failure, report);
  if (unrepairable && gateway.onUnrepairable === "refuse") {
    const detail = "The provider would refuse the body, and no repair is known for what is left.";
    const error = { type: "unrepairable", message: `${detail} See findings.` };
    throw new Refusal(422, "unrepairable", detail, {
      headers: reportHeaders(report),
      extensions: { findings: unrepairable, error },
    });
  }
  return prepared;
}

/** Sends, and sends once more what was refused and can be repaired by that. */
async function answer(exchange: Exchange, prepared: Prepared): Promise<Response> {
  const response = await ask(exchange, prepared);
  if (!REFUSALS.has(response.status) || !prepared.said) return told(response, exchange, prepared);
  const { refused, text } = await readRefusal(response);
  const explanations = text === undefined ? [] : await explain(text, prepared);
  const explained: Prepared = { ...prepared, report: { ...prepared.report, explanations } };
  if (exchange.repairing.mode !== "retry" || explanations.length === 0) return told(refused, exchange, explained);
  const again = await askAgain(exchange, explained);
  return again ?? told(refused, exchange, explained);
}

/** Once: whatever is said to this is the answer. Undefined when there is nothing to send, or the upstream is gone. */
async function askAgain(exchange: Exchange, prepared: Prepared): Promise<Response | undefined> {
  const { explanations = [] } = prepared.report;
  try {
    const again = await repairRefused(prepared, explanations, exchange.repairing);
    if (!again) return undefined;
    const response = await ask(exchange, again);
    if (!REFUSALS.has(response.status)) return told(response, exchange, again);
    const { refused, text } = await readRefusal(response);
    const left = text === undefined ? [] : await explain(text, again);
    return told(refused, exchange, { ...again, report: { ...again.report, explanations: left } });
  } catch {
    return undefined;
  }
}

/** The statuses by which providers refuse what a request says. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 413, 422]);
const LONGEST_REFUSAL = 64 * 1024;

/** Reads a refusal, and gives one that still can be read. */
async function readRefusal(response: Response): Promise<{ readonly refused: Response; readonly text?: string }> {
  const start = await readUpTo(response.body, LONGEST_REFUSAL);
  const headers = decodedHeaders(response.headers);
  const body = start.complete ? start.bytes : start.stream;
  const refused = new Response(body, { status: response.status, statusText: response.statusText, headers });
  return start.complete ? { refused, text: new TextDecoder().decode(start.bytes) } : { refused };
}

/** What was read has been decoded by that. */
function decodedHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return headers;
}

async function ask({ request, route, gateway, membership, signs }: Exchange, prepared: Prepared): Promise<Response> {
  const { method } = request;
  const { body, isRewritten } = prepared;
  let headers = requestHeaders(request.headers, route.upstream);
  if (membership.byBearer) headers.delete("authorization");
  if (isRewritten) for (const name of OF_THE_BODY) headers.delete(name);
  if (signs) {
    if (body instanceof ReadableStream)
      throw new Refusal(413, "body-too-large", "A body of this size cannot be signed.");
    if (gateway.aws) headers = await signedHeaders(route, { method, headers }, body, gateway.aws);
  }
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), gateway.timeoutMs);
  try {
    return await fetch(route.url, { method, headers, body, redirect: "manual", signal: patience.signal });
  } catch {
    const detail = "The upstream did not answer.";
    const refusal = patience.signal.aborted
      ? new Refusal(504, "upstream-timeout", detail)
      : new Refusal(502, "upstream-unreachable", detail);
    throw withReport(refusal, prepared.report);
  } finally {
    clearTimeout(timer);
  }
}

/** Headers that hold for the very bytes that came in. */
const OF_THE_BODY = ["content-encoding", "content-md5", "content-digest", "digest", "repr-digest"];

/** The answer as the caller is given it. */
function told(response: Response, { route }: Exchange, { names, report }: Prepared): Response {
  const { status, statusText } = response;
  const restores = names.size > 0 && response.body !== null;
  const headers = responseHeaders(restores ? decodedHeaders(response.headers) : response.headers);
  for (const [name, value] of Object.entries(reportHeaders(report))) headers.set(name, value);
  const type = headers.get("content-type") ?? "";
  if (response.body === null) return new Response(null, { status, statusText, headers });
  const body = restores ? withOwnNames(response.body, type, names) : response.body;
  return new Response(withLastWords(body, type, route.target?.modelApi ?? ""), { status, statusText, headers });
}

function modeOf({ headers }: Request, byDefault: Mode): Mode {
  const asked = headers.get("x-replaysafe-mode");
  if (asked === null) return byDefault;
  const mode = MODES.find((one) => one === asked.trim().toLowerCase());
  if (mode) return mode;
  throw new Refusal(400, "unknown-mode", `x-replaysafe-mode is one of ${MODES.join(", ")}.`);
}

/** A key of the caller's own is forwarded; what the caller has signed holds for this host alone and is signed anew. */
function isToBeSigned(
  { headers }: Request,
  { upstream }: Route,
  { tenant, byBearer }: Membership,
  { aws }: GatewaySettings,
): boolean {
  if (upstream.signs === undefined || (bearerOf(headers) !== null && !byBearer)) return false;
  if (tenant === undefined || !aws) throw notSigned();
  return true;
}

function withReport({ status, code, message, more }: Refusal, report: Report): Refusal {
  return new Refusal(status, code, message, { ...more, headers: { ...more.headers, ...reportHeaders(report) } });
}
