/**
 * Whom the gateway forwards to, as data: no other host is ever asked. A path that matches none of an upstream's calls is
 * no call of a model and passes as it is.
 */

/** A call whose body holds a conversation. */
export interface Call {
  /** The end of the provider's path. A group `model` names the model, a group `server` a provider behind a gateway. */
  readonly path: RegExp;
  /** The API that is spoken; absent: the body's shape tells. */
  readonly api?: string;
  /** Whose model it is, where the upstream has those of several. */
  readonly provider?: string;
}

/** A server that exists once in each region. */
export interface Regions {
  /** Where the path names the region: the first group. */
  readonly path: RegExp;
  /** The part of the path that matched is for the gateway alone. */
  readonly strip?: true;
  /** The host of a region; `{region}` stands for its name. */
  readonly base: string;
  /** Regions with a host of another form. */
  readonly bases?: Readonly<Record<string, string>>;
  /** The regions that may be asked. */
  readonly names: readonly string[];
}

/** Where requests may go. */
export interface Upstream {
  /** The first segment of the gateway's path. */
  readonly id: string;
  /** Scheme, host and perhaps a path that stands before the provider's; a server in regions has one for each. */
  readonly base: string | Regions;
  /** Whose rules hold, as `provider` of a replay target; empty: what the address tells. */
  readonly provider: string;
  readonly calls: readonly Call[];
  /** The headers that carry credentials. Those of other upstreams are not forwarded. */
  readonly credentials: readonly string[];
  /** The query parameters that carry credentials. */
  readonly queryCredentials?: readonly string[];
  /** Requests can be signed with the worker's own keys. */
  readonly signs?: "bedrock";
}

const CHAT: Call = { path: /\/chat\/completions$/, api: "openai-completions" };
const RESPONSES: Call = { path: /\/responses$/, api: "openai-responses" };
const MESSAGES: Call = { path: /\/messages$/, api: "anthropic-messages" };
const GEMINI: Call = {
  path: /\/models\/(?<model>[^/:]+):(?:generateContent|streamGenerateContent)$/,
  api: "google-generative-ai",
};
const CONVERSE: Call = { path: /\/model\/(?<model>[^/]+)\/converse(?:-stream)?$/, api: "bedrock-converse-stream" };
const INVOKE: Call = { path: /\/model\/(?<model>[^/]+)\/invoke(?:-with-response-stream)?$/ };
/** What servers offer that take the requests of several APIs. */
const COMMON = [CHAT, RESPONSES, MESSAGES] as const;

const VERTEX_GOOGLE: Call = {
  path: /\/publishers\/google\/models\/(?<model>[^/:]+):(?:generateContent|streamGenerateContent)$/,
  api: "google-vertex",
};
const VERTEX_CLAUDE: Call = {
  path: /\/publishers\/anthropic\/models\/(?<model>[^/:]+):(?:rawPredict|streamRawPredict)$/,
  api: "anthropic-messages",
  provider: "anthropic-vertex",
};
const VERTEX_MISTRAL: Call = {
  path: /\/publishers\/mistralai\/models\/(?<model>[^/:]+):(?:rawPredict|streamRawPredict)$/,
  api: "mistral-conversations",
  provider: "mistral",
};

/** Mistral's servers have one API, whatever the address is called. */
const MISTRAL_CHAT: Call = { path: /\/chat\/completions$/, api: "mistral-conversations" };

/** The names of providers in the paths of Cloudflare's AI Gateway, and theirs here. */
const BEHIND_CLOUDFLARE: readonly (readonly [segment: string, provider: string, calls: readonly Call[]])[] = [
  ["openai", "openai", COMMON],
  ["anthropic", "anthropic", COMMON],
  ["google-ai-studio", "google", [GEMINI, CHAT]],
  ["google-vertex-ai", "google-vertex", [VERTEX_GOOGLE, VERTEX_CLAUDE, VERTEX_MISTRAL, CHAT]],
  ["aws-bedrock", "amazon-bedrock", [CONVERSE, INVOKE]],
  ["mistral", "mistral", [MISTRAL_CHAT]],
  ["groq", "groq", COMMON],
  ["deepseek", "deepseek", COMMON],
  ["openrouter", "openrouter", COMMON],
  ["grok", "xai", COMMON],
  ["cerebras", "cerebras", COMMON],
  ["workers-ai", "workers-ai", COMMON],
  ["compat", "cloudflare-ai-gateway", [CHAT]],
];

