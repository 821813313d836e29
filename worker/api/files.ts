/** `POST /v1/repair`: a session file streams in, and comes out repaired. */
import { createSessionRepairStream, type RepairExtra, TranscriptInputError } from "../../src/index.ts";
import { mediaTypeOf, openBody } from "../body.ts";
import type { Call } from "../operation.ts";
import { jsonResponse, Refusal, withSecurityHeaders } from "../problem.ts";

/** What a session file may be sent as. None at all is fine too. */
const MEDIA_TYPES = [
  "application/jsonl",
  "application/x-ndjson",
  "application/x-jsonlines",
  "application/octet-stream",
  "text/plain",
  "",
];

/** The media type of what comes out. */
export const JSONL = "application/jsonl; charset=utf-8";

/** Refuses what is not announced as a session file. */
export function requireSessionFile(request: Request): void {
  if (MEDIA_TYPES.includes(mediaTypeOf(request))) return;
  throw new Refusal(415, "unsupported-media-type", "Send JSON Lines with the header content-type: application/jsonl.");
}

/** Memory depends on the longest line and not on the file, so nothing waits until all of it has arrived. */
export async function repair({ request, url, services }: Call): Promise<Response> {
  requireSessionFile(request);
  const { limits } = services.settings;
  const source = await openBody(request, limits);
  const work = startRepair(url.searchParams, limits.maxBodyBytes);
  const fed = source.pipeTo(work.writable);
  if (!isOn(url.searchParams.get("report"))) {
    // The stream of the answer fails with it.
    fed.catch(() => {});
    const headers = { "content-type": JSONL, "cache-control": "no-store" };
    return withSecurityHeaders(new Response(work.readable, { headers }));
  }
  const read = work.readable.pipeTo(new WritableStream());
  await Promise.all([fed, read]);
  return jsonResponse(await work.report);
}

function startRepair(query: URLSearchParams, maxLineBytes: number) {
  try {
    const extras = (query.get("extras") ?? "").split(",").filter((extra) => extra !== "") as RepairExtra[];
    return createSessionRepairStream({ extras, reparent: isOn(query.get("reparent")), maxLineBytes });
  } catch (error) {
    if (!(error instanceof TranscriptInputError)) throw error;
    throw new Refusal(400, error.code, error.advice);
  }
}

/** Is a parameter of the query string set? */
export function isOn(value: string | null): boolean {
  return value === "1" || value === "true";
}
