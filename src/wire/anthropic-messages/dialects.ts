/** Servers that speak Anthropic's Messages API, as far as what is written for them differs. */
import { type AnthropicServer, anthropicServerFor } from "../../transcript/anthropic-servers.ts";
import type { ServerTarget } from "../../transcript/servers.ts";

/** How a server's body differs from Anthropic's own. */
export interface AnthropicDialect {
  /** Thinking without a signature is sent back, with an empty one. */
  readonly unsignedThinking: boolean;
}

const DIRECT: AnthropicDialect = { unsignedThinking: false };
/** "The `content[].thinking` in the thinking mode must be passed back to the API." Their own thinking has no signature. */
const THINKING_BACK: AnthropicDialect = { unsignedThinking: true };

/** By id. */
export const anthropicDialects: Readonly<Record<AnthropicServer, AnthropicDialect>> = {
  anthropic: DIRECT,
  vertex: DIRECT,
  "bedrock-invoke": DIRECT,
  "cloudflare-ai-gateway": DIRECT,
  copilot: DIRECT,
  deepseek: THINKING_BACK,
  kimi: THINKING_BACK,
  minimax: THINKING_BACK,
  xiaomi: THINKING_BACK,
  "lm-studio": DIRECT,
  compatible: DIRECT,
};

/** The dialect, or Anthropic's own. */
export function anthropicDialect(id: string): AnthropicDialect {
  return Object.hasOwn(anthropicDialects, id) ? anthropicDialects[id as AnthropicServer] : DIRECT;
}

/** The id of the dialect that a target speaks. */
export function anthropicDialectFor(target: ServerTarget): AnthropicServer {
  return anthropicServerFor(target);
}
