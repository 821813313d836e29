/** What is demanded of reasoning: what it led to stands behind it, comes with it, and it can be read again. */
import { isFilled } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { fieldOf, type Item, isAnswer, isReference, type Judged, shown } from "./conversation.ts";
import { isReasoningModel } from "./dialects.ts";
import * as sources from "./sources.ts";

/** Base64, in either alphabet. */
const ENCRYPTED_TEXT = /^[A-Za-z0-9+/_-]+={0,2}$/;

export const ALONE: Demand = {
  code: "reasoning-alone",
  severity: "error",
  message: "Nothing of the answer stands behind the reasoning.",
  says: "Item '{}' of type 'reasoning' was provided without its required following item.",
  source: sources.FOLLOWED,
  evidence: "observed",
};
export const ALONE_UNNAMED: Demand = {
  ...ALONE,
  severity: "warning",
  message: "Nothing of the answer stands behind the reasoning, which is refused where it has an id.",
  evidence: "inferred",
};
export const CALL_ALONE: Demand = {
  code: "item-without-reasoning",
  severity: "error",
  message: "The call has an id that belongs to reasoning, and none stands before it.",
  says: "Item '{}' of type 'function_call' was provided without its required 'reasoning' item.",
  source: sources.PAIRED_CALL,
  evidence: "observed",
};
export const MESSAGE_ALONE: Demand = {
  code: "item-without-reasoning",
  severity: "error",
  message: "The message has an id that belongs to reasoning, and none stands before it.",
  says: "Item '{}' of type 'message' was provided without its required 'reasoning' item.",
  source: sources.PAIRED_MESSAGE,
  evidence: "measured",
};
export const ALONE_IN_ANSWER: Demand = {
  ...CALL_ALONE,
  severity: "warning",
  message: "The item has an id, and its answer no reasoning: refused if the model reasoned before it.",
  evidence: "inferred",
};
export const SUMMARY: Demand = {
  code: "field-form",
  severity: "error",
  message: "The reasoning has no list `summary`, which may be empty but not absent.",
  says: "Missing required parameter: 'input[{}].summary'.",
  source: sources.SUMMARY,
  evidence: "observed",
};
export const NULL_STATUS: Demand = {
  code: "field-form",
  severity: "error",
  message: "The reasoning has a field `status` that is null.",
  says: "Unknown parameter: 'input[{}].status'.",
  source: sources.NULL_FIELDS,
  evidence: "observed",
};
export const ENCRYPTED: Demand = {
  code: "encrypted-content",
  severity: "error",
  message: "The encrypted content is damaged: it is no base64.",
  says: "The encrypted content could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
  source: sources.ENCRYPTED,
  evidence: "observed",
};
export const NOT_STORED: Demand = {
  code: "item-not-stored",
  severity: "error",
  message: "The reasoning has no encrypted content, and nothing is stored by which its id could be looked up.",
  says: "Item with id '{}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
  source: sources.NOT_STORED,
  evidence: "observed",
};
export const REFERENCE: Demand = {
  ...NOT_STORED,
  message: "The item is only named, and nothing is stored by which it could be looked up.",
};
export const NOT_BACK: Demand = {
  code: "reasoning-missing",
  severity: "warning",
  message: "The call came without the reasoning that led to it, which the server wants back while thinking is on.",
  says: "The `reasoning_text` in the thinking mode must be passed back to the API.",
  source: sources.REASONING_BACK,
  evidence: "measured",
};

/** Walks the list: what was reasoned in this answer, and since somebody last spoke to the model. */
export function checkReasoning(judged: Judged): void {
  const { items, body } = judged;
  const isNamed = judged.demands.validator === "openai" && isReasoningModel(judged.modelId) && !isEffortNone(body);
  // Items are tied to reasoning by its id; a server that wants it back wants any.
  let inAnswer = false;
  let inTurn = false;
  let hasThought = false;
  const followers = followersOf(items);
  items.forEach((item, at) => {
    if (!isAnswer(item)) {
      inAnswer = false;
      hasThought = false;
    }
    if (item.kind === "message") inTurn = false;
    if (item.kind === "reasoning") {
      checkItem(item, followers[at], judged);
      inAnswer ||= isFilled(item.raw["id"]);
      inTurn ||= isFilled(item.raw["id"]);
      hasThought = true;
    } else if (isReference(item)) {
      if (judged.isStateless) judged.openai(REFERENCE, item.pointer, shown(item.raw["id"]));
      // It may stand for reasoning.
      inAnswer = true;
      inTurn = true;
    } else {
      checkEncrypted(item, judged);
      if (isNamed && !inAnswer && !judged.isContinued) checkPaired(item, inTurn, judged);
      if (judged.demands.reasoningBack && item.kind === "call" && !hasThought) judged.report(NOT_BACK, item.pointer);
    }
  });
}

function isEffortNone({ reasoning }: Judged["body"]): boolean {
  return typeof reasoning === "object" && reasoning !== null && (reasoning as Item["raw"])["effort"] === "none";
}

/** For each item the first one behind it that is no reasoning. */
function followersOf(items: readonly Item[]): readonly (Item | undefined)[] {
  const followers: (Item | undefined)[] = [];
  let next: Item | undefined;
  for (let at = items.length - 1; at >= 0; at--) {
    followers[at] = next;
    if (items[at]?.kind !== "reasoning") next = items[at];
  }
  return followers;
}

function checkItem(item: Item, follower: Item | undefined, judged: Judged): void {
  const { raw, pointer, index } = item;
  const { id, encrypted_content: encrypted, summary, status } = raw;
  const { report, openai, isStateless } = judged;
  if (!follower || !isAnswer(follower)) {
    if (isFilled(id)) openai(ALONE, pointer, shown(id));
    else openai(ALONE_UNNAMED, pointer, "rs_...");
  }
  if (!Array.isArray(summary)) report(SUMMARY, fieldOf(item, "summary"), String(index));
  if (status === null) openai(NULL_STATUS, `${pointer}/status`, String(index));
  checkEncrypted(item, judged);
  if (isStateless && !isFilled(encrypted) && isFilled(id)) openai(NOT_STORED, pointer, shown(id));
}

/** Reasoning, and what stands for everything before it. */
function checkEncrypted(item: Item, { openai }: Judged): void {
  const { type, encrypted_content: encrypted } = item.raw;
  if ((type !== "reasoning" && type !== "compaction") || encrypted === undefined || encrypted === null) return;
  if (typeof encrypted !== "string" || !ENCRYPTED_TEXT.test(encrypted))
    openai(ENCRYPTED, `${item.pointer}/encrypted_content`);
}

/** An item with an id is refused without the reasoning before it. */
function checkPaired(item: Item, inTurn: boolean, { openai }: Judged): void {
  const { raw, kind, pointer } = item;
  const { type, id } = raw;
  const isCall = kind === "call" && (type === "function_call" || type === "custom_tool_call");
  if (!isFilled(id) || (kind !== "said" && !isCall)) return;
  if (inTurn) openai(ALONE_IN_ANSWER, `${pointer}/id`, shown(id));
  else openai(isCall ? CALL_ALONE : MESSAGE_ALONE, `${pointer}/id`, shown(id));
}
