/** Reads a body of Gemini's generateContent. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { WireObject } from "../lens.ts";
import { opaqueMessage, Parsing, type ReadBlock, type WireTurn } from "../shape.ts";
import type { Parsed } from "../types.ts";
import { contentPointer, frameOf } from "./frame.ts";
import { sideOf } from "./keys.ts";
import { type Pairs, pairContents } from "./pairs.ts";
import { listOfParts, partPointer, readParts } from "./parts.ts";
import { readFacts } from "./request.ts";
import { readResponse } from "./responses.ts";

/** Reads a body. Anything odd becomes an opaque block or message. */
export function parse(body: unknown): Parsed {
  const parsing = new Parsing();
  const frame = frameOf(body);
  if (!frame) return parsing.finish(body, {}, {});
  const pairs = pairContents(frame);
  frame.contents.forEach((raw, index) => {
    readContent(raw, contentPointer(frame, index), parsing, pairs);
  });
  const { base, settingsBase, systemKey } = frame;
  return parsing.finish(body, readFacts(frame), {
    system: `${settingsBase}/${systemKey}`,
    tools: `${settingsBase}/tools`,
    params: base,
  });
}

/** A user's content may hold responses, and text before, between and behind them: each run is a message of its own. */
function readContent(raw: unknown, pointer: Pointer, parsing: Parsing, pairs: Pairs): void {
  const side = isRecord(raw) ? sideOf(raw["role"]) : undefined;
  if (!isRecord(raw) || side === undefined) {
    parsing.add(opaqueMessage(kindOf(raw)), { raw, pointer }, undefined, []);
    return;
  }
  const turn: WireTurn = { raw, pointer };
  const { parts } = raw;
  const add = (blocks: readonly ReadBlock[]): void => {
    parsing.add({ role: side, content: blocks.map(({ read }) => read) }, { raw, pointer }, turn, blocks);
  };
  const read = readParts(parts, `${pointer}/parts`, (at) => pairs.calls.get(at) ?? "");
  if (side === "assistant") {
    add(read);
    return;
  }
  const blocks = read.map((block) => (block.read.type === "toolCall" ? misplacedCall(block) : block));
  if (side === "system") {
    add(blocks);
    return;
  }
  let run: ReadBlock[] = [];
  listOfParts(parts).forEach((part, index) => {
    const at = partPointer(parts, `${pointer}/parts`, index);
    const id = pairs.responses.get(at);
    if (id === undefined) {
      run.push(blocks[index] as ReadBlock);
      return;
    }
    if (run.length > 0) add(run);
    run = [];
    const own = part as WireObject;
    const { message, blocks: inner, lenses } = readResponse(own, at, id);
    parsing.add(message, { raw: own, pointer: at, lenses }, turn, inner);
  });
  if (run.length > 0 || blocks.length === 0) add(run);
}

/** Only the model calls: what stands elsewhere is nothing that a rule could answer. */
function misplacedCall({ raw, pointer }: ReadBlock): ReadBlock {
  return { raw, read: { type: "opaque", kind: "functionCall" }, pointer };
}

function kindOf(raw: unknown): string {
  if (isRecord(raw)) return typeof raw["role"] === "string" && raw["role"] !== "" ? raw["role"] : "content";
  return raw === null ? "null" : typeof raw;
}
