/** Runs lists of rules over messages and makes the result that callers see. */
import type { Rule } from "../contract/rule.ts";
import { allRules } from "../rules/index.ts";
import type { Change } from "../transcript/changes.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import type { SessionMessage } from "../transcript/message.ts";
import type { Turn } from "../transcript/place.ts";
import { planSteps, runStep, unwrap, wrap } from "./engine.ts";
import { readOptions, type Run, type SanitizeOptions } from "./options.ts";
import { Recorder } from "./record.ts";
import { buildChanges } from "./report.ts";

/** How much was done. */
export interface RunStats {
  readonly messagesIn: number;
  readonly messagesOut: number;
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
  readonly changes: readonly Change[];
  readonly stats: RunStats;
}

/** The rules over the messages, in one go. */
export function runRules(rules: readonly Rule[], messages: unknown, run: Run, watch?: Watch): PassResult {
  const input = wrap(messages);
  const recorder = new Recorder();
  const turns = runTurns(rules, input, recorder, run, watch);
  return resultOf(rules, messages as readonly unknown[], turns, recorder);
}

/** Who wants to know how far a run is, and may end it. */
export type Watch = Pick<SanitizeOptions, "signal" | "onProgress">;

/** The rules over the turns. */
export function runTurns(
  rules: readonly Rule[],
  input: readonly Turn[],
  recorder: Recorder,
  run: Run,
  watch?: Watch,
): readonly Turn[] {
  const steps = planSteps(rules, run.policy, run.request);
  const memories = new Map<number, unknown>();
  let turns = input;
  steps.forEach((step, done) => {
    watch?.signal?.throwIfAborted();
    watch?.onProgress?.({ phase: (step.kind === "walk" ? step.rules[0] : step.rule)?.id ?? "", done, total: steps.length });
    turns = runStep(step, turns, recorder, run, memories);
  });
  return turns;
}

/** What callers see of a run. */
export function resultOf(
  rules: readonly Rule[],
  input: readonly unknown[],
  turns: readonly Turn[],
  recorder: Recorder,
): PassResult {
  const messages = unwrap(turns, input);
  let changes: readonly Change[] | undefined;
  let stats: RunStats | undefined;
  return {
    messages,
    get changes() {
      changes ??= buildChanges(recorder.entries, rules, input, turns);
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
    lossy: changes.filter(({ lossy }) => lossy).length,
    byRule: Object.fromEntries(byRule),
  };
}

/**
 * Runs one rule alone, whether the policy names it or not.
 *
 * @throws TranscriptInputError when there is no such rule
 */
export function runRule(id: string, messages: readonly unknown[], options: SanitizeOptions): PassResult {
  const rule = allRules.find((one) => one.id === id);
  if (!rule) throw new TranscriptInputError("unknown-rule", "/id", `There is no rule \`${id}\`; see the rule catalog.`);
  return runRules([{ ...rule, applies: () => true }], messages, readOptions(options));
}
