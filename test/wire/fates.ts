// What became of every block and turn of a marked body after edits: an oracle that knows marks and no format.
import { deepEqual } from "../../src/transcript/equal.ts";
import { isRecord } from "../../src/transcript/message.ts";
import {
  isMessagePlace,
  messagePlace,
  PLACES_PER_MESSAGE,
  type Place,
  placesOf,
  type Turn,
} from "../../src/transcript/place.ts";
import type { Parsed, Written } from "../../src/wire/types.ts";
import { lookUp, partsOf, show, type Violation } from "../oracles/values.ts";
import { PRIVATE, placesIn, survey } from "./marks.ts";

type Json = Readonly<Record<string, unknown>>;

/** What stands at a place in the end: a message or a block, and the turn that has it. */
interface Fate {
  readonly value: Json;
  readonly turn: Turn;
}

function fatesOf(turns: readonly Turn[]): Map<Place, Fate> {
  const fates = new Map<Place, Fate>();
  for (const turn of turns) {
    const { message, at } = turn;
    fates.set(at, { value: message, turn });
    const places = placesOf(turn);
    if (Array.isArray(message.content)) {
      message.content.forEach((block: Json, index) => void fates.set(places[index] as Place, { value: block, turn }));
    }
  }
  return fates;
}

function readAt({ messages }: Parsed, place: Place): Json {
  const message = messages[Math.floor(place / PLACES_PER_MESSAGE)] as Json;
  if (isMessagePlace(place)) return message;
  return (message["content"] as readonly Json[])[(place % PLACES_PER_MESSAGE) - 1] as Json;
}

/** What is there is where it is said to be, with all its fields; what is not there is lost or was dropped. */
export function checkFates(
  parsed: Parsed,
  turns: readonly Turn[],
  written: Written,
  touches: Readonly<Record<string, readonly string[]>> = {},
): Violation[] {
  const found: Violation[] = [];
  const { shape } = parsed;
  const fates = fatesOf(turns);
  const lost = new Set(written.lost.map(({ place }) => place));
  const { marks } = survey(written.body);
  const report = (kind: string, pointer: string | undefined, text: string): void =>
    void found.push({ kind, path: pointer ?? "", text });

  for (const [place, { value, turn }] of fates) {
    const to = written.pointerOf(place);
    const isMessage = value === turn.message;
    if (to === undefined) {
      const isNothing = isMessage && Array.isArray(value["content"]) && value["content"].length === 0;
      if (!lost.has(place) && !lost.has(turn.at) && !isNothing) report("loss", String(place), `unsaid: ${show(value)}`);
      continue;
    }
    if (!isMessage && lost.has(place)) report("loss", to, "is there and said to be lost");
    const there = lookUp(written.body, to);
    if (there.length === 0) report("pointer", to, "does not resolve");
    const back = written.placeAt(to);
    if (back === undefined || written.pointerOf(back) !== to) report("placeAt", to, `is ${back} instead of ${place}`);
  }

  const from = new Map<string, Place[]>();
  const turnPointers = new Set<string | undefined>();
  for (const place of placesIn(parsed)) {
    const pointer = shape.pointerIn(place) as string;
    from.set(pointer, [...(from.get(pointer) ?? []), place]);
    turnPointers.add(shape.turnOf(place));
  }
  for (const [mark, count] of marks) if (count > 1) report("copied", mark, `stands ${count} times`);

  for (const [pointer, places] of from) {
    const raw = lookUp(parsed.shape.body, pointer)[0];
    // What has turn's fields is looked at with the turns.
    if (turnPointers.has(pointer)) continue;
    // A message that is a list of items has the pointer of the first, whose value it is; a result is its item itself.
    const isResult = readAt(parsed, places[0] as Place)["role"] === "toolResult";
    const place = (isResult ? undefined : places.find((one) => !isMessagePlace(one))) ?? (places[0] as Place);
    const fate = fates.get(place);
    if (!fate) {
      // A message's own part may hold blocks that went elsewhere; then it is gone all the same.
      if (marks.has(pointer) && places.every((one) => !fates.has(one))) report("dropped", pointer, "is still there");
      continue;
    }
    const to = written.pointerOf(place);
    if (to === undefined) continue;
    const now = lookUp(written.body, to)[0];
    if (isJoined(raw, now, to, fates, written)) continue;
    checkOne(parsed, place, fate.value, raw, now, (kind, text) => report(kind, pointer, text), touches);
  }
  return found;
}

/** Texts and lists that a format has one field for stand in it together; what they say is for the law of meaning. */
function isJoined(raw: unknown, now: unknown, to: string, fates: ReadonlyMap<Place, Fate>, written: Written): boolean {
  if (isRecord(raw) || Object.is(raw, now)) return false;
  let count = 0;
  for (const place of fates.keys()) if (written.pointerOf(place) === to) count++;
  return count > 1;
}

