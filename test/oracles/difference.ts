// An independent judge of the report: input and output are laid side by side with the help of the changes, and then
// every difference must lie under a change, and every change must account for a difference or name what undid it.
import type { Change } from "../../src/transcript/changes.ts";
import { isObject, isUnder, lookUp, pointerOf, sameJson, show, type Violation } from "./values.ts";

/** A spot that differs: where it was and where it is. Either is missing when only one side has it. */
interface Difference {
  readonly from: string;
  readonly to: string;
}

/** A block of the input or the output. A string content is one block whose pointer is that of the content. */
interface Spot {
  readonly pointer: string;
  readonly value: unknown;
}

/** Everything that is wrong with the report. An empty list: it tells the truth. */
export function checkReport(
  input: readonly unknown[],
  output: readonly unknown[],
  changes: readonly Change[],
): Violation[] {
  const found: Violation[] = [];
  changes.forEach((change, index) => {
    checkShape(change, index, input, output, changes, found);
  });
  if (!sameJson(JSON.parse(JSON.stringify(changes)), changes)) {
    found.push({ kind: "report-json", path: "", text: "the report does not survive JSON" });
  }
  const pairs = alignMessages(input, output, changes);
  if (typeof pairs === "string") return [...found, { kind: "report-messages", path: "", text: pairs }];
  const differences: Difference[] = [];
  for (const [to, sources] of pairs) compareMessage(to, sources, input, output, changes, differences, found);
  compareMoved(input, output, changes, differences);
  judge(differences, changes, found);
  return found;
}

function checkShape(
  change: Change,
  index: number,
  input: readonly unknown[],
  output: readonly unknown[],
  changes: readonly Change[],
  found: Violation[],
): void {
  const say = (kind: string, text: string): void => {
    found.push({ kind, path: pointerOf(index), text: `${text}: ${show(change)}` });
  };
  for (const pointer of change.from) {
    if (lookUp(input, pointer).length === 0) say("report-from", `${pointer} is not in the input`);
    if (pointer === "") say("report-from", "the whole transcript is no spot");
  }
  if (change.to !== undefined && lookUp(output, change.to).length === 0) say("report-to", "it is not in the output");
  if (change.anchor !== undefined && lookUp(input, change.anchor).length === 0) say("report-anchor", "no such anchor");
  if (Object.values(change).includes(undefined)) say("report-json", "a field is undefined");
  if (change.message.trim() === "") say("report-message", "the message is empty");
  if (change.action === "drop" && change.to !== undefined) say("report-drop", "what is dropped is nowhere");
  if (change.action === "insert" && change.from.length > 0) say("report-insert", "what is inserted was nowhere");
  if (change.action !== "insert" && change.action !== "drop" && change.from.length === 0) {
    say("report-from", "it does not say where");
  }
  const { undoneBy } = change;
  if (undoneBy !== undefined && !(Number.isInteger(undoneBy) && undoneBy > index && undoneBy < changes.length)) {
    say("report-undone", "undoneBy names no later change");
  }
  if (change.action !== "drop" && change.to === undefined && undoneBy === undefined) {
    say("report-undone", "it is not in the output, and nothing says why");
  }
  if (change.action === "drop" && change.from.length === 0 && !changes.some((other) => other.undoneBy === index)) {
    say("report-drop", "it drops something that was neither in the input nor made");
  }
}

/** The index of the message when the pointer names a whole message. */
function messageAt(pointer: string | undefined): number | undefined {
  return pointer !== undefined && pointer.lastIndexOf("/") === 0 ? Number(pointer.slice(1)) : undefined;
}

