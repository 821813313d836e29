// An independent judge of what comes out: it reads the policy as data and shares no code with the rules. Whatever a
// provider of the target's kind is known to refuse, or the policy promises to remove, is a violation.
import type { TranscriptPolicy } from "../../src/policy/types.ts";
import { isBlank, isFilled, isObject, type Json, pointerOf, show, type Violation } from "./values.ts";

/** What the request has besides messages, as far as the judge minds it. */
export interface StructureContext {
  /** Is thinking on in this request? Then `dropWhenThinking` forbids a trailing assistant turn. */
  readonly thinking?: boolean;
  /** False: no turn is exempt from the rules on unsigned thinking. */
  readonly preserveLatestAssistantThinking?: boolean;
}

type Judge = TranscriptPolicy & StructureContext;

const CALL_TYPES: ReadonlySet<unknown> = new Set([
  "toolCall",
  "toolUse",
  "functionCall",
  "tool_call",
  "tool_use",
  "function_call",
]);
const RESULT_IDS = ["toolCallId", "toolUseId", "tool_call_id", "tool_use_id", "callId", "call_id"];
const SESSION_ROLES: ReadonlySet<unknown> = new Set(["custom", "compactionSummary", "branchSummary", "bashExecution"]);
const SPEAKING_ROLES: ReadonlySet<unknown> = new Set(["user", "assistant", "toolResult"]);

/** Everything that is wrong with the messages for a target of this policy. An empty list: nothing. */
export function checkStructure(
  messages: readonly unknown[],
  policy: TranscriptPolicy,
  context: StructureContext = {},
): Violation[] {
  const found: Violation[] = [];
  const say = (kind: string, path: string, text: string): void => {
    found.push({ kind, path, text });
  };
  const judge: Judge = { ...policy, ...context };
  messages.forEach((message, index) => {
    checkMessage(message, index, say);
  });
  checkPairs(messages, say);
  checkIds(messages, judge, say);
  checkOrder(messages, judge, say);
  checkThinking(messages, judge, say);
  return found;
}

type Say = (kind: string, path: string, text: string) => void;

function checkMessage(message: unknown, index: number, say: Say): void {
  const path = pointerOf(index);
  if (!isObject(message)) {
    say("no-message", path, `there is ${show(message)} instead of a message`);
    return;
  }
  const role = message["role"];
  if (typeof role !== "string" || role === "") say("no-role", path, "the message has no role");
  if (SESSION_ROLES.has(role)) say("session-role", path, `no provider knows the role ${String(role)}`);
  if (role === "toolResult" && message["details"] !== undefined) {
    say("details", pointerOf(index, "details"), "details are never sent");
  }
  if (SPEAKING_ROLES.has(role)) checkContent(message, index, say);
}

function checkContent(message: Json, index: number, say: Say): void {
  const path = pointerOf(index, "content");
  const { role, content } = message;
  if (typeof content === "string" && role === "user") {
    if (isBlank(content)) say("blank-content", path, "the content is blank");
    return;
  }
  if (!Array.isArray(content)) {
    say("content-shape", path, `the content of a ${String(role)} is ${show(content, 60)}`);
    return;
  }
  if (content.length === 0) say("empty-content", path, "the content is empty");
  content.forEach((block: unknown, at) => {
    checkBlock(block, pointerOf(index, "content", at), role === "assistant", say);
  });
}

function checkBlock(block: unknown, path: string, inAssistant: boolean, say: Say): void {
  if (!isObject(block)) {
    say("no-block", path, `there is ${show(block)} instead of a block`);
    return;
  }
  if (block["type"] === "text" && isBlank(block["text"])) say("blank-text", path, "the text is blank");
  if (inAssistant && isCall(block)) checkCall(block, path, say);
}

function checkCall(call: Json, path: string, say: Say): void {
  if (!isFilled(call["id"])) say("call-without-id", path, `the call's id is ${show(call["id"])}`);
  const { name } = call;
  if (typeof name !== "string" || !/^[A-Za-z0-9_:.-]{1,64}$/.test(name)) {
    say("call-name", path, `the call's name is ${show(name)}`);
  }
  if ((call["arguments"] ?? call["input"] ?? undefined) === undefined) {
    say("call-without-input", path, "the call has neither arguments nor input");
  }
  if (typeof call["partialJson"] === "string") say("call-scratch", path, "the call was never finished");
}

