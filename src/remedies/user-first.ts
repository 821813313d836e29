/**
 * Puts a short user turn before the assistant where only the system spoke before, or behind the system when nobody else
 * speaks.
 *
 * Why: "The messages parameter is illegal": some servers want a user turn, and one that comes first.
 *
 * Leaves alone: transcripts that begin with the assistant; a rule sees to those.
 *
 * @example { "finding": "first-turn", "place": 0,
 *   "in": [{"role":"system","content":[{"type":"text","text":"s"}]},{"role":"assistant","content":[{"type":"text","text":"a"}]}],
 *   "out": [{"role":"system","content":[{"type":"text","text":"s"}]},{"role":"user","content":"(session bootstrap)"},{"role":"assistant","content":[{"type":"text","text":"a"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { BOOTSTRAP } from "../transcript/placeholders.ts";

const USER_FIRST: Why = { text: "A user turn must come first.", lossy: false };

export const userFirst: Remedy = {
  id: "user-first",
  for: ["first-turn"],
  cost: 1,
  summary: "Puts a user turn behind the system prompt.",
  whys: [USER_FIRST],
  apply(turns, _finding, report) {
    const index = turns.findIndex(({ message }) => message.role !== "system");
    const last = turns[index < 0 ? turns.length - 1 : index - 1];
    if (last?.message.role !== "system" || turns[index]?.message.role === "user") return turns;
    const made = report.make({ role: "user", content: BOOTSTRAP }, USER_FIRST, last);
    return turns.toSpliced(index < 0 ? turns.length : index, 0, made);
  },
};
