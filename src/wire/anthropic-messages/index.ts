/** Anthropic's Messages API: direct, through Vertex AI, through Bedrock's InvokeModel, and servers that speak it. */
import type { WireAdapter } from "../types.ts";
import { isAnthropicBody } from "./detect.ts";
import { parse } from "./parse.ts";
import { serialize } from "./serialize.ts";

/** The adapter. */
export const anthropicMessages: WireAdapter = {
  format: "anthropic-messages",
  detect: isAnthropicBody,
  parse,
  serialize,
};