/** Which messages of the input went into which message of the output; a text when that cannot be. */
function alignMessages(
  input: readonly unknown[],
  output: readonly unknown[],
  changes: readonly Change[],
): ReadonlyMap<number, readonly number[]> | string {
  const gone = new Set<number>();
  const absorbed = new Map<number, number | undefined>();
  const moved = new Map<number, number>();
  const made = new Set<number>();
  for (const { action, from, to } of changes) {
    const target = messageAt(to);
    const sources = from.map(messageAt).filter((index) => index !== undefined);
    if (action === "drop") for (const index of sources) gone.add(index);
    if (action === "merge") for (const index of sources) absorbed.set(index, target);
    if (action === "move" && target !== undefined) for (const index of sources) moved.set(index, target);
    if (action === "insert" && target !== undefined) made.add(target);
  }
  const result = new Map<number, number[]>();
  for (const [index, target] of moved) {
    if (!gone.has(index) && !absorbed.has(index)) result.set(target, [index]);
  }
  const left = [...input.keys()].filter((index) => !gone.has(index) && !absorbed.has(index) && !moved.has(index));
  const right = [...output.keys()].filter((index) => !result.has(index));
  const aligned = alignRest(left, right, made, input, output);
  if (typeof aligned === "string") return aligned;
  for (const [from, to] of aligned) result.set(to, [from]);
  for (const [index, target] of absorbed) {
    if (target === undefined || gone.has(index)) continue;
    const sources = result.get(target);
    if (sources) sources.push(index);
    else result.set(target, [index]);
  }
  return result;
}

/**
 * Pairs what is left on both sides in order. A made message stands alone, unless it was merged with one of the input:
 * then there are too few others, and the dearest fit is avoided.
 */
function alignRest(
  left: readonly number[],
  right: readonly number[],
  made: ReadonlySet<number>,
  input: readonly unknown[],
  output: readonly unknown[],
): [from: number, to: number][] | string {
  const plain = right.filter((index) => !made.has(index));
  if (plain.length === left.length) return left.map((from, index) => [from, plain[index] as number]);
  const text = `${left.length} messages of the input should be in ${plain.length} of the output`;
  if (plain.length > left.length || right.length < left.length) return text;
  // cost[i][j]: the least cost of pairing left from i on with right from j on.
  const cost = left.map(() => new Array<number>(right.length + 1).fill(Number.POSITIVE_INFINITY));
  cost.push(right.map((_, j) => (right.slice(j).every((index) => made.has(index)) ? 0 : Number.POSITIVE_INFINITY)));
  (cost[left.length] as number[]).push(0);
  const at = (i: number, j: number): number => cost[i]?.[j] ?? Number.POSITIVE_INFINITY;
  const pair = (i: number, j: number): number => unlike(input[left[i] as number], output[right[j] as number]);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const skip = made.has(right[j] as number) ? at(i, j + 1) : Number.POSITIVE_INFINITY;
      (cost[i] as number[])[j] = Math.min(skip, pair(i, j) + at(i + 1, j + 1));
    }
  }
  if (at(0, 0) === Number.POSITIVE_INFINITY) return text;
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length; j++) {
    if (at(i, j) !== pair(i, j) + at(i + 1, j + 1)) continue;
    pairs.push([left[i] as number, right[j] as number]);
    i++;
  }
  return pairs;
}

/** How many fields differ. */
function unlike(first: unknown, second: unknown): number {
  if (first === second) return 0;
  if (!isObject(first) || !isObject(second)) return 99;
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  const differing = [...keys].filter((key) => !sameJson(first[key], second[key])).length;
  return first["role"] === second["role"] ? differing : differing + 20;
}

function compareMessage(
  to: number,
  sources: readonly number[],
  input: readonly unknown[],
  output: readonly unknown[],
  changes: readonly Change[],
  differences: Difference[],
  found: Violation[],
): void {
  const from = sources[0] as number;
  const [before, after] = [input[from], output[to]];
  if (sources.length === 1 && before === after) return;
  if (!isObject(before) || !isObject(after)) {
    if (!sameJson(before, after)) differences.push({ from: pointerOf(from), to: pointerOf(to) });
    return;
  }
  // Fields of an absorbed message differ too; the merge accounts for them, and so may what was done to them before.
  for (const source of sources) {
    const fields = input[source];
    if (!isObject(fields)) continue;
    for (const key of new Set([...Object.keys(fields), ...Object.keys(after)])) {
      if (key === "content" || sameJson(fields[key], after[key])) continue;
      differences.push({ from: pointerOf(source, key), to: pointerOf(to, key) });
    }
  }
  const shape = shapeOf(after["content"]);
  for (const source of sources) {
    const fields = input[source];
    if (!isObject(fields) || shapeOf(fields["content"]) === shape) continue;
    differences.push({ from: pointerOf(source, "content"), to: pointerOf(to, "content") });
  }
  if (sources.length > 1 || shapeOf(before["content"]) === shape) {
    compareBlocks(to, sources, input, output, changes, differences, found);
  }
}

