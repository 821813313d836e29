/**
 * Runs over a transcript that grows: keeps what is settled and works on the tail.
 *
 * A transcript is cut at a user turn that follows an answer without tool calls and that another answer follows. What
 * stands before the cut can only be changed by what comes later in few ways, and each rule that sees such a thing says
 * so: a result or call without its partner, a new compaction, an id that must be kept and is taken. Then everything is
 * run again. Rules know nothing else about it.
 */

import { historyRules, turnRules } from "../rules/index.ts";
import { hasCalls } from "../transcript/calls.ts";
import { deepEqual } from "../transcript/equal.ts";
import { isFilled, type SessionMessage } from "../transcript/message.ts";
import { PLACES_PER_MESSAGE, type Place, type Turn } from "../transcript/place.ts";
import { wrap } from "./engine.ts";
import { readOptions, type SanitizeOptions } from "./options.ts";
import type { Entry } from "./record.ts";
import { resultOf, runTurns, type Settled, type TurnsRun } from "./run.ts";
import { type SanitizeResult, withPolicy } from "./stages.ts";

/** Sanitizes a growing transcript again and again. */
export interface ReplaySanitizer {
  /**
   * The same as `sanitizeSessionHistory` followed by `validateReplayTurns`. Messages that were handed in before are
   * recognized by identity, or by value when they were parsed again; they must not be changed in place.
   *
   * @throws TranscriptInputError when the messages are no list
   */
  run(messages: readonly unknown[]): Promise<SanitizeResult>;
}

const rules = [...historyRules, ...turnRules];

/** What is known of the part before the cut. */
interface Prefix extends Settled {
  /** The input before the cut. */
  readonly input: readonly unknown[];
  readonly entries: readonly Entry[];
}

const NOTHING: Prefix = { input: [], entries: [], turns: [], memories: new Map(), lastMade: 0 };

/** How many user turns before the end are tried as a cut. */
const TRIES = 8;

/**
 * A sanitizer for a transcript that grows, such as that of a running agent. Each run after the first costs about as
 * much as the turns that were added.
 *
 * @throws TranscriptInputError when the options are not as documented
 */
export function createReplaySanitizer(options: SanitizeOptions): ReplaySanitizer {
  const run = readOptions(options);
  let prefix = NOTHING;
  let previous: readonly SessionMessage[] = [];
  return {
    async run(messages) {
      wrap(messages, Number.POSITIVE_INFINITY); // Refuses what is no list before anything is compared.
      const input = adopt(messages, prefix.input);
      if (!input) prefix = NOTHING;
      const known = input ?? messages;
      let done = runTurns(rules, wrap(known, prefix.input.length), run, options, prefix);
      if (done.reachedBack && prefix !== NOTHING) {
        prefix = NOTHING;
        done = runTurns(rules, wrap(known), run, options);
      }
      const turns = prefix === NOTHING ? done.turns : [...prefix.turns, ...done.turns];
      const entries = prefix === NOTHING ? done.recorder.entries : [...prefix.entries, ...done.recorder.entries];
      const result = resultOf(rules, known, turns, entries);
      const stablePrefix = countSame(previous, result.messages);
      previous = result.messages;
      prefix = advance(prefix, known, done);
      return withPolicy(result, run, options, { stablePrefix });
    },
  };
}

/** The messages, with those before the cut replaced by the equal ones of the earlier run; undefined when they differ. */
function adopt(messages: readonly unknown[], before: readonly unknown[]): readonly unknown[] | undefined {
  if (messages.length < before.length) return undefined;
  let adopted: unknown[] | undefined;
  for (let index = 0; index < before.length; index++) {
    if (messages[index] === before[index]) continue;
    if (!deepEqual(messages[index], before[index])) return undefined;
    adopted ??= [...messages];
    adopted[index] = before[index];
  }
  return adopted ?? messages;
}

function countSame(a: readonly unknown[], b: readonly unknown[]): number {
  let count = 0;
  while (count < a.length && count < b.length && deepEqual(a[count], b[count])) count++;
  return count;
}

/** Moves the cut as far towards the end as is safe. */
function advance(prefix: Prefix, input: readonly unknown[], { turns, recorder, memories }: TurnsRun): Prefix {
  const position = findCut(turns, input);
  if (position === undefined) return prefix;
  const seam = (turns[position] as Turn).at;
  const settled = new Map<number, unknown>();
  for (const [index, memory] of memories) {
    const rule = rules[index];
    if (rule?.kind === "walk" && rule.settle) settled.set(index, rule.settle(memory, seam));
  }
  return {
    input: input.slice(0, seam / PLACES_PER_MESSAGE),
    turns: [...prefix.turns, ...turns.slice(0, position)],
    entries: [...prefix.entries, ...entriesBefore(recorder.entries, seam)],
    memories: settled,
    lastMade: recorder.lastMade,
  };
}

/** Where among the turns that came out the latest safe cut is. */
function findCut(turns: readonly Turn[], input: readonly unknown[]): number | undefined {
  let answered = false;
  let tries = 0;
  for (let position = turns.length - 1; position > 0 && tries < TRIES; position--) {
    const turn = turns[position] as Turn;
    if (turn.message.role === "assistant") answered = true;
    if (turn.message.role !== "user") continue;
    tries++;
    if (answered && isSeam(turns, position, input)) return position;
  }
  return undefined;
}

function isSeam(turns: readonly Turn[], position: number, input: readonly unknown[]): boolean {
  const turn = turns[position] as Turn;
  const before = turns[position - 1] as Turn;
  const index = turn.at / PLACES_PER_MESSAGE;
  if (turn.at < 0 || turn.absorbed || input[index] !== turn.message || !isPlain(turn.message)) return false;
  const neighbor = input[index - 1] as SessionMessage | null | undefined;
  if (before.message.role !== "assistant" || hasCalls(before.message) || neighbor?.role !== "assistant") return false;
  return turns.every(({ at, absorbed }, other) => {
    const places = absorbed ? [at, ...absorbed] : [at];
    return places.every((place) => place < 0 || place < turn.at === other < position);
  });
}

/** A user turn that says something and that no rule touched. */
function isPlain({ content }: SessionMessage): boolean {
  return isFilled(content) || (Array.isArray(content) && content.length > 0);
}

/** What was said about places before the seam. */
function entriesBefore(entries: readonly Entry[], seam: Place): readonly Entry[] {
  const anchors = new Map<Place, Place>();
  return entries.filter(({ action, place, anchor }) => {
    const owner = action === "insert" ? (anchor as Place) : place;
    const root = owner < 0 ? anchors.get(owner) : owner;
    if (action === "insert" && root !== undefined) anchors.set(place, root);
    return root !== undefined && root < seam;
  });
}
