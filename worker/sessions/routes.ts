/** Sessions over HTTP: stored, read, continued, repaired, shown. */
import { createR2Store } from "../../src/adapters/r2/index.ts";
import { openSession, pageForDisplay, projectForDisplay, type RepairExtra, readSession } from "../../src/index.ts";
import { isOn, JSONL, requireSessionFile } from "../api/files.ts";
import { readBody, readJson } from "../body.ts";
import { matches } from "../etag.ts";
import type { Call } from "../operation.ts";
import { jsonResponse, Refusal, withSecurityHeaders } from "../problem.ts";
import { additionOf } from "./additions.ts";
import { type BucketObject, sized } from "./bucket.ts";
import { KEY_HEADER, type SessionHost, writerOf } from "./host.ts";
import type { Addition } from "./lines.ts";
import { untilDone } from "./retry.ts";
import { streamHistory } from "./stream.ts";
import type { AppendOrder } from "./writer.ts";

/** A session of the caller. */
interface Own {
  readonly host: SessionHost;
  readonly key: string;
}

/**
 * The session that a request names. Another tenant's is under another key, so it is not there.
 *
 * @throws Refusal 400 `invalid-session-id`, 403 `sessions-not-open`, 503 `no-sessions`
 */
function ownSession({ id, tenant, services: { sessions, settings } }: Call): Own {
  if (!sessions) throw new Refusal(503, "no-sessions", "This server keeps no sessions: it has no bucket for them.");
  if (settings.tokens.size === 0 && !settings.openSessions) {
    const advice = "Sessions are kept for callers with a token: set API_TOKENS, or OPEN_SESSIONS where nobody else is.";
    throw new Refusal(403, "sessions-not-open", advice);
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id)) {
    const advice =
      "An id is 1 to 128 letters, digits, points, hyphens and underscores; the first is a letter or a digit.";
    throw new Refusal(400, "invalid-session-id", advice);
  }
  return { host: sessions, key: `${tenant}/${id}.jsonl` };
}

/** The file as it is stored. */
export async function read(call: Call): Promise<Response> {
  const { request } = call;
  const own = ownSession(call);
  const head = await headOf(own);
  if (matches(request.headers.get("if-none-match"), head.etag)) return notModified(head);
  const headers = { ...tagOf(head), "content-type": JSONL };
  if (request.method === "HEAD") {
    const length = { "content-length": String(head.size) };
    return withSecurityHeaders(new Response(null, { headers: { ...headers, ...length } }));
  }
  const stored = await call.timing.measure("storage", () => untilDone(() => own.host.bucket.get(own.key)));
  if (!stored?.body) throw noSession();
  return withSecurityHeaders(new Response(sized(stored), { headers: { ...headers, ...tagOf(stored) } }));
}

/** Stores a file as it is sent, damaged or not, and says what is in it. */
export async function put(call: Call): Promise<Response> {
  const { request, services, timing } = call;
  const own = ownSession(call);
  requireSessionFile(request);
  const { bytes } = await timing.measure("read", () => readBody(request, services.settings.limits));
  const response = await timing.measure("storage", () => order(own, "put", { body: bytes, from: request.headers }));
  if (!response.ok) return response;
  const { format, messages, problems } = readSession(new TextDecoder().decode(bytes));
  const said = { ...((await response.json()) as object), format, messages: messages.length, problems: problems.length };
  return jsonResponse(said, { status: response.status });
}

/** Removes a session. */
export async function remove(call: Call): Promise<Response> {
  const own = ownSession(call);
  const response = await order(own, "delete", { from: call.request.headers });
  return response.ok ? withSecurityHeaders(new Response(null, { status: 204 })) : response;
}

