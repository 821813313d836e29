/** What a caller may ask for, and how it is brought into the form rules read. */
import type { RequestFacts, RuleOptions } from "../contract/rule.ts";
import { ImageBlockReader } from "../images/reader.ts";
import type { ImageCache, ImageEngine } from "../images/types.ts";
import { resolveTranscriptPolicy } from "../policy/resolve.ts";
import type { PolicyEntry, PolicyFlags, PolicyOverrides, ReplayTarget, TranscriptPolicy } from "../policy/types.ts";
import { sanitizeToolCallId } from "../transcript/call-ids.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import { isFilled, isRecord, type ToolCallBlock } from "../transcript/message.ts";
import { escapePointer } from "../transcript/place.ts";
import type { ModelSnapshot } from "../transcript/snapshot.ts";

/** Progress of a run: `done` of `total` steps are over, `phase` names the rule that begins. */
export interface Progress {
  /** The rule that begins. */
  readonly phase: string;
  /** Steps that are over. */
  readonly done: number;
  /** Steps in all. */
  readonly total: number;
}

/** What is wished for images. */
export interface ImageOptions {
  /** The longest side in pixels; default 1200, or less where the target takes less. Anything but a number is ignored. */
  readonly maxDimensionPx?: number;
  /** The largest image in bytes before base64; default 5 MiB, or less where the target takes less. */
  readonly maxBytes?: number;
  /** Makes images fit. Absent: an image that the target is known to take stays, any other becomes a text. */
  readonly engine?: ImageEngine;
  /** Keeps results between runs. */
  readonly cache?: ImageCache;
  /** Only the last so many turns that are over keep their images; absent: all do. Costs the provider's prompt cache. */
  readonly keepTurns?: number;
  /** What the texts that stand for images begin with, in brackets; default `session:history`. */
  readonly label?: string;
}

/** Options of the stages and of the front door. Only `target` is needed. */
export interface SanitizeOptions {
  /** Whom the transcript is replayed to. */
  readonly target: ReplayTarget;
  /**
   * `documents`: every rule of the policy applies; the default for messages. `required`: only what the provider would
   * refuse is touched; the default for request bodies. The stage functions always apply all rules.
   */
  readonly level?: "documents" | "required";
  /** Flags and limits that win over what the target resolves to. */
  readonly policy?: PolicyOverrides;
  /** Providers of the caller's own. */
  readonly policies?: readonly PolicyEntry[];
  /** What the request has besides messages. */
  readonly request?: RequestFacts;
  /** The tools of this request. Calls of others go, unless a real result answers them. Empty: no list. */
  readonly allowedToolNames?: Iterable<string>;
  /** Ids of calls that are still being worked on: they get no result that stands for the missing one. */
  readonly pendingToolCallIds?: Iterable<string>;
  /** The models in use so far, oldest first, from the session file. */
  readonly modelSnapshots?: readonly ModelSnapshot[];
  /** What happens to a call without a result. Wins over `policy`. */
  readonly danglingCalls?: PolicyFlags["danglingCalls"];
  /** What happens to a result without a call. Wins over `policy`. */
  readonly orphanedResults?: PolicyFlags["orphanedResults"];
  /** The text of the result that stands for a missing one. */
  readonly missingResultText?: (call: ToolCallBlock) => string;
  /** False: the latest assistant turn gets no exemption from the rule on thinking signatures. */
  readonly preserveLatestAssistantThinking?: boolean;
  /** What is wished for images. */
  readonly images?: ImageOptions;
  /** The current time in milliseconds, only for what the caller wants stamped. */
  readonly now?: number;
  /** Ends the run with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told before each step. */
  readonly onProgress?: (progress: Progress) => void;
}

/** A run's options in the form rules read. */
export interface Run {
  readonly policy: TranscriptPolicy;
  readonly request: RequestFacts;
  readonly options: RuleOptions;
  readonly images: ImageBlockReader;
}

