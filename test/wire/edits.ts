// Random edits of a parsed body, made the way rules make them: through the recorder, so that all places are right.
import type { Note } from "../../src/contract/rule.ts";
import { Recorder } from "../../src/pipeline/record.ts";
import { isToolCall } from "../../src/transcript/calls.ts";
import { type Block, blocksOf, isRecord, type SessionMessage } from "../../src/transcript/message.ts";
import type { Turn } from "../../src/transcript/place.ts";
import type { Random } from "../properties/random.ts";

const WHY = { text: "A test edits this.", lossy: false };

/** One kind of edit: the turns after it, or the same array where it finds nothing to do. */
type Edit = (turns: readonly Turn[], record: Recorder, random: Random) => readonly Turn[];

/** Every kind of edit, by name. */
export const EDITS = {
  dropBlock,
  insertBlock,
  moveBlock,
  rewriteText,
  rewriteThinking,
  rewriteArguments,
  rewriteImage,
  rewriteDocument,
  rename,
  flipError,
  retype,
  spreadText,
  moveMarker,
  undone,
  dropTurn,
  makeTurn,
  moveTurn,
  mergeTurns,
  splitTurn,
  joinTurn,
  noteResult,
} satisfies Record<string, Edit>;

export type EditName = keyof typeof EDITS;

/** Turns after up to `most` edits of kinds that are not left out, and the names of those that did something. */
export function editTurns(
  turns: readonly Turn[],
  random: Random,
  most: number,
  skip: readonly EditName[] = [],
): { readonly turns: readonly Turn[]; readonly names: readonly EditName[]; readonly record: Recorder } {
  const record = new Recorder();
  const choices = (Object.keys(EDITS) as EditName[]).filter((name) => !skip.includes(name));
  const names: EditName[] = [];
  let edited = turns;
  for (let count = 1 + random.below(most); count > 0; count--) {
    const name = random.pick(choices);
    const after = EDITS[name](edited, record, random);
    if (after === edited) continue;
    edited = after;
    names.push(name);
  }
  return { turns: edited, names, record };
}

/** A new number each time, so that nothing new equals something old. */
const fresh = (record: Recorder): number => 1 - record.lastMade + record.entries.length;

function pickTurn(turns: readonly Turn[], random: Random, fits: (turn: Turn, index: number) => boolean): number {
  const found = turns.map((turn, index) => (fits(turn, index) ? index : -1)).filter((index) => index >= 0);
  return found.length === 0 ? -1 : random.pick(found);
}

/** The turns with one of them changed in its content. */
function editContent(
  turns: readonly Turn[],
  index: number,
  record: Recorder,
  change: (blocks: readonly Block[], note: Note) => readonly Block[],
): readonly Turn[] {
  return turns.map((turn, at) => {
    if (at !== index) return turn;
    return record.edit(turn, (message, note) => ({ ...message, content: change(blocksOf(message), note) }));
  });
}

/** The turns with one block of a kind changed. */
function editBlock(
  turns: readonly Turn[],
  record: Recorder,
  random: Random,
  fits: (block: Block) => boolean,
  key: string,
  change: (block: Block) => Block,
): readonly Turn[] {
  const index = pickTurn(turns, random, ({ message }) => blocksOf(message).some(fits));
  if (index < 0) return turns;
  return editContent(turns, index, record, (blocks, note) => {
    const chosen = random.pick([...blocks.keys()].filter((at) => fits(blocks[at] as Block)));
    note.rewrite(chosen, key, WHY);
    return blocks.map((block, at) => (at === chosen ? change(block) : block));
  });
}

const isText = (block: Block): boolean => block.type === "text" && typeof block["text"] === "string";
const hasBlocks = ({ message }: Turn): boolean => blocksOf(message).length > 0;
const isSpoken = ({ message }: Turn): boolean => message.role === "user" || message.role === "assistant";

function dropBlock(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const index = pickTurn(turns, random, hasBlocks);
  if (index < 0) return turns;
  return editContent(turns, index, record, (blocks, note) => {
    const gone = random.below(blocks.length);
    note.drop(gone, WHY);
    return blocks.filter((_, at) => at !== gone);
  });
}

function insertBlock(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const index = pickTurn(turns, random, (turn) => isSpoken(turn) || turn.message.role === "toolResult");
  if (index < 0) return turns;
  const number = fresh(record);
  return editContent(turns, index, record, (blocks, note) => {
    const before = random.below(blocks.length + 1);
    note.insert(before, WHY);
    const isCall = turns[index]?.message.role === "assistant" && random.chance(0.3);
    return [...blocks.slice(0, before), isCall ? newCall(number) : newText(number), ...blocks.slice(before)];
  });
}

const newText = (number: number): Block => ({ type: "text", text: `new text ${number}` });
const newCall = (number: number): Block => ({
  type: "toolCall",
  id: `callnew${number}`,
  name: "new_tool",
  arguments: { made: number },
});

