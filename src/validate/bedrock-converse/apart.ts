/** What some models demand: that calls and results stand in messages of their own. */
import type { Demand } from "../types.ts";
import { contentOf, isCall, isResult, type Judged, type WireMessage } from "./conversation.ts";
import * as sources from "./sources.ts";

export const TEXT_WITH_CALL: Demand = {
  code: "call-position",
  severity: "error",
  message: "Text and a call stand in one message, which the model does not take.",
  says: "Conversation blocks and tool use blocks cannot be provided in the same turn.",
  source: sources.CALLS_APART,
  evidence: "observed",
};
export const BEHIND_RESULT: Demand = {
  code: "bridge-missing",
  severity: "error",
  message: "Something else than results stands in a message with results, which the model does not take.",
  says: "Conversation blocks and tool result blocks cannot be provided in the same turn.",
  source: sources.RESULTS_APART,
  evidence: "observed",
};
export const BEFORE_RESULT: Demand = {
  ...BEHIND_RESULT,
  code: "result-after-text",
  message: "A result stands behind something else in its message, which the model does not take.",
};

/** Messages with calls or results hold nothing else, where the model wants it so. */
export function checkApart({ messages, demands, report }: Judged): void {
  if (!demands.apart) return;
  for (const message of messages) {
    if (message.role === "assistant") checkCallsApart(message, report);
    else if (message.role === "user") checkResultsApart(message, report);
  }
}

function checkCallsApart(message: WireMessage, report: Judged["report"]): void {
  const content = contentOf(message);
  const call = content.find(isCall);
  if (call && content.some(({ member }) => member === "text")) report(TEXT_WITH_CALL, call.pointer);
}

function checkResultsApart(message: WireMessage, report: Judged["report"]): void {
  const content = contentOf(message);
  if (!content.some(isResult)) return;
  const other = content.findIndex((spot) => !isResult(spot));
  if (other < 0) return;
  const late = content.slice(other).find(isResult);
  if (late) report(BEFORE_RESULT, late.pointer);
  else report(BEHIND_RESULT, content[other]?.pointer ?? message.pointer);
}
