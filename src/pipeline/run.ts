/** Runs lists of rules over messages and makes the result that callers see. */
import type { Rule, RuleContext } from "../contract/rule.ts";
import { allRules, imageRules } from "../rules/index.ts";
import type { Change } from "../transcript/changes.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import type { SessionMessage } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";
import { type Memories, planSteps, runStep, unwrap, wrap } from "./engine.ts";
import { type Run, readOptions, type SanitizeOptions } from "./options.ts";
import { type Entry, Recorder } from "./record.ts";
import { buildChanges } from "./report.ts";
import { InputMessages, OutputMessages, type View } from "./views.ts";

/** How much was done. */
export interface RunStats {
  /** Messages handed in. */
  readonly messagesIn: number;
  /** Messages that came out. */
  readonly messagesOut: number;
  /** How many changes there are. */
  readonly changes: number;
  /** Changes by which something that was said or done is lost. */
  readonly lossy: number;
  /** Changes by rule id, in the order of the rules. */
  readonly byRule: Readonly<Record<string, number>>;
}

/** Messages and what was done to them. `changes` and `stats` are made when they are first read. */
export interface PassResult {
  /** The very input when nothing changed. */
  readonly messages: readonly SessionMessage[];
  /** What was done, by rule and then by place. */
  readonly changes: readonly Change[];
  /** How much was done. */
  readonly stats: RunStats;
}

/** What a change says of the rule or remedy that made it. */
export type RuleName = Pick<Rule, "id" | "stage">;

/** A run that may go on: what went in, what came out, and the rules that said something about it. */
export interface Passed {
  readonly rules: readonly RuleName[];
  readonly input: readonly unknown[];
  readonly turns: readonly Turn[];
  readonly entries: readonly Entry[];
  readonly lastMade: Place;
}

/** The rules over the messages, in one go. */
export function runRules(rules: readonly Rule[], messages: unknown, run: Run, watch?: Watch): PassResult {
  return resultOf(passRules(rules, messages, run, watch));
}

/** The same for a run that goes on. */
export function passRules(rules: readonly Rule[], messages: unknown, run: Run, watch?: Watch): Passed {
  const { turns, recorder } = runTurns(rules, wrap(messages), run, watch);
  const { entries, lastMade } = recorder;
  return { rules, input: messages as readonly unknown[], turns, entries, lastMade };
}

/** Who wants to know how far a run is, and may end it. */
export type Watch = Pick<SanitizeOptions, "signal" | "onProgress">;

/** What stands before the turns of a run and was settled by an earlier one. */
export interface Settled {
  readonly turns: readonly Turn[];
  readonly memories: Memories;
  readonly lastMade: Place;
}

/** What a run leaves. */
export interface TurnsRun {
  readonly turns: readonly Turn[];
  readonly recorder: Recorder;
  readonly memories: Memories;
  /** Did a rule say that what was settled may have to change? */
  readonly reachedBack: boolean;
}

/** The rules over what came out of a run, as its continuation. */
export function passAgain(rules: readonly Rule[], passed: Passed, run: Run): Passed {
  const recorder = new Recorder(passed.lastMade);
  const { turns } = runTurns(rules, passed.turns, run, undefined, undefined, recorder, passed.rules.length);
  return {
    ...passed,
    rules: [...passed.rules, ...rules],
    turns,
    entries: [...passed.entries, ...recorder.entries],
    lastMade: recorder.lastMade,
  };
}

/** How often the rules are run at most until they find nothing more to do. */
const PASSES = 4;

/**
 * The rules over the messages, and over what comes out, until nothing changes: what a late rule makes of a transcript
 * may give an earlier one something to do. Nearly always the second pass finds nothing.
 *
 * @param closed how many rules at the head of the list leave nothing to do for themselves
 */
export function runRulesToTheEnd(
  rules: readonly Rule[],
  closed: number,
  messages: unknown,
  run: Run,
  watch?: Watch,
): Passed {
  const first = runTurns(rules, wrap(messages), run, watch);
  const { entries } = first.recorder;
  let { turns } = first;
  const all = [...rules];
  const isLate = ({ rule }: Entry): boolean => rule % rules.length >= closed;
  for (let said = 0; entries.slice(said).some(isLate) && all.length < rules.length * PASSES; ) {
    said = entries.length;
    ({ turns } = runTurns(rules, turns, run, watch, undefined, first.recorder, all.length));
    all.push(...rules);
  }
  return { rules: all, input: messages as readonly unknown[], turns, entries, lastMade: first.recorder.lastMade };
}

/** The rules over the turns. */
export function runTurns(
  rules: readonly Rule[],
  input: readonly Turn[],
  run: Run & Pick<RuleContext, "outcomes">,
  watch?: Watch,
  settled?: Settled,
  earlier?: Recorder,
  offset = 0,
): TurnsRun {
  const steps = planSteps(rules, run.policy, run.request, offset);
  const recorder = earlier ?? new Recorder(settled?.lastMade);
  const memories: Memories = new Map(settled?.memories);
  let reachedBack = false;
  const reachesBack = (): void => {
    reachedBack = true;
  };
  const base = { ...run, settled: settled?.turns ?? [], reachesBack };
  let turns = input;
  steps.forEach((step, done) => {
    watch?.signal?.throwIfAborted();
    const phase = (step.kind === "walk" ? step.rules[0] : step.rule)?.id ?? "";
    watch?.onProgress?.({ phase, done, total: steps.length });
    turns = runStep(step, turns, recorder, base, memories);
  });
  return { turns, recorder, memories, reachedBack };
}

/** What pointers point into, and what no rule said. */
export interface Documents {
  readonly input: View;
  output(): View;
  /** What the format of the body has no words for. */
  readonly lost?: readonly Change[];
}

/** What callers see of a run. Pointers point into the messages, unless other documents are given. */
export function resultOf({ rules, input, turns, entries }: Passed, documents?: Documents): PassResult {
  const messages = unwrap(turns, input);
  const { lost = [], ...views }: Documents = documents ?? {
    input: new InputMessages(input),
    output: () => new OutputMessages(turns, input.length),
  };
  let changes: readonly Change[] | undefined;
  let stats: RunStats | undefined;
  return {
    messages,
    get changes() {
      changes ??= [...buildChanges(entries, rules, views.input, views.output), ...lost];
      return changes;
    },
    get stats() {
      stats ??= countChanges(this.changes, input.length, messages.length);
      return stats;
    },
  };
}

function countChanges(changes: readonly Change[], messagesIn: number, messagesOut: number): RunStats {
  const byRule = new Map<string, number>();
  for (const { rule } of changes) byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
  return {
    messagesIn,
    messagesOut,
    changes: changes.length,
    lossy: changes.filter(({ lossy, undoneBy }) => lossy && undoneBy === undefined).length,
    byRule: Object.fromEntries(byRule),
  };
}

/**
 * Runs one rule alone, whether the policy names it or not.
 *
 * @throws TranscriptInputError when there is no such rule
 */
export function runRule(id: string, messages: readonly unknown[], options: SanitizeOptions): PassResult {
  const rule = [...allRules, ...imageRules].find((one) => one.id === id);
  if (!rule) throw new TranscriptInputError("unknown-rule", "/id", `There is no rule \`${id}\`; see the rule catalog.`);
  return runRules([{ ...rule, applies: () => true }], messages, readOptions(options));
}