function moveBlock(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const index = pickTurn(turns, random, ({ message }) => blocksOf(message).length > 1);
  if (index < 0) return turns;
  return editContent(turns, index, record, (blocks, note) => {
    const order = [...blocks.keys()];
    const [taken = 0] = order.splice(random.below(order.length), 1);
    order.splice(random.below(order.length + 1), 0, taken);
    note.order(order, WHY);
    return order.map((at) => blocks[at] as Block);
  });
}

function rewriteText(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const number = fresh(record);
  return editBlock(turns, record, random, isText, "text", (block) => ({ ...block, text: `rewritten ${number}` }));
}

function rewriteThinking(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const fits = (block: Block): boolean => block.type === "thinking" && typeof block["thinking"] === "string";
  const number = fresh(record);
  return editBlock(turns, record, random, fits, "thinking", (block) => ({ ...block, thinking: `thought ${number}` }));
}

function rewriteArguments(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const fits = (block: Block): boolean => isToolCall(block) && block["kind"] === undefined;
  const number = fresh(record);
  const change = (block: Block): Block => ({ ...block, arguments: { rewritten: number } });
  return editBlock(turns, record, random, fits, "arguments", change);
}

/** Other bytes of another format, as when an image was made to fit. */
function rewriteImage(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const fits = (block: Block): boolean => block.type === "image" && typeof block["data"] === "string";
  const data = `AA${String(fresh(record)).padStart(6, "A")}`;
  return editBlock(turns, record, random, fits, "data", (block) => ({ ...block, data, mimeType: "image/webp" }));
}

/** Another name, and another text where the document is one, as when characters had to be replaced. */
function rewriteDocument(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const fits = ({ type, name, text }: Block): boolean =>
    type === "document" && (typeof name === "string" || typeof text === "string");
  const number = fresh(record);
  return editBlock(turns, record, random, fits, "name", (block) => ({
    ...block,
    ...(typeof block["name"] === "string" && { name: `name ${number}` }),
    ...(typeof block["text"] === "string" && { text: `text ${number}` }),
  }));
}

/** A call and the results that name it get another id. */
function rename(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const ids = turns.flatMap(({ message }) =>
    blocksOf(message)
      .filter(isToolCall)
      .map(({ id }) => id),
  );
  if (ids.length === 0) return turns;
  const before = random.pick(ids);
  const after = `callrenamed${fresh(record)}`;
  return turns.map((turn) =>
    record.edit(turn, (message, note) => {
      if (message.role === "toolResult" && before !== undefined && message["toolCallId"] === before) {
        note.set("toolCallId", WHY);
        return { ...message, toolCallId: after };
      }
      if (!blocksOf(message).some((block) => isToolCall(block) && block.id === before)) return message;
      const content = blocksOf(message).map((block, at) => {
        if (!isToolCall(block) || block.id !== before) return block;
        note.rewrite(at, "id", WHY);
        return { ...block, id: after };
      });
      return { ...message, content };
    }),
  );
}

function flipError(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const index = pickTurn(turns, random, ({ message }) => message.role === "toolResult");
  if (index < 0) return turns;
  return turns.map((turn, at) => {
    if (at !== index) return turn;
    return record.edit(turn, (message, note) => {
      note.set("isError", WHY);
      return { ...message, isError: message["isError"] !== true };
    });
  });
}

/** A block becomes a text that stands for it: a new object. */
function retype(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const number = fresh(record);
  const fits = (block: Block): boolean => !isText(block);
  return editBlock(turns, record, random, fits, "type", () => ({ type: "text", text: `stands for it ${number}` }));
}

/** The same, with the fields of the block left on it. */
function spreadText(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const number = fresh(record);
  const fits = (block: Block): boolean => block.type === "image" || block.type === "media";
  return editBlock(turns, record, random, fits, "type", (block) => ({
    ...block,
    type: "text",
    text: `stands for it ${number}`,
  }));
}

/** A cache marker goes from its block to another one of the same message. */
function moveMarker(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const isMarked = (block: Block): boolean => block["cache_control"] !== undefined;
  const fits = ({ message }: Turn): boolean => {
    const blocks = blocksOf(message);
    return blocks.some(isMarked) && blocks.some((block) => isText(block) && !isMarked(block));
  };
  const index = pickTurn(turns, random, fits);
  if (index < 0) return turns;
  return editContent(turns, index, record, (blocks, note) => {
    const from = blocks.findIndex(isMarked);
    const to = blocks.findIndex((block) => isText(block) && !isMarked(block));
    const { cache_control, ...bare } = blocks[from] as Block;
    note.rewrite(from, "cache_control", WHY);
    note.rewrite(to, "cache_control", WHY);
    return blocks.map((block, at) => (at === from ? (bare as Block) : at === to ? { ...block, cache_control } : block));
  });
}

