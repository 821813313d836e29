/** What is demanded of reasoning: who takes it back, signatures, where it stands. */
import { isRecord } from "../../transcript/message.ts";
import { isClaudeSince } from "../claude.ts";
import type { Json } from "../spots.ts";
import type { Demand } from "../types.ts";
import {
  contentOf,
  isCall,
  isResult,
  isThought,
  type Judged,
  type Spot,
  shown,
  type WireMessage,
} from "./conversation.ts";
import * as sources from "./sources.ts";

/** Base64 with its padding, as Claude's signatures are. */
const SIGNATURE = /^[A-Za-z0-9+/_-]+={0,2}$/;

export const REFUSED: Demand = {
  code: "thinking-signature",
  severity: "error",
  message: "The model takes no reasoning back, not even its own.",
  says: "User messages cannot contain reasoning content. Please remove the reasoning content and try again.",
  source: sources.REASONING_REFUSED,
  evidence: "observed",
};
export const OF_USER: Demand = {
  code: "thinking-signature",
  severity: "error",
  message: "Reasoning stands in a turn of the user.",
  says: "User messages cannot contain reasoning content. Please remove the reasoning content and try again.",
  source: sources.REASONING_REFUSED,
  evidence: "observed",
};
export const NO_WORDS: Demand = {
  code: "field-invalid",
  severity: "error",
  message: "The reasoning has neither `reasoningText` nor `redactedContent`.",
  says: "reasoning content format incorrect. Either 'text' or 'redactedContent' must be set.",
  source: sources.REASONING_WORDS,
  evidence: "observed",
};
export const NO_TEXT: Demand = {
  code: "field-form",
  severity: "error",
  message: "The reasoning has a signature and no text: the text is empty then, not absent.",
  says: "reasoning content format incorrect. Either 'text' or 'redactedContent' must be set.",
  source: sources.REASONING_WORDS,
  evidence: "observed",
};
export const NOT_NESTED: Demand = {
  code: "field-form",
  severity: "error",
  message:
    "Text and signature of the reasoning stand in `reasoningContent` itself; they belong into its `reasoningText`.",
  says: "Unknown parameter in messages[].content[].reasoningContent: text, must be one of: reasoningText, redactedContent",
  source: sources.REASONING_NESTED,
  evidence: "observed",
};
export const UNSIGNED: Demand = {
  code: "thinking-unsigned",
  severity: "error",
  message: "Reasoning has no signature.",
  says: "thinking.signature: Field required",
  source: sources.SIGNATURE_REQUIRED,
  evidence: "observed",
};
export const EMPTY: Demand = {
  code: "thinking-empty",
  severity: "error",
  message: "Reasoning has neither text nor signature.",
  says: "thinking.signature: Field required",
  source: sources.SIGNATURE_REQUIRED,
  evidence: "observed",
};
export const FORGED: Demand = {
  code: "thinking-signature",
  severity: "error",
  message: "The signature of reasoning is damaged or of another provider: it is no whole base64.",
  says: "Invalid `signature` in `thinking` block",
  source: sources.SIGNATURE_INVALID,
  evidence: "observed",
};
export const NO_DATA: Demand = {
  code: "thinking-signature",
  severity: "error",
  message: "Redacted reasoning has no data.",
  says: "redacted_thinking.data: Field required",
  source: sources.MODEL,
  evidence: "schema",
};
export const LAST: Demand = {
  code: "thinking-last",
  severity: "error",
  message: "The request ends in reasoning.",
  says: "The final block in an assistant message cannot be `thinking`.",
  source: sources.THINKING_LAST,
  evidence: "observed",
};
export const ALONE: Demand = {
  code: "thinking-last",
  severity: "error",
  message: "The turn is nothing but reasoning, which Claude from 5 on takes for the beginning of an answer.",
  says: "This model does not support assistant message prefill. The conversation must end with a user message.",
  source: sources.THINKING_ALONE,
  evidence: "observed",
};
export const ALONE_PERHAPS: Demand = {
  ...ALONE,
  severity: "warning",
  message: "The turn is nothing but reasoning, which newer models refuse.",
};
export const NOT_FIRST: Demand = {
  code: "thinking-first",
  severity: "error",
  message: "The open tool turn does not begin with reasoning, though thinking is on.",
  says: "Expected `thinking` or `redacted_thinking`, but found `{}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).",
  source: sources.THINKING_FIRST,
  evidence: "observed",
};
export const WHILE_OFF: Demand = {
  code: "thinking-disabled",
  severity: "error",
  message: "The assistant turn at the end holds reasoning, though thinking is off.",
  says: "When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.",
  source: sources.THINKING_OFF,
  evidence: "observed",
};

