/**
 * Which result answers which call.
 *
 * Calls are counted by occurrence, not by id: an id may repeat. Each assistant message with calls opens a frame that
 * reaches to the next one. A result belongs to the first unanswered call of its frame with the same id. A result that
 * names no call of its frame moves back to an earlier call, or forward to a later one, when exactly one unanswered call
 * can own it. Ids are compared without surrounding space.
 */
import { isAnswerable, resultIdOf } from "./calls.ts";
import { blocksOf, isFailed, isFilled, isRecord, type SessionMessage, type ToolCallBlock } from "./message.ts";
import type { Turn } from "./place.ts";
import { UNKNOWN_OUTCOME } from "./placeholders.ts";

/** The texts that tell a result that stands for a missing one where `details` are gone, or were not yet marked. */
const STAND_INS: ReadonlySet<unknown> = new Set([
  UNKNOWN_OUTCOME,
  "[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.",
]);

/** The key in `details` that marks a result made to stand for a missing one. */
export const SYNTHETIC_KEY = "openclawSyntheticMissingToolResult";

/** One call and the result that answers it. */
export interface Occurrence {
  readonly call: ToolCallBlock;
  /** The index of the call in its message's content. */
  readonly block: number;
  readonly id: string;
  /** The index of its result in the list of turns. */
  result: number | undefined;
  /** Is the result one that was made to stand for a missing one? */
  synthetic: boolean;
}

/** An assistant message with calls, and the results that stand before the next one. */
export interface Frame {
  /** The index of the assistant message in the list of turns. */
  readonly turn: number;
  readonly failed: boolean;
  readonly occurrences: readonly Occurrence[];
}

/** How calls and results belong together. */
export interface Pairing {
  readonly frames: readonly Frame[];
  /** Results of a call that has one already, by index. */
  readonly duplicates: ReadonlySet<number>;
  /** Results that no call can own, by index. */
  readonly orphans: ReadonlySet<number>;
  /** Results without any id which the single call of their frame owns, by index. */
  readonly adopted: ReadonlySet<number>;
  /** Is there a result that no call of its own frame answers for, or a call without one? */
  readonly loose: boolean;
}

/** Was the result made to stand for a missing one? */
export function isSyntheticResult(message: SessionMessage): boolean {
  if (message["isError"] !== true) return false;
  const { details } = message;
  if (isRecord(details) && details[SYNTHETIC_KEY] === true) return true;
  return blocksOf(message).some((block) => isRecord(block) && block.type === "text" && STAND_INS.has(block["text"]));
}

/** Finds out which result answers which call. Linear in the number of turns and blocks. */
export function pairTurns(turns: readonly Turn[]): Pairing {
  const frames: Frame[] = [];
  const duplicates = new Set<number>();
  const adopted = new Set<number>();
  const unclaimed: { frame: number; result: number; id: string }[] = [];
  const orphans = new Set<number>();
  /** Results of the frame that name no call. */
  const unnamed: number[] = [];
  const byId = new Map<string, Asked>();
  for (let index = 0; index < turns.length; index++) {
    const { message } = turns[index] as Turn;
    if (message.role === "assistant") {
      const occurrences = occurrencesOf(message);
      if (occurrences.length === 0) continue;
      adopt(frames.at(-1), unnamed, turns, adopted, duplicates, orphans);
      for (const occurrence of occurrences) ask(byId, occurrence, frames.length);
      frames.push({ turn: index, failed: isFailed(message), occurrences });
    } else if (message.role === "toolResult") {
      const frame = frames.length - 1;
      const id = resultIdOf(message);
      const asked = id === undefined ? undefined : byId.get(id);
      if (id === undefined) unnamed.push(index);
      else if (asked?.frame !== frame) unclaimed.push({ frame, result: index, id });
      else duplicates.add(answer(asked, index, message));
    }
  }
  adopt(frames.at(-1), unnamed, turns, adopted, duplicates, orphans);
  duplicates.delete(NONE);
  moveBack(frames, unclaimed, turns, orphans);
  moveForward(frames, turns, orphans);
  const loose = unclaimed.length > 0 || orphans.size > 0 || frames.some(isOpen);
  return { frames, duplicates, orphans, adopted, loose };
}

/** No result. */
const NONE = -1;

function isOpen({ occurrences }: Frame): boolean {
  return occurrences.some(({ result }) => result === undefined);
}

/** The calls of the last frame that has an id. Ids of earlier frames stay in the map until they are asked again. */
interface Asked {
  frame: number;
  calls: Occurrence[];
  /** The first call that is still unanswered. */
  next: number;
  /** The calls whose result was made, and the first of them that no real one replaced. */
  made: Occurrence[];
  real: number;
}

