/**
 * Makes the arguments of a call an object: JSON text is parsed, nothing becomes an empty object, any other value stands
 * in an object under `input`.
 *
 * Why: "tool_use.input: Input should be a valid dictionary", "The function.arguments parameter must be in JSON format".
 *
 * @example { "finding": "arguments-invalid", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":"{\"x\":1}"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{"x":1}}]}] }
 * @example { "finding": "arguments-invalid", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":[1]}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{"input":[1]}}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { isToolCall } from "../transcript/calls.ts";
import { blocksOf, isRecord } from "../transcript/message.ts";
import { parseObject } from "../transcript/signatures.ts";

const PARSED: Why = { text: "Arguments must be an object; the text held one.", lossy: false };
const WRAPPED: Why = { text: "Arguments must be an object; the value stands in one.", lossy: false };

export const parseArguments: Remedy = {
  id: "parse-arguments",
  for: ["arguments-invalid"],
  cost: 1,
  summary: "Makes the arguments of a call an object.",
  whys: [PARSED, WRAPPED],
  apply(turns, { at }, report) {
    const spot = blockAt(turns, at);
    if (!spot || spot.block === undefined || !isToolCall(spot.value)) return turns;
    const key = spot.value.arguments !== undefined || spot.value.input === undefined ? "arguments" : "input";
    const value = spot.value[key];
    if (isRecord(value)) return turns;
    const parsed = typeof value === "string" ? parseObject(value) : undefined;
    const object = parsed ?? (isNothing(value) ? {} : { input: value });
    const { block, turn, index } = spot;
    const edited = report.edit(turn, (message, note) => {
      const content = blocksOf(message);
      note.rewrite(block, key, parsed ? PARSED : WRAPPED);
      return { ...message, content: content.with(block, { ...spot.value, [key]: object }) };
    });
    return withTurn(turns, index, edited);
  },
};

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
