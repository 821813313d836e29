/** Turns the notebook of a run into the list of changes: pointers, previews, and what undid what. */
import type { Rule } from "../contract/rule.ts";
import type { Change } from "../transcript/changes.ts";
import { isRecord } from "../transcript/message.ts";
import {
  escapePointer,
  isMessagePlace,
  messagePlace,
  PLACES_PER_MESSAGE,
  type Place,
  type Pointer,
  type Turn,
} from "../transcript/place.ts";
import { preview } from "./preview.ts";
import type { Entry } from "./record.ts";

/** A spot of the output: message index, and block index when it is a block. */
interface Spot {
  readonly message: number;
  readonly block?: number;
}

/**
 * The changes of a run, in the order of the rules.
 *
 * @param rules the list whose indices the entries carry
 * @param input what the caller handed in
 * @param turns what came out
 */
export function buildChanges(
  entries: readonly Entry[],
  rules: readonly Rule[],
  input: readonly unknown[],
  turns: readonly Turn[],
): Change[] {
  // Made when a change is not known from an earlier run.
  let output: OutputIndex | undefined;
  const ordered = inOrder(entries, rules.length);
  const dropped = dropsByPlace(ordered);
  return ordered.map((entry, index) => {
    if (!entry.change) {
      output ??= new OutputIndex(turns, input.length);
      entry.change = changeOf(entry, rules[entry.rule] as Rule, input, output);
    }
    const undoneBy = entry.change.to === undefined ? laterDrop(entry, index, dropped) : undefined;
    return undoneBy === undefined ? entry.change : { ...entry.change, undoneBy };
  });
}

/** Built field by field: a transcript of thousands of messages has thousands of changes. */
function changeOf(entry: Entry, rule: Rule, input: readonly unknown[], output: OutputIndex): Change {
  const { place, key, why } = entry;
  const spot = output.find(place);
  const action = entry.action === "drop" && spot ? "move" : entry.action;
  const change: { -readonly [Key in keyof Change]: Change[Key] } = {
    rule: rule.id,
    stage: rule.stage,
    action,
    from: sourcesOf(entry, input),
    message: why.text,
    lossy: why.lossy && action !== "move",
  };
  if (spot) change.to = output.pointer(spot, key);
  if (action === "insert") {
    const anchor = inputPointer(entry.anchor as Place, input);
    if (anchor !== undefined) change.anchor = anchor;
  }
  const shown = previewOf(entry, action, spot, input, output);
  if (shown) change.preview = shown;
  return change;
}

/** What was done to something a rule had made belongs to its insertion. */
function isListed(entry: Entry): boolean {
  return entry.place >= 0 || entry.action === "insert" || entry.action === "drop";
}

/** By rule, then by place in the input, so that the order does not depend on how a run was cut into walks. */
function inOrder(entries: readonly Entry[], rules: number): readonly Entry[] {
  const anchors = new Map<Place, Place>();
  const byRule: { entries: Entry[]; last: Place; sorted: boolean }[] = [];
  for (let rule = 0; rule < rules; rule++) byRule.push({ entries: [], last: Number.NEGATIVE_INFINITY, sorted: true });
  for (const entry of entries) {
    if (entry.action === "insert") anchors.set(entry.place, entry.anchor as Place);
    if (!isListed(entry)) continue;
    const bucket = byRule[entry.rule] as (typeof byRule)[number];
    const place = rootOf(entry.place, anchors);
    if (place < bucket.last) bucket.sorted = false;
    bucket.last = place;
    bucket.entries.push(entry);
  }
  return byRule.flatMap(({ entries: own, sorted }) => (sorted ? own : sortByPlace(own, anchors)));
}

function sortByPlace(entries: readonly Entry[], anchors: ReadonlyMap<Place, Place>): readonly Entry[] {
  const places = entries.map(({ place }) => rootOf(place, anchors));
  const order = [...places.keys()].sort((a, b) => (places[a] as Place) - (places[b] as Place));
  return order.map((index) => entries[index] as Entry);
}

/** The place of the input that a place belongs to, following what was made beside what. */
function rootOf(place: Place, anchors: ReadonlyMap<Place, Place>): Place {
  let root = place;
  while (root < 0) {
    const anchor = anchors.get(root);
    if (anchor === undefined) return root;
    root = anchor;
  }
  return root;
}

function previewOf(
  { place, key }: Entry,
  action: Change["action"],
  spot: Spot | undefined,
  input: readonly unknown[],
  output: OutputIndex,
): Change["preview"] {
  if (action === "move") return undefined;
  const before = action !== "insert" && place >= 0 ? valueAt(input, place, key) : undefined;
  const after = spot && action !== "drop" && action !== "merge" ? output.value(spot, key) : undefined;
  if (before === undefined) return after === undefined ? undefined : { after: preview(after) };
  return after === undefined ? { before: preview(before) } : { before: preview(before), after: preview(after) };
}

function sourcesOf({ action, place, key, also }: Entry, input: readonly unknown[]): Pointer[] {
  if (also && action === "move") return pointersOf(also, input, key);
  return place < 0 ? [] : [inputPointer(place, input, key) as Pointer];
}

