/** One turn, opened: its blocks before and after beside each other, and what was found or done at each. */
import {
  type Change,
  estimateImageTokens,
  type Finding,
  type ImageTokenTarget,
  measureImage,
} from "../../src/index.ts";
import type { ImageSize } from "../protocol.ts";
import type { BlockIssue, BlockSide, BlockView, TurnView } from "../turn-view.ts";
import { align } from "./align.ts";
import { blocksIn, bodyOf, imageIn, kindOf, labelOf, type PlacedBlock, roleOf } from "./blocks.ts";
import { type Turns, turnPointer } from "./document.ts";
import { remedyText } from "./issues.ts";
import { REQUEST, type Rows } from "./rows.ts";
import { isFields } from "./values.ts";
import { wordDiff } from "./word-diff.ts";

/** How much of a text is sent before somebody asks for the rest. */
export const CLIP = 20_000;
/** How many blocks of a turn are sent. */
const MOST_BLOCKS = 200;

/** What a turn is made of. */
export interface DetailInput {
  readonly rows: Rows;
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  readonly left: readonly Finding[];
  readonly target: ImageTokenTarget;
  lineOf(row: number): number | undefined;
  /** What the repair of the file did to the row's line. */
  fileActions(line: number): readonly { readonly id: string; readonly text: string }[];
}

/** The turn of a row. */
export function turnView(row: number, input: DetailInput): TurnView {
  const { rows } = input;
  const { before: befores, after: afters, flags } = rows.index;
  const [before, after] = [befores[row] ?? -1, afters[row] ?? -1];
  const [old, now] = [sideOf(rows.before, before), sideOf(rows.after, after)];
  const role = before === REQUEST ? "request" : roleOf(old?.value ?? now?.value);
  const changes = (rows.changes.get(row) ?? []).flatMap((number) => input.changes[number] ?? []);
  const findings = (rows.findings.get(row) ?? []).flatMap((number) => input.findings[number] ?? []);
  const left = (rows.left.get(row) ?? []).flatMap((number) => input.left[number] ?? []);
  const line = input.lineOf(row);
  const inFile = line === undefined ? [] : input.fileActions(line);
  const notes: Note[] = [
    ...left.map((finding) => noteOfFinding(finding, true)),
    ...findings
      .filter((finding) => !isIn(left, finding))
      .map((finding) => noteOfFinding(finding, false, doneElsewhere(finding, changes, input.changes))),
    ...inFile.map(({ id, text }) => fileNote(id, text)),
    ...changes.map(noteOfChange),
  ];
  const blocks = before === REQUEST ? [] : alignBlocks(old, now, changes);
  const views = blocks.slice(0, MOST_BLOCKS).map((pair) => blockView(pair, notes, input.target));
  const mergedInto = changes.find(({ action, from }) => action === "merge" && from[0] === old?.pointer)?.to;
  return {
    row,
    role,
    before,
    after,
    flags: flags[row] ?? 0,
    ...(line !== undefined && { line }),
    ...(mergedInto !== undefined && { mergedInto: rows.ofOutput(mergedInto) }),
    issues: notes.filter(({ taken }) => !taken).map(({ issue }) => issue),
    blocks: views,
    moreBlocks: Math.max(0, blocks.length - MOST_BLOCKS),
  };
}

/** What was done about a finding, unless it is among the changes of the turn and seen there. */
function doneElsewhere(
  { severity, remedies = [] }: Finding,
  here: readonly Change[],
  all: readonly Change[],
): string | undefined {
  if (severity !== "error" || here.some(({ rule }) => remedies.includes(rule))) return undefined;
  return remedyText(remedies, all);
}

/** What is refused as it is and still refused is said once. */
function isIn(left: readonly Finding[], { code, message }: Finding): boolean {
  return left.some((one) => one.code === code && one.message === message);
}

interface TurnSide {
  readonly pointer: string;
  readonly value: unknown;
  readonly blocks: readonly PlacedBlock[];
}

function sideOf(turns: Turns, index: number): TurnSide | undefined {
  if (index < 0) return undefined;
  const value = turns.list[index];
  const pointer = turnPointer(turns, index);
  const blocks = blocksIn(value).map((block) => ({ ...block, path: pointer + block.path }));
  return { pointer, value, blocks };
}

interface BlockPair {
  readonly before: PlacedBlock | undefined;
  readonly after: PlacedBlock | undefined;
}

