/**
 * Drops an entry of the list that is no message: null, a number, a message of a role that nobody knows.
 *
 * @example { "finding": "role-unknown", "place": 0,
 *   "in": [{"role":"opaque","kind":"null"},{"role":"user","content":[{"type":"text","text":"a"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt } from "../contract/spots.ts";

const NO_MESSAGE: Why = { text: "The entry is no message.", lossy: true };

export const dropEntry: Remedy = {
  id: "drop-entry",
  for: ["role-unknown", "field-invalid"],
  cost: 3,
  summary: "Drops an entry that is no message.",
  whys: [NO_MESSAGE],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (spot?.turn.message.role !== "opaque") return turns;
    report.drop(spot.turn, NO_MESSAGE);
    return turns.toSpliced(spot.index, 1);
  },
};
