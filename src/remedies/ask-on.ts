/**
 * Puts a short user turn into a request that has a system prompt and nothing else.
 *
 * Why: "contents is not specified", "at least one message is required": what there is to do stands in the system prompt
 * alone.
 *
 * @example { "finding": "messages-empty", "request": {"system":"s"}, "in": [], "out": [{"role":"user","content":[{"type":"text","text":"(continue)"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import type { Turn } from "../transcript/place.ts";
import { CONTINUE } from "../transcript/placeholders.ts";

const ASKED: Why = { text: "A request needs a message of the user's.", lossy: false };
const MESSAGE = { role: "user", content: [{ type: "text", text: CONTINUE }] };
/** There is nothing that it stands beside. */
const NOWHERE: Turn = { message: MESSAGE, at: Number.NEGATIVE_INFINITY };

export const askOn: Remedy = {
  id: "ask-on",
  for: ["messages-empty"],
  cost: 1,
  summary: "Puts a user turn into a request that has a system prompt alone.",
  whys: [ASKED],
  apply(turns, _finding, report, { request }) {
    if (turns.length > 0 || request.system === undefined) return turns;
    return [report.make(MESSAGE, ASKED, NOWHERE)];
  },
};