function alignBlocks(old: TurnSide | undefined, now: TurnSide | undefined, changes: readonly Change[]): BlockPair[] {
  const before = old?.blocks ?? [];
  const after = now?.blocks ?? [];
  const at = (list: readonly PlacedBlock[], pointer: string | undefined): number =>
    pointer === undefined ? -1 : list.findIndex(({ path }) => pointer === path || pointer.startsWith(`${path}/`));
  const pairs: [number, number][] = [];
  const gone = new Set<number>();
  const made = new Set<number>();
  for (const { action, from, to } of changes) {
    const [i, k] = [at(before, from[0]), at(after, to)];
    if (i >= 0 && k >= 0) pairs.push([i, k]);
    else if (i >= 0 && action === "drop" && before[i]?.path === from[0]) gone.add(i);
    else if (k >= 0 && action === "insert" && after[k]?.path === to) made.add(k);
  }
  const [left, right] = [before.map(({ value }) => value), after.map(({ value }) => value)];
  const kind = (value: unknown): string => kindOf(value);
  return align(left, right, { pairs, gone, made }, kind).map(({ before: i, after: k }) => ({
    before: before[i],
    after: after[k],
  }));
}

interface Note {
  readonly issue: BlockIssue;
  readonly from: readonly string[];
  readonly to: string | undefined;
  taken: boolean;
}

function fileNote(id: string, text: string): Note {
  return {
    issue: { kind: "changed", id, text: `In the file: ${text}`, action: "rewrite" },
    from: [],
    to: undefined,
    taken: false,
  };
}

function noteOfFinding(
  { code, severity, message, providerMessage, path }: Finding,
  left: boolean,
  does?: string,
): Note {
  const kind = severity === "error" ? (left ? "left" : "rejected") : "note";
  const issue = {
    kind,
    id: code,
    text: message,
    ...(providerMessage !== undefined && { says: providerMessage }),
    ...(does !== undefined && { does }),
  } as const;
  return { issue, from: left ? [] : [path], to: left ? path : undefined, taken: false };
}

function noteOfChange({ rule, action, message, lossy, preview, from, to }: Change): Note {
  return {
    issue: { kind: "changed", id: rule, text: message, action, lossy, ...preview },
    from,
    to,
    taken: false,
  };
}

function blockView({ before, after }: BlockPair, notes: readonly Note[], target: ImageTokenTarget): BlockView {
  const issues: BlockIssue[] = [];
  let moved = false;
  for (const note of notes) {
    const field = fieldWithin(before, note.from[0]) ?? fieldWithin(after, note.to);
    if (field === undefined || note.taken) continue;
    note.taken = true;
    moved ||= note.issue.action === "move";
    issues.push({ ...note.issue, ...(field !== "" && { field }) });
  }
  const [old, now] = [sideOfBlock(before, target), sideOfBlock(after, target)];
  const same = before?.value === after?.value || (old !== undefined && now !== undefined && isSame(before, after));
  const state = !old ? "added" : !now ? "removed" : moved ? "moved" : same ? "same" : "edited";
  const parts = state === "edited" && old && now && !old.image ? wordDiff(old.body.text, now.body.text) : undefined;
  return {
    label: labelOf((before ?? after)?.value),
    state,
    ...(old && { before: old }),
    ...(now && { after: now }),
    ...(parts && { parts }),
    issues,
  };
}

/** What leads on from the block: empty for the block itself; undefined when the pointer leads elsewhere. */
function fieldWithin(block: PlacedBlock | undefined, pointer: string | undefined): string | undefined {
  if (!block || pointer === undefined) return undefined;
  if (pointer === block.path) return "";
  return pointer.startsWith(`${block.path}/`) ? pointer.slice(block.path.length + 1) : undefined;
}

function isSame(before: PlacedBlock | undefined, after: PlacedBlock | undefined): boolean {
  const [a, b] = [before?.value, after?.value];
  if (typeof a === "string" || typeof b === "string") return bodyOf(a) === bodyOf(b) && kindOf(a) === kindOf(b);
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    return false;
  }
}

function sideOfBlock(block: PlacedBlock | undefined, target: ImageTokenTarget): BlockSide | undefined {
  if (!block) return undefined;
  const text = bodyOf(block.value);
  const image = imageSize(block.value, target);
  return { path: block.path, body: { text: text.slice(0, CLIP), length: text.length }, ...(image && { image }) };
}

/** What is known of a picture in a block. */
export function imageSize(block: unknown, target: ImageTokenTarget): ImageSize | undefined {
  const image = isFields(block) ? imageIn(block) : undefined;
  const info = image && measureImage(image.data);
  if (!info) return undefined;
  const { format, width, height, bytes } = info;
  return { format, width, height, bytes, tokens: estimateImageTokens(info, target) };
}