function ask(byId: Map<string, Asked>, occurrence: Occurrence, frame: number): void {
  const asked = byId.get(occurrence.id);
  if (asked?.frame === frame) asked.calls.push(occurrence);
  else byId.set(occurrence.id, { frame, calls: [occurrence], next: 0, made: [], real: 0 });
}

/**
 * The result goes to the first unanswered call; if there is none, a real one takes the place of one that was made.
 * Returns the result that goes.
 */
function answer(asked: Asked, result: number, message: SessionMessage): number {
  const free = asked.calls[asked.next];
  if (free && free.result === undefined) {
    asked.next++;
    claim(free, result, message);
    if (free.synthetic) asked.made.push(free);
    return NONE;
  }
  const made = isSyntheticResult(message) ? undefined : asked.made[asked.real++];
  if (!made) return result;
  const gone = made.result as number;
  claim(made, result, message);
  return gone;
}

function occurrencesOf(message: SessionMessage): readonly Occurrence[] {
  const blocks = blocksOf(message);
  let found: Occurrence[] | undefined;
  for (let block = 0; block < blocks.length; block++) {
    const call = blocks[block];
    if (!isAnswerable(call)) continue;
    found ??= [];
    found.push({ call, block, id: call.id.trim(), result: undefined, synthetic: false });
  }
  return found ?? NO_CALLS;
}

const NO_CALLS: readonly Occurrence[] = [];

function claim(occurrence: Occurrence, result: number, message: SessionMessage): void {
  occurrence.result = result;
  occurrence.synthetic = isSyntheticResult(message);
}

/**
 * Results without an id, once their frame is over: the first belongs to the only call of the frame, if nothing that
 * names the call answered it and the names of the tools do not differ.
 */
function adopt(
  frame: Frame | undefined,
  unnamed: number[],
  turns: readonly Turn[],
  adopted: Set<number>,
  duplicates: Set<number>,
  orphans: Set<number>,
): void {
  const [only, another] = frame?.occurrences ?? NO_CALLS;
  for (const result of unnamed) {
    const message = turns[result]?.message as SessionMessage;
    const free = only && !another && (only.result === undefined || (only.synthetic && !isSyntheticResult(message)));
    if (!free || isOtherTool(only, message)) {
      orphans.add(result);
      continue;
    }
    if (only.result !== undefined) duplicates.add(only.result);
    claim(only, result, message);
    adopted.add(result);
  }
  unnamed.length = 0;
}

function isOtherTool({ call }: Occurrence, message: SessionMessage): boolean {
  const name = message["toolName"];
  return isFilled(name) && isFilled(call.name) && name.trim() !== call.name.trim();
}

/** Results that name no call of their frame: back to the one unanswered call of an earlier frame. */
function moveBack(
  frames: readonly Frame[],
  unclaimed: readonly { frame: number; result: number; id: string }[],
  turns: readonly Turn[],
  orphans: Set<number>,
): void {
  const open = new Map<string, Occurrence[]>();
  let waiting = 0;
  for (const [number, frame] of [undefined, ...frames].entries()) {
    for (const occurrence of frame?.occurrences ?? []) {
      if (occurrence.result === undefined || occurrence.synthetic) push(open, occurrence.id, occurrence);
    }
    for (; waiting < unclaimed.length && (unclaimed[waiting]?.frame ?? 0) < number; waiting++) {
      const { result, id } = unclaimed[waiting] as { result: number; id: string };
      const message = turns[result]?.message as SessionMessage;
      const [owner, another] = open.get(id) ?? [];
      if (!owner || another || (owner.synthetic && isSyntheticResult(message))) {
        orphans.add(result);
        continue;
      }
      if (owner.result !== undefined) orphans.add(owner.result);
      claim(owner, result, message);
      open.delete(id);
    }
  }
}

/** Results stored before their call: forward to the one unanswered call behind them. */
function moveForward(frames: readonly Frame[], turns: readonly Turn[], orphans: Set<number>): void {
  if (orphans.size === 0) return;
  const open = new Map<string, { occurrence: Occurrence; turn: number }[]>();
  for (const { turn, occurrences } of frames) {
    for (const occurrence of occurrences)
      if (occurrence.result === undefined || occurrence.synthetic) push(open, occurrence.id, { occurrence, turn });
  }
  for (const result of [...orphans].sort((a, b) => a - b)) {
    const message = turns[result]?.message as SessionMessage;
    const id = resultIdOf(message);
    if (id === undefined || isSyntheticResult(message)) continue;
    const [owner, another] = open.get(id) ?? [];
    if (!owner || another || owner.turn < result) continue;
    if (owner.occurrence.result !== undefined) orphans.add(owner.occurrence.result);
    claim(owner.occurrence, result, message);
    open.delete(id);
    orphans.delete(result);
  }
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
