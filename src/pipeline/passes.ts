/** Single passes under the documents' names, for callers who want one repair and no policy. */
import type { Rule } from "../contract/rule.ts";
import { ImageBlockReader } from "../images/reader.ts";
import { defaultFlags } from "../policy/resolve.ts";
import type { PolicyFlags, TranscriptPolicy } from "../policy/types.ts";
import { historyRules } from "../rules/index.ts";
import { pairingReasons } from "../rules/tool-result-pairing.ts";
import { isToolCall } from "../transcript/calls.ts";
import type { Why } from "../transcript/changes.ts";
import { blocksOf, type SessionMessage, type ToolCallBlock } from "../transcript/message.ts";
import { type Run, readOptions } from "./options.ts";
import { type PassResult, runRules } from "./run.ts";

/** Options of {@link sanitizeToolUseResultPairing}. */
export interface PairingOptions {
  /** Failed turns with calls: as they are, gone, or without what is unfinished. Default `preserve`. */
  readonly erroredAssistantResultPolicy?: "preserve" | "drop" | "keep-finished";
  /** The text of a result that stands for a missing one. */
  readonly missingResultText?: (call: ToolCallBlock) => string;
  /** Results without a call stay where they are. */
  readonly preserveUnframedToolResults?: boolean;
}

/** What {@link sanitizeToolUseResultPairing} gives back. */
export interface PairingResult extends PassResult {
  /** Was anything changed? (The documents' name; drops and insertions count too.) */
  readonly moved: boolean;
  /** The results that were made to stand for missing ones. */
  readonly added: readonly SessionMessage[];
  /** Results dropped because their call had one. */
  readonly droppedDuplicateCount: number;
  /** Results dropped because no call asked for them. */
  readonly droppedOrphanCount: number;
}

/** Options of {@link sanitizeToolCallIds}. */
export interface ToolCallIdOptions {
  /** The alphabet and length. */
  readonly mode: "strict" | "strict9";
  /** Keep ids that Anthropic itself gave. */
  readonly preserveNativeAnthropicToolUseIds?: boolean;
  /** How repeated ids are made. */
  readonly duplicateToolCallIdStyle?: "openai";
  /** Keep the ids of turns with thinking that can be replayed as they are. */
  readonly preserveReplaySafeThinkingToolCallIds?: boolean;
}

const contentRuleIds: ReadonlySet<string> = new Set([
  "malformed-entries",
  "delivery-mirrors",
  "content-shape",
  "managed-display-blocks",
  "internal-context",
  "silent-replies",
  "incomplete-reasoning",
  "mirror-duplicates",
  "blank-user-turns",
  "empty-error-turns",
]);

/** Filters and normalizes what the transcript says: mirrors, shapes, echoes, silent, failed and blank turns. */
export function normalizeAssistantReplayContent(messages: readonly unknown[]): PassResult {
  // The second run of a rule belongs to the whole pipeline.
  const rules = historyRules.filter(
    ({ id }, index) => contentRuleIds.has(id) && index === historyRules.findIndex((rule) => rule.id === id),
  );
  return runRules(rules, messages, runWith({}));
}

/** Drops tool calls that cannot be replayed. */
export function sanitizeToolCallInputs(
  messages: readonly unknown[],
  options: { readonly allowedToolNames?: Iterable<string> } = {},
): PassResult & { readonly droppedToolCalls: number; readonly droppedAssistantMessages: number } {
  const { options: ruleOptions } = readOptions({ target: { provider: "none" }, ...options });
  const result = runRules(rulesById("malformed-entries", "tool-call-inputs"), messages, runWith({}, ruleOptions));
  return Object.assign(result, countDroppedCalls(messages, result));
}

/** Puts exactly one result behind every tool call. */
export function sanitizeToolUseResultPairing(
  messages: readonly unknown[],
  options: PairingOptions = {},
): PairingResult {
  const { erroredAssistantResultPolicy, missingResultText, preserveUnframedToolResults } = options;
  const result = runRules(
    rulesById("malformed-entries", "tool-result-pairing"),
    messages,
    runWith(
      {},
      {
        failedTurns: erroredAssistantResultPolicy ?? "preserve",
        ...(missingResultText && { missingResultText }),
        ...(preserveUnframedToolResults && { preserveUnframedToolResults }),
      },
    ),
  );
  const ofPairing = result.changes.filter(({ rule }) => rule === "tool-result-pairing");
  const count = (...reasons: readonly Why[]) =>
    ofPairing.filter((change) => reasons.some(({ text }) => text === change.message)).length;
  return Object.assign(result, {
    moved: result.messages !== messages,
    added: ofPairing.flatMap(({ action, to }) =>
      action === "insert" && to ? [result.messages[Number(to.slice(1))] as SessionMessage] : [],
    ),
    droppedDuplicateCount: count(pairingReasons.DUPLICATE, pairingReasons.REPLACED),
    droppedOrphanCount: count(pairingReasons.ORPHAN, pairingReasons.ORPHAN_STAND_IN),
  });
}

/** Rewrites tool-call ids into an alphabet and length, each unique. */
export function sanitizeToolCallIds(messages: readonly unknown[], options: ToolCallIdOptions): PassResult {
  return runRules(
    rulesById("tool-call-ids"),
    messages,
    runWith({
      sanitizeToolCallIds: true,
      // Results may stand anywhere: they are taken in the order of the calls.
      repairToolUseResultPairing: false,
      toolCallIdMode: options.mode,
      preserveNativeAnthropicToolUseIds: options.preserveNativeAnthropicToolUseIds ?? false,
      replaySignedTurns: options.preserveReplaySafeThinkingToolCallIds ?? false,
      ...(options.duplicateToolCallIdStyle && { duplicateToolCallIdStyle: options.duplicateToolCallIdStyle }),
    }),
  );
}

function rulesById(...ids: readonly string[]): readonly Rule[] {
  return ids.map((id) => historyRules.find((rule) => rule.id === id) as Rule);
}

/** A run without a target: the default policy with some flags. */
export function runWith(flags: Partial<PolicyFlags>, options: Run["options"] = {}): Run {
  const policy: TranscriptPolicy = {
    ...defaultFlags,
    ...flags,
    target: { provider: "", modelApi: "", modelId: "" },
    family: "none",
    limits: {},
    why: [],
  };
  return { policy, request: {}, options, images: new ImageBlockReader() };
}

function countDroppedCalls(messages: readonly unknown[], result: PassResult) {
  let droppedToolCalls = 0;
  let droppedAssistantMessages = 0;
  for (const { rule, action, from } of result.changes) {
    if (rule !== "tool-call-inputs" || action !== "drop") continue;
    const [, message, content] = (from[0] ?? "").split("/");
    if (content === "content") droppedToolCalls++;
    else {
      droppedAssistantMessages++;
      droppedToolCalls += blocksOf(messages[Number(message)] as SessionMessage).filter(isToolCall).length;
    }
  }
  return { droppedToolCalls, droppedAssistantMessages };
}
