// How bodies of Mistral's chat API are put together that break one demand each.
import type { Demand, ValidateTarget } from "../../../src/validate/types.ts";
import { answer, ask, call, result, say } from "../../wire/fixtures/mistral-messages.ts";

export interface Row {
  readonly demand: Demand;
  readonly body: unknown;
  /** Where the finding points. */
  readonly at: string;
  /** The provider; Mistral unless it is said. */
  readonly to?: string;
  /** Other errors that the same damage brings. */
  readonly also?: readonly string[];
}

/** A target by its provider. */
export function to(provider: string, modelId = ""): ValidateTarget {
  return { provider, modelId, baseUrl: "" };
}

/** A step whose call has other fields. */
export const called = (more: object, inner: object = {}): object =>
  say([ask, answer("", { tool_calls: [{ ...call("A", "{}", more), ...callOf(more, inner) }] }), result("A")]);

function callOf(more: object, inner: object): object {
  return "function" in more ? {} : { function: { name: "read", arguments: "{}", ...inner } };
}

/** A step, by the letter of its call. */
export const step = (letter: string): readonly object[] => [answer("", { tool_calls: [call(letter)] }), result(letter)];