/** Every block of reasoning, and the turns in which it stands or is missed. */
export function checkThinking(judged: Judged): void {
  const { messages, demands, report } = judged;
  messages.forEach((message, index) => {
    const thoughts = message.spots.filter(isThought);
    for (const spot of thoughts) {
      if (demands.reasoning === "refused") report(REFUSED, spot.pointer);
      else if (message.role !== "assistant") report(OF_USER, spot.pointer);
      else checkBlock(spot, judged);
    }
    if (demands.reasoning === "signed" && message.role === "assistant" && thoughts.length > 0) {
      checkPlace(message, index === messages.length - 1, judged);
    }
  });
  checkOpenTurn(judged);
}

function checkBlock({ value, pointer }: Spot, { report, claude }: Judged): void {
  const { reasoningText, redactedContent, text, signature } = value;
  const at = `${pointer}/reasoningContent`;
  if (isRecord(reasoningText)) checkText(reasoningText, `${at}/reasoningText`, report, claude);
  else if (redactedContent !== undefined) {
    const isData = redactedContent instanceof Uint8Array || typeof redactedContent === "string";
    if (!isData || redactedContent.length === 0) claude(NO_DATA, `${at}/redactedContent`);
  } else if (typeof text === "string") {
    if (typeof signature === "string" && signature !== "") report(NOT_NESTED, at);
    else claude(text.trim() === "" ? EMPTY : UNSIGNED, pointer);
  } else report(NO_WORDS, pointer);
}

function checkText({ text, signature }: Json, at: string, report: Judged["report"], claude: Judged["report"]): void {
  if (typeof signature === "string" && signature !== "") {
    if (typeof text !== "string") report(NO_TEXT, at);
    if (signature.length % 4 !== 0 || !SIGNATURE.test(signature)) claude(FORGED, `${at}/signature`);
  } else claude(typeof text === "string" && text.trim() !== "" ? UNSIGNED : EMPTY, at);
}

function checkPlace(message: WireMessage, isFinal: boolean, { modelId, thinking, claude }: Judged): void {
  const content = contentOf(message);
  const last = content.at(-1);
  const thought = content.find(isThought);
  if (!last || !thought) return;
  if (isFinal && isThought(last)) claude(LAST, last.pointer);
  else if (content.every(isThought)) claude(isClaudeSince(modelId, 5, 0) ? ALONE : ALONE_PERHAPS, last.pointer);
  // Calls at the end are judged as unanswered; when they are answered, the turn is no longer the last.
  if (isFinal && thinking === undefined && !content.some(isCall)) claude(WHILE_OFF, thought.pointer);
}

/**
 * The open tool turn: everything since the user last said something, while the request ends with results. The budget
 * mode wants it to begin with reasoning; the adaptive mode does not.
 */
function checkOpenTurn({ messages, thinking, claude }: Judged): void {
  const last = messages.at(-1);
  if (thinking !== "enabled" || last?.role !== "user" || !isOnlyResults(last)) return;
  const said = messages.findLastIndex((message) => message.role === "user" && !isOnlyResults(message));
  const asked = messages.slice(said + 1).find(({ role }) => role === "assistant");
  const first = asked && contentOf(asked)[0];
  if (first && !isThought(first)) claude(NOT_FIRST, first.pointer, shown(first.member));
}

function isOnlyResults(message: WireMessage): boolean {
  const content = contentOf(message);
  return content.length > 0 && content.every(isResult);
}

/** `thinking.type` of the model's own fields; undefined while thinking is off. */
export function thinkingMode(fields: unknown): string | undefined {
  const thinking = isRecord(fields) ? fields["thinking"] : undefined;
  const type = isRecord(thinking) ? thinking["type"] : undefined;
  return type === "disabled" || typeof type !== "string" ? undefined : type;
}
