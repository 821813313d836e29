/**
 * replaysafe: makes an agent's transcript safe to replay to any provider, and says what it changed and why.
 *
 * @module
 */

export type {
  Fact,
  Facts,
  RequestFacts,
  RuleContext,
  RuleOptions,
  ToolDefinition,
  WireFormat,
} from "./contract/rule.ts";
export { createMemoryImageCache } from "./images/cache.ts";
export { type ExecutedImages, type ExecuteOptions, executeImagePlan, type ImageResult } from "./images/execute.ts";
export { measureImage } from "./images/measure.ts";
export type { ImagePlan, ImageReason, ImageWishes, PlannedImage } from "./images/plan.ts";
export { estimateImageTokens } from "./images/tokens.ts";
export {
  type EncodedImage,
  type ImageCache,
  type ImageEngine,
  ImageError,
  type ImageErrorCode,
  type ImageFormat,
  type ImageInfo,
  type ImageJob,
  type ImageLimits,
} from "./images/types.ts";
export {
  type FindingCatalogEntry,
  findingCatalog,
  type RemedyCatalogEntry,
  type RuleCatalogEntry,
  remedyCatalog,
  ruleCatalog,
} from "./pipeline/catalog.ts";
export { detectWireFormat, wireFormatFor } from "./pipeline/formats.ts";
export {
  applyImages,
  type ImagePassOptions,
  planImages,
  sanitizeContentBlocksImages,
  sanitizeSessionMessagesImages,
} from "./pipeline/image-passes.ts";
export { createReplaySanitizer, type ReplaySanitizer, type RunOptions } from "./pipeline/incremental.ts";
export type { ImageOptions, Progress, SanitizeOptions } from "./pipeline/options.ts";
export {
  normalizeAssistantReplayContent,
  type PairingOptions,
  type PairingResult,
  sanitizeToolCallIds,
  sanitizeToolCallInputs,
  sanitizeToolUseResultPairing,
  type ToolCallIdOptions,
} from "./pipeline/passes.ts";
export {
  type BuiltPayload,
  buildPayload,
  lintPayload,
  type PayloadOptions,
  sanitizePayload,
} from "./pipeline/payload.ts";
export type { ReplayResult, SanitizeResult } from "./pipeline/results.ts";
export { type PassResult, type RunStats, runRule } from "./pipeline/run.ts";
export {
  finishReplay,
  type PlannedReplay,
  planReplay,
  prepareReplay,
  sanitizeSessionHistory,
  validateReplayTurns,
} from "./pipeline/stages.ts";
export { type PolicyCatalogEntry, policyCatalog } from "./policy/catalog.ts";
export { imageLimitsFromConfig } from "./policy/image-config.ts";
export { definePolicy, loadPolicyProfile } from "./policy/profile.ts";
export { resolveTranscriptPolicy } from "./policy/resolve.ts";
export type {
  FamilyPolicy,
  FlagReason,
  ImageFormatName,
  Limit,
  LimitOverride,
  Limits,
  NormalizedTarget,
  PolicyEntry,
  PolicyFlags,
  PolicyOverrides,
  PolicyReason,
  ReplayTarget,
  TranscriptPolicy,
} from "./policy/types.ts";
export {
  readSession,
  type SessionContent,
  type SessionEntry,
  type SessionFormat,
  type SessionHeader,
  type SessionProblem,
  type SessionProblemCode,
} from "./session/read.ts";
export { sanitizeToolCallId } from "./transcript/call-ids.ts";
export type { Change, Evidence, Finding, FindingCode, Source, Stage, Why } from "./transcript/changes.ts";
export { type InputErrorCode, TranscriptInputError } from "./transcript/errors.ts";
export type {
  AssistantMessage,
  BashExecutionMessage,
  Block,
  BranchSummaryMessage,
  CompactionSummaryMessage,
  CustomMessage,
  DocumentBlock,
  ImageBlock,
  MediaBlock,
  OpaqueBlock,
  RedactedThinkingBlock,
  SessionMessage,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResultMessage,
  UserMessage,
} from "./transcript/message.ts";
export type { Place, Pointer, Turn } from "./transcript/place.ts";
export { annotateInterSessionPrompt, type InputProvenance, normalizeInputProvenance } from "./transcript/provenance.ts";
export type { ModelSnapshot } from "./transcript/snapshot.ts";
