// All providers in one local server. It is strict: it refuses what the validator calls an error in the provider's words,
// knows the hosts and paths of each, checks signatures of AWS, and answers as each API does. A test may script it.
import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { SignatureV4 } from "@smithy/signature-v4";
import { formatCatalog, lintPayload, type WireFormat } from "../../src/index.ts";
import * as answers from "./answers.ts";

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent. */
  readonly bytes: Buffer;
  /** Without its content encoding. */
  readonly text: string;
}

/** Takes a request over from the server. False: the server answers itself. */
export type Script = (
  received: Received,
  response: ServerResponse,
  request: IncomingMessage,
) => boolean | Promise<boolean>;

/** The server. */
export interface Upstream {
  /** Host and port. */
  readonly address: string;
  readonly received: Received[];
  /** What the model says next, else `Done.` */
  readonly says: answers.Said[];
  script: Script | undefined;
  close(): Promise<void>;
}

interface Api {
  readonly host: RegExp;
  readonly path: RegExp;
  readonly format: WireFormat;
  readonly provider: string;
  readonly speech: answers.Speech;
}

const api = (host: string, path: RegExp, format: WireFormat, provider: string, speech: answers.Speech): Api => ({
  host: new RegExp(`^${host}$`),
  path,
  format,
  provider,
  speech,
});
const GEMINI = /\/models\/([^/:]+):(?:g|streamG)enerateContent$/;
const CLAUDE_ON_VERTEX = /\/publishers\/anthropic\/models\/([^/:]+):(?:r|streamR)awPredict$/;
const CONVERSE = /^\/model\/([^/]+)\/converse(?:-stream)?$/;
const INVOKE = /^\/model\/([^/]+)\/invoke(?:-with-response-stream)?$/;

const APIS: readonly Api[] = [
  api("api.anthropic.com", /^\/v1\/messages$/, "anthropic-messages", "anthropic", answers.anthropic),
  api("api.openai.com", /^\/v1\/chat\/completions$/, "openai-completions", "openai", answers.completions),
  api("api.openai.com", /^\/v1\/responses$/, "openai-responses", "openai", answers.responses),
  api("openrouter.ai", /^\/api\/v1\/chat\/completions$/, "openai-completions", "openrouter", answers.completions),
  api("api.deepseek.com", /^\/chat\/completions$/, "openai-completions", "deepseek", answers.completions),
  api("api.groq.com", /^\/openai\/v1\/chat\/completions$/, "openai-completions", "groq", answers.completions),
  api("api.mistral.ai", /^\/v1\/chat\/completions$/, "mistral-conversations", "mistral", answers.completions),
  api("generativelanguage.googleapis.com", GEMINI, "google-generative-ai", "google", answers.google),
  api("(?:[a-z0-9-]+-)?aiplatform.googleapis.com", GEMINI, "google-generative-ai", "google-vertex", answers.google),
  api(
    "(?:[a-z0-9-]+-)?aiplatform.googleapis.com",
    CLAUDE_ON_VERTEX,
    "anthropic-messages",
    "anthropic-vertex",
    answers.anthropic,
  ),
  api("bedrock-runtime.[a-z0-9-]+.amazonaws.com", CONVERSE, "bedrock-converse", "amazon-bedrock", answers.bedrock),
  api("bedrock-runtime.[a-z0-9-]+.amazonaws.com", INVOKE, "anthropic-messages", "amazon-bedrock", answers.anthropic),
  api(
    "gateway.ai.cloudflare.com",
    /^\/v1\/a1\/g1\/anthropic\/v1\/messages$/,
    "anthropic-messages",
    "anthropic",
    answers.anthropic,
  ),
  api("llm.example", /^\/base\/v1\/chat\/completions$/, "openai-completions", "openai", answers.completions),
];

/** The keys that the server knows. */
export const AWS_KEYS = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMI/K7MDENG" };

