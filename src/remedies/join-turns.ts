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

const ONE_TURN: Why = { text: "Neighboring user turns are written as one: roles must alternate.", lossy: false };

export const joinTurns: Remedy = {
  id: "join-turns",
  for: ["roles-alternate", "call-unanswered"],
  cost: 0,
  summary: "Writes neighboring turns of the user's side as one.",
  whys: [ONE_TURN],
  apply(turns, { at }, report, { format }) {
    if (format !== "bedrock-converse" && format !== "anthropic-messages" && format !== "google-generative-ai")
      return turns;
    const spot = spotAt(turns, at);
    const before = spot && turns[spot.index - 1];
    if (!spot || !before || !isUserSideTurn(spot.turn) || !isUserSideTurn(before)) return turns;
    const target = before.joins ?? before.at;
    if (spot.turn.joins === target) return turns;
    return withTurn(turns, spot.index, report.join(spot.turn, before, ONE_TURN));
  },
};
