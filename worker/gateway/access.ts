/** Who may use the gateway, and whose credentials a request to Bedrock is signed with. */
import { AwsClient } from "aws4fetch";
import type { Settings } from "../config.ts";
import { Refusal } from "../problem.ts";
import type { Route } from "./route.ts";
import type { AwsKeys } from "./settings.ts";

/** Holds one of the worker's tokens, where `authorization` is the provider's. */
const TOKEN_HEADER = "x-replaysafe-token";

/** Which of the worker's tokens a request holds. */
export interface Membership {
  /** One, wherever. */
  readonly isMember: boolean;
  /** `authorization` holds one, so it is not the provider's. */
  readonly byBearer: boolean;
}

/** Looks for the worker's tokens. */
export async function membershipOf({ headers }: Request, { tokens }: Settings): Promise<Membership> {
  if (tokens.size === 0) return { isMember: false, byBearer: false };
  const wanted = await Promise.all([...tokens.values()].flat().map(hash));
  const [byHeader, byBearer] = await Promise.all(
    [headers.get(TOKEN_HEADER), bearerOf(headers)].map(
      async (given) => given !== null && isAmong(await hash(given), wanted),
    ),
  );
  return { isMember: byHeader === true || byBearer === true, byBearer: byBearer === true };
}

/** Compares with all, and each to its end: the time tells nothing. */
function isAmong(given: Uint8Array, wanted: readonly Uint8Array[]): boolean {
  let found = false;
  for (const one of wanted) found = isSame(given, one) || found;
  return found;
}

/** The key of a header `authorization: Bearer`. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

async function hash(token: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= (a[index] as number) ^ (b[index] as number);
  return difference === 0;
}

/** Headers that a signed request has: what proxies may add or change is not among them. */
const SIGNED = ["content-type", "accept"];
const SIGNED_PREFIX = "x-amzn-bedrock-";

/**
 * The headers of a request that is signed with the worker's keys (AWS Signature Version 4).
 *
 * @param body all of it: its hash is signed
 */
export async function signedHeaders(
  { url, region, upstream }: Route,
  { method, headers }: { readonly method: string; readonly headers: Headers },
  body: Uint8Array | null,
  keys: AwsKeys,
): Promise<Headers> {
  const kept = new Headers();
  for (const [name, value] of headers)
    if (SIGNED.includes(name) || name.startsWith(SIGNED_PREFIX)) kept.set(name, value);
  const client = new AwsClient({ ...keys, region, service: upstream.signs ?? "" });
  const signed = await client.sign(url.href, { method, headers: kept, ...(body && { body }) });
  const out = new Headers(signed.headers);
  const encoding = headers.get("accept-encoding");
  if (encoding !== null) out.set("accept-encoding", encoding);
  const sent = headers.get("content-encoding");
  if (sent !== null) out.set("content-encoding", sent);
  return out;
}

/** A caller whom the worker's keys are not for. */
export function notSigned(): Refusal {
  return new Refusal(
    401,
    "signing-refused",
    `A request is signed with the worker's keys only for holders of its token: send the header ${TOKEN_HEADER}, and set API_TOKENS and the AWS keys.`,
  );
}

/** A caller without a token, where one is asked for. */
export function notAdmitted(): Refusal {
  return new Refusal(401, "unauthorized", `Send a token of this worker in the header ${TOKEN_HEADER}.`);
}
