/** The servers that speak Anthropic's Messages API and are known to differ. A server that is not here has no entry. */
import { type Server, type ServerTarget, serverFor } from "./servers.ts";

/** Their names, which are the ids of the dialects. */
export type AnthropicServer =
  | "anthropic"
  | "vertex"
  | "bedrock-invoke"
  | "cloudflare-ai-gateway"
  | "copilot"
  | "deepseek"
  | "kimi"
  | "minimax"
  | "xiaomi"
  | "lm-studio"
  | "compatible";

/** How targets name them. */
const SERVERS: readonly Server<AnthropicServer>[] = [
  { id: "anthropic", providers: ["anthropic", "claude-cli"], hosts: ["anthropic.com"] },
  {
    id: "vertex",
    providers: ["anthropic-vertex", "google-vertex", "google-vertex-anthropic", "vertex"],
    hosts: ["aiplatform.googleapis.com", "rep.googleapis.com"],
  },
  { id: "bedrock-invoke", providers: ["amazon-bedrock", "bedrock", "aws-bedrock"], hosts: ["amazonaws.com"] },
  { id: "cloudflare-ai-gateway", providers: ["cloudflare-ai-gateway"], hosts: ["gateway.ai.cloudflare.com"] },
  { id: "copilot", providers: ["github-copilot"], hosts: ["githubcopilot.com"] },
  { id: "deepseek", providers: ["deepseek"], hosts: ["deepseek.com"], models: ["deepseek-"] },
  {
    id: "kimi",
    providers: ["kimi", "kimi-code", "kimi-coding", "moonshot", "moonshotai", "moonshot-ai"],
    hosts: ["kimi.com", "moonshot.ai", "moonshot.cn"],
    models: ["kimi-"],
  },
  {
    id: "minimax",
    providers: ["minimax", "minimax-cn", "minimax-portal", "minimax-portal-cn"],
    hosts: ["minimax.io", "minimaxi.com"],
    models: ["minimax-"],
  },
  { id: "xiaomi", providers: ["xiaomi"], hosts: ["xiaomimimo.com"], models: ["mimo-"] },
  { id: "lm-studio", providers: ["lmstudio", "lm-studio"] },
  { id: "compatible", providers: ["anthropic-compatible"] },
];

/** The server that a target means; a target without any name is Anthropic itself, one that nobody knows compatible. */
export function anthropicServerFor(target: ServerTarget): AnthropicServer {
  const isNamed = target.provider !== "" || target.baseUrl !== "";
  return serverFor(SERVERS, target) ?? (isNamed ? "compatible" : "anthropic");
}
