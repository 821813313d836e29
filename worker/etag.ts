/** Answers that callers may keep, as long as they ask whether they are current. */
import { jsonResponse, withSecurityHeaders } from "./problem.ts";

/** An answer in JSON with a tag of its content; without a body when the caller has that content. */
export async function taggedResponse(request: Request, value: unknown): Promise<Response> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(value)));
  const tag = hex(new Uint8Array(digest, 0, 16));
  const headers = { etag: `"${tag}"`, "cache-control": "private, no-cache" };
  if (!matches(request.headers.get("if-none-match"), tag)) return jsonResponse(value, { headers });
  return withSecurityHeaders(new Response(null, { status: 304, headers }));
}

/** Does the value of `if-match` or `if-none-match` name the tag, which comes without quotes, or any tag? */
export function matches(condition: string | null, tag: string): boolean {
  if (condition === null) return false;
  return condition.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === `"${tag}"`);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
