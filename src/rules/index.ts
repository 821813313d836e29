/**
 * The rules in the order in which they run. The order lives here and nowhere else.
 *
 * A rule may stand more than once: it is then needed again for what later rules leave.
 */
import type { Rule } from "../contract/rule.ts";
import { antigravityThinking } from "./antigravity-thinking.ts";
import { blankBlocks } from "./blank-blocks.ts";
import { blankUserTurns } from "./blank-user-turns.ts";
import { closeThinking } from "./close-thinking.ts";
import { contentShape } from "./content-shape.ts";
import { contextMessages } from "./context-messages.ts";
import { danglingCalls } from "./dangling-calls.ts";
import { deliveryMirrors } from "./delivery-mirrors.ts";
import { dropReasoning } from "./drop-reasoning.ts";
import { dropThinking } from "./drop-thinking.ts";
import { embeddedResults } from "./embedded-results.ts";
import { emptyErrorTurns } from "./empty-error-turns.ts";
import { emptyTurns } from "./empty-turns.ts";
import { errorResultImages } from "./error-result-images.ts";
import { googleBootstrap } from "./google-bootstrap.ts";
import { imageLimits } from "./image-limits.ts";
import { imagePayloads } from "./image-payloads.ts";
import { imagesForTextModels } from "./images-for-text-models.ts";
import { incompleteReasoning } from "./incomplete-reasoning.ts";
import { interSessionMarker } from "./inter-session-marker.ts";
import { internalContext } from "./internal-context.ts";
import { malformedEntries } from "./malformed-entries.ts";
import { managedDisplayBlocks } from "./managed-display-blocks.ts";
import { mergeAssistantTurns } from "./merge-assistant-turns.ts";
import { mergeUserTurns } from "./merge-user-turns.ts";
import { mirrorDuplicates } from "./mirror-duplicates.ts";
import { oldImages } from "./old-images.ts";
import { orphanReasoning } from "./orphan-reasoning.ts";
import { preCompactionSignatures } from "./pre-compaction-signatures.ts";
import { responsesCallIds } from "./responses-call-ids.ts";
import { responsesUnpairedItems } from "./responses-unpaired-items.ts";
import { routeBoundThinking } from "./route-bound-thinking.ts";
import { runtimeContextCarriers } from "./runtime-context-carriers.ts";
import { silentReplies } from "./silent-replies.ts";
import { staleReasoning } from "./stale-reasoning.ts";
import { thinkingSignatures } from "./thinking-signatures.ts";
import { thoughtSignatures } from "./thought-signatures.ts";
import { toolCallIds } from "./tool-call-ids.ts";
import { toolCallInputs } from "./tool-call-inputs.ts";
import { toolResultDetails } from "./tool-result-details.ts";
import { toolResultPairing } from "./tool-result-pairing.ts";
import { trailingPrefill } from "./trailing-prefill.ts";
import { uniqueCallIds } from "./unique-call-ids.ts";
import { unsignedThinking } from "./unsigned-thinking.ts";

/** What `sanitizeSessionHistory` runs. */
export const historyRules: readonly Rule[] = [
  malformedEntries,
  deliveryMirrors,
  // Before all rules that read blocks.
  contentShape,
  // Before pairing, and before what is left of the user's turn is judged.
  embeddedResults,
  // Before blank turns are judged: a blank user turn is never marked, and is then dropped.
  interSessionMarker,
  managedDisplayBlocks,
  internalContext,
  // After the echo is removed: what remains may be silent.
  silentReplies,
  incompleteReasoning,
  mirrorDuplicates,
  // Before error turns: without a blank prompt behind it, a failed turn is the end.
  blankUserTurns,
  emptyErrorTurns,
  runtimeContextCarriers,
  thoughtSignatures,
  blankBlocks,
  imagePayloads,
  // Before pairing: the result of a dropped call is an orphan.
  toolCallInputs,
  // Before ids are rewritten: ids are matched as they were stored, by occurrence. Before thinking is judged: whether a
  // tool turn is still open depends on the calls and results that are really there.
  toolResultPairing,
  // Again, for turns that were cut off within a call.
  incompleteReasoning,
  // Signatures before thinking is judged by them.
  preCompactionSignatures,
  thinkingSignatures,
  antigravityThinking,
  dropReasoning,
  dropThinking,
  staleReasoning,
  orphanReasoning,
  responsesCallIds,
  // After orphans are gone: what reasoning is left decides about item ids.
  responsesUnpairedItems,
  toolCallIds,
  // After pairing, which knows its own results by their details.
  toolResultDetails,
  // Again, for failed turns that pairing emptied.
  emptyErrorTurns,
  // Again, for turns that became equal.
  mirrorDuplicates,
  googleBootstrap,
];

/** What `validateReplayTurns` runs. Assistants first, so that an injected one cannot hide a result. */
export const turnRules: readonly Rule[] = [malformedEntries, mergeAssistantTurns, danglingCalls, mergeUserTurns];

/** What `prepareReplay` runs besides, on turns, before a request is built. */
export const payloadRules: readonly Rule[] = [
  contextMessages,
  // Again, for what the host's entries hold.
  contentShape,
  imagePayloads,
  imagesForTextModels,
  oldImages,
  errorResultImages,
  // Again, when an entry that was not for the model stood behind a failed turn.
  emptyErrorTurns,
  trailingPrefill,
  // Before turns of different models are merged.
  routeBoundThinking,
  // Again, when the last turn is no longer the last.
  thinkingSignatures,
  unsignedThinking,
  // Again, for turns whose ids were kept for the sake of thinking that is gone.
  toolCallIds,
  // Again, for turns that became equal, or neighbors.
  mirrorDuplicates,
  emptyTurns,
  // Conversion and dropping bring new neighbors together.
  mergeAssistantTurns,
  mergeUserTurns,
  // Again, for a failed turn that became part of one that did not fail.
  thoughtSignatures,
  uniqueCallIds,
  // After merging: the last block of a merged turn counts.
  closeThinking,
  googleBootstrap,
];

/** What is done with images once they are planned and worked on. */
export const imageRules: readonly Rule[] = [imageLimits];

/** The rules of all stages before images are worked on, in order. */
export const allRules: readonly Rule[] = [...historyRules, ...turnRules, ...payloadRules];
