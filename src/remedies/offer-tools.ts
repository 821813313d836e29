/**
 * Offers the tools that the transcript calls, with any arguments, when the request offers none.
 *
 * Why: "The toolConfig field must be defined when using toolUse and toolResult content blocks." The tools were needed
 * when they were called; a request without them is one in which the host only forgot the list.
 *
 * @example { "finding": "tools-missing",
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { isToolCall } from "../transcript/calls.ts";
import { blocksOf, isFilled } from "../transcript/message.ts";

const OFFERED: Why = { text: "The transcript has tool calls, so the request must offer tools.", lossy: false };

export const offerTools: Remedy = {
  id: "offer-tools",
  for: ["tools-missing"],
  cost: 1,
  summary: "Offers the tools that the transcript calls.",
  whys: [OFFERED],
  apply(turns, _finding, report, { request }) {
    if (request.tools && request.tools.length > 0) return turns;
    const names = new Set<string>();
    for (const { message } of turns) {
      if (message.role === "toolResult" && isFilled(message["toolName"])) names.add(message["toolName"]);
      if (message.role !== "assistant") continue;
      for (const block of blocksOf(message)) if (isToolCall(block) && isFilled(block.name)) names.add(block.name);
    }
    if (names.size === 0) names.add("unknown");
    const tools = [...names].map((name) => ({
      name,
      description: "Was called earlier in this conversation.",
      parameters: { type: "object", properties: {} },
    }));
    report.request("tools", tools, OFFERED);
    return turns;
  },
};
