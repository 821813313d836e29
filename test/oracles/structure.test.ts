import { expect, test } from "vitest";
import { defaultFlags } from "../../src/policy/resolve.ts";
import type { TranscriptPolicy } from "../../src/policy/types.ts";
import { checkStructure, type StructureContext } from "./structure.ts";

/** A policy that promises everything a mutant below may break. */
const strict: TranscriptPolicy = {
  ...defaultFlags,
  sanitizeToolCallIds: true,
  toolCallIdMode: "strict",
  toolUseIdPattern: true,
  preserveSignatures: true,
  applyGoogleTurnOrdering: true,
  validateAnthropicTurns: true,
  mergeUserTurns: true,
  preserveLatestThinking: false,
  closeThinkingTurns: true,
  trailingPrefill: "drop",
  target: { provider: "p", modelApi: "anthropic-messages", modelId: "m" },
  family: "test",
  limits: {},
  why: [],
};

type Message = Record<string, unknown>;

const said = (text: string): Message => ({ type: "text", text });
const thought = (thinkingSignature?: string): Message => ({
  type: "thinking",
  thinking: "hm",
  ...(thinkingSignature !== undefined && { thinkingSignature }),
});
const call = (id: unknown, more: Message = {}): Message => ({
  type: "toolCall",
  id,
  name: "read",
  arguments: {},
  ...more,
});
const user = (content: unknown = [said("hi")]): Message => ({ role: "user", content });
const assistant = (...content: unknown[]): Message => ({ role: "assistant", content });
const result = (toolCallId: unknown, content: unknown = [said("r")]): Message => ({
  role: "toolResult",
  toolCallId,
  content,
});

/** Two calls answered in order, a signed thought, an answer and a new question: nothing to object to. */
const sound: Message[] = [
  user(),
  assistant(thought("sig"), call("a1"), call("a2")),
  result("a1"),
  result("a2"),
  assistant(said("done")),
  user("and now?"),
];

test("a sound transcript has no violation", () => {
  expect(checkStructure(sound, strict)).toEqual([]);
  expect(checkStructure([], strict)).toEqual([]);
});

const at = (index: number, message: unknown): unknown[] => sound.with(index, message as Message);

const mutants: [kind: string, messages: unknown[], policy?: Partial<TranscriptPolicy>, context?: StructureContext][] = [
  ["no-message", at(4, null)],
  ["no-message", at(4, "text")],
  ["no-role", at(4, { content: "x" })],
  ["session-role", at(4, { role: "custom", content: "x" })],
  ["session-role", at(4, { role: "compactionSummary", summary: "x" })],
  ["session-role", at(4, { role: "branchSummary", summary: "x" })],
  ["session-role", at(4, { role: "bashExecution", command: "x" })],
  ["details", at(2, { ...result("a1"), details: { x: 1 } })],
  ["blank-content", at(0, user(" \n"))],
  ["empty-content", at(0, user([]))],
  ["empty-content", at(4, assistant())],
  ["content-shape", at(2, result("a1", "a string"))],
  ["content-shape", at(4, { role: "assistant", content: "a string" })],
  ["content-shape", at(0, { role: "user" })],
  ["no-block", at(4, assistant(said("x"), null))],
  ["blank-text", at(4, assistant(said("x"), said(" ")))],
  ["blank-text", at(3, result("a2", [said("")]))],
  ["call-without-id", at(4, assistant(said("x"), call(" ")))],
  ["call-without-id", at(4, assistant(said("x"), call(7)))],
  ["call-name", at(1, assistant(call("a1"), call("a2", { name: "a b" })))],
  ["call-name", at(1, assistant(call("a1"), call("a2", { name: 5 })))],
  ["call-without-input", at(1, assistant(call("a1"), call("a2", { arguments: null })))],
  ["call-scratch", at(1, assistant(call("a1"), call("a2", { partialJson: "{" })))],
  ["unanswered", sound.toSpliced(3, 1)],
  ["unanswered", sound.toSpliced(3, 1, user("between"), result("a2"))],
  ["unanswered", [...sound, assistant(call("z9"))]],
  ["orphan", sound.toSpliced(4, 0, result("a2"))],
  ["orphan", [result("a1"), ...sound]],
  ["orphan", at(3, { role: "toolResult", content: [said("r")] })],
  ["orphan", at(3, result("a2 "))],
  ["result-order", sound.toSpliced(2, 2, result("a2"), result("a1"))],
  ["repeated-id", [...sound, assistant(call("a1")), result("a1")]],
  ["repeated-id", [user(), assistant(call("a1"), call("a1")), result("a1"), result("a1")]],
  ["id-form", [user(), assistant(call("a_1")), result("a_1")]],
  ["id-form", [user(), assistant(call("a".repeat(41))), result("a".repeat(41))]],
  ["id-form", [user(), assistant(call("functions.read:0")), result("functions.read:0")]],
  ["id-form", [user(), assistant(call("a1")), result("a1")], { toolCallIdMode: "strict9" }],
  ["id-form", [user(), assistant(call("a|1")), result("a|1")], { sanitizeToolCallIds: false }],
  ["id-form", [user(), assistant(thought("sig"), call("a|1")), result("a|1")], { replaySignedTurns: true }],
  ["id-form", [user(), assistant(call("a1")), result("a1")], { responsesItems: true, toolUseIdPattern: false }],
  [
    "id-form",
    [user(), assistant(call("call_1|x")), result("call_1|x")],
    { responsesItems: true, toolUseIdPattern: false },
  ],
  ["two-assistants", at(5, assistant(said("more")))],
  ["two-assistants", at(5, assistant(said("more"))), { validateAnthropicTurns: false, validateGeminiTurns: true }],
  ["two-users", [user(), ...sound]],
  ["assistant-first", sound.slice(4)],
  ["assistant-last", sound.slice(0, 5)],
  ["assistant-last", sound.slice(0, 5), { trailingPrefill: "dropWhenThinking" }, { thinking: true }],
  ["unsigned", at(4, assistant(thought(), said("x")))],
  ["unsigned", at(4, assistant(thought(" "), said("x")))],
  [
    "unsigned",
    at(4, assistant({ type: "redacted_thinking" }, said("x"))),
    { preserveSignatures: false, sanitizeThinkingSignatures: true },
  ],
  ["unsigned", [user(), assistant(thought(), said("x"))], {}, { preserveLatestAssistantThinking: false }],
  ["unsigned", [user(), assistant(thought(), call("a1")), result("a1")], { dropUnsignedThinking: true }],
  ["thinking-last", at(4, assistant(said("x"), thought("sig")))],
  ["thinking-left", sound, { dropThinkingBlocks: true }],
  ["thinking-left", sound, { dropThinkingBlocks: true, preserveLatestThinking: true }],
  ["reasoning-left", sound, { dropReasoningFromHistory: true }],
  ["antigravity", sound, { normalizeAntigravityThinkingBlocks: true }],
];