function shapeOf(content: unknown): string {
  return Array.isArray(content) ? "list" : typeof content;
}

function blocksAt(messages: readonly unknown[], index: number): Spot[] {
  const message = messages[index];
  const content = isObject(message) ? message["content"] : undefined;
  const pointer = pointerOf(index, "content");
  if (typeof content === "string") return [{ pointer, value: { type: "text", text: content } }];
  return Array.isArray(content)
    ? content.map((value: unknown, block) => ({ pointer: pointerOf(index, "content", block), value }))
    : [];
}

function compareBlocks(
  to: number,
  sources: readonly number[],
  input: readonly unknown[],
  output: readonly unknown[],
  changes: readonly Change[],
  differences: Difference[],
  found: Violation[],
): void {
  const leaving = new Set<string>();
  const arriving = new Set<string>();
  for (const change of changes) {
    const { action, from, to: target } = change;
    if (action === "drop") for (const pointer of from) leaving.add(pointer);
    if (action === "insert" && target !== undefined) arriving.add(target);
    const moved = movedBlock(change);
    if (!moved) continue;
    leaving.add(moved.from);
    arriving.add(moved.to);
  }
  const ordered = sources.length > 1 ? [...sources].sort((a, b) => a - b) : sources;
  const before = ordered.flatMap((index) => blocksAt(input, index)).filter(({ pointer }) => !leaving.has(pointer));
  const after = blocksAt(output, to).filter(({ pointer }) => !arriving.has(pointer));
  const insertedHere = changes.some(({ action, to: target }) => action === "insert" && target === pointerOf(to));
  if (before.length !== after.length && !insertedHere) {
    const whole = sources.map((index) => ({ from: pointerOf(index, "content"), to: pointerOf(to, "content") }));
    const covered = whole.filter((difference) => coveredBy(difference, changes) !== undefined);
    differences.push(...covered);
    if (covered.length > 0) return;
    const text = `${before.length} blocks of the input should be in ${after.length} of the output`;
    found.push({ kind: "report-blocks", path: pointerOf(to, "content"), text });
    return;
  }
  const reordered = changes.some(
    ({ action, to: target, from }) => action === "move" && target === pointerOf(to) && from.length > 0,
  );
  for (const [first, second] of reordered || insertedHere ? matchEqual(before, after) : zip(before, after)) {
    compareBlock(first, second, differences);
  }
}

function zip(before: readonly Spot[], after: readonly Spot[]): [Spot, Spot][] {
  return before.map((spot, index) => [spot, after[index] as Spot]);
}

/** Where a block was and is that went to another message. */
function movedBlock({ action, from, to }: Change): Difference | undefined {
  const [source] = from;
  if (action !== "move" || from.length !== 1 || to === undefined || messageAt(source) !== undefined) return undefined;
  return { from: source as string, to };
}

/** A block that moved may have been changed, too. */
function compareMoved(
  input: readonly unknown[],
  output: readonly unknown[],
  changes: readonly Change[],
  differences: Difference[],
): void {
  for (const moved of changes.map(movedBlock)) {
    const before = moved && blockNamed(input, moved.from);
    const after = moved && blockNamed(output, moved.to);
    if (before && after) compareBlock(before, after, differences);
  }
}

function blockNamed(messages: readonly unknown[], pointer: string): Spot | undefined {
  return blocksAt(messages, Number(messageOf(pointer))).find((spot) => spot.pointer === pointer);
}

