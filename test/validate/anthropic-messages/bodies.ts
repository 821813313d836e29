// Small bodies of the Messages API, and who they are judged for.
import type { ValidateTarget } from "../../../src/validate/types.ts";
import { pngHead } from "../../images/heads.ts";

export type Json = Record<string, unknown>;

export const DIRECT: ValidateTarget = { provider: "anthropic", modelId: "claude-sonnet-4-5", baseUrl: "" };
export const OPUS: ValidateTarget = { ...DIRECT, modelId: "claude-opus-4-6" };
export const to = (provider: string, modelId = "claude-sonnet-4-5"): ValidateTarget => ({
  provider,
  modelId,
  baseUrl: "",
});

export const text = (value: unknown, more: Json = {}): Json => ({ type: "text", text: value, ...more });
export const user = (...blocks: unknown[]): Json => ({ role: "user", content: blocks });
export const assistant = (...blocks: unknown[]): Json => ({ role: "assistant", content: blocks });
export const ask = { role: "user", content: "go" };
export const use = (id: unknown, more: Json = {}): Json => ({ type: "tool_use", id, name: "read", input: {}, ...more });
export const result = (id: unknown, more: Json = {}): Json => ({
  type: "tool_result",
  tool_use_id: id,
  content: "r",
  ...more,
});
export const image = (data: unknown, media_type = "image/png"): Json => ({
  type: "image",
  source: { type: "base64", media_type, data },
});
export const TOOLS: readonly Json[] = [{ name: "read", input_schema: { type: "object" } }];
export const SIGNATURE = "EqQBCkYIBxgCKkAa";
export const thought = (more: Json = {}): Json => ({ type: "thinking", thinking: "hm", signature: SIGNATURE, ...more });
export const ENABLED = { thinking: { type: "enabled", budget_tokens: 1024 } };
export const marker = { cache_control: { type: "ephemeral" } };
export const ofSide = (side: number): unknown => image(pngHead(side, 10));

/** A body with these messages. */
export const say = (messages: readonly unknown[], more: Json = {}): Json => ({
  max_tokens: 4096,
  tools: TOOLS,
  messages,
  ...more,
});
/** A call of the tool and what stands behind it. */
export const called = (...after: unknown[]): Json => say([ask, assistant(use("a")), user(...after)]);