/** One value of the wire before and after. */
function checkOne(
  parsed: Parsed,
  place: Place,
  fate: Json,
  raw: unknown,
  now: unknown,
  report: (kind: string, text: string) => void,
  touches: Readonly<Record<string, readonly string[]>>,
): void {
  const read = readAt(parsed, place);
  const key = isMessagePlace(place) ? "role" : "type";
  if (read[key] !== fate[key]) return;
  if (!isRecord(raw)) {
    // A string that was the whole content is written as a block beside others.
    if (fate === read && !isRecord(now) && !Object.is(raw, now)) report("locality", `${show(raw)} became ${show(now)}`);
    return;
  }
  const changed = changedKeys(read, fate);
  if (changed.length === 0 && now !== raw) report("locality", `unchanged, but written as ${show(now)}`);
  if (!isRecord(now)) {
    report("fields", `became ${show(now)}`);
    return;
  }
  if (now[PRIVATE] !== raw[PRIVATE] || !Object.hasOwn(now, "__proto__")) report("fields", "lost its unknown fields");
  const start = partsOf(parsed.shape.pointerIn(place) as string).length;
  const spots = changed.map((field) => partsOf(parsed.shape.pointerIn(place, field) as string)[start]);
  const may = new Set([...spots, ...changed.flatMap((field) => touches[field] ?? [])]);
  for (const name of Object.keys(raw)) {
    if (may.has(name) ? !isWrapperKept(raw[name], now[name]) : !Object.is(raw[name], now[name])) {
      report("fields", `${name} was ${show(raw[name])} and is ${show(now[name])}`);
    }
  }
  const isNew = (name: string): boolean => !Object.hasOwn(raw, name);
  if (Object.keys(now).some(isNew) && !spots.includes(undefined)) report("fields", `has new fields: ${show(now)}`);
}

/** An object with a mark that has changed inside keeps the mark. */
function isWrapperKept(before: unknown, after: unknown): boolean {
  return !isRecord(before) || !isRecord(after) || before[PRIVATE] === after[PRIVATE];
}

function changedKeys(before: Json, after: Json): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => key !== "toolName" && !sameField(key, before[key], after[key]));
}

/**
 * The blocks of a message are looked at one by one, so a content is the same while it has the same ones. Two that read
 * alike may differ in what is not read.
 */
function sameField(key: string, before: unknown, after: unknown): boolean {
  if (key !== "content" || !Array.isArray(before) || !Array.isArray(after)) return deepEqual(before, after);
  return before.length === after.length && before.every((block, index) => Object.is(block, after[index]));
}

/** The own fields of each wire turn are written once or said to be lost; a whole turn is the very object. */
export function checkTurns(parsed: Parsed, turns: readonly Turn[], written: Written): Violation[] {
  const found: Violation[] = [];
  const { shape } = parsed;
  const { marks, objects } = survey(written.body);
  const wireTurns = new Map<string, Place[]>();
  parsed.messages.forEach((_, index) => {
    const place = index * PLACES_PER_MESSAGE;
    const pointer = shape.turnOf(place);
    if (pointer !== undefined) wireTurns.set(pointer, [...(wireTurns.get(pointer) ?? []), place]);
  });
  const holders = holdersIn(parsed);
  const lostTurns = new Set(
    written.lost.flatMap(({ place }) => (place < 0 ? [] : [shape.turnOf(messagePlace(place)), shape.turnOf(place)])),
  );
  const standing = new Set<string>();
  const touched = new Set<string>();
  for (const turn of turns) {
    const { at, absorbed = [], joins } = turn;
    for (const place of placesOf(turn)) {
      const holder = holders.get(place);
      if (holder !== undefined && written.pointerOf(place) !== undefined) standing.add(holder);
    }
    if (written.pointerOf(at) === undefined) continue;
    const own = [at, joins ?? at, ...absorbed].map((place) => (place < 0 ? undefined : shape.turnOf(place)));
    for (const pointer of own) if (pointer !== undefined) standing.add(pointer);
    if (joins !== undefined || absorbed.length > 0) for (const pointer of own) touched.add(pointer ?? "");
  }
  for (const pointer of holders.values()) if (!wireTurns.has(pointer)) wireTurns.set(pointer, []);
  for (const [pointer, places] of wireTurns) {
    const raw = lookUp(shape.body, pointer)[0];
    if (!isRecord(raw) || raw[PRIVATE] === undefined) continue;
    const count = marks.get(pointer) ?? 0;
    if (count > 1) found.push({ kind: "turn-copied", path: pointer, text: `its fields stand ${count} times` });
    if (standing.has(pointer) && count === 0 && !lostTurns.has(pointer)) {
      found.push({ kind: "turn-lost", path: pointer, text: "its fields are gone and not said to be lost" });
    }
    if (!standing.has(pointer) && count > 0) {
      found.push({ kind: "turn-left", path: pointer, text: "nothing of it stands, but its fields do" });
    }
    if (isWhole(places, parsed, turns) && !touched.has(pointer) && !objects.has(raw)) {
      found.push({ kind: "turn-locality", path: pointer, text: "nobody touched it, but it is another object" });
    }
  }
  return found;
}

/** The parts of the body that hold single blocks, where one message consists of several such parts. */
function holdersIn(parsed: Parsed): ReadonlyMap<Place, string> {
  const { shape } = parsed;
  const holders = new Map<Place, string>();
  for (const place of placesIn(parsed)) {
    const pointer = shape.turnOf(place);
    if (pointer !== undefined && pointer !== shape.turnOf(messagePlace(place))) holders.set(place, pointer);
  }
  return holders;
}

/** Are all messages of a wire turn there, one behind the other, untouched, and with nothing new beside them? */
function isWhole(places: readonly Place[], { messages }: Parsed, turns: readonly Turn[]): boolean {
  const start = places.length === 0 ? -1 : turns.findIndex(({ at }) => at === places[0]);
  if (start < 0) return false;
  const isNew = (turn: Turn | undefined): boolean => turn !== undefined && turn.at < 0;
  if (isNew(turns[start - 1]) || isNew(turns[start + places.length])) return false;
  return places.every((place, index) => {
    const turn = turns[start + index];
    return turn?.at === place && turn.message === messages[place / PLACES_PER_MESSAGE];
  });
}
