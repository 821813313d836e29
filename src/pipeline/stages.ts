/** The stages under the documents' names, and the front door that runs them all. */
import type { TranscriptPolicy } from "../policy/types.ts";
import { allRules, historyRules, turnRules } from "../rules/index.ts";
import type { Finding } from "../transcript/changes.ts";
import { isSameRoute, type ModelSnapshot } from "../transcript/snapshot.ts";
import { findForeign } from "./foreign.ts";
import { type Run, readOptions, type SanitizeOptions } from "./options.ts";
import { type PassResult, runRules, runRulesToTheEnd } from "./run.ts";

/** What {@link sanitizeSessionHistory} gives back. */
export interface SanitizeResult extends PassResult {
  /** The policy that was followed. */
  readonly policy: TranscriptPolicy;
  /** What the caller should append to the session, so that later runs know about this one. */
  readonly toAppend?: { readonly modelSnapshot?: ModelSnapshot };
  /** How many leading messages are the same as in the run before; only from a replay sanitizer. */
  readonly stablePrefix?: number;
}

/** What {@link prepareReplay} gives back. */
export interface ReplayResult extends SanitizeResult {
  /** What is still wrong: so far only messages that are not of the session model. */
  readonly findings: readonly Finding[];
  /** `clean`: nothing was changed; `repaired`: something was; `unrepairable`: an error is left. */
  readonly status: "clean" | "repaired" | "unrepairable";
}

/** A replay that is planned but whose images were not worked on. */
export interface PlannedReplay {
  /** What is known without working on images. */
  readonly result: ReplayResult;
}

/**
 * Makes a stored transcript fit for its target: filters what no model said, repairs tool calls and results, cleans
 * signatures and ids. Neither the input nor the stored session is touched.
 *
 * @param messages the active branch of the session, oldest first
 * @throws TranscriptInputError when the messages are no list or the options are not as documented
 */
export async function sanitizeSessionHistory(
  messages: readonly unknown[],
  options: SanitizeOptions,
): Promise<SanitizeResult> {
  const run = readOptions(options);
  return withPolicy(runRules(historyRules, messages, run, options), run, options);
}

/**
 * Makes turns alternate the way the target requires. Comes after {@link sanitizeSessionHistory}.
 *
 * @throws TranscriptInputError when the messages are no list or the options are not as documented
 */
export function validateReplayTurns(messages: readonly unknown[], options: SanitizeOptions): PassResult {
  return runRules(turnRules, messages, readOptions(options), options);
}

/**
 * All stages: what comes out can be turned into a request of the target.
 *
 * @throws TranscriptInputError when the messages are no list or the options are not as documented
 */
export async function prepareReplay(messages: readonly unknown[], options: SanitizeOptions): Promise<ReplayResult> {
  return planReplay(messages, options).result;
}

/**
 * {@link prepareReplay} for hosts that cannot wait, or that work on images themselves.
 *
 * @throws TranscriptInputError when the messages are no list or the options are not as documented
 */
export function planReplay(messages: readonly unknown[], options: SanitizeOptions): PlannedReplay {
  const run = readOptions(options);
  const pass = withPolicy(runRulesToTheEnd(allRules, historyRules.length, messages, run, options), run, options);
  const findings = findForeign(messages);
  return { result: extend(pass, { findings, status: statusOf(pass, messages, findings) }) };
}

function statusOf(pass: PassResult, input: unknown, findings: readonly Finding[]): ReplayResult["status"] {
  if (findings.some(({ severity }) => severity === "error")) return "unrepairable";
  return pass.messages === input ? "clean" : "repaired";
}

/** The result of a run with the policy it followed, and what the session should remember of it. */
export function withPolicy(
  pass: PassResult,
  run: Run,
  options: SanitizeOptions,
  more: { readonly stablePrefix?: number } = {},
): SanitizeResult {
  const modelSnapshot = snapshotToAppend(run, options.now);
  return extend(pass, { policy: run.policy, ...(modelSnapshot && { toAppend: { modelSnapshot } }), ...more });
}

/** Adds to a result without reading what it makes on demand. */
function extend<R extends object, More extends object>(result: R, more: More): R & More {
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(result),
      ...Object.getOwnPropertyDescriptors(more),
    },
  ) as R & More;
}

/** The snapshot to record when the route is new to the session. */
function snapshotToAppend({ policy, options }: Run, now: number | undefined): ModelSnapshot | undefined {
  const { provider, modelApi, modelId } = policy.target;
  const latest = options.modelSnapshots?.at(-1);
  const same = latest && isSameRoute(latest, policy.target);
  return same ? undefined : { ...(now !== undefined && { timestamp: now }), provider, modelApi, modelId };
}