/** Adds messages to the end. What is answered as appended is stored. */
export async function append(call: Call): Promise<Response> {
  const { id, request, services, timing } = call;
  const own = ownSession(call);
  const value = await timing.measure("read", () => readJson(request, services.settings.limits));
  const addition = await additionOf(value, request.headers.get("idempotency-key"));
  const send = (repeated: Addition["repeated"]): Promise<Response> => {
    const body: AppendOrder = { ...addition, repeated, sessionId: id };
    return order(own, "append", { body: JSON.stringify(body) });
  };
  return timing.measure("storage", async () => {
    try {
      return await send(addition.repeated);
    } catch {
      // A writer that was moved or restarted throws. What it had done can be seen in the file.
      return send("retry");
    }
  });
}

/** Repairs the stored file: all at once, or not at all. */
export async function repair(call: Call): Promise<Response> {
  const own = ownSession(call);
  const query = call.url.searchParams;
  const extras = (query.get("extras") ?? "").split(",").filter((extra) => extra !== "") as RepairExtra[];
  const body = JSON.stringify({ extras, reparent: isOn(query.get("reparent")) });
  return call.timing.measure("work", () => order(own, "repair", { body, from: call.request.headers }));
}

/** What people are shown, a page of it. A damaged file is shown as far as it can be read. */
export async function history(call: Call): Promise<Response> {
  const { request, url, timing } = call;
  const own = ownSession(call);
  const head = await headOf(own);
  if (matches(request.headers.get("if-none-match"), head.etag)) return notModified(head);
  const store = createR2Store(own.host.bucket);
  const { messages, repair: found } = await timing.measure("storage", () =>
    untilDone(async () => {
      const session = await openSession({ store, path: own.key, readOnly: true });
      if (session.repair.reason?.startsWith("failed to read")) throw new Error("The file could not be read.");
      return session;
    }),
  );
  if (found.reason === "missing session file") throw noSession();
  const page = await timing.measure("work", () => pageForDisplay(projectForDisplay(messages), pageRequestOf(url)));
  return jsonResponse(page, { headers: tagOf(head) });
}

/** The history, and what becomes of it. */
export async function stream(call: Call): Promise<Response> {
  const own = ownSession(call);
  await headOf(own);
  const writer = writerOf(own.host, own.key);
  const watch = await untilDone(() => writer.fetch(new Request("https://session/watch", { headers: headersOf(own) })));
  const { limit } = pageRequestOf(call.url);
  const since = call.request.headers.get("last-event-id");
  return streamHistory({ ...own, bucket: own.host.bucket, notices: watch.body, limit, since });
}

function pageRequestOf({ searchParams }: URL): { offset?: number; limit?: number } {
  const numberOf = (name: string): number | undefined => {
    const text = searchParams.get(name);
    if (text === null) return undefined;
    if (/^\d{1,12}$/.test(text)) return Number(text);
    throw new Refusal(400, "invalid-request", `Give ${name} as a number.`);
  };
  const [offset, limit] = [numberOf("offset"), numberOf("limit")];
  return { ...(offset !== undefined && { offset }), ...(limit !== undefined && { limit }) };
}

/** Has the writer of a session do something. Its answers are this API's. */
async function order(own: Own, what: string, { body, from }: { body?: BodyInit; from?: Headers }): Promise<Response> {
  const headers = headersOf(own);
  for (const name of ["if-match", "if-none-match"]) {
    const condition = from?.get(name);
    if (condition) headers.set(name, condition);
  }
  const init = { method: "POST", headers, ...(body !== undefined && { body }) };
  return withSecurityHeaders(await writerOf(own.host, own.key).fetch(new Request(`https://session/${what}`, init)));
}

function headersOf({ key }: Own): Headers {
  return new Headers({ [KEY_HEADER]: key });
}

async function headOf({ host, key }: Own): Promise<BucketObject> {
  const head = await untilDone(() => host.bucket.head(key));
  if (head) return head;
  throw noSession();
}

function tagOf({ etag }: BucketObject): Readonly<Record<string, string>> {
  return { etag: `"${etag}"`, "cache-control": "private, no-cache" };
}

function notModified(head: BucketObject): Response {
  return withSecurityHeaders(new Response(null, { status: 304, headers: tagOf(head) }));
}

function noSession(): Refusal {
  return new Refusal(404, "no-session", "There is no such session.");
}
