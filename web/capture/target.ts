/** Whom a request went to, as its URL and its body say it. */
import type { ReplayTarget, WireFormat } from "../../src/index.ts";
import { own, ownText } from "../inputs/json.ts";

/** Gemini and Vertex, `/models/{model}:generateContent`; Bedrock, `/model/{model}/converse`. */
const MODEL_IN_PATH = /\/(?:models\/([^/?#:]{1,200}):[a-z]{1,40}|model\/([^/?#]{1,400})\/[a-z-]{1,40})(?:[?#]|$)/i;

/** Providers by the ends of their hosts. */
const PROVIDERS: readonly (readonly [host: string, provider: string])[] = [
  ["anthropic.com", "anthropic"],
  ["openai.azure.com", "azure-openai"],
  ["services.ai.azure.com", "azure-openai"],
  ["cognitiveservices.azure.com", "azure-openai"],
  ["openai.com", "openai"],
  ["chatgpt.com", "openai-codex"],
  ["generativelanguage.googleapis.com", "google"],
  ["aiplatform.googleapis.com", "google-vertex"],
  ["cloudcode-pa.googleapis.com", "google-gemini-cli"],
  ["amazonaws.com", "amazon-bedrock"],
  ["openrouter.ai", "openrouter"],
  ["mistral.ai", "mistral"],
  ["deepseek.com", "deepseek"],
  ["x.ai", "xai"],
  ["z.ai", "zai"],
  ["bigmodel.cn", "zai"],
  ["moonshot.ai", "moonshot"],
  ["moonshot.cn", "moonshot"],
  ["kimi.com", "kimi"],
  ["minimax.io", "minimax"],
  ["minimaxi.com", "minimax"],
  ["githubcopilot.com", "github-copilot"],
  ["groq.com", "groq"],
  ["cerebras.ai", "cerebras"],
  ["dashscope.aliyuncs.com", "qwen"],
  ["dashscope-intl.aliyuncs.com", "qwen"],
];

/** The provider at a URL; undefined for servers that nobody knows, such as one's own. */
export function providerAt(url: string, format?: WireFormat): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.toLowerCase();
  const [, provider] =
    PROVIDERS.find(([known]) => host === known || host.endsWith(`.${known}`) || host.endsWith(`-${known}`)) ?? [];
  return provider === "google-vertex" && format === "anthropic-messages" ? "anthropic-vertex" : provider;
}

/** The model that a request is for; empty when neither body nor URL names one. */
export function modelOf(url: string, body: unknown): string {
  const named = ownText(body, "model") ?? ownText(body, "modelId") ?? ownText(own(body, "request"), "model");
  if (named !== undefined) return named;
  const [, ofGoogle, ofBedrock] = MODEL_IN_PATH.exec(url) ?? [];
  try {
    return decodeURIComponent(ofGoogle ?? ofBedrock ?? "");
  } catch {
    return "";
  }
}

/** The base URL as clients of OpenAI's APIs are given it: some servers are known by its path. Of others, the origin. */
function baseOf({ origin, pathname }: URL): string {
  const base = /^(.{0,500})\/(?:chat\/completions|responses)$/.exec(pathname)?.[1] ?? "";
  return origin + base;
}

/** APIs that servers of others speak, too: the maker's models, which a proxy may hand on, and what to call the others. */
const SPOKEN_ELSEWHERE: Readonly<Partial<Record<WireFormat, readonly [own: RegExp, provider: string]>>> = {
  "anthropic-messages": [/claude/i, "anthropic-compatible"],
  "openai-completions": [/^(?:.*\/)?(?:gpt-(?!oss)|chatgpt-|o\d)/i, "openai-compatible"],
  "openai-responses": [/^(?:.*\/)?(?:gpt-(?!oss)|chatgpt-|o\d)/i, "openai-compatible"],
};

/** A server that nobody knows and that has a model of others is not judged by the rules of the API's maker. */
function compatibleWith(format: WireFormat, modelId: string): string | undefined {
  const [own, provider] = SPOKEN_ELSEWHERE[format] ?? [];
  return modelId === "" || own?.test(modelId) ? undefined : provider;
}

/** The target of a request. */
export function targetOf(url: string, body: unknown, format: WireFormat): Partial<ReplayTarget> {
  const modelId = modelOf(url, body);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isHttp = parsed?.protocol === "https:" || parsed?.protocol === "http:";
  const provider = providerAt(url, format) ?? (isHttp ? compatibleWith(format, modelId) : undefined);
  return {
    ...(provider !== undefined && { provider }),
    ...(modelId !== "" && { modelId }),
    ...(isHttp && { baseUrl: baseOf(parsed) }),
  };
}
