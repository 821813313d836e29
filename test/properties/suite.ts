// The properties: what must hold for every transcript and every target. Run by properties.test.ts with few and by
// run.mjs with many transcripts.
import {
  type Change,
  prepareReplay,
  resolveTranscriptPolicy,
  sanitizeSessionHistory,
  validateReplayTurns,
} from "../../src/index.ts";
import { checkReport } from "../oracles/difference.ts";
import { checkKept, checkSignedThinking } from "../oracles/kept.ts";
import { checkStructure } from "../oracles/structure.ts";
import { deepFreeze, pointerOf, sameJson, show, type Violation } from "../oracles/values.ts";
import { type Family, familiesNamed, type Messages, type Options, optionsFor } from "./families.ts";
import { garbage, generate, type Scenario } from "./generate.ts";
import { checkIncremental } from "./incremental.ts";
import { shrink } from "./shrink.ts";

interface Outcome {
  readonly messages: readonly unknown[];
  readonly changes: readonly Change[];
}

interface Replayed extends Outcome {
  readonly body: unknown;
  /** The options of the next run: the request has what a repair made of it. */
  readonly next: Options;
}

/** Four of five transcripts are realistic and damaged, the fifth is garbage. */
export function scenarioFor(seed: number): Scenario {
  return seed % 5 === 4 ? garbage(seed) : generate(seed);
}

/** Everything that is wrong with what the library makes of one transcript. */
export async function checkProperties(family: Family, scenario: Scenario): Promise<Violation[]> {
  const input = deepFreeze(scenario.messages) as Messages;
  const options = optionsFor(family, scenario);
  try {
    return await examine(family, scenario, input, options);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ kind: "throws", path: "", text: text.split("\n").slice(0, 4).join(" | ") }];
  }
}

async function examine(family: Family, scenario: Scenario, input: Messages, options: Options): Promise<Violation[]> {
  const whole = await replayed(input, options);
  const policy = resolveTranscriptPolicy(family.target);
  const context = { thinking: scenario.thinking === true };
  const found = [
    ...checkStructure(whole.messages, policy, context),
    ...checkReport(input, whole.messages, whole.changes),
    ...checkKept(input, whole.messages, whole.changes),
    ...checkSignedThinking(input, whole.messages, whole.changes),
    ...checkRepeated("prepareReplay", whole, await replayed(input, options)),
  ];
  deepFreeze(whole.messages);
  const replayedAgain = await replayed(whole.messages as Messages, whole.next);
  found.push(...checkSecond("prepareReplay", whole.messages, replayedAgain));
  if (!sameJson(whole.body, replayedAgain.body)) {
    found.push({ kind: "other-body", path: "", text: "prepareReplay: a second run writes another body" });
  }

  const history = await sanitizeSessionHistory(input, options);
  deepFreeze(history.messages);
  const again = await sanitizeSessionHistory(history.messages as Messages, options);
  found.push(...checkReport(input, history.messages, history.changes));
  found.push(...checkSecond("sanitizeSessionHistory", history.messages, again));

  const turns = validateReplayTurns(history.messages as Messages, options);
  deepFreeze(turns.messages);
  found.push(...checkReport(history.messages, turns.messages, turns.changes));
  const second = validateReplayTurns(turns.messages as Messages, options);
  found.push(...checkSecond("validateReplayTurns", turns.messages, second));
  return found;
}

/** What a body has no words for stays in the messages, and is said of every body anew. */
async function replayed(input: Messages, options: Options): Promise<Replayed> {
  const { messages, changes, body, request } = await prepareReplay(input, options);
  const next = request ? { ...options, request } : options;
  return { messages, changes: changes.filter(({ stage }) => stage !== "body"), body, next };
}

