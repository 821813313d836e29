/**
 * The proof: the transcript is written as a body and judged as its provider would; each error is answered by the
 * cheapest remedy that changes something, and the outcome is judged again.
 *
 * A round takes the lowest cost at which some remedy changes the turns, and applies that cost's remedies to every error;
 * dearer ones wait for the next proof. It ends without errors, without a remedy left, or when the work was too much: what
 * is left then is said.
 */
import type { LocatedFinding, Remedy } from "../contract/remedy.ts";
import type { RuleContext } from "../contract/rule.ts";
import type { Finding } from "../transcript/changes.ts";
import type { Turn } from "../transcript/place.ts";
import type { RequestFacts } from "../transcript/request.ts";
import type { ValidateTarget } from "../validate/types.ts";
import type { WireShape, Written } from "../wire/types.ts";
import { type Answer, answers, answersTo } from "./answers.ts";
import { contextFor } from "./engine.ts";
import type { Format } from "./formats.ts";
import type { Run } from "./options.ts";
import { type Entry, Recorder } from "./record.ts";
import { type Refused, spotsOf } from "./refused.ts";
import type { Passed } from "./run.ts";

/**
 * How often a remedy is tried at one place. What loses nothing, or form alone, may be needed again once others have been
 * at work; it is bounded, lest two undo each other for ever.
 */
const TRIES = { 0: 3, 1: 2, 2: 2, 3: 2 } as const;
const COSTS = [0, 1, 2, 3] as const;
/** How many turns all remedies together may be handed: what is hostile ends with errors left, and not in hours. */
const WORK = 60_000_000;
/** What writing and judging the body counts, and an answer that does not apply. */
const ROUND = 20;
const TRY = 0.1;

/** How a transcript is written and judged. */
export interface Wire {
  readonly format: Format;
  readonly dialect: string;
  readonly target: ValidateTarget;
  /** The shape of the body that the transcript came from; absent: a body is built. */
  readonly shape?: WireShape;
}

/** A transcript with its body and what is still wrong with it. */
export interface Proven {
  readonly passed: Passed;
  readonly request: RequestFacts;
  readonly written: Written;
  readonly findings: readonly Finding[];
}

/**
 * Writes, judges and repairs.
 *
 * @param request what the request has besides messages, as rules left it
 * @param refused what the provider said of the body
 */
export function prove(
  passed: Passed,
  run: Run,
  request: RequestFacts,
  wire: Wire,
  refused: readonly Refused[] = [],
): Proven {
  const proof = new Proof(passed, run, request, wire);
  for (const refusal of refused) proof.answerRefusal(refusal);
  while (proof.errors.length > 0 && proof.answer());
  return proof.result();
}

class Proof {
  readonly #passed: Passed;
  readonly #run: Run;
  readonly #wire: Wire;
  readonly #recorder: Recorder;
  readonly #request: RequestFacts;
  readonly #tried = new Map<string, number>();
  #work = 0;
  #turns: readonly Turn[];
  #written: Written;
  #findings: readonly Finding[];

