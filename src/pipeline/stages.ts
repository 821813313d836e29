/** The stages under the documents' names, and the front door that runs them all. */

import { type ExecutedImages, KnownResults } from "../images/execute.ts";
import type { ImagePlan } from "../images/plan.ts";
import type { TranscriptPolicy } from "../policy/types.ts";
import { allRules, historyRules, turnRules } from "../rules/index.ts";
import type { Finding } from "../transcript/changes.ts";
import { isSameRoute, type ModelSnapshot } from "../transcript/snapshot.ts";
import { findForeign } from "./foreign.ts";
import {
  findingsOf,
  type ImageRound,
  nextRound,
  outcomesOfRound,
  placeImages,
  planEach,
  planRequest,
  workOnImages,
} from "./images.ts";
import { type Run, readOptions, type SanitizeOptions } from "./options.ts";
import { type Passed, type PassResult, passRules, resultOf, runRules, runRulesToTheEnd } from "./run.ts";

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

/** A replay that is planned but whose images were not worked on. Hand it to {@link finishReplay}. */
export interface PlannedReplay {
  /** What comes out if the images stay as they are. */
  readonly result: ReplayResult;
  /** What is to be done to which image, as plain data. */
  readonly images: ImagePlan;
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
  const history = passRules(historyRules, messages, run, options);
  const { passed } = await workOnImages(planEach(history, run, options.images), options, new KnownResults());
  return withPolicy(resultOf(passed), run, options);
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
  const first = planRound(messages, options);
  const { passed, left } = await workOnImages(first, options, new KnownResults());
  return replayOf(passed, first.run, options, findingsOf(left));
}

/**
 * {@link prepareReplay} for hosts that cannot wait, or that work on images themselves: they carry out the plan with
 * {@link executeImagePlan} wherever they like, and hand what became of it to {@link finishReplay}.
 *
 * @throws TranscriptInputError when the messages are no list or the options are not as documented
 */
export function planReplay(messages: readonly unknown[], options: SanitizeOptions): PlannedReplay {
  return new Planned(planRound(messages, options), options);
}

/**
 * Puts the images in place that a plan asked for.
 *
 * @param planned what {@link planReplay} or this function gave
 * @param executed one result for each of the plan's jobs
 * @returns the result, or another plan when the request is still too large; that happens at most three times
 * @throws TypeError when `planned` was not made by {@link planReplay}
 */
export function finishReplay(planned: PlannedReplay, executed: ExecutedImages): ReplayResult | PlannedReplay {
  if (!(planned instanceof Planned)) throw new TypeError("Pass what planReplay gave.");
  return planned.finish(executed);
}

/** A plan, and how it goes on. */
class Planned implements PlannedReplay {
  readonly #round: ImageRound;
  readonly #options: SanitizeOptions;
  #result: ReplayResult | undefined;

  constructor(round: ImageRound, options: SanitizeOptions) {
    this.#round = round;
    this.#options = options;
  }

  get result(): ReplayResult {
    const { passed, run } = this.#round;
    this.#result ??= replayOf(passed, run, this.#options, []);
    return this.#result;
  }

  get images(): ImagePlan {
    return this.#round.plan;
  }

  finish(executed: ExecutedImages): ReplayResult | PlannedReplay {
    const outcomes = outcomesOfRound(this.#round, executed);
    const next = nextRound(this.#round, executed, outcomes);
    if (next) return new Planned(next, this.#options);
    const passed = placeImages(this.#round, outcomes);
    return replayOf(passed, this.#round.run, this.#options, findingsOf(outcomes.left));
  }
}

function planRound(messages: readonly unknown[], options: SanitizeOptions): ImageRound {
  const run = readOptions(options);
  const passed = runRulesToTheEnd(allRules, historyRules.length, messages, run, options);
  return planRequest(passed, run, options.images);
}

function replayOf(passed: Passed, run: Run, options: SanitizeOptions, ofImages: readonly Finding[]): ReplayResult {
  const pass = withPolicy(resultOf(passed), run, options);
  const findings = [...findForeign(passed.input), ...ofImages];
  return extend(pass, { findings, status: statusOf(pass, passed.input, findings) });
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