/** A new object with the same in it; arguments too are another object. */
function copyOf(block: Block): Block {
  const { arguments: given } = block;
  return isRecord(given) ? { ...block, arguments: { ...given } } : { ...block };
}

/** Edits that undo each other: an equal block in a new object, and a block that comes and goes. */
function undone(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const copied = editBlock(turns, record, random, isRecord, "text", copyOf);
  if (copied === turns) return turns;
  const index = pickTurn(copied, random, hasBlocks);
  const inserted = editContent(copied, index, record, (blocks, note) => {
    note.insert(0, WHY);
    return [newText(0), ...blocks];
  });
  return editContent(inserted, index, record, (blocks, note) => {
    note.drop(0, WHY);
    return blocks.slice(1);
  });
}

function dropTurn(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  if (turns.length === 0) return turns;
  const gone = random.pick(turns);
  record.drop(gone, WHY);
  return turns.filter((turn) => turn !== gone);
}

function makeTurn(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const beside = turns.length === 0 ? undefined : random.pick(turns);
  const anchor: Turn = beside ?? { message: { role: "user" }, at: 0 };
  const number = fresh(record);
  const made = record.make(newMessage(turns, number, random), WHY, anchor);
  const index = beside ? turns.indexOf(beside) + random.below(2) : 0;
  return [...turns.slice(0, index), made, ...turns.slice(index)];
}

function newMessage(turns: readonly Turn[], number: number, random: Random): SessionMessage {
  const calls = turns.flatMap(({ message }) => blocksOf(message).filter(isToolCall));
  const call = calls.length > 0 ? random.pick(calls) : undefined;
  if (typeof call?.id === "string" && random.chance(0.5)) {
    const result = { role: "toolResult", toolCallId: call.id, toolName: call.name, content: [newText(number)] };
    return random.chance(0.5) ? { ...result, isError: true } : result;
  }
  const role = random.chance(0.5) ? "user" : "assistant";
  const content = role === "assistant" && random.chance(0.3) ? [newCall(number)] : [newText(number)];
  return { role, content };
}

function moveTurn(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  if (turns.length < 2) return turns;
  const moved = random.pick(turns);
  record.move(moved, WHY);
  const others = turns.filter((turn) => turn !== moved);
  const index = random.below(others.length + 1);
  return [...others.slice(0, index), moved, ...others.slice(index)];
}

function mergeTurns(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const isPair = (turn: Turn, index: number): boolean =>
    isSpoken(turn) && turns[index + 1]?.message.role === turn.message.role;
  const index = pickTurn(turns, random, isPair);
  if (index < 0) return turns;
  const pair = turns.slice(index, index + 2);
  const merged = record.merge(pair, random.chance(0.5) ? "first" : "last", WHY);
  return [...turns.slice(0, index), merged, ...turns.slice(index + 2)];
}

/** The later blocks of a turn go into a turn of their own. */
function splitTurn(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const index = pickTurn(turns, random, (turn) => isSpoken(turn) && blocksOf(turn.message).length > 1);
  if (index < 0) return turns;
  const turn = turns[index] as Turn;
  const blocks = blocksOf(turn.message);
  const cut = 1 + random.below(blocks.length - 1);
  const places = blocks.map((_, at) => (turn.blocks ? turn.blocks[at] : turn.at + 1 + at)).slice(cut);
  const head = record.edit(turn, (message, note) => {
    for (let at = cut; at < blocks.length; at++) note.drop(at, WHY);
    return { ...message, content: blocks.slice(0, cut) };
  });
  const tail = record.make({ role: turn.message.role, content: blocks.slice(cut) }, WHY, turn, places);
  return [...turns.slice(0, index), head, tail, ...turns.slice(index + 1)];
}

/** A turn of the user's side is written into the wire turn of its neighbor. */
function joinTurn(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const isUserSide = (turn: Turn | undefined): boolean =>
    turn?.message.role === "user" || turn?.message.role === "toolResult";
  const fits = (turn: Turn, index: number): boolean => isUserSide(turn) && isUserSide(turns[index + 1]);
  const index = pickTurn(turns, random, fits);
  if (index < 0) return turns;
  const [first, second] = turns.slice(index, index + 2) as [Turn, Turn];
  const pair = random.chance(0.5)
    ? [record.join(first, second, WHY), second]
    : [first, record.join(second, first, WHY)];
  return [...turns.slice(0, index), ...pair, ...turns.slice(index + 2)];
}

/** A result becomes a text of the user's, as for results that no call asked for. */
function noteResult(turns: readonly Turn[], record: Recorder, random: Random): readonly Turn[] {
  const index = pickTurn(turns, random, ({ message }) => message.role === "toolResult");
  if (index < 0) return turns;
  const number = fresh(record);
  return turns.map((turn, at) => {
    if (at !== index) return turn;
    return record.edit(turn, (message, note) => {
      note.set("role", WHY);
      note.insert(0, WHY);
      return { role: "user", content: [newText(number), ...blocksOf(message)] };
    });
  });
}
