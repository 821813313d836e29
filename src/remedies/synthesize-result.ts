/**
 * Puts a result that says that the outcome is unknown behind a call that has none.
 *
 * Why: every provider refuses an unanswered call.
 *
 * Leaves alone: calls that the caller says are pending, and targets whose policy drops such calls.
 *
 * @example { "finding": "call-unanswered", "place": 0,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]},{"role":"toolResult","toolCallId":"a","toolName":"r","content":[{"type":"text","text":"No result was recorded for this tool call. Its outcome is unknown: check whether it took effect before you repeat it."}],"details":{"openclawSyntheticMissingToolResult":true,"reason":"missing_tool_result"},"isError":true}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import { standIn } from "../contract/results.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import { pairTurns } from "../transcript/pairing.ts";

const MISSING: Why = { text: "The call has no result; one that says so was put in.", lossy: false };

export const synthesizeResult: Remedy = {
  id: "synthesize-result",
  for: ["call-unanswered", "result-count"],
  cost: 1,
  summary: "Answers a call with a result that says that the outcome is unknown.",
  whys: [MISSING],
  apply(turns, { at }, report, context) {
    const spot = spotAt(turns, at);
    if (!spot || context.policy.danglingCalls === "drop") return turns;
    const frame = pairTurns(turns).frames.findLast(({ turn }) => turn <= spot.index);
    if (!frame) return turns;
    const open = frame.occurrences.filter(
      ({ result, id }) => result === undefined && !context.options.pendingToolCallIds?.has(id),
    );
    const asked = turns[frame.turn];
    if (open.length === 0 || !asked) return turns;
    let end = frame.turn + 1;
    while (turns[end]?.message.role === "toolResult") end++;
    const next = turns[end];
    const made = open.map((occurrence) => {
      const turn = report.make(standIn(occurrence, asked.message, context), MISSING, asked);
      // Where roles must alternate, results and the text behind them are one message.
      const isOne = context.format === "bedrock-converse" && next?.message.role === "user";
      return isOne ? report.join(turn, next, MISSING) : turn;
    });
    return turns.toSpliced(end, 0, ...made);
  },
};
