/** The notebook of a run: rules say what they change, the recorder keeps it by place, without any string. */
import type { Note, TurnReport, Why } from "../contract/rule.ts";
import type { Change } from "../transcript/changes.ts";
import { type Block, contentList, type SessionMessage } from "../transcript/message.ts";
import { type Place, placesOf, type Turn } from "../transcript/place.ts";
import type { RequestFacts } from "../transcript/request.ts";

/** One thing a rule said. `place` is where; `also` are further places that went with it. */
export interface Entry {
  readonly rule: number;
  readonly action: "drop" | "rewrite" | "insert" | "move" | "merge";
  readonly place: Place;
  readonly key?: string | undefined;
  readonly anchor?: Place | undefined;
  readonly also?: readonly Place[] | undefined;
  readonly why: Why;
  /** The change as it was built; kept, since that of a settled part stays the same. */
  change?: Change;
}

/** Collects entries, gives made places and keeps the places of blocks in step with the content. */
export class Recorder implements Note, TurnReport {
  readonly entries: Entry[] = [];
  /** The index of the rule that speaks. */
  rule = 0;
  /** The parts of the request that rules changed. */
  requested: Partial<RequestFacts> = {};
  #lastMade = 0;
  // The message at work: where it is, where its blocks came from, and what was said about its order.
  #at: Place = 0;
  #blocks: readonly Place[] | undefined;
  #dropped: number[] = [];
  #inserted: [before: number, place: Place][] = [];
  #ordered: readonly number[] | undefined;
  #before: SessionMessage | undefined;

  /** Continues the numbering of an earlier run, so that the places made by two runs never meet. */
  constructor(lastMade = 0) {
    this.#lastMade = lastMade;
  }

  get lastMade(): Place {
    return this.#lastMade;
  }

  /** A turn comes under work. */
  begin(turn: Turn): void {
    this.#at = turn.at;
    this.#blocks = turn.blocks;
  }

  /** The places of the blocks after the last {@link settle}; undefined while they are the input's. */
  get blocks(): readonly Place[] | undefined {
    return this.#blocks;
  }

  /** A rule is asked about a message: returns a mark for {@link discard}. */
  mark(message: SessionMessage): number {
    this.#before = message;
    return this.entries.length;
  }

  /** Forgets what was said about single blocks, since the whole message goes. */
  discard(mark: number): void {
    this.entries.length = mark;
    this.#forget();
  }

  /** The rule is done with the message: brings the places of the blocks in step. */
  settle(): void {
    if (this.#dropped.length === 0 && this.#inserted.length === 0 && this.#ordered === undefined) return;
    const old = placesOf({ message: this.#before as SessionMessage, at: this.#at, blocks: this.#blocks });
    const gone = new Set(this.#dropped);
    const places: Place[] = [];
    const order = this.#ordered ?? old.keys();
    const inserted = this.#inserted;
    for (const index of order) {
      for (const [before, place] of inserted) if (before === index) places.push(place);
      if (!gone.has(index)) places.push(old[index] as Place);
    }
    for (const [before, place] of inserted) if (before >= old.length) places.push(place);
    this.#blocks = places;
    this.#forget();
  }

  #forget(): void {
    this.#dropped = [];
    this.#inserted = [];
    this.#ordered = undefined;
  }

  #placeOf(index: number): Place {
    return this.#blocks ? (this.#blocks[index] ?? this.#at) : this.#at + 1 + index;
  }

  #say(action: Entry["action"], place: Place, why: Why, more?: Partial<Entry>): void {
    this.entries.push({ rule: this.rule, action, place, why, ...more });
  }

  // ---- Note

  drop(spot: number | Turn, why: Why): void {
    if (typeof spot === "number") {
      this.#dropped.push(spot);
      this.entries.push({ rule: this.rule, action: "drop", place: this.#placeOf(spot), why });
      return;
    }
    const also = spot.absorbed || spot.blocks ? [...(spot.absorbed ?? []), ...(spot.blocks ?? [])] : undefined;
    this.#say("drop", spot.at, why, { also });
  }

  rewrite(index: number, key: string, why: Why): void {
    this.entries.push({ rule: this.rule, action: "rewrite", place: this.#placeOf(index), key, why });
  }

  insert(before: number, why: Why): void {
    const place = --this.#lastMade;
    this.#inserted.push([before, place]);
    this.#say("insert", place, why, { anchor: this.#at });
  }

  set(key: string, why: Why): void {
    this.entries.push({ rule: this.rule, action: "rewrite", place: this.#at, key, why });
  }

  order(indices: readonly number[], why: Why): void {
    this.#ordered = indices;
    this.#say("move", this.#at, why, { also: indices.map((index) => this.#placeOf(index)) });
  }

  // ---- TurnReport

  edit(turn: Turn, change: (message: SessionMessage, note: Note) => SessionMessage): Turn {
    this.begin(turn);
    this.mark(turn.message);
    const message = change(turn.message, this);
    if (message === turn.message) {
      this.#forget();
      return turn;
    }
    this.settle();
    return withParts(turn, message, this.#blocks);
  }

  make(message: SessionMessage, why: Why, beside: Turn, blocks?: readonly (Place | undefined)[]): Turn {
    const at = --this.#lastMade;
    const count = Array.isArray(message.content) ? message.content.length : 1;
    const places = Array.from({ length: count }, (_, index) => blocks?.[index] ?? --this.#lastMade);
    this.#say("insert", at, why, { anchor: beside.at });
    return { message, at, blocks: places, absorbed: undefined };
  }

  merge(
    turns: readonly Turn[],
    keep: "first" | "last",
    why: Why,
    fields: Readonly<Record<string, unknown>> = {},
  ): Turn {
    const kept = turns[keep === "first" ? 0 : turns.length - 1] as Turn;
    // If the one whose fields are kept was made, one that stands in the input names the survivor.
    const named = kept.at < 0 ? (turns.find(({ at }) => at >= 0) ?? kept) : kept;
    const blocks: Place[] = [];
    const content: Block[] = [];
    const absorbed: Place[] = [];
    for (const turn of turns) {
      for (const block of contentList(turn.message)) content.push(block);
      for (const place of placesOf(turn)) blocks.push(place);
      for (const place of turn.absorbed ?? []) absorbed.push(place);
      if (turn === named) continue;
      absorbed.push(turn.at);
      this.#say("merge", turn.at, why);
    }
    const message: Record<string, unknown> = { ...kept.message, content };
    for (const [key, value] of Object.entries(fields)) {
      if (value === undefined) delete message[key];
      else message[key] = value;
    }
    return { message: message as SessionMessage, at: named.at, blocks, absorbed };
  }

  move(turn: Turn, why: Why): void {
    this.#say("move", turn.at, why);
  }

  join(turn: Turn, other: Turn, why: Why): Turn {
    this.#say("move", turn.at, why);
    return { ...turn, joins: other.joins ?? other.at };
  }

  request<Key extends keyof RequestFacts>(key: Key, value: RequestFacts[Key], why: Why): void {
    this.requested = { ...this.requested, [key]: value };
    this.entries.push({ rule: this.rule, action: "rewrite", place: OF_REQUEST, key, why });
  }
}

/** The place of entries about the request rather than about a message. */
export const OF_REQUEST: Place = Number.NEGATIVE_INFINITY;

/** A turn with another message and other block places; keeps what it absorbed. */
export function withParts(turn: Turn, message: SessionMessage, blocks: readonly Place[] | undefined): Turn {
  const { at, absorbed, joins } = turn;
  return joins === undefined ? { message, at, blocks, absorbed } : { message, at, blocks, absorbed, joins };
}
