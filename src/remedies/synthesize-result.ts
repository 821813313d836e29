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
import type { LocatedFinding, Remedy } from "../contract/remedy.ts";
import { standIn } from "../contract/results.ts";
import type { RuleContext, TurnReport, Why } from "../contract/rule.ts";
import { spotAt, spotsIn } from "../contract/spots.ts";
import { type Frame, pairingOf } from "../transcript/pairing.ts";
import type { Place, Turn } from "../transcript/place.ts";

const MISSING: Why = { text: "The call has no result; one that says so was put in.", lossy: false };

export const synthesizeResult: Remedy = {
  id: "synthesize-result",
  for: ["call-unanswered", "result-count"],
  cost: 1,
  summary: "Answers a call with a result that says that the outcome is unknown.",
  whys: [MISSING],
  apply(turns, finding, report, context) {
    return answerAll(turns, [finding], report, context);
  },
  applyAll: answerAll,
};

function answerAll(
  turns: readonly Turn[],
  findings: readonly LocatedFinding[],
  report: TurnReport,
  context: RuleContext,
): readonly Turn[] {
  if (context.policy.danglingCalls === "drop") return turns;
  const spotOf = findings.length === 1 ? (place: Place | undefined) => spotAt(turns, place) : spotsIn(turns);
  const { frames } = pairingOf(turns);
  const asked = new Set<Frame>();
  for (const { at } of findings) {
    const spot = spotOf(at);
    const frame = spot && frameAt(frames, spot.index);
    if (frame) asked.add(frame);
  }
  /** What is put in, by the index that it comes before. */
  const made = new Map<number, readonly Turn[]>();
  for (const frame of [...asked].sort((a, b) => a.turn - b.turn)) {
    const [end, standIns] = standInsFor(turns, frame, report, context);
    if (standIns.length > 0) made.set(end, [...(made.get(end) ?? []), ...standIns]);
  }
  if (made.size === 0) return turns;
  return [...turns.flatMap((turn, index) => [...(made.get(index) ?? []), turn]), ...(made.get(turns.length) ?? [])];
}

/** The last frame that begins at or before an index. */
function frameAt(frames: readonly Frame[], index: number): Frame | undefined {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frames[middle] as Frame).turn <= index) low = middle + 1;
    else high = middle;
  }
  return frames[low - 1];
}

/** The stand-ins for the open calls of a frame, and the index they come before. */
function standInsFor(
  turns: readonly Turn[],
  frame: Frame,
  report: TurnReport,
  context: RuleContext,
): readonly [number, readonly Turn[]] {
  const asked = turns[frame.turn] as Turn;
  const open = frame.occurrences.filter(
    ({ result, id }) => result === undefined && !context.options.pendingToolCallIds?.has(id),
  );
  let end = frame.turn + 1;
  while (turns[end]?.message.role === "toolResult") end++;
  const next = turns[end];
  const made = open.map((occurrence) => {
    const turn = report.make(standIn(occurrence, asked.message, context), MISSING, asked);
    // Where roles must alternate, results and the text behind them are one message.
    const isOne = context.format === "bedrock-converse" && next?.message.role === "user";
    return isOne ? report.join(turn, next, MISSING) : turn;
  });
  return [end, made];
}
