/** Who may use the gateway, and whose credentials a request to Bedrock is signed with. */
import { AwsClient } from "aws4fetch";
import { tenantOf } from "../auth.ts";
import type { Settings } from "../config.ts";
import { Refusal } from "../problem.ts";
import type { Route } from "./route.ts";
import type { AwsKeys } from "./settings.ts";
import { CREDENTIALS } from "./upstreams.ts";

/** Holds one of the worker's tokens, where `authorization` is the provider's. */
const TOKEN_HEADER = "x-replaysafe-token";

/** What a request shows of its sender. */
export interface Membership {
  /** The tenant whose token of the worker's it holds. */
  readonly tenant: string | undefined;
  /** `authorization` holds one, so it is not the provider's. */
  readonly byBearer: boolean;
}

/** Looks for the worker's tokens. */
export async function membershipOf({ headers }: Request, settings: Settings): Promise<Membership> {
  if (settings.tokens.size === 0) return { tenant: undefined, byBearer: false };
  const [byHeader, byBearer] = await Promise.all(
    [TOKEN_HEADER, "authorization"].map((name) => tenantBy(name, headers.get(name), settings)),
  );
  return { tenant: byHeader ?? byBearer, byBearer: byBearer !== undefined };
}

async function tenantBy(name: string, value: string | null, settings: Settings): Promise<string | undefined> {
  if (value === null) return undefined;
  try {
    return await tenantOf(new Headers({ [name]: value }), settings);
  } catch {
    // The provider's own, or none at all.
    return undefined;
  }
}

/** The key of a header `authorization: Bearer`. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Whose images are kept together: those of a tenant, else of whoever holds the same keys. */
export async function ownerOf({ headers }: Request, { tenant }: Membership): Promise<string> {
  if (tenant !== undefined) return tenant;
  const keys = [...CREDENTIALS].map((name) => `${name}: ${headers.get(name) ?? ""}`).join("\n");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(keys));
  return `keys/${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
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
  body: Uint8Array<ArrayBuffer> | null,
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
