/**
 * Removes `details` from tool results: data for the host's own use that no model is sent.
 *
 * @example { "in": [{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"ok"}],"details":{"ms":3}}],
 *   "out": [{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"ok"}]}] }
 */
import type { LocalRule, Why } from "../contract/rule.ts";

const HOST_DATA: Why = { text: "Details of a tool result are for the host; no model is sent them.", lossy: false };

export const toolResultDetails: LocalRule = {
  id: "tool-result-details",
  kind: "local",
  stage: "history",
  summary: "Removes the host's details from tool results.",
  whys: [HOST_DATA],
  applies: () => true,
  message(message, _at, note) {
    if (message.role !== "toolResult" || !Object.hasOwn(message, "details")) return message;
    note.set("details", HOST_DATA);
    const { details: _, ...rest } = message;
    return rest as typeof message;
  },
};
