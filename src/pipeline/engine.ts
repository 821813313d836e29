/**
 * The engine: takes turns through an ordered list of rules.
 *
 * Neighboring local and walk rules are fused into one walk over the messages; a rule that asks for facts begins a new
 * walk, so that its facts are of the list as all rules before it left it. A sequence rule is a walk of its own.
 */
import type {
  Fact,
  Facts,
  LocalRule,
  RequestFacts,
  Rule,
  RuleContext,
  SequenceRule,
  WalkRule,
  Why,
} from "../contract/rule.ts";
import type { TranscriptPolicy } from "../policy/types.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import { isRecord, type SessionMessage } from "../transcript/message.ts";
import { PLACES_PER_MESSAGE, type Turn } from "../transcript/place.ts";
import { type Recorder, withParts } from "./record.ts";

/** Rules that run in one walk, with their indices in the list of all rules. */
export type Step =
  | { readonly kind: "walk"; readonly rules: readonly (LocalRule | WalkRule)[]; readonly indices: readonly number[] }
  | { readonly kind: "sequence"; readonly rule: SequenceRule; readonly index: number };

/** Groups those of `rules` that apply into steps. Entries get the index of their rule, plus `offset`. */
export function planSteps(
  rules: readonly Rule[],
  policy: TranscriptPolicy,
  request: RequestFacts,
  offset = 0,
): readonly Step[] {
  const steps: Step[] = [];
  let walk: { kind: "walk"; rules: (LocalRule | WalkRule)[]; indices: number[] } | undefined;
  rules.forEach((rule, index) => {
    if (!rule.applies(policy, request)) return;
    if (rule.kind === "sequence") {
      walk = undefined;
      steps.push({ kind: "sequence", rule, index: index + offset });
      return;
    }
    if (!walk || rule.asks) {
      walk = { kind: "walk", rules: [], indices: [] };
      steps.push(walk);
    }
    walk.rules.push(rule);
    walk.indices.push(index + offset);
  });
  return steps;
}

/** What walk rules remember, by their index in the list of rules. */
export type Memories = Map<number, unknown>;

/** Runs one step over the turns. Walk rules find what they remember in `memories` and leave it there. */
export function runStep(
  step: Step,
  turns: readonly Turn[],
  recorder: Recorder,
  base: Omit<RuleContext, "facts">,
  memories: Memories,
): readonly Turn[] {
  const context = contextFor(turns, base);
  if (step.kind === "sequence") {
    recorder.rule = step.index;
    return step.rule.turns(turns, recorder, context);
  }
  return walk(step.rules, step.indices, turns, recorder, context, memories);
}

function walk(
  rules: readonly (LocalRule | WalkRule)[],
  indices: readonly number[],
  turns: readonly Turn[],
  recorder: Recorder,
  context: RuleContext,
  memories: Memories,
): readonly Turn[] {
  const memory = rules.map((rule, i) => {
    if (rule.kind !== "walk") return undefined;
    const remembered = rule.remember(memories.get(indices[i] as number), context);
    memories.set(indices[i] as number, remembered);
    return remembered;
  });
  let copy: Turn[] | undefined;
  let length = 0;
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index] as Turn;
    const after = visit(turn, rules, indices, recorder, context, memory);
    if (after !== turn && !copy) copy = turns.slice();
    if (!after) continue;
    if (copy) copy[length] = after;
    length++;
  }
  if (!copy) return turns;
  copy.length = length;
  return copy;
}

function visit(
  turn: Turn,
  rules: readonly (LocalRule | WalkRule)[],
  indices: readonly number[],
  recorder: Recorder,
  context: RuleContext,
  memory: readonly unknown[],
): Turn | undefined {
  let message = turn.message;
  recorder.begin(turn);
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i] as LocalRule | WalkRule;
    recorder.rule = indices[i] as number;
    const mark = recorder.mark(message);
    const after = rule.message(message, turn.at, recorder, context, memory[i]);
    if (after === message) continue;
    if (isWhy(after)) {
      recorder.discard(mark);
      recorder.drop(withParts(turn, message, recorder.blocks), after);
      return undefined;
    }
    recorder.settle();
    message = after;
  }
  return message === turn.message ? turn : withParts(turn, message, recorder.blocks);
}

/** What a rule or remedy that sees the whole list is given. */
export function contextFor(turns: readonly Turn[], base: Omit<RuleContext, "facts">): RuleContext {
  const facts = new CachedFacts();
  const context: RuleContext = { ...base, facts };
  facts.bind(turns, context);
  return context;
}

/** A message always has a role once it is wrapped; a reason never has. */
function isWhy(value: SessionMessage | Why): value is Why {
  return !("role" in value);
}

class CachedFacts implements Facts {
  #known: Map<Fact<unknown>, unknown> | undefined;
  #turns: readonly Turn[] = [];
  #context: RuleContext | undefined;

  bind(turns: readonly Turn[], context: RuleContext): void {
    this.#turns = turns;
    this.#context = context;
  }

  of<T>(fact: Fact<T>): T {
    this.#known ??= new Map();
    const known = this.#known.get(fact);
    if (known !== undefined || this.#known.has(fact)) return known as T;
    const value = fact(this.#turns, this.#context as RuleContext);
    this.#known.set(fact, value);
    return value;
  }
}

/** What stands in the list for an entry that is no message: rules see a message without a role's name. */
interface Malformed extends SessionMessage {
  readonly role: "";
  readonly entry: unknown;
}

/** Gives each entry of the input from `start` on its place. Throws {@link TranscriptInputError} when it is no list. */
export function wrap(messages: unknown, start = 0): readonly Turn[] {
  if (!Array.isArray(messages)) {
    throw new TranscriptInputError("messages-not-a-list", "", "Pass the transcript as an array of messages.");
  }
  const turns: Turn[] = [];
  for (let index = start; index < messages.length; index++) {
    const message = wrapMessage(messages[index], index);
    // All turns have the same fields, for speed.
    turns.push({ message, at: index * PLACES_PER_MESSAGE, blocks: undefined, absorbed: undefined });
  }
  return turns;
}

function wrapMessage(entry: unknown, index: number): SessionMessage {
  if (!isRecord(entry) || typeof entry["role"] !== "string" || entry["role"] === "") {
    return { role: "", entry } satisfies Malformed;
  }
  const content = entry["content"];
  if (Array.isArray(content) && content.length >= PLACES_PER_MESSAGE - 1) {
    throw new TranscriptInputError(
      "too-many-blocks",
      `/${index}/content`,
      `A message may have ${PLACES_PER_MESSAGE - 2} blocks; this one has ${content.length}.`,
    );
  }
  return entry as SessionMessage;
}

/** The messages of the turns; the very input when nothing changed. */
export function unwrap(turns: readonly Turn[], input: readonly unknown[]): readonly SessionMessage[] {
  let same = turns.length === input.length;
  const messages = new Array<SessionMessage>(turns.length);
  for (let index = 0; index < turns.length; index++) {
    const { message } = turns[index] as Turn;
    messages[index] = message.role === "" ? (message["entry"] as SessionMessage) : message;
    if (messages[index] !== input[index]) same = false;
  }
  return same ? (input as readonly SessionMessage[]) : messages;
}
