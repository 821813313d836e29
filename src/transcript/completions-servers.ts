/** The servers that speak Chat Completions and are known to differ. A server that is not here has no entry. */
import { type Server, type ServerTarget, serverFor } from "./servers.ts";

/** Their names, which are the ids of the dialects. */
export type CompletionsServer =
  | "openai"
  | "azure"
  | "openrouter"
  | "copilot"
  | "google"
  | "deepseek"
  | "kimi"
  | "glm"
  | "qwen"
  | "minimax"
  | "xiaomi"
  | "mistral"
  | "groq"
  | "cerebras"
  | "xai"
  | "vllm"
  | "llama.cpp"
  | "ollama"
  | "lm-studio"
  | "compatible";

/** How targets name them. The models are those that no other server is known to have under that name. */
const SERVERS: readonly Server<CompletionsServer>[] = [
  { id: "openai", providers: ["openai"], hosts: ["openai.com"] },
  {
    id: "azure",
    providers: ["azure", "azure-openai", "azure-openai-completions", "azure-ai"],
    hosts: ["openai.azure.com", "services.ai.azure.com", "cognitiveservices.azure.com"],
  },
  { id: "openrouter", providers: ["openrouter"], hosts: ["openrouter.ai"] },
  { id: "copilot", providers: ["github-copilot", "copilot"], hosts: ["githubcopilot.com"] },
  {
    id: "google",
    providers: ["google", "gemini", "google-vertex", "google-generative-ai"],
    hosts: ["generativelanguage.googleapis.com", "aiplatform.googleapis.com"],
    models: ["gemini-"],
  },
  { id: "deepseek", providers: ["deepseek"], hosts: ["deepseek.com"], models: ["deepseek-"] },
  {
    id: "kimi",
    providers: ["kimi", "kimi-code", "kimi-coding", "moonshot", "moonshotai", "moonshot-ai"],
    hosts: ["kimi.com", "moonshot.ai", "moonshot.cn"],
    models: ["kimi-", "moonshot-"],
  },
  {
    id: "glm",
    providers: ["zai", "z-ai", "zhipu", "zhipuai", "bigmodel", "glm"],
    hosts: ["z.ai", "bigmodel.cn"],
    models: ["glm-"],
  },
  {
    id: "qwen",
    providers: ["qwen", "qwen-portal", "dashscope", "alibaba", "modelstudio"],
    hosts: ["dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com", "qwen.ai"],
    models: ["qwen-", "qwen3"],
  },
  {
    id: "minimax",
    providers: ["minimax", "minimax-cn", "minimax-portal", "minimax-portal-cn"],
    hosts: ["minimax.io", "minimaxi.com"],
    models: ["minimax-", "abab"],
  },
  { id: "xiaomi", providers: ["xiaomi"], hosts: ["xiaomimimo.com"], models: ["mimo-"] },
  {
    id: "mistral",
    providers: ["mistral", "mistralai"],
    hosts: ["mistral.ai"],
    models: ["mistral-", "magistral-", "codestral-", "ministral-", "pixtral-", "devstral-"],
  },
  { id: "groq", providers: ["groq"], hosts: ["groq.com"] },
  { id: "cerebras", providers: ["cerebras"], hosts: ["cerebras.ai"] },
  { id: "xai", providers: ["xai", "x-ai"], hosts: ["x.ai"], models: ["grok-"] },
  { id: "vllm", providers: ["vllm", "sglang"] },
  { id: "llama.cpp", providers: ["llama.cpp", "llamacpp", "llama-cpp", "llama-server"] },
  { id: "ollama", providers: ["ollama"], hosts: ["ollama.com"] },
  { id: "lm-studio", providers: ["lmstudio", "lm-studio"] },
  { id: "compatible", providers: ["openai-compatible"] },
];

/**
 * The server that a target means; a target without any name is OpenAI itself, one that nobody knows compatible.
 *
 * OpenAI is also what is meant when a body names no provider, so its name alone counts for less than a model that it
 * does not have: a vendor before a slash stands in the ids of gateways.
 */
export function completionsServerFor(target: ServerTarget): CompletionsServer {
  const { provider, modelId, baseUrl } = target;
  if (baseUrl === "" && (provider === "openai" || provider === "")) {
    if (modelId.includes("/")) return "compatible";
    return serverFor(SERVERS, { ...target, provider: "" }) ?? (modelId.startsWith("claude-") ? "compatible" : "openai");
  }
  return serverFor(SERVERS, target) ?? "compatible";
}