test.each(mutants)("%s is seen (mutant %#)", (kind, messages, policy = {}, context = {}) => {
  expect(checkStructure(messages, { ...strict, ...policy }, context).map((found) => found.kind)).toContain(kind);
});

const allowed: [name: string, messages: unknown[], policy?: Partial<TranscriptPolicy>, context?: StructureContext][] = [
  ["a native id", [user(), assistant(call("toolu_1")), result("toolu_1")], { preserveNativeAnthropicToolUseIds: true }],
  [
    "a Kimi id where no Anthropic API is spoken",
    [user(), assistant(call("functions.read:0")), result("functions.read:0")],
    { toolUseIdPattern: false },
  ],
  ["nine characters", [user(), assistant(call("abcDEF123")), result("abcDEF123")], { toolCallIdMode: "strict9" }],
  [
    "a Responses pair",
    [user(), assistant(call("call_1|fc_2")), result("call_1|fc_2")],
    { responsesItems: true, toolUseIdPattern: false },
  ],
  [
    "any id where ids are left alone",
    [user(), assistant(call("a|b c")), result("a|b c")],
    { sanitizeToolCallIds: false, toolUseIdPattern: false },
  ],
  [
    "an id of a signed turn",
    [user(), assistant(thought("sig"), call("a_1-b")), result("a_1-b")],
    { replaySignedTurns: true },
  ],
  [
    "an alias as the result's id",
    [user(), assistant(call("a1")), { role: "toolResult", call_id: "a1", content: [said("r")] }],
  ],
  ["unsigned thinking in the active tool turn", [user(), assistant(thought(), call("a1")), result("a1")]],
  ["unsigned thinking in the last turn", [user(), assistant(thought(), said("x"))], { trailingPrefill: "keep" }],
  ["unsigned thinking where nobody judges it", at(4, assistant(thought(), said("x"))), { preserveSignatures: false }],
  [
    "a last assistant turn while thinking is off",
    sound.slice(0, 5),
    { trailingPrefill: "dropWhenThinking" },
    { thinking: false },
  ],
  ["neighboring users", [user(), ...sound], { mergeUserTurns: false }],
  ["reasoning of the active tool turn", sound.slice(0, 4), { dropReasoningFromHistory: true }],
  ["thinking of the latest turn", sound.slice(0, 4), { dropThinkingBlocks: true, preserveLatestThinking: true }],
  ["a text block without a string", at(4, assistant({ type: "text", text: 5 }))],
];

test.each(allowed)("%s is no violation", (_, messages, policy = {}, context = {}) => {
  expect(checkStructure(messages, { ...strict, ...policy }, context)).toEqual([]);
});
