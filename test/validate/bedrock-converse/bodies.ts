// Small bodies of Converse, and who they are judged for.
import type { ValidateTarget } from "../../../src/validate/types.ts";
import { pngHead } from "../../images/heads.ts";
import type { Json } from "../anthropic-messages/bodies.ts";

export const of = (modelId: string): ValidateTarget => ({ provider: "amazon-bedrock", modelId, baseUrl: "" });
export const CLAUDE: ValidateTarget = of("us.anthropic.claude-sonnet-4-5-20250929-v1:0");
export const OPUS: ValidateTarget = of("global.anthropic.claude-opus-4-8");
export const SONNET_5: ValidateTarget = of("global.anthropic.claude-sonnet-5");
export const NOVA: ValidateTarget = of("amazon.nova-pro-v1:0");
export const LLAMA: ValidateTarget = of("meta.llama3-8b-instruct-v1:0");
export const LLAMA_4: ValidateTarget = of("us.meta.llama4-maverick-17b-instruct-v1:0");
export const MISTRAL: ValidateTarget = of("mistral.pixtral-large-2502-v1:0");
export const PROFILE: ValidateTarget = of(
  "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abcdefghijk2",
);

export const SIGNATURE = "EqQBCkYIBxgCKkAa";
export const text = (value: unknown): Json => ({ text: value });
export const user = (...blocks: unknown[]): Json => ({ role: "user", content: blocks });
export const assistant = (...blocks: unknown[]): Json => ({ role: "assistant", content: blocks });
export const ask: Json = user(text("go"));
export const use = (id: unknown, more: Json = {}): Json => ({
  toolUse: { toolUseId: id, name: "read", input: {}, ...more },
});
export const result = (id: unknown, more: Json = {}): Json => ({
  toolResult: { toolUseId: id, content: [text("r")], ...more },
});
export const point: Json = { cachePoint: { type: "default" } };
export const thought = (value: unknown = "hm", more: Json = { signature: SIGNATURE }): Json => ({
  reasoningContent: { reasoningText: { text: value, ...more } },
});
export const image = (bytes: unknown, format: unknown = "png"): Json => ({ image: { format, source: { bytes } } });
export const ofSide = (side: number): Json => image(pngHead(side, 10));
export const document = (name: unknown, more: Json = {}): Json => ({
  document: { format: "pdf", name, source: { bytes: "JVBERi0xLjQK" }, ...more },
});
export const TOOL: Json = { toolSpec: { name: "read", inputSchema: { json: { type: "object" } } } };
export const ENABLED: Json = {
  inferenceConfig: { maxTokens: 4096 },
  additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1024 } },
};

/** A body with these messages. */
export const say = (messages: readonly unknown[], more: Json = {}): Json => ({
  toolConfig: { tools: [TOOL] },
  messages,
  ...more,
});
/** A call of the tool and what stands behind it. */
export const called = (...after: unknown[]): Json => say([ask, assistant(use("a")), user(...after)]);