function pointersOf(places: readonly Place[], input: readonly unknown[], key: string | undefined): Pointer[] {
  return places.filter((place) => place >= 0).map((place) => inputPointer(place, input, key) as Pointer);
}

function dropsByPlace(entries: readonly Entry[]): Map<Place, number> {
  const drops = new Map<Place, number>();
  entries.forEach((entry, index) => {
    if (entry.action !== "drop") return;
    drops.set(entry.place, index);
    for (const place of entry.also ?? []) drops.set(place, index);
  });
  return drops;
}

function laterDrop(entry: Entry, index: number, drops: ReadonlyMap<Place, number>): number | undefined {
  const found = drops.get(entry.place) ?? (entry.place >= 0 ? drops.get(messagePlace(entry.place)) : undefined);
  return found !== undefined && found > index ? found : undefined;
}

function contentOf(message: unknown): unknown {
  return isRecord(message) ? message["content"] : undefined;
}

/** The pointer of a place of the input; with a key, the deepest spot on the way to it that exists. */
function inputPointer(place: Place, input: readonly unknown[], key?: string): Pointer | undefined {
  if (place < 0) return undefined;
  const index = Math.floor(place / PLACES_PER_MESSAGE);
  const message = input[index];
  if (isMessagePlace(place)) return pointerWith(`/${index}`, message, key);
  const content = contentOf(message);
  const block = (place % PLACES_PER_MESSAGE) - 1;
  if (!Array.isArray(content)) return pointerWith(`/${index}/content`, content, key);
  return pointerWith(`/${index}/content/${block}`, content[block], key);
}

/** A message of another role or a block of another type is a change of the whole. */
function pointerWith(pointer: string, value: unknown, key: string | undefined): Pointer {
  if (key === "role" || key === "type") return pointer;
  return key !== undefined && isRecord(value) && Object.hasOwn(value, key)
    ? `${pointer}/${escapePointer(key)}`
    : pointer;
}

function valueAt(input: readonly unknown[], place: Place, key: string | undefined): unknown {
  const message = input[Math.floor(place / PLACES_PER_MESSAGE)];
  if (isMessagePlace(place)) return pick(message, key);
  const content = contentOf(message);
  return Array.isArray(content) ? pick(content[(place % PLACES_PER_MESSAGE) - 1], key) : content;
}

/** The field, except that what became of another kind is shown whole. */
function pick(value: unknown, key: string | undefined): unknown {
  if (key === undefined || key === "type" || key === "role" || !isRecord(value)) return value;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Where the places of the input are in the output. */
class OutputIndex {
  readonly #turns: readonly Turn[];
  /** By index of the message in the input; -1: not there. */
  readonly #messages: Int32Array;
  /** The messages that rules made. */
  readonly #made = new Map<Place, number>();
  /** The blocks of turns whose content is no longer the input's. */
  readonly #blocks = new Map<Place, Spot>();

  constructor(turns: readonly Turn[], inputLength: number) {
    this.#turns = turns;
    this.#messages = new Int32Array(inputLength).fill(-1);
    for (let message = 0; message < turns.length; message++) {
      const { at, absorbed, blocks } = turns[message] as Turn;
      this.#setMessage(at, message);
      if (absorbed) for (const place of absorbed) this.#setMessage(place, message);
      if (blocks)
        for (let block = 0; block < blocks.length; block++)
          this.#blocks.set(blocks[block] as Place, { message, block });
    }
  }

  #setMessage(place: Place, message: number): void {
    if (place < 0) this.#made.set(place, message);
    else this.#messages[place / PLACES_PER_MESSAGE] = message;
  }

  #message(place: Place): number {
    if (place < 0) return this.#made.get(place) ?? -1;
    return this.#messages[Math.floor(place / PLACES_PER_MESSAGE)] ?? -1;
  }

  find(place: Place): Spot | undefined {
    const moved = this.#blocks.get(place);
    if (moved) return moved;
    const message = this.#message(place);
    if (message < 0) return undefined;
    if (place < 0 || isMessagePlace(place)) return { message };
    const turn = this.#turns[message] as Turn;
    if (turn.blocks || turn.at !== messagePlace(place)) return undefined;
    const block = (place % PLACES_PER_MESSAGE) - 1;
    const { content } = turn.message;
    const count = Array.isArray(content) ? content.length : content === undefined ? 0 : 1;
    return block < count ? { message, block } : undefined;
  }

  value(spot: Spot, key: string | undefined): unknown {
    const { message } = this.#turns[spot.message] as Turn;
    if (spot.block === undefined) return pick(message, key);
    return Array.isArray(message.content) ? pick(message.content[spot.block], key) : message.content;
  }

  pointer(spot: Spot, key: string | undefined): Pointer {
    const { message } = this.#turns[spot.message] as Turn;
    if (spot.block === undefined) return pointerWith(`/${spot.message}`, message, key);
    const { content } = message;
    if (!Array.isArray(content)) return pointerWith(`/${spot.message}/content`, content, key);
    return pointerWith(`/${spot.message}/content/${spot.block}`, content[spot.block], key);
  }
}