function behindCloudflare([segment, provider, calls]: (typeof BEHIND_CLOUDFLARE)[number]): readonly Call[] {
  return calls.map(({ path, ...call }) => ({
    ...call,
    path: new RegExp(`^/v1/[^/]+/[^/]+/${segment}(?:/.*)?${path.source}`),
    provider: call.provider ?? provider,
  }));
}

const VERTEX_REGIONS = [
  "global",
  ...["us-central1", "us-east1", "us-east4", "us-east5", "us-south1", "us-west1", "us-west2", "us-west4"],
  ...["northamerica-northeast1", "southamerica-east1"],
  ...["europe-central2", "europe-north1", "europe-southwest1", "europe-west1", "europe-west2", "europe-west3"],
  ...["europe-west4", "europe-west6", "europe-west8", "europe-west9"],
  ...["asia-east1", "asia-east2", "asia-northeast1", "asia-northeast3", "asia-south1", "asia-southeast1"],
  ...["australia-southeast1", "me-central1", "me-central2", "me-west1"],
];

const BEDROCK_REGIONS = [
  ...["us-east-1", "us-east-2", "us-west-1", "us-west-2", "ca-central-1", "sa-east-1"],
  ...["eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-2", "eu-west-3"],
  ...["ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-south-2"],
  ...["ap-southeast-1", "ap-southeast-2", "ap-southeast-4", "me-central-1"],
];

/** The upstreams that every gateway has unless its settings name a choice. */
export const builtInUpstreams: readonly Upstream[] = [
  {
    id: "anthropic",
    base: "https://api.anthropic.com",
    provider: "anthropic",
    calls: COMMON,
    credentials: ["x-api-key", "authorization"],
  },
  {
    id: "openai",
    base: "https://api.openai.com",
    provider: "openai",
    calls: COMMON,
    credentials: ["authorization"],
  },
  {
    id: "openrouter",
    base: "https://openrouter.ai",
    provider: "openrouter",
    calls: COMMON,
    credentials: ["authorization"],
  },
  {
    id: "google",
    base: "https://generativelanguage.googleapis.com",
    provider: "google",
    calls: [GEMINI, CHAT],
    credentials: ["x-goog-api-key", "authorization"],
    queryCredentials: ["key"],
  },
  {
    id: "mistral",
    base: "https://api.mistral.ai",
    provider: "mistral",
    calls: [MISTRAL_CHAT],
    credentials: ["authorization"],
  },
  {
    id: "deepseek",
    base: "https://api.deepseek.com",
    provider: "deepseek",
    calls: COMMON,
    credentials: ["authorization", "x-api-key"],
  },
  {
    id: "groq",
    base: "https://api.groq.com",
    provider: "groq",
    calls: COMMON,
    credentials: ["authorization"],
  },
  {
    id: "cloudflare-ai-gateway",
    base: "https://gateway.ai.cloudflare.com",
    provider: "cloudflare-ai-gateway",
    calls: BEHIND_CLOUDFLARE.flatMap(behindCloudflare),
    credentials: ["cf-aig-authorization", "authorization", "x-api-key", "x-goog-api-key"],
    queryCredentials: ["key"],
  },
  {
    id: "vertex",
    base: {
      path: /\/locations\/([a-z0-9-]+)(?=\/)/,
      base: "https://{region}-aiplatform.googleapis.com",
      bases: { global: "https://aiplatform.googleapis.com" },
      names: VERTEX_REGIONS,
    },
    provider: "google-vertex",
    calls: [VERTEX_GOOGLE, VERTEX_CLAUDE, VERTEX_MISTRAL, CHAT],
    credentials: ["authorization", "x-goog-api-key"],
  },
  {
    id: "bedrock",
    base: {
      path: /^\/([a-z0-9-]+)(?=\/)/,
      strip: true,
      base: "https://bedrock-runtime.{region}.amazonaws.com",
      names: BEDROCK_REGIONS,
    },
    provider: "amazon-bedrock",
    calls: [CONVERSE, INVOKE, CHAT],
    credentials: ["authorization"],
    signs: "bedrock",
  },
];

/** What a server of the settings offers when they name no API: that is told by the path, and by the body's shape. */
export const customCalls: readonly Call[] = [...COMMON, GEMINI, CONVERSE, INVOKE];

/** The calls of a server that is told to speak one API, whatever its paths are called. */
export function callsOfApi(api: string): readonly Call[] {
  return customCalls.map(({ path }) => ({ path, api }));
}

/** Every header that may carry credentials. */
export const CREDENTIALS: ReadonlySet<string> = new Set([
  ...builtInUpstreams.flatMap(({ credentials }) => credentials),
  "api-key",
  "x-auth-token",
]);
