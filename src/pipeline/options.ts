/** What a caller may ask for, and how it is brought into the form rules read. */
import type { RequestFacts, RuleOptions } from "../contract/rule.ts";
import { resolveTranscriptPolicy } from "../policy/resolve.ts";
import type { PolicyEntry, PolicyFlags, PolicyOverrides, ReplayTarget, TranscriptPolicy } from "../policy/types.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import { isFilled, isRecord, type ToolCallBlock } from "../transcript/message.ts";
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

/** Options of the stages and of the front door. Only `target` is needed. */
export interface SanitizeOptions {
  /** Whom the transcript is replayed to. */
  readonly target: ReplayTarget;
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
}

/** Resolves the policy and normalizes the rest. Throws {@link TranscriptInputError} on what is not as documented. */
export function readOptions(options: SanitizeOptions): Run {
  if (!isRecord(options)) throw new TranscriptInputError("invalid-option", "", "Pass an object with a `target`.");
  const { danglingCalls, orphanedResults } = options;
  const overrides: PolicyOverrides = {
    ...options.policy,
    ...(danglingCalls !== undefined && { danglingCalls }),
    ...(orphanedResults !== undefined && { orphanedResults }),
  };
  const request = options.request ?? {};
  if (!isRecord(request)) throw new TranscriptInputError("invalid-option", "/request", "`request` must be an object.");
  return {
    policy: resolveTranscriptPolicy(options.target, overrides, options.policies),
    request,
    options: readRuleOptions(options),
  };
}

function readRuleOptions(options: SanitizeOptions): RuleOptions {
  const allowed = namesOf(options.allowedToolNames, "/allowedToolNames", true);
  const pending = namesOf(options.pendingToolCallIds, "/pendingToolCallIds", false);
  const { modelSnapshots, missingResultText, preserveLatestAssistantThinking } = options;
  if (modelSnapshots !== undefined && !Array.isArray(modelSnapshots)) {
    throw new TranscriptInputError("invalid-option", "/modelSnapshots", "`modelSnapshots` must be a list.");
  }
  if (missingResultText !== undefined && typeof missingResultText !== "function") {
    throw new TranscriptInputError("invalid-option", "/missingResultText", "`missingResultText` must be a function.");
  }
  return {
    ...(allowed.size > 0 && { allowedToolNames: allowed }),
    ...(pending.size > 0 && { pendingToolCallIds: pending }),
    ...(modelSnapshots && { modelSnapshots: modelSnapshots.filter(isRecord) }),
    ...(missingResultText && { missingResultText }),
    ...(preserveLatestAssistantThinking !== undefined && { preserveLatestAssistantThinking }),
  };
}

function namesOf(names: Iterable<string> | undefined, path: string, lowerCase: boolean): ReadonlySet<string> {
  if (names === undefined || names === null) return new Set();
  if (typeof names === "string" || typeof names[Symbol.iterator] !== "function") {
    throw new TranscriptInputError("invalid-option", path, `\`${path.slice(1)}\` must be a list of strings.`);
  }
  const found = new Set<string>();
  for (const name of names) if (isFilled(name)) found.add(lowerCase ? name.trim().toLowerCase() : name.trim());
  return found;
}
