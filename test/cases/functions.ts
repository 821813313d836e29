// Which of our functions has the meaning of which of the reference's, and how its arguments read with us.

import { activeToolTurn, lastMessage, latestAssistant } from "../../src/contract/facts.ts";
import { projectForDisplay } from "../../src/display/index.ts";
import {
  annotateInterSessionPrompt,
  normalizeAssistantReplayContent,
  runRule,
  sanitizeSessionHistory,
  sanitizeSessionMessagesImages,
  sanitizeToolCallId,
  sanitizeToolCallIds,
  sanitizeToolCallInputs,
  sanitizeToolUseResultPairing,
  validateReplayTurns,
} from "../../src/index.ts";
import type { PolicyOverrides, ReplayTarget } from "../../src/policy/types.ts";
import type { SessionMessage } from "../../src/transcript/message.ts";
import { PLACES_PER_MESSAGE } from "../../src/transcript/place.ts";
import { normalizeInputProvenance, stripInterSessionPrefix } from "../../src/transcript/provenance.ts";
import { isSilentReply } from "../../src/transcript/silent.ts";
import { deepFreeze, isObject } from "../oracles/values.ts";
import { isReasoningOn, sanitizeEmbeddedResults, stripPrefill } from "./body-functions.ts";
import { type Comparison, REFERENCE_ABORTED, REFERENCE_MISSING } from "./compare.ts";
import type { ReferenceCase } from "./load.ts";

type Messages = Parameters<typeof sanitizeSessionHistory>[0];
type Options = Parameters<typeof sanitizeSessionHistory>[1];

const RESPONSES: ReadonlySet<unknown> = new Set([
  "openai-responses",
  "azure-openai-responses",
  "openai-codex-responses",
  "openai-chatgpt-responses",
]);

