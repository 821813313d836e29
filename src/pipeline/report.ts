/** Turns the notebook of a run into the list of changes: pointers, previews, and what undid what. */
import type { Rule } from "../contract/rule.ts";
import type { Change } from "../transcript/changes.ts";
import { messagePlace, type Place, type Pointer } from "../transcript/place.ts";
import { preview } from "./preview.ts";
import { type Entry, OF_REQUEST } from "./record.ts";
import type { View } from "./views.ts";

/**
 * The changes of a run, in the order of the rules.
 *
 * @param rules the list whose indices the entries carry
 * @param input what the caller handed in
 * @param makeOutput what came out; asked for once, when a change is not known from an earlier run
 */
export function buildChanges(
  entries: readonly Entry[],
  rules: readonly Pick<Rule, "id" | "stage">[],
  input: View,
  makeOutput: () => View,
): Change[] {
  let output: View | undefined;
  const ordered = inOrder(entries, rules.length);
  const dropped = dropsByPlace(ordered);
  return ordered.map((entry, index) => {
    if (!entry.change) {
      output ??= makeOutput();
      entry.change = changeOf(entry, rules[entry.rule] as Pick<Rule, "id" | "stage">, input, output);
    }
    const undoneBy = entry.change.to === undefined ? laterDrop(entry, index, dropped) : undefined;
    return undoneBy === undefined ? entry.change : { ...entry.change, undoneBy };
  });
}

/** Built field by field: a transcript of thousands of messages has thousands of changes. */
function changeOf(entry: Entry, rule: Pick<Rule, "id" | "stage">, input: View, output: View): Change {
  const { place, key, why } = entry;
  const to = output.pointer(place, key);
  const action = entry.action === "drop" && to !== undefined ? "move" : entry.action;
  const from = sourcesOf(entry, input);
  // The request around messages is in no document that a pointer could name.
  const isUnnamed = place === OF_REQUEST && from.length === 0 && to === undefined;
  const change: { -readonly [Key in keyof Change]: Change[Key] } = {
    rule: rule.id,
    stage: isUnnamed ? "body" : rule.stage,
    action,
    from,
    message: why.text,
    lossy: why.lossy && action !== "move",
  };
  if (to !== undefined) change.to = to;
  if (action === "insert") {
    const anchor = input.pointer(entry.anchor as Place);
    if (anchor !== undefined) change.anchor = anchor;
  }
  const shown = previewOf(entry, action, to !== undefined, input, output);
  if (shown) change.preview = shown;
  return change;
}

/** What was done to something a rule had made belongs to its insertion. */
function isListed(entry: Entry): boolean {
  return entry.place >= 0 || entry.place === OF_REQUEST || entry.action === "insert" || entry.action === "drop";
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
  stands: boolean,
  input: View,
  output: View,
): Change["preview"] {
  if (action === "move") return undefined;
  // The bytes of a picture say nothing to people: what it is does.
  const field = key === "data" ? undefined : key;
  const inInput = place >= 0 || place === OF_REQUEST;
  const before = action !== "insert" && inInput ? input.value(place, field) : undefined;
  const after = stands && action !== "drop" && action !== "merge" ? output.value(place, field) : undefined;
  if (before === undefined) return after === undefined ? undefined : { after: preview(after) };
  return after === undefined ? { before: preview(before) } : { before: preview(before), after: preview(after) };
}

function sourcesOf({ action, place, key, also }: Entry, input: View): Pointer[] {
  const places = also && action === "move" ? also : [place];
  return places.map((one) => input.pointer(one, key)).filter((pointer) => pointer !== undefined);
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
