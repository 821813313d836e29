// The laws on many bodies: valid ones, damaged ones, garbage. Run by the tests with few and by run.mjs with many.
import type { ValidateTarget, Validator } from "../../src/validate/types.ts";
import type { WireAdapter } from "../../src/wire/types.ts";
import { show, type Violation } from "../oracles/values.ts";
import { createRandom, type Random } from "../properties/random.ts";
import { checkEdits, checkIdentity, checkRequest, garbage, type LawOptions, mutateBody } from "./laws.ts";

/** What is run for a format. */
export interface LawCase {
  readonly adapter: WireAdapter;
  readonly dialect: string;
  readonly options: LawOptions;
  /** A body that the provider accepts. */
  generate(random: Random): unknown;
  /** For whom all generated bodies are valid. */
  readonly target: ValidateTarget;
  /** The format's validator. */
  readonly validate: Validator;
}

export interface LawFailure {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly body: unknown;
}

export interface LawRow {
  readonly format: string;
  readonly count: number;
  readonly failures: readonly LawFailure[];
  /** How many different valid bodies there were. */
  readonly distinct: number;
}

/** Runs `count` bodies: of eight, five are valid, two damaged and one garbage. Stops at 20 failures. */
export function runLaws(one: LawCase, count: number, seed = 1): LawRow {
  const failures: LawFailure[] = [];
  const valid = new Set<string>();
  for (let at = seed; at < seed + count && failures.length < 20; at++) {
    const random = createRandom(at);
    const body = one.generate(random);
    const kind = at % 8;
    if (kind < 5) valid.add(JSON.stringify(body));
    const violations = kind < 5 ? checkValid(one, body, random) : checkDamaged(one, body, kind === 7, random);
    if (violations.length > 0) failures.push({ seed: at, violations, body });
  }
  return { format: one.adapter.format, count, failures, distinct: valid.size };
}

function checkValid(
  { adapter, dialect, options, target, validate }: LawCase,
  body: unknown,
  random: Random,
): Violation[] {
  const refused = validate(body, target).filter(({ severity }) => severity === "error");
  return [
    ...refused.map(({ code, path, message }) => ({ kind: `refused ${code}`, path, text: message })),
    ...(adapter.detect(body) ? [] : [{ kind: "detect", path: "", text: "a valid body is not recognized" }]),
    ...checkIdentity(adapter, body, dialect),
    ...checkRequest(adapter, body, dialect),
    ...checkEdits(adapter, body, dialect, random, options),
  ];
}

/** The same without the law of meaning, and nothing throws. */
function checkDamaged(one: LawCase, body: unknown, isGarbage: boolean, random: Random): Violation[] {
  const { adapter, dialect, target, validate } = one;
  const { normal: _, ...options } = one.options;
  const damaged = isGarbage ? garbage(random) : mutateBody(random, body);
  const found = [
    ...checkIdentity(adapter, damaged, dialect),
    ...checkRequest(adapter, damaged, dialect),
    ...checkEdits(adapter, damaged, dialect, random, options),
  ];
  try {
    validate(damaged, target);
    adapter.detect(damaged);
  } catch (error) {
    found.push({ kind: "throws", path: "", text: `validate or detect: ${String(error)}` });
  }
  return found.map((violation) => ({ ...violation, text: `${violation.text} in ${show(damaged, 2000)}` }));
}

/** One line for the run, and below it the failures. */
export function describeRow({ format, count, failures, distinct }: LawRow): string {
  const lines = failures.map(({ seed, violations, body }) => {
    const told = violations.slice(0, 4).map(({ kind, path, text }) => `    ${kind} ${path}: ${text.slice(0, 2000)}`);
    return [`  seed ${seed}`, ...told, `    body: ${show(body, 2000)}`].join("\n");
  });
  return [`${format}: ${count} bodies, ${distinct} distinct valid ones, ${failures.length} failures`, ...lines].join(
    "\n",
  );
}