/** The second run over an output returns the very array and reports nothing. */
function checkSecond(name: string, first: readonly unknown[], second: Outcome): Violation[] {
  const found: Violation[] = [];
  if (second.messages !== first) {
    const index = first.findIndex((message, at) => !sameJson(message, second.messages[at]));
    const text =
      index < 0 && first.length === second.messages.length
        ? "an equal copy instead of the same array"
        : `${show(first[index])} became ${show(second.messages[index])}`;
    found.push({ kind: "not-idempotent", path: pointerOf(Math.max(index, 0)), text: `${name}: ${text}` });
  }
  if (second.changes.length > 0) {
    const text = `${name}: a second run reports ${show(second.changes[0])}`;
    found.push({ kind: "second-report", path: "", text });
  }
  return found;
}

function checkRepeated(name: string, first: Outcome, again: Outcome): Violation[] {
  if (sameJson(first.messages, again.messages) && sameJson(first.changes, again.changes)) return [];
  return [{ kind: "not-deterministic", path: "", text: `${name} gives another output for the same input` }];
}

export interface Failure {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly minimized: readonly unknown[];
}

export interface Row {
  readonly family: string;
  readonly count: number;
  /** Transcripts with at least one violation. */
  readonly failed: number;
  /** How often each kind of violation was found. */
  readonly kinds: ReadonlyMap<string, number>;
  /** One failure for each kind, made small. */
  readonly failures: readonly Failure[];
}

export interface RunOptions {
  readonly count: number;
  readonly seed: number;
  /** Only families whose name begins so. */
  readonly family?: string;
  /** Also compare incremental runs with fresh ones, on every n-th transcript. */
  readonly incrementalEvery?: number;
  /** Make failures small; costs time. */
  readonly minimize?: boolean;
}

/** Runs `count` transcripts through every chosen family. */
export async function runProperties(options: RunOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for (const family of familiesNamed(options.family)) rows.push(await runFamily(family, options));
  return rows;
}

async function runFamily(family: Family, options: RunOptions): Promise<Row> {
  const { count, seed, incrementalEvery = 10, minimize = true } = options;
  const kinds = new Map<string, number>();
  const failures: Failure[] = [];
  let failed = 0;
  for (let at = seed; at < seed + count; at++) {
    const check = (scenario: Scenario): Promise<Violation[]> =>
      checkAll(family, scenario, at, at % incrementalEvery === 0);
    const scenario = scenarioFor(at);
    const violations = await check(scenario);
    if (violations.length > 0) failed++;
    for (const kind of new Set(violations.map((violation) => violation.kind))) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (kinds.get(kind) !== 1) continue;
      const fails = async (messages: unknown[]): Promise<boolean> =>
        (await check({ ...scenario, messages })).some((violation) => violation.kind === kind);
      const minimized = minimize ? await shrink(scenario.messages, fails) : scenario.messages;
      const shown = (await check({ ...scenario, messages: [...minimized] })).filter((found) => found.kind === kind);
      failures.push({ seed: at, violations: shown.length > 0 ? shown : violations, minimized });
    }
  }
  return { family: family.name, count, failed, kinds, failures };
}

async function checkAll(family: Family, scenario: Scenario, seed: number, incremental: boolean): Promise<Violation[]> {
  const found = await checkProperties(family, scenario);
  return incremental ? [...found, ...(await checkIncremental(family, scenario, seed))] : found;
}

/** A table of the run, and below it one small example of each kind of violation. */
export function describeRows(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ family }) => family.length), 6);
  const line = (name: string, count: string, failed: string, kinds: string): string =>
    `${name.padEnd(width)}  ${count.padStart(8)}  ${failed.padStart(8)}  ${kinds}`.trimEnd();
  const table = rows.map(({ family, count, failed, kinds }) =>
    line(family, String(count), String(failed), [...kinds].map(([kind, times]) => `${kind} ${times}`).join(", ")),
  );
  const examples = rows.flatMap(({ family, failures }) =>
    failures.map(({ seed, violations, minimized }) => {
      const told = violations.slice(0, 3).map(({ kind, path, text }) => `    ${kind} ${path}: ${text}`);
      return [`  ${family}, seed ${seed}`, ...told, `    input: ${show(minimized, 4000)}`].join("\n");
    }),
  );
  return [line("family", "count", "violated", "kinds"), ...table, ...examples].join("\n");
}