  constructor(passed: Passed, run: Run, request: RequestFacts, wire: Wire) {
    this.#passed = passed;
    this.#run = run;
    this.#wire = wire;
    this.#request = request;
    this.#turns = passed.turns;
    this.#recorder = new Recorder(passed.lastMade);
    [this.#written, this.#findings] = this.#judge();
  }

  get errors(): readonly Finding[] {
    return this.#findings.filter(({ severity }) => severity === "error");
  }

  /** One round: false when no remedy changed anything. */
  answer(): boolean {
    this.#work += ROUND * this.#turns.length;
    const located = this.errors.map((finding): LocatedFinding => {
      const at = this.#written.placeAt(finding.path);
      return { code: finding.code, pointer: finding.path, finding, ...(at !== undefined && { at }) };
    });
    return this.#answerCheapest(located);
  }

  /** Answers what the body's own check need not find. False when no remedy changed anything. */
  answerRefusal(refusal: Refused): boolean {
    return this.#answerCheapest(spotsOf(refusal, this.#turns, this.#written));
  }

  #answerCheapest(located: readonly LocatedFinding[]): boolean {
    for (const cost of COSTS) {
      if (!this.#apply(located, cost)) continue;
      [this.#written, this.#findings] = this.#judge();
      return true;
    }
    return false;
  }

  #apply(located: readonly LocatedFinding[], cost: Remedy["cost"]): boolean {
    const answered = new Set<LocatedFinding>();
    for (const finding of located) {
      for (const [index, answer] of answers.entries()) {
        if (answered.has(finding)) break;
        if (answer.cost !== cost || !answer.for.includes(finding.code)) continue;
        const group = answer.applyAll ? located.filter((one) => !answered.has(one)) : [finding];
        const asked = group.filter((one) => answer.for.includes(one.code) && this.#triesOf(answer, one) < TRIES[cost]);
        if (!asked.includes(finding) || !this.#change(answer, index, asked)) continue;
        for (const one of asked) {
          this.#tried.set(keyOf(answer, one), this.#triesOf(answer, one) + 1);
          answered.add(one);
        }
      }
    }
    return answered.size > 0;
  }

  #triesOf(answer: Answer, finding: LocatedFinding): number {
    return this.#tried.get(keyOf(answer, finding)) ?? 0;
  }

  #change(answer: Answer, index: number, findings: readonly LocatedFinding[]): boolean {
    if (this.#work > WORK) return false;
    this.#work += this.#turns.length * TRY;
    this.#recorder.rule = this.#passed.rules.length + index;
    const requested = this.#recorder.requested;
    const context = this.#context();
    const turns =
      findings.length > 1 && answer.applyAll
        ? answer.applyAll(this.#turns, findings, this.#recorder, context)
        : answer.apply(this.#turns, findings[0] as LocatedFinding, this.#recorder, context);
    const changed = turns !== this.#turns || requested !== this.#recorder.requested;
    if (changed) this.#work += turns.length;
    this.#turns = turns;
    return changed;
  }

  #context(): RuleContext {
    return contextFor(this.#turns, {
      ...this.#run,
      request: this.#now(),
      format: this.#wire.format.adapter.format,
      settled: [],
      reachesBack: () => {},
    });
  }

  /** The very request while no remedy changed it. */
  #now(): RequestFacts {
    const { requested } = this.#recorder;
    return Object.keys(requested).length === 0 ? this.#request : { ...this.#request, ...requested };
  }

  #judge(): [Written, readonly Finding[]] {
    const { format, dialect, target, shape } = this.#wire;
    const written = format.adapter.serialize(this.#turns, this.#now(), dialect, shape);
    return [written, format.validate(written.body, target)];
  }

  result(): Proven {
    const entries: readonly Entry[] = this.#recorder.entries;
    const { rules, lastMade } = this.#passed;
    const passed: Passed =
      entries.length === 0
        ? this.#passed
        : {
            ...this.#passed,
            rules: [...rules, ...answers],
            turns: this.#turns,
            entries: [...this.#passed.entries, ...entries],
            lastMade: Math.min(lastMade, this.#recorder.lastMade),
          };
    const findings = listed(this.#findings);
    return { passed, request: this.#now(), written: this.#written, findings };
  }
}

function keyOf({ id }: Answer, { at, pointer }: LocatedFinding): string {
  return `${id} ${at ?? pointer}`;
}

/** How many findings of one code are listed. */
const LISTED = 200;

/** Findings for people: the first of each code, with the answers to them, cheapest first. */
export function listed(findings: readonly Finding[]): readonly Finding[] {
  const counts = new Map<string, number>();
  return findings.flatMap((finding) => {
    const count = (counts.get(finding.code) ?? 0) + 1;
    counts.set(finding.code, count);
    if (count > LISTED) return [];
    const known = answersTo(finding.code);
    return known.length === 0 ? finding : { ...finding, remedies: known.map(({ id }) => id) };
  });
}
