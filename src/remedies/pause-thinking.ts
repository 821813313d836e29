/**
 * Turns thinking off for the request, when the tool turn that is still open has come without its thinking.
 *
 * Why: "When `thinking` is enabled, a final `assistant` message must start with a thinking block". The signature is lost,
 * or another model called the tools: there is nothing to put there, and the calls and their results must stay.
 *
 * Leaves alone: turns that have thinking, which only has to come first.
 *
 * @example { "finding": "thinking-first", "place": 1, "request": {"params":{"additionalModelRequestFields":{"thinking":{"type":"enabled","budget_tokens":1024}}}},
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]}] }
 * @example { "finding": "thinking-first", "place": 1, "request": {"params":{"thinking":{"type":"enabled","budget_tokens":1024}}},
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":[]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { RequestFacts, Why } from "../contract/rule.ts";
import { isRecord } from "../transcript/message.ts";

const PAUSED: Why = {
  text: "The open tool turn came without its thinking: this request is made without.",
  lossy: false,
};
const OFF = { type: "disabled" };
/** Where Bedrock has what is the model's own. */
const OWN = "additionalModelRequestFields";

type Params = NonNullable<RequestFacts["params"]>;

export const pauseThinking: Remedy = {
  id: "pause-thinking",
  for: ["thinking-first"],
  cost: 1,
  summary: "Turns thinking off while the open tool turn has none.",
  whys: [PAUSED],
  apply(turns, _finding, report, { request: { params = {} } }) {
    const own = params[OWN];
    if (isOn(params)) report.request("params", { ...params, thinking: OFF }, PAUSED);
    else if (isRecord(own) && isOn(own)) {
      report.request("params", { ...params, [OWN]: { ...own, thinking: OFF } }, PAUSED);
    }
    return turns;
  },
};

function isOn({ thinking }: Params): boolean {
  return isRecord(thinking) && thinking["type"] !== "disabled";
}
