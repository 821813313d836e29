/** The stages under the documents' names, and the front door that runs them all. */

import { type ExecutedImages, KnownResults } from "../images/execute.ts";
import type { ImagePlan } from "../images/plan.ts";
import { allRules, historyRules, turnRules } from "../rules/index.ts";
import { routeBoundThinking } from "../rules/route-bound-thinking.ts";
import type { Finding } from "../transcript/changes.ts";
import { lossOf } from "./body-views.ts";
import { findForeign } from "./foreign.ts";
import {
  findingsOf,
  type ImageRound,
  nextRound,
  outcomesOfRound,
  placeImages,
  planEach,
  planForErrors,
  planRequest,
  workOnImages,
} from "./images.ts";
import { type Run, readOptions, type SanitizeOptions } from "./options.ts";
import { wireOf } from "./payload.ts";
import { type Proven, prove, type Wire } from "./proof.ts";
import { extend, type ReplayResult, type SanitizeResult, withPolicy } from "./results.ts";
import { type Passed, type PassResult, passAgain, passRules, resultOf, runRules, runRulesToTheEnd } from "./run.ts";
import { InputMessages, OutputMessages } from "./views.ts";

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

/**
 * At `documents` every rule of the policy applies. At `required` nothing is touched before the proof but what no proof
 * can find: whether a signature verifies is not to be seen in a body.
 */
function planRound(messages: readonly unknown[], options: SanitizeOptions): ImageRound {
  const run = readOptions(options);
  const rules = options.level === "required" ? [routeBoundThinking] : allRules;
  const passed = runRulesToTheEnd(rules, historyRules.length, messages, run, options);
  return options.level === "required"
    ? planForErrors(passed, run, options.images)
    : planRequest(passed, run, options.images);
}

function replayOf(passed: Passed, run: Run, options: SanitizeOptions, ofImages: readonly Finding[]): ReplayResult {
  const foreign = findForeign(passed.input);
  const wire = wireOf(run, options.target);
  if (!wire) return replayResult(resultOf(passed), passed, run, options, [...foreign, ...ofImages]);
  const proven = proveToTheEnd(passed, run, wire, options.level);
  const { turns, input } = proven.passed;
  const view = new InputMessages(input);
  const pass = resultOf(proven.passed, {
    input: view,
    output: () => new OutputMessages(turns, input.length),
    lost: lossOf(proven.written, wire.format.adapter.format, (place) => view.pointer(place)),
  });
  const findings = [...foreign, ...proven.findings, ...ofImages];
  return extend(replayResult(pass, proven.passed, run, options, findings), {
    body: proven.written.body,
    ...(proven.request !== run.request && { request: proven.request }),
  });
}

/** How often rules and proof follow one another at most. */
const PROOFS = 3;

/** What a remedy makes of a transcript may give a rule something to do, and the other way round. */
function proveToTheEnd(passed: Passed, run: Run, wire: Wire, level: SanitizeOptions["level"]): Proven {
  let proven = prove(passed, run, run.request, wire);
  let before = passed;
  for (let round = 1; round < PROOFS && level !== "required" && proven.passed !== before; round++) {
    before = passAgain(allRules, proven.passed, { ...run, request: proven.request });
    if (before.turns === proven.passed.turns) return proven;
    proven = prove(before, run, proven.request, wire);
  }
  return proven;
}

function replayResult(
  pass: PassResult,
  { input }: Passed,
  run: Run,
  options: SanitizeOptions,
  findings: readonly Finding[],
): ReplayResult {
  const unrepairable = findings.some(({ severity }) => severity === "error");
  const repaired = pass.messages === input ? "clean" : "repaired";
  const status: ReplayResult["status"] = unrepairable ? "unrepairable" : repaired;
  return extend(withPolicy(pass, run, options), { findings, status });
}
