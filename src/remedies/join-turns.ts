/**
 * Writes neighboring turns of the user's side as one, where roles must alternate.
 *
 * Why: "roles must alternate", "Expected toolResult blocks for the following Ids": results and text of one turn came as
 * several messages.
 *
 * @example { "finding": "roles-alternate", "place": 1048576,
 *   "in": [{"role":"toolResult","toolCallId":"a","content":[]},{"role":"user","content":[{"type":"text","text":"n"}]}],
 *   "out": [{"role":"toolResult","toolCallId":"a","content":[]},{"role":"user","content":[{"type":"text","text":"n"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { isUserSideTurn, spotAt, withTurn } from "../contract/spots.ts";
import type { Place, Turn } from "../transcript/place.ts";

const ONE_TURN: Why = { text: "Neighboring user turns are written as one: roles must alternate.", lossy: false };

export const joinTurns: Remedy = {
  id: "join-turns",
  for: ["roles-alternate", "call-unanswered", "result-count"],
  cost: 0,
  summary: "Writes neighboring turns of the user's side as one.",
  whys: [ONE_TURN],
  apply(turns, { at, code }, report, { format }) {
    if (format !== "bedrock-converse" && format !== "anthropic-messages" && format !== "google-generative-ai")
      return turns;
    const spot = spotAt(turns, at);
    const before = spot && turns[spot.index - 1];
    if (!spot || !before || !isUserSideTurn(spot.turn) || !isUserSideTurn(before)) return turns;
    const { index } = spot;
    let start = index;
    while (start > 0 && isUserSideTurn(turns[start - 1] as Turn)) start--;
    // Where roles must alternate, all that follows is of the same turn, too.
    let end = index + 1;
    if (code === "roles-alternate") while (end < turns.length && isUserSideTurn(turns[end] as Turn)) end++;
    // What was made stands in no message of the body, so that it joins and is not joined.
    const run = turns.slice(start, index);
    const isReal = (turn: Turn): boolean => wireOf(turn) >= 0;
    // Of results that stand apart, one between them may be about to go: they join the first.
    const real = code === "result-count" ? run.findIndex(isReal) : run.findLastIndex(isReal);
    const target = wireOf(real < 0 ? spot.turn : (run[real] as Turn));
    let joined: readonly Turn[] = turns;
    for (let at = real < 0 ? start : start + real + 1; at < end; at++) {
      const turn = joined[at] as Turn;
      if (wireOf(turn) !== target) joined = withTurn(joined, at, report.join(turn, withWire(turn, target), ONE_TURN));
    }
    return joined;
  },
};

/** The place of the input whose message of the body a turn is written into. */
function wireOf({ at, joins }: Turn): Place {
  return joins ?? at;
}

/** A turn to be joined, which is written into that place. */
function withWire(turn: Turn, joins: Place): Turn {
  return { ...turn, joins };
}