/** Pairs equal blocks first and the rest in order: for a message whose blocks were put in another order. */
function matchEqual(before: readonly Spot[], after: readonly Spot[]): [Spot, Spot][] {
  const free = [...after];
  const pairs: [Spot, Spot][] = [];
  const unpaired: Spot[] = [];
  for (const spot of before) {
    const index = free.findIndex(({ value }) => sameJson(value, spot.value));
    if (index < 0) unpaired.push(spot);
    else pairs.push([spot, ...(free.splice(index, 1) as [Spot])]);
  }
  for (const [index, spot] of unpaired.entries()) {
    const other = free[index];
    if (other) pairs.push([spot, other]);
  }
  return pairs;
}

function compareBlock(before: Spot, after: Spot, differences: Difference[]): void {
  if (sameJson(before.value, after.value)) return;
  if (!isObject(before.value) || !isObject(after.value)) {
    differences.push({ from: before.pointer, to: after.pointer });
    return;
  }
  for (const key of new Set([...Object.keys(before.value), ...Object.keys(after.value)])) {
    if (sameJson(before.value[key], after.value[key])) continue;
    differences.push({ from: `${before.pointer}${pointerOf(key)}`, to: `${after.pointer}${pointerOf(key)}` });
  }
}

/** The index of a change under which the difference lies. */
function coveredBy({ from, to }: Difference, changes: readonly Change[]): number | undefined {
  const index = changes.findIndex((change) => covers(change, from, to));
  return index < 0 ? undefined : index;
}

/** What a rewrite names, made ready for many questions. The deeper pointer is the exact one: the other lacks the field. */
interface Named {
  readonly was: string | undefined;
  readonly is: string | undefined;
  readonly resultId: boolean;
}

const names = new WeakMap<Change, Named>();

function namedBy(change: Change): Named {
  const known = names.get(change);
  if (known) return known;
  const [was, is] = [ownPointer(change.from[0]), ownPointer(change.to)];
  const [before, after] = [depthOf(was), depthOf(is)];
  const named = {
    was: before >= after ? was : undefined,
    is: after >= before ? is : undefined,
    resultId: isResultId(is ?? was ?? ""),
  };
  names.set(change, named);
  return named;
}

function depthOf(pointer: string | undefined): number {
  return pointer === undefined ? 0 : pointer.split("/").length;
}

function covers(change: Change, from: string, to: string): boolean {
  // A merge takes the fields of one side, and makes a list of a string.
  if (change.action === "merge") return change.to !== undefined && depthOf(to) <= 3 && isUnder(to, change.to);
  if (change.action !== "rewrite") return false;
  const { was, is, resultId } = namedBy(change);
  if (was !== undefined && isUnder(from, was)) return true;
  if (is !== undefined && isUnder(to, is)) return true;
  return resultId && isResultId(from) && messageOf(from) === messageOf(change.from[0] ?? "");
}

/** A result names its call under several names, which are rewritten together and reported as one. */
function isResultId(pointer: string): boolean {
  return /^\/\d+\/(toolCallId|toolUseId|tool_call_id|tool_use_id|callId|call_id)$/.test(pointer);
}

function messageOf(pointer: string): string | undefined {
  return pointer.split("/")[1];
}

/** A block replaced by one of another kind is reported at its type and means the whole block. */
function ownPointer(pointer: string | undefined): string | undefined {
  return pointer?.endsWith("/type") ? pointer.replace(/^(\/\d+\/content\/\d+)\/type$/, "$1") : pointer;
}

function judge(differences: readonly Difference[], changes: readonly Change[], found: Violation[]): void {
  for (const difference of differences) {
    if (coveredBy(difference, changes) !== undefined) continue;
    const text = `${difference.from} differs from ${difference.to}, and no change says so`;
    found.push({ kind: "report-silent", path: difference.to, text });
  }
  changes.forEach((change, index) => {
    if (change.action !== "rewrite" || change.undoneBy !== undefined) return;
    if (differences.some(({ from, to }) => covers(change, from, to) || isAbove(change, from, to))) return;
    found.push({ kind: "report-idle", path: pointerOf(index), text: `nothing differs there: ${show(change)}` });
  });
}

/** Does the change name a spot inside of something that differs as a whole? */
function isAbove(change: Change, from: string, to: string): boolean {
  const [was] = change.from;
  return (was !== undefined && isUnder(was, from)) || (change.to !== undefined && isUnder(change.to, to));
}