/** Resolves the policy and normalizes the rest. Throws {@link TranscriptInputError} on what is not as documented. */
export function readOptions(options: SanitizeOptions): Run {
  if (!isRecord(options)) throw new TranscriptInputError("invalid-option", "", "Pass options with a `target`.");
  checkOptions(options);
  const { danglingCalls, orphanedResults } = options;
  const overrides: PolicyOverrides = {
    ...options.policy,
    ...(danglingCalls !== undefined && { danglingCalls }),
    ...(orphanedResults !== undefined && { orphanedResults }),
  };
  const policy = located(() => resolveTranscriptPolicy(options.target, overrides, options.policies));
  const rules = readRuleOptions(options, policy);
  return { policy, request: options.request ?? {}, options: rules, images: new ImageBlockReader() };
}

/** The policy resolver names places within its own arguments; here they are within the options. */
function located<T>(resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof TranscriptInputError)) throw error;
    const ofOptions = /^\/\d/.test(error.path) ? "/policies" : "/policy";
    const base = error.code === "invalid-target" ? "/target" : ofOptions;
    throw new TranscriptInputError(error.code, base + error.path, error.advice);
  }
}

/** What each option must be. Those of later stages are known and looked at by them. */
const CHECKS: Readonly<Record<string, ((value: unknown) => boolean) | undefined>> = {
  target: undefined,
  policy: isRecord,
  policies: Array.isArray,
  request: isRecord,
  allowedToolNames: isListLike,
  pendingToolCallIds: isListLike,
  modelSnapshots: Array.isArray,
  danglingCalls: undefined,
  orphanedResults: undefined,
  missingResultText: isFunction,
  preserveLatestAssistantThinking: (value) => typeof value === "boolean",
  now: (value) => typeof value === "number",
  signal: (value) => isFunction((value as Partial<AbortSignal> | null)?.throwIfAborted),
  onProgress: isFunction,
  level: (value) => value === "documents" || value === "required",
  images: isImageOptions,
  timeZone: (value) => typeof value === "string",
};

function checkOptions(options: SanitizeOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const path = `/${escapePointer(name)}`;
    if (!Object.hasOwn(CHECKS, name)) throw new TranscriptInputError("invalid-option", path, "Unknown option.");
    if (value === undefined || CHECKS[name]?.(value) !== false) continue;
    throw new TranscriptInputError("invalid-option", path, `\`${name}\` has the wrong type.`);
  }
}

/** Numbers are read later: those that make no sense count as absent, as hosts' configurations always had it. */
function isImageOptions(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { engine, cache, label } = value;
  const isEngine = engine === undefined || (isRecord(engine) && isFunction(engine["process"]));
  const isCache = cache === undefined || (isRecord(cache) && isFunction(cache["get"]) && isFunction(cache["set"]));
  return isEngine && isCache && (label === undefined || typeof label === "string");
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isListLike(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function readRuleOptions(options: SanitizeOptions, policy: TranscriptPolicy): RuleOptions {
  const allowed = namesOf(options.allowedToolNames, lowerCase);
  const pending = namesOf(options.pendingToolCallIds, String);
  const mode = policy.toolCallIdMode;
  // The caller names ids as they are stored; the turn stage alone may be given renamed ones.
  if (mode) for (const id of [...pending]) pending.add(sanitizeToolCallId(id, mode));
  const { modelSnapshots, missingResultText, preserveLatestAssistantThinking } = options;
  const { label, keepTurns } = options.images ?? {};
  return {
    ...(label !== undefined && { imageLabel: label }),
    ...(isCount(keepTurns) && { keepImagesOfTurns: keepTurns }),
    ...(allowed.size > 0 && { allowedToolNames: allowed }),
    ...(pending.size > 0 && { pendingToolCallIds: pending }),
    ...(modelSnapshots && { modelSnapshots: modelSnapshots.filter(isRecord) }),
    ...(missingResultText && { missingResultText }),
    ...(preserveLatestAssistantThinking !== undefined && { preserveLatestAssistantThinking }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}

function namesOf(names: Iterable<string> | undefined, normalize: (name: string) => string): Set<string> {
  const found = new Set<string>();
  for (const name of names ?? []) if (isFilled(name)) found.add(normalize(name.trim()));
  return found;
}
