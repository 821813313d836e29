// How bodies of Chat Completions are put together that break one demand each.
import type { Demand, ValidateTarget } from "../../../src/validate/types.ts";
import { PICTURES } from "../../wire/valid/anthropic-messages.ts";

export interface Row {
  readonly demand: Demand;
  readonly body: unknown;
  /** Where the finding points. */
  readonly at: string;
  /** The provider; OpenAI unless it is said. */
  readonly to?: string;
  /** Other errors that the same damage brings. */
  readonly also?: readonly string[];
}

/** A target by its provider. */
export function to(provider: string, modelId = ""): ValidateTarget {
  return { provider, modelId, baseUrl: "" };
}

export const ask = { role: "user", content: "go" };
export const system = { role: "system", content: "s" };
export const say = (text: unknown, more: object = {}): object => ({ role: "assistant", content: text, ...more });
export const call = (id: unknown, more: object = {}): object => ({
  id,
  type: "function",
  function: { name: "read", arguments: "{}" },
  ...more,
});
export const calling = (list: readonly unknown[], more: object = {}): object => ({
  role: "assistant",
  content: null,
  tool_calls: list,
  ...more,
});
export const result = (id: unknown, more: object = {}): object => ({
  role: "tool",
  tool_call_id: id,
  content: "ok",
  ...more,
});
export const chat = (messages: readonly unknown[], more: object = {}): object => ({
  model: "gpt-5.4",
  ...more,
  messages,
});
export const called = (fields: object): object =>
  chat([ask, calling([call("a", { function: { name: "read", arguments: "{}", ...fields } })]), result("a")]);
export const claude = (messages: readonly unknown[], more: object = {}): object =>
  chat(messages, { model: "anthropic/claude-opus-4.6", ...more });
export const gemma = (messages: readonly unknown[]): object => chat(messages, { model: "gemma-3-27b-it" });
export const unnamed = (messages: readonly unknown[], more: object = {}): object =>
  chat(messages, { model: "local-model", ...more });
export const step = (id: string, more: object = {}): readonly object[] => [calling([call(id)], more), result(id)];
export const tool = { type: "function", function: { name: "read", parameters: { type: "object" } } };
export const seen = (...parts: readonly object[]): object => chat([{ role: "user", content: parts }]);
export const picture = (url: unknown): object => ({ type: "image_url", image_url: { url } });
export const png = picture(`data:image/png;base64,${PICTURES["image/png"]}`);
export const text = (value: unknown): object => ({ type: "text", text: value });
