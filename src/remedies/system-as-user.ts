/**
 * Makes a system message that stands within the conversation a user turn.
 *
 * Why: "chat content has invalid message role: system": some servers take a system message only at the start.
 *
 * @example { "finding": "system-position", "place": 1048576,
 *   "in": [{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"system","content":[{"type":"text","text":"s"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"user","content":[{"type":"text","text":"s"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { spotAt, withTurn } from "../contract/spots.ts";

const AS_USER: Why = { text: "A system message within the conversation is sent as the user's.", lossy: false };

export const systemAsUser: Remedy = {
  id: "system-as-user",
  for: ["system-position", "role-unknown"],
  cost: 1,
  summary: "Sends a system message within the conversation as the user's.",
  whys: [AS_USER],
  apply(turns, { at }, report) {
    const spot = spotAt(turns, at);
    if (spot?.turn.message.role !== "system") return turns;
    const edited = report.edit(spot.turn, ({ content }, note) => {
      note.set("role", AS_USER);
      return { role: "user", content };
    });
    return withTurn(turns, spot.index, edited);
  },
};
