/**
 * Runs over a transcript that grows: keeps what is settled and works on the tail.
 *
 * A transcript is cut at a user turn that follows an answer without tool calls and that another answer follows. What
 * stands before the cut can only be changed by what comes later in few ways, and each rule that sees such a thing says
 * so: a result or call without its partner, a new compaction, an id that must be kept and is taken. Then everything is
 * run again. Rules know nothing else about it.
 */

import type { RuleOptions } from "../contract/rule.ts";
import { KnownResults } from "../images/execute.ts";
import { historyRules, turnRules } from "../rules/index.ts";
import { hasCalls } from "../transcript/calls.ts";
import { deepEqual } from "../transcript/equal.ts";
import { isFilled, type SessionMessage } from "../transcript/message.ts";
import { PLACES_PER_MESSAGE, type Place, type Turn } from "../transcript/place.ts";
import { wrap } from "./engine.ts";
import { planEach, workOnImages } from "./images.ts";
import { type Run, readOptions, type SanitizeOptions } from "./options.ts";
import type { Entry } from "./record.ts";
import { type SanitizeResult, withPolicy } from "./results.ts";
import { resultOf, runTurns, type Settled, type TurnsRun } from "./run.ts";

/** What may differ from one run to the next. A run with other wishes than the one before works on everything. */
export type RunOptions = Pick<
  SanitizeOptions,
  "allowedToolNames" | "pendingToolCallIds" | "modelSnapshots" | "now" | "signal" | "onProgress"
>;

/** Sanitizes a growing transcript again and again. */
export interface ReplaySanitizer {
  /**
   * The same as `sanitizeSessionHistory` followed by `validateReplayTurns`. Messages that were handed in before are
   * recognized by identity, or by value when they were parsed again; they must not be changed in place.
   *
   * @param messages the transcript, grown or not
   * @param more options of this run, which win over those of the sanitizer
   * @throws TranscriptInputError when the messages are no list or an option is not as documented
   */
  run(messages: readonly unknown[], more?: RunOptions): Promise<SanitizeResult>;
}

const rules = [...historyRules, ...turnRules];

/** What is known of the part before the cut. */
interface Prefix extends Settled {
  /** The input before the cut, and behind it up to the answer that made the cut safe. */
  readonly seen: readonly unknown[];
  /** The index of the cut in the input. */
  readonly cut: number;
  readonly entries: readonly Entry[];
}

const NOTHING: Prefix = { seen: [], cut: 0, entries: [], turns: [], memories: new Map(), lastMade: 0 };

/** How many user turns before the end are tried as a cut. */
const TRIES = 8;

/**
 * A sanitizer for a transcript that grows, such as that of a running agent. Each run after the first costs about as
 * much as the turns that were added.
 *
 * @throws TranscriptInputError when the options are not as documented
 */
export function createReplaySanitizer(options: SanitizeOptions): ReplaySanitizer {
  const first = readOptions(options);
  let wishes = first.options;
  let prefix = NOTHING;
  let previous: readonly SessionMessage[] = [];
  const known = new KnownResults();
  return {
    async run(messages, more) {
      wrap(messages, Number.POSITIVE_INFINITY); // Refuses what is no list before anything is compared.
      const all = { ...options, ...more };
      // Images that were read before are known.
      const run: Run = more ? { ...readOptions(all), images: first.images } : first;
      run.images.begin();
      known.begin();
      const input = isSameWish(wishes, run.options) ? adopt(messages, prefix) : undefined;
      wishes = run.options;
      if (!input) prefix = NOTHING;
      const given = input ?? messages;
      let done = runTurns(rules, wrap(given, prefix.cut), run, all, prefix);
      if (done.reachedBack && prefix !== NOTHING) {
        prefix = NOTHING;
        done = runTurns(rules, wrap(given), run, all);
      }
      const turns = prefix === NOTHING ? done.turns : [...prefix.turns, ...done.turns];
      const entries = prefix === NOTHING ? done.recorder.entries : [...prefix.entries, ...done.recorder.entries];
      const { lastMade } = done.recorder;
      const round = planEach({ rules, input: given, turns, entries, lastMade }, run, options.images);
      const { passed } = await workOnImages(round, all, known);
      const result = resultOf(passed);
      const stablePrefix = countSame(previous, result.messages);
      previous = result.messages;
      prefix = advance(prefix, given, done);
      return withPolicy(result, run, all, { stablePrefix });
    },
  };
}

function isSameWish(a: RuleOptions, b: RuleOptions): boolean {
  return a === b || deepEqual(listed(a), listed(b));
}

function listed({ allowedToolNames, pendingToolCallIds, modelSnapshots }: RuleOptions): unknown {
  return [[...(allowedToolNames ?? [])], [...(pendingToolCallIds ?? [])], modelSnapshots];
}

/** The messages, with those seen before replaced by the equal ones of the earlier run; undefined when they differ. */
function adopt(messages: readonly unknown[], { seen, cut }: Prefix): readonly unknown[] | undefined {
  if (messages.length < seen.length) return undefined;
  let adopted: unknown[] | undefined;
  for (let index = 0; index < seen.length; index++) {
    if (messages[index] === seen[index]) continue;
    if (!deepEqual(messages[index], seen[index])) return undefined;
    if (index >= cut) continue;
    adopted ??= [...messages];
    adopted[index] = seen[index];
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
  const found = findCut(turns, input);
  if (!found) return prefix;
  const { position, answer } = found;
  const seam = (turns[position] as Turn).at;
  const settled = new Map<number, unknown>();
  for (const [index, memory] of memories) {
    const rule = rules[index];
    if (rule?.kind === "walk" && rule.settle) settled.set(index, rule.settle(memory, seam));
  }
  return {
    seen: input.slice(0, answer / PLACES_PER_MESSAGE + 1),
    cut: seam / PLACES_PER_MESSAGE,
    turns: [...prefix.turns, ...turns.slice(0, position)],
    entries: [...prefix.entries, ...entriesBefore(recorder.entries, seam)],
    memories: settled,
    lastMade: recorder.lastMade,
  };
}

/** Where among the turns that came out the latest safe cut is, and the place of the answer that makes it safe. */
function findCut(turns: readonly Turn[], input: readonly unknown[]): { position: number; answer: Place } | undefined {
  let answer: Place = -1;
  let tries = 0;
  for (let position = turns.length - 1; position > 0 && tries < TRIES; position--) {
    const turn = turns[position] as Turn;
    // The last of merged messages, so that all of them are seen again.
    if (turn.message.role === "assistant" && turn.at >= 0) answer = turn.absorbed?.at(-1) ?? turn.at;
    if (turn.message.role !== "user") continue;
    tries++;
    if (answer >= 0 && isSeam(turns, position, input)) return { position, answer };
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