const targets = {
  anthropic: { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-opus-4-6" },
  completions: { provider: "custom-local", modelApi: "openai-completions", modelId: "qwen3-coder" },
  google: { provider: "google", modelApi: "google-generative-ai", modelId: "gemini-2.5-pro" },
  responses: { provider: "openai", modelApi: "openai-responses", modelId: "gpt-5.4" },
  unknown: { provider: "custom-local", modelApi: "made-up-api", modelId: "m1" },
} satisfies Record<string, ReplayTarget>;

/** Runs a case through the function of ours that has its meaning. */
export async function runCase(given: ReferenceCase): Promise<readonly Comparison[]> {
  const run = functions[given.fn];
  if (!run) throw new Error(`no function of ours stands for ${given.fn}`);
  const { id, context, expected, validated, ignore } = given;
  const frozen: ReferenceCase = {
    ...(deepFreeze(structuredCloneJson({ context, input: given.input })) as Pick<ReferenceCase, "context" | "input">),
    id,
    fn: given.fn,
    expected,
    validated,
    ...(ignore && { ignore }),
  };
  return run(frozen);
}

/** A copy that keeps "__proto__" keys. */
function structuredCloneJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

type Run = (given: ReferenceCase) => readonly Comparison[] | Promise<readonly Comparison[]>;

function rule(id: string, target: ReplayTarget, policy?: (extra: Extra) => PolicyOverrides): Run {
  return async ({ input, expected, context, ignore }) => {
    const extra = extraOf(context);
    const options = { target, ...(policy && { policy: policy(extra) }), ...ruleOptions(extra) } as Options;
    const { messages } = await runRule(id, input as Messages, options);
    return [{ what: id, expected, actual: messages, ...(ignore && { ignore }) }];
  };
}

type Extra = Record<string, unknown>;

function extraOf(context: ReferenceCase["context"], index = 0): Extra {
  const value = context.extraArgs?.[index];
  return isObject(value) ? value : {};
}

function ruleOptions(extra: Extra): Partial<Options> {
  const preserve = extra["preserveLatestAssistant"];
  return typeof preserve === "boolean" ? { preserveLatestAssistantThinking: preserve } : {};
}

function value(compute: (input: never, extra: unknown) => unknown): Run {
  return ({ fn, input, expected, context }) => [
    { what: fn, expected, actual: compute(input as never, context.extraArgs?.[0]) ?? null },
  ];
}

const functions: Readonly<Record<string, Run>> = {
  sanitizeSessionHistory: runHistory,
  repairToolUseResultPairing: runPairing,
  sanitizeToolCallIdsForCloudCodeAssist: ({ input, expected, context }) => {
    const options = { mode: context.extraArgs?.[0], ...extraOf(context, 1) } as Parameters<
      typeof sanitizeToolCallIds
    >[1];
    const { messages } = sanitizeToolCallIds(input as Messages, options);
    return [{ what: "sanitizeToolCallIds", expected, actual: messages }];
  },
  sanitizeSessionMessagesImages: async ({ input, expected, context }) => {
    const [label, extra] = context.extraArgs ?? [];
    const policy = { preserveSignatures: false, ...(isObject(extra) ? extra : {}) } as PolicyOverrides;
    const options = { label: String(label), target: targets.unknown, policy };
    const { messages } = await sanitizeSessionMessagesImages(input as Messages, options);
    return [{ what: "sanitizeSessionMessagesImages", expected, actual: messages }];
  },
  sanitizeToolCallId: value((input, mode) => sanitizeToolCallId(input, mode as "strict" | "strict9")),
  sanitizeToolCallInputs: ({ input, expected, context }) => {
    const { messages } = sanitizeToolCallInputs(input as Messages, extraOf(context));
    return [{ what: "sanitizeToolCallInputs", expected, actual: messages }];
  },
  normalizeAssistantReplayContent: ({ input, expected }) => [
    {
      what: "normalizeAssistantReplayContent",
      expected,
      actual: normalizeAssistantReplayContent(input as Messages).messages,
    },
  ],
  validateAnthropicTurns: ({ input, expected, context, ignore }) => {
    const mergeUserTurns = extraOf(context)["mergeConsecutiveUserTurns"] !== false;
    const policy = { validateAnthropicTurns: true, validateGeminiTurns: false, mergeUserTurns };
    return turns(input, expected, { target: targets.anthropic, policy }, ignore);
  },
  validateGeminiTurns: ({ input, expected, ignore }) => turns(input, expected, { target: targets.google }, ignore),
  sanitizeGoogleTurnOrdering: rule("google-bootstrap", targets.google),
  stripStaleThinkingSignaturesForCompactionReplay: rule("pre-compaction-signatures", targets.anthropic),
  stripInvalidThinkingSignatures: rule("thinking-signatures", targets.anthropic),
  dropReasoningFromHistory: rule("drop-reasoning", targets.completions),
  dropThinkingBlocks: rule("drop-thinking", targets.anthropic, () => ({
    dropThinkingBlocks: true,
    preserveLatestThinking: true,
  })),
  stripTrailingAssistantPrefillTurns: rule("trailing-prefill", targets.anthropic),
  stripTrailingAnthropicAssistantPrefillWhenThinking: stripPrefill,
  stripTrailingOpenRouterAssistantPrefillMessages: stripPrefill,
  isOpenRouterReasoningPayloadEnabled: isReasoningOn,
  sanitizeAnthropicReplayToolResults: sanitizeEmbeddedResults,
  stripToolResultDetails: rule("tool-result-details", targets.unknown),
  annotateInterSessionUserMessages: rule("inter-session-marker", targets.unknown),
  downgradeOpenAIFunctionCallReasoningPairs: rule("responses-unpaired-items", targets.responses),
  normalizeOpenAIResponsesToolCallIds: rule("responses-call-ids", targets.responses),
  dropStaleOpenAIReasoning: runStaleReasoning,
  stripThoughtSignatures: runThoughtSignatures,
  shouldPreserveLatestAssistantThinking: value(isLatestExempt),
  isSilentReplyPayloadText: value(isSilentReply),
  normalizeInputProvenance: value(normalizeInputProvenance),
  annotateInterSessionPromptText: value(annotateInterSessionPrompt),
  stripInterSessionPromptPrefixForDisplay: value(stripInterSessionPrefix),
  projectChatDisplayMessages: ({ input, expected, context, ignore }) => {
    const { maxChars, stripEnvelope } = extraOf(context);
    const options = {
      ...(typeof maxChars === "number" && { maxChars }),
      ...(stripEnvelope === false && { keepEnvelopes: true }),
    };
    const actual = projectForDisplay(input as Messages, options);
    return [{ what: "projectForDisplay", expected, actual, ...(ignore && { ignore }) }];
  },
  // Only its text is ours: the marker as it stands on top of a prompt, whatever kind of source it is built for.
  buildInterSessionPromptContext: ({ input, expected }) => {
    const marked = annotateInterSessionPrompt("prompt", { ...(input as Extra), kind: "inter_session" });
    const text = isObject(expected) ? expected["text"] : undefined;
    return [{ what: "marker", expected: `${String(text)}\nprompt`, actual: marked }];
  },
};

async function runHistory(given: ReferenceCase): Promise<readonly Comparison[]> {
  const { context, expected, validated, ignore } = given;
  const { provider, modelApi, modelId, model, allowedToolNames, previousModels } = context;
  const text = RESPONSES.has(modelApi) ? REFERENCE_ABORTED : REFERENCE_MISSING;
  const options = {
    target: { provider, modelApi, modelId, ...(model !== undefined && { model }) },
    missingResultText: () => text,
    ...(allowedToolNames && { allowedToolNames }),
    ...(previousModels && { modelSnapshots: previousModels }),
  } as Options;
  const history = await sanitizeSessionHistory(given.input as Messages, options);
  const both = validateReplayTurns(history.messages as Messages, options);
  const wanted = validated === "=expected" ? expected : validated;
  return [
    { what: "history", expected, actual: history.messages, ...(ignore && { ignore }) },
    { what: "validated", expected: wanted, actual: both.messages, ...(ignore && { ignore }) },
  ];
}

function turns(
  input: unknown,
  expected: unknown,
  options: Options,
  ignore: readonly string[] | undefined,
): readonly Comparison[] {
  const { messages } = validateReplayTurns(input as Messages, options);
  return [{ what: "validateReplayTurns", expected, actual: messages, ...(ignore && { ignore }) }];
}

function runPairing({ input, expected, context, ignore = [] }: ReferenceCase): readonly Comparison[] {
  const { missingToolResultText: text = REFERENCE_MISSING, ...extra } = extraOf(context);
  const options = { ...extra, missingResultText: () => String(text) };
  const ours = sanitizeToolUseResultPairing(
    input as Messages,
    options as Parameters<typeof sanitizeToolUseResultPairing>[1],
  );
  const theirs = expected as { messages: unknown; added: unknown[]; discarded: unknown[] };
  const inMessages = ignore.filter((pointer) => pointer.startsWith("/messages")).map((pointer) => pointer.slice(9));
  const roleAt = (pointer = ""): unknown => (input as Extra[])[Number(pointer.slice(1))]?.["role"];
  const dropped = ours.changes.filter(({ action, from }) => action === "drop" && roleAt(from[0]) === "toolResult");
  return [
    { what: "messages", expected: theirs.messages, actual: ours.messages, ignore: inMessages },
    { what: "discarded", expected: theirs.discarded.length, actual: dropped.length },
    {
      what: "added",
      expected: theirs.added.length,
      actual: ours.changes.filter(({ action }) => action === "insert").length,
    },
  ];
}

async function runStaleReasoning({ input, expected, context }: ReferenceCase): Promise<readonly Comparison[]> {
  const [timestamp] = context.extraArgs ?? [];
  const { provider, modelApi, modelId } = targets.responses;
  const switched = [
    { timestamp: Number(timestamp) - 1000, provider: "other", modelApi, modelId: "older" },
    { timestamp, provider, modelApi, modelId },
  ];
  const options = { target: targets.responses, ...(timestamp !== undefined && { modelSnapshots: switched }) };
  const { messages } = await runRule("stale-reasoning", input as Messages, options as Options);
  return [{ what: "stale-reasoning", expected, actual: messages }];
}

/** The reference's function takes the blocks of one message. */
async function runThoughtSignatures({ input, expected, context }: ReferenceCase): Promise<readonly Comparison[]> {
  const { allowBase64Only, includeCamelCase } = extraOf(context);
  const policy = {
    preserveSignatures: false,
    ...(allowBase64Only === true && {
      sanitizeThoughtSignatures: { allowBase64Only, includeCamelCase: includeCamelCase === true },
    }),
  };
  const messages = [{ role: "assistant", content: input }] as unknown as Messages;
  const result = await runRule("thought-signatures", messages, { target: targets.unknown, policy } as Options);
  const [message] = result.messages as readonly { content: unknown }[];
  return [{ what: "thought-signatures", expected, actual: message?.content }];
}

/** Is the latest assistant turn exempt from the rules on unsigned thinking? */
function isLatestExempt(input: readonly SessionMessage[]): boolean {
  const list = input.map((message, index) => ({ message, at: index * PLACES_PER_MESSAGE }));
  const latest = latestAssistant(list);
  return latest !== undefined && (latest === lastMessage(list) || latest === activeToolTurn(list));
}