/** Starts the server on a free port. */
export async function startUpstream(): Promise<Upstream> {
  const received: Received[] = [];
  const says: answers.Said[] = [];
  const upstream = { received, says, script: undefined as Script | undefined };
  // The worker asks it like a proxy: the host is in the address, and no header of that name is sent.
  const server = createServer({ requireHostHeader: false }, async (request, response) => {
    try {
      const one = await read(request);
      received.push(one);
      if (!(await upstream.script?.(one, response, request))) await serve(one, response, says);
    } catch (error) {
      // The worker may be gone by now.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    }
  });
  // A worker that is at work on images sees late that a connection was closed.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(upstream, {
    address,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { host, pathname, search } = new URL(request.url ?? "", "http://local");
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
  return { method: request.method ?? "", host, path: pathname + search, headers, bytes, text };
}

/** Refuses or answers. */
export async function serve(received: Received, response: ServerResponse, says: answers.Said[]): Promise<void> {
  const { method, host, path, text } = received;
  const [pathname = ""] = path.split("?");
  if (method === "GET" && pathname.endsWith("/models")) return send(response, 200, { object: "list", data: [] });
  const found = APIS.find((one) => one.host.test(host) && one.path.test(pathname));
  if (!found) return send(response, 404, refusal(`No API at ${host}${path}.`));
  if (found.provider === "amazon-bedrock" && !(await isSigned(received))) {
    return send(response, 403, refusal("The request signature we calculated does not match."));
  }
  const body = parsed(text);
  const error = refusedBy(found, pathname, body);
  if (error !== undefined) return send(response, 400, refusal(error));
  const said = says.shift() ?? { text: "Done." };
  const isStream = /stream/i.test(pathname) || (body as { readonly stream?: unknown } | undefined)?.stream === true;
  if (!isStream) return send(response, 200, found.speech.whole(said));
  response.writeHead(200, { "content-type": found.speech.streamType });
  for (const piece of found.speech.pieces(said)) response.write(piece);
  response.end();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** The first thing that the provider would refuse. */
function refusedBy({ format, provider, path }: Api, pathname: string, body: unknown): string | undefined {
  if (body === undefined) return "The body is no JSON.";
  // A format that is not known here cannot be judged.
  if (!formatCatalog.some((entry) => entry.format === format)) return undefined;
  const model = path.exec(pathname)?.[1];
  const target = { provider, ...(model !== undefined && { modelId: decodeURIComponent(model) }) };
  const error = lintPayload(body, { format, target }).find(({ severity }) => severity === "error");
  return error && (error.providerMessage ?? error.message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What each SDK looks for in a refusal. */
export function refusal(message: string): object {
  return { type: "error", error: { type: "invalid_request_error", code: 400, message }, message };
}

/** SHA-256 in the form that the signer takes. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === "string") return Buffer.from(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

/** Signed by AWS's own implementation the request has the same signature; a key of Bedrock's needs none. */
async function isSigned({ method, host, path, headers, bytes }: Received): Promise<boolean> {
  const authorization = headers["authorization"] ?? "";
  if (authorization === "Bearer bedrock-key") return true;
  const found =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/([a-z0-9-]+)\/bedrock\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!found) return false;
  const [, region = "", names = "", signature = ""] = found;
  if (host !== `bedrock-runtime.${region}.amazonaws.com`) return false;
  const signed = Object.fromEntries(
    names.split(";").map((name) => [name, name === "host" ? host : (headers[name] ?? "")]),
  );
  const url = new URL(`https://${host}${path}`);
  const signer = new SignatureV4({
    service: "bedrock",
    applyChecksum: false,
    region,
    sha256: Sha256,
    credentials: { accessKeyId: AWS_KEYS.AWS_ACCESS_KEY_ID, secretAccessKey: AWS_KEYS.AWS_SECRET_ACCESS_KEY },
  });
  const date = headers["x-amz-date"] ?? "";
  const signingDate = new Date(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const again = await signer.sign(
    {
      ...{ method, protocol: "https:", hostname: host, path: url.pathname },
      query: Object.fromEntries(url.searchParams),
      headers: signed,
      body: bytes,
    },
    {
      signingDate,
      unsignableHeaders: new Set(Object.keys(headers).filter((name) => !names.split(";").includes(name))),
    },
  );
  return (again.headers["authorization"] ?? "").endsWith(`Signature=${signature}`);
}
