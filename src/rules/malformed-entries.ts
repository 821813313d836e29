/**
 * Drops entries of the transcript that are no messages: null, primitives, lists, objects without a role.
 *
 * Why: no provider can take them, and code that reads `entry.role` throws on null. They come from partial writes and
 * from hosts that leave holes in the list.
 *
 * Leaves alone: every object with a role, known or not.
 *
 * @example { "in": [null, {"role":"user","content":"hi"}, 7], "out": [{"role":"user","content":"hi"}] }
 */
import type { LocalRule, Why } from "../contract/rule.ts";

const NO_MESSAGE: Why = { text: "The entry is not a message: it has no role.", lossy: true };

export const malformedEntries: LocalRule = {
  id: "malformed-entries",
  kind: "local",
  stage: "history",
  summary: "Drops entries that are no messages.",
  whys: [NO_MESSAGE],
  applies: () => true,
  message: (message) => (message.role === "" ? NO_MESSAGE : message),
};
