/** Who may use the API, and whose sessions a request sees. */
import type { Settings } from "./config.ts";
import { Refusal } from "./problem.ts";

/** Everybody, when no tokens are set. No tenant can be called so. */
const ANYBODY = "anybody";

/**
 * The tenant whose token a request carries: `authorization: Bearer TOKEN`, or `x-replaysafe-token: TOKEN` where the
 * other header belongs to somebody else.
 *
 * @throws Refusal 401 `unauthorized` when tokens are set and none of them came along
 */
export async function tenantOf(headers: Headers, { tokens }: Pick<Settings, "tokens">): Promise<string> {
  if (tokens.size === 0) return ANYBODY;
  const given = headers.get("x-replaysafe-token") ?? bearerOf(headers.get("authorization") ?? "");
  const digest = await digestOf(given);
  let tenant: string | undefined;
  // Every secret is compared to its end, so the time says nothing of any of them.
  for (const [name, secrets] of tokens) {
    for (const secret of secrets) if (isSame(digest, await digestOf(secret))) tenant = `tenants/${name}`;
  }
  if (tenant !== undefined) return tenant;
  const more = { headers: { "www-authenticate": "Bearer" } };
  throw new Refusal(401, "unauthorized", "Send a token of this server: authorization: Bearer TOKEN.", more);
}

function bearerOf(authorization: string): string {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
}

async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function isSame(first: Uint8Array, second: Uint8Array): boolean {
  let difference = first.length ^ second.length;
  for (const [index, byte] of first.entries()) difference |= byte ^ (second[index] ?? 0);
  return difference === 0;
}
