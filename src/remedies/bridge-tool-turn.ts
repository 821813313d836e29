/**
 * Puts a short answer between a tool result and the user turn behind it.
 *
 * Why: "Unexpected role 'user' after role 'tool'"; "Conversation blocks and tool result blocks cannot be provided in the
 * same turn".
 *
 * @example { "finding": "bridge-missing", "place": 1048576,
 *   "in": [{"role":"toolResult","toolCallId":"a","content":[]},{"role":"user","content":[{"type":"text","text":"n"}]}],
 *   "out": [{"role":"toolResult","toolCallId":"a","content":[]},{"role":"assistant","content":[{"type":"text","text":"The tool results have arrived."}]},{"role":"user","content":[{"type":"text","text":"n"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";
import type { Turn } from "../transcript/place.ts";
import { RESULTS_ARRIVED } from "../transcript/placeholders.ts";

const BRIDGE: Why = { text: "A user turn may not follow a tool result directly.", lossy: false };

const ENDS: ReadonlySet<unknown> = new Set(["toolResult", "assistant", "system"]);

export const bridgeToolTurn: Remedy = {
  id: "bridge-tool-turn",
  for: ["bridge-missing"],
  cost: 1,
  summary: "Puts a short answer between a tool result and the user turn behind it.",
  whys: [BRIDGE],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (spot?.turn.message.role !== "user") return turns;
    const first = startOfUser(turns, spot.index);
    const turn = turns[first] as Turn;
    if (turns[first - 1]?.message.role !== "toolResult") return turns;
    const message = { role: "assistant", content: [{ type: "text", text: RESULTS_ARRIVED }] };
    return turns.toSpliced(first, 0, report.make(message, BRIDGE, turn));
  },
};

/** What stands between is of the user, or is not written: an entry of the host. */
function startOfUser(turns: readonly Turn[], index: number): number {
  let start = index;
  while (start > 0 && !ENDS.has(turns[start - 1]?.message.role)) start--;
  return start;
}