function isCall(block: unknown): block is Json {
  return isObject(block) && CALL_TYPES.has(block["type"]);
}

/** The ids of an assistant's calls in order, as they stand there. */
function callIds(message: unknown): string[] {
  if (!isObject(message) || message["role"] !== "assistant" || !Array.isArray(message["content"])) return [];
  return message["content"].filter(isCall).flatMap(({ id }) => (isFilled(id) ? [id] : []));
}

function resultId(message: Json): string | undefined {
  return RESULT_IDS.map((key) => message[key]).find(isFilled);
}

function isResult(message: unknown): message is Json {
  return isObject(message) && message["role"] === "toolResult";
}

/** Directly behind an assistant stand exactly the results of its calls, in their order; nowhere else is a result. */
function checkPairs(messages: readonly unknown[], say: Say): void {
  let expected: string[] = [];
  let owner = 0;
  const close = (): void => {
    for (const id of expected) say("unanswered", pointerOf(owner), `the call ${show(id)} has no result behind it`);
    expected = [];
  };
  messages.forEach((message, index) => {
    if (!isResult(message)) {
      close();
      owner = index;
      expected = callIds(message);
      return;
    }
    const id = resultId(message);
    const position = id === undefined ? -1 : expected.indexOf(id);
    if (position < 0) say("orphan", pointerOf(index), `no call in front of it waits for the result ${show(id)}`);
    if (position > 0) say("result-order", pointerOf(index), `the result ${show(id)} is out of the calls' order`);
    if (position >= 0) expected.splice(position, 1);
  });
  close();
}

function checkIds(messages: readonly unknown[], judge: Judge, say: Say): void {
  const seen = new Set<string>();
  messages.forEach((message, index) => {
    const thinks = isObject(message) && blocksOf(message).some(isThinking);
    for (const id of callIds(message)) {
      const name = judge.responsesItems ? (id.split("|")[0] as string) : id;
      if (seen.has(name)) say("repeated-id", pointerOf(index), `the call id ${show(id)} is not unique in the request`);
      seen.add(name);
      if (!mayBeId(id, judge, thinks)) say("id-form", pointerOf(index), `the target refuses the call id ${show(id)}`);
    }
  });
}

function mayBeId(id: string, judge: Judge, thinks: boolean): boolean {
  if (judge.toolUseIdPattern && !/^[A-Za-z0-9_-]{1,64}$/.test(id)) return false;
  if (judge.responsesItems) {
    return /^call_[A-Za-z0-9_-]{1,59}$/.test(id) || /^call_[A-Za-z0-9_-]{1,59}\|fc_[A-Za-z0-9_-]{1,61}$/.test(id);
  }
  if (!judge.sanitizeToolCallIds) return true;
  if (judge.preserveNativeAnthropicToolUseIds && /^toolu_[A-Za-z0-9_]+$/.test(id)) return true;
  if (judge.toolCallIdMode === "strict9") return /^[A-Za-z0-9]{9}$/.test(id);
  if (judge.toolCallIdMode !== "strict" || /^[A-Za-z0-9]{1,40}$/.test(id)) return true;
  if (judge.duplicateToolCallIdStyle === "openai" && /^call_[A-Za-z0-9_-]+$/.test(id)) return true;
  // Turns with thinking keep their ids verbatim, and Kimi checks its own.
  return (judge.replaySignedTurns && thinks) || /^functions\.[A-Za-z0-9_-]+:\d+$/.test(id);
}

function checkOrder(messages: readonly unknown[], judge: Judge, say: Say): void {
  const roles = messages.map((message) => (isObject(message) ? message["role"] : undefined));
  const alternates = judge.validateAnthropicTurns || judge.validateGeminiTurns;
  roles.forEach((role, index) => {
    if (index === 0 || role !== roles[index - 1]) return;
    const path = pointerOf(index);
    if (role === "assistant" && alternates) say("two-assistants", path, "an assistant turn follows another");
    if (role === "user" && judge.validateAnthropicTurns && judge.mergeUserTurns) {
      say("two-users", path, "a user turn follows another");
    }
  });
  if (judge.applyGoogleTurnOrdering && roles[0] === "assistant") say("assistant-first", "/0", "the model speaks first");
  const forbidden =
    judge.trailingPrefill === "drop" || (judge.trailingPrefill === "dropWhenThinking" && judge.thinking === true);
  const last = messages.at(-1);
  // A lone assistant turn is all there is to send: without it there would be no request.
  if (forbidden && messages.length > 1 && roles.at(-1) === "assistant" && callIds(last).length === 0) {
    say("assistant-last", pointerOf(messages.length - 1), "the request ends with an assistant turn");
  }
}

