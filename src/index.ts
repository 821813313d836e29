/**
 * replaysafe: makes an agent's transcript safe to replay to any provider, and says what it changed and why.
 *
 * @module
 */

export type {
  ImageFault,
  ImageOutcome,
  ImageOutcomes,
  ImageReader,
  ImageReading,
  ImageRepair,
} from "./contract/images.ts";
export type {
  Fact,
  Facts,
  RequestFacts,
  RuleContext,
  RuleOptions,
  ToolDefinition,
  WireFormat,
} from "./contract/rule.ts";
export {
  type Directives,
  type DisplayMarks,
  type DisplayMessage,
  type DisplayOptions,
  type DisplayPage,
  type PageRequest,
  pageForDisplay,
  parseDirectives,
  projectForDisplay,
  type SenderSession,
} from "./display/index.ts";
export type { Recognized } from "./explain/index.ts";
export { createMemoryImageCache } from "./images/cache.ts";
export {
  type ExecutedImages,
  type ExecuteOptions,
  executeImagePlan,
  type ImageResult,
  type KnownResults,
} from "./images/execute.ts";
export { measureImage } from "./images/measure.ts";
export type { ImagePlan, ImageReason, ImageWishes, PlannedImage } from "./images/plan.ts";
export { estimateImageTokens, type ImageSize, type ImageTokenTarget } from "./images/tokens.ts";
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
  rulesInForce,
} from "./pipeline/catalog.ts";
export { type ExplainContext, type Explanation, explainError } from "./pipeline/explain.ts";
export { detectWireFormat, type FormatCatalogEntry, formatCatalog, wireFormatFor } from "./pipeline/formats.ts";
export {
  applyImages,
  type ImagePassOptions,
  planImages,
  sanitizeContentBlocksImages,
  sanitizeSessionMessagesImages,
} from "./pipeline/image-passes.ts";
export { createReplaySanitizer, type ReplaySanitizer, type RunOptions } from "./pipeline/incremental.ts";
export { type JudgedReplay, judgeReplay } from "./pipeline/lint.ts";
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
export type { Refused } from "./pipeline/refused.ts";
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
export { createMemoryStore, type MemoryFiles } from "./session/memory-store.ts";
export { type OpenSessionRequest, openSession, type Session } from "./session/open.ts";
export {
  type DetectedSession,
  type DurableFormat,
  durableHeader,
  isLineDurable,
  readSession,
  type SessionAgent,
  type SessionContent,
  type SessionEntry,
  type SessionFormat,
  type SessionHeader,
  type SessionProblem,
  type SessionProblemCode,
  sessionFormatOf,
} from "./session/read.ts";
export { type RepairFileRequest, repairSessionFileIfNeeded } from "./session/repair/file.ts";
export type { RepairExtra, RepairOptions, RepairProgress } from "./session/repair/options.ts";
export {
  type BrokenParent,
  type DroppedLine,
  type DropReason,
  describeRepair,
  type RepairAction,
  type RepairChange,
  type RepairMessage,
  type RepairReport,
} from "./session/repair/report.ts";
export {
  createSessionRepairStream,
  type RepairStreamOptions,
  type SessionRepairStream,
} from "./session/repair/stream.ts";
export { repairSessionBytes, repairSessionText } from "./session/repair/text.ts";
export {
  type SessionStore,
  SessionStoreError,
  type SessionStoreErrorCode,
  type StagedSession,
  type StoredSession,
} from "./session/store.ts";
export { sanitizeToolCallId } from "./transcript/call-ids.ts";
export type { Change, Evidence, Finding, FindingCode, Source, Stage, Why } from "./transcript/changes.ts";
export { type InputErrorCode, TranscriptInputError } from "./transcript/errors.ts";
export type { findingCodes } from "./transcript/findings.ts";
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
export {
  annotateInterSessionPrompt,
  attachProvenance,
  type InputProvenance,
  normalizeInputProvenance,
  stripInterSessionPrefix,
} from "./transcript/provenance.ts";
export {
  buildRuntimeContext,
  escapeRuntimeContext,
  type RuntimeContextFragment,
  type RuntimeContextOptions,
  type RuntimeContextSource,
  type RuntimePrompt,
  runtimeContextCarrier,
  runtimePrompt,
} from "./transcript/runtime-carrier.ts";
export type { ModelSnapshot } from "./transcript/snapshot.ts";
export {
  formatStamp,
  type StampOptions,
  stampUserMessages,
  type TimeZone,
  type ZoneOffset,
} from "./transcript/stamp.ts";