function blocksOf(message: Json): readonly unknown[] {
  return Array.isArray(message["content"]) ? message["content"] : [];
}

function isThinking(block: unknown): block is Json {
  return isObject(block) && (block["type"] === "thinking" || block["type"] === "redacted_thinking");
}

function isSigned(block: Json): boolean {
  const fields = [block["signature"], block["thinkingSignature"], block["thought_signature"]];
  return fields.some(isFilled) || (block["type"] === "redacted_thinking" && isFilled(block["data"]));
}

/** Why a thinking block must not stand here; undefined: it may. */
type ThinkingLaw = (block: Json, index: number) => string | undefined;

function checkThinking(messages: readonly unknown[], judge: Judge, say: Say): void {
  const laws = thinkingLaws(messages, judge);
  messages.forEach((message, index) => {
    if (!isObject(message) || message["role"] !== "assistant") return;
    const blocks = blocksOf(message);
    blocks.forEach((block, at) => {
      if (!isThinking(block)) return;
      for (const [kind, law] of laws) {
        const text = law(block, index);
        if (text !== undefined) say(kind, pointerOf(index, "content", at), text);
      }
    });
    if (judge.closeThinkingTurns && isThinking(blocks.at(-1))) {
      say("thinking-last", pointerOf(index, "content", blocks.length - 1), "the turn ends in thinking");
    }
  });
}

function thinkingLaws(messages: readonly unknown[], judge: Judge): [string, ThinkingLaw][] {
  const latest = messages.findLastIndex(isListAssistant);
  const active = activeToolTurn(messages);
  const exempt = latest === messages.length - 1 || latest === active ? latest : -1;
  const laws: [string, ThinkingLaw][] = [];
  if (judge.preserveSignatures || judge.sanitizeThinkingSignatures) {
    const free = judge.preserveLatestAssistantThinking === false ? -1 : exempt;
    laws.push(["unsigned", (block, at) => (isSigned(block) || at === free ? undefined : "the thinking is not signed")]);
  }
  if (judge.dropUnsignedThinking) {
    laws.push([
      "unsigned",
      (block) => (isSigned(block) ? undefined : "the thinking is not signed, and no turn is exempt"),
    ]);
  }
  if (judge.normalizeAntigravityThinkingBlocks) {
    laws.push(["antigravity", (block) => (isAntigravitySigned(block) ? undefined : "no signature in base64")]);
  }
  if (judge.dropThinkingBlocks) {
    const free = judge.preserveLatestThinking ? latest : -1;
    laws.push(["thinking-left", (_, at) => (at === free ? undefined : "this target gets no thinking")]);
  }
  if (judge.dropReasoningFromHistory) {
    laws.push(["reasoning-left", (_, at) => (at === active ? undefined : "this target gets no old reasoning")]);
  }
  return laws;
}

function isListAssistant(message: unknown): boolean {
  return isObject(message) && message["role"] === "assistant" && Array.isArray(message["content"]);
}

/** The first assistant turn behind the last user turn, if it has a call and a result came. */
function activeToolTurn(messages: readonly unknown[]): number | undefined {
  const roleOf = (message: unknown): unknown => (isObject(message) ? message["role"] : undefined);
  const start = messages.findLastIndex((message) => roleOf(message) === "user") + 1;
  const first = messages.findIndex((message, index) => index >= start && roleOf(message) === "assistant");
  if (first < 0 || callIds(messages[first]).length === 0) return undefined;
  return messages.slice(first).some(isResult) ? first : undefined;
}

/** Antigravity speaks of `thinking` blocks only, and wants the signature in `thinkingSignature` as padded base64. */
function isAntigravitySigned(block: Json): boolean {
  const value = block["thinkingSignature"];
  if (block["type"] !== "thinking") return true;
  return typeof value === "string" && value.trim().length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value.trim());
}
