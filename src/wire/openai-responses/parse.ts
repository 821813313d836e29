/** Reads a body of the Responses API. */
import { isFilled, isRecord, type SessionMessage } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { ToolDefinition } from "../../transcript/request.ts";
import type { WireObject } from "../lens.ts";
import { readRequest } from "../request.ts";
import { opaqueMessage, Parsing, type ReadBlock, type WireTurn } from "../shape.ts";
import type { Parsed } from "../types.ts";
import { Calls, namingField } from "./calls.ts";
import { writeTextSignature } from "./ids.ts";
import { readItem } from "./items.ts";
import { KEYS } from "./keys.ts";
import { RESULTS, ROLES, sideOf } from "./kinds.ts";
import { readContent } from "./parts.ts";
import { RESULT_LENSES } from "./results.ts";

/** Reads a body. Anything odd becomes an opaque block or message. */
export function parse(body: unknown): Parsed {
  const parsing = new Parsing();
  if (!isRecord(body)) return parsing.finish(body, {}, {});
  const { input } = body;
  if (typeof input === "string") {
    const block: ReadBlock = { raw: input, read: { type: "text", text: input }, pointer: "/input" };
    parsing.add({ role: "user", content: [block.read] }, { raw: input, pointer: "/input" }, undefined, [block]);
  } else if (Array.isArray(input)) readList(input, parsing, new Calls(body, input));
  const request = readRequest(body, KEYS, readTools(body["tools"]));
  return parsing.finish(body, request, { system: "/instructions", tools: "/tools", params: "" });
}

/** Other APIs have the fields of a function in an object of their own: the name is understood there, too. */
function readTools(tools: unknown): readonly ToolDefinition[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  return tools.map((raw: unknown, index) => {
    const tool = isRecord(raw) ? raw : {};
    const inner = tool["name"] === undefined && isRecord(tool["function"]) ? tool["function"] : tool;
    const { name, description, parameters } = inner;
    return {
      index,
      ...(typeof name === "string" && { name }),
      ...(typeof description === "string" && { description }),
      ...(parameters !== undefined && { parameters }),
    };
  });
}

/** The items of one answer, which stand side by side, are one assistant message. */
function readList(items: readonly unknown[], parsing: Parsing, calls: Calls): void {
  let answer: ReadBlock[] = [];
  let first = 0;
  const finishAnswer = (): void => {
    if (answer.length === 0) return;
    const message = { role: "assistant", content: answer.map(({ read }) => read) };
    parsing.add(message, { raw: items[first], pointer: `/input/${first}` }, undefined, answer);
    answer = [];
  };
  items.forEach((raw: unknown, index) => {
    const pointer = `/input/${index}`;
    const side = isRecord(raw) ? sideOf(raw) : "none";
    const isAnswer = side === "answer" || (side === "message" && (raw as WireObject)["role"] === "assistant");
    if (!isAnswer) finishAnswer();
    else if (answer.length === 0) first = index;
    if (!isRecord(raw) || side === "none") addOpaque(raw, pointer, parsing);
    else if (side === "result") addResult(raw, pointer, index, parsing, calls);
    else if (!isAnswer) addMessage(raw, pointer, parsing);
    else if (side === "answer") answer.push(readItem(raw, pointer));
    else for (const block of readSaid(raw, pointer)) answer.push(block);
  });
  finishAnswer();
}

function addOpaque(raw: unknown, pointer: Pointer, parsing: Parsing): void {
  parsing.add(opaqueEntry(raw), { raw, pointer }, undefined, []);
}

function opaqueEntry(raw: unknown): SessionMessage {
  if (!isRecord(raw)) return opaqueMessage(raw === null ? "null" : typeof raw);
  const { type, role, call_id } = raw;
  const kind = typeof type === "string" && type !== "message" ? type : typeof role === "string" ? role : "message";
  return { ...opaqueMessage(kind), ...(typeof call_id === "string" && { pair: call_id }) };
}

function addMessage(raw: WireObject, pointer: Pointer, parsing: Parsing): void {
  const blocks = readContent(raw["content"], `${pointer}/content`, "told");
  const turn: WireTurn = { raw, pointer };
  const role = ROLES.get(raw["role"]) as string;
  parsing.add({ role, content: blocks.map(({ read }) => read) }, { raw, pointer }, turn, blocks);
}

/** The parts of a message of the model's; one without any is a block of its own. */
function readSaid(raw: WireObject, pointer: Pointer): readonly ReadBlock[] {
  const { id, phase, content } = raw;
  const blocks = readContent(content, `${pointer}/content`, "said", { raw, pointer });
  if (blocks.length === 0) return [{ raw, pointer, read: { type: "opaque", kind: "message" } }];
  const textSignature = writeTextSignature(id, phase);
  if (textSignature === undefined) return blocks;
  return blocks.map((block) =>
    block.read.type === "text" ? { ...block, read: { ...block.read, textSignature } } : block,
  );
}

/** An output whose call the provider keeps is no result: no call is there that a rule could pair it with. */
function addResult(raw: WireObject, pointer: Pointer, index: number, parsing: Parsing, calls: Calls): void {
  const named = namingField(raw);
  const call = calls.answeredBy(raw, index);
  const id = call?.id ?? raw[named];
  const kind = RESULTS.get(raw["type"]);
  const blocks = readContent(raw["output"], `${pointer}/output`, "told");
  const content = blocks.map(({ read }) => read);
  const result = {
    role: "toolResult",
    ...(id !== undefined && { toolCallId: id }),
    ...(call?.name !== undefined && { toolName: call.name }),
    content,
    ...(named === "call_id" && isFilled(raw["id"]) && { itemId: raw["id"] }),
    ...(kind !== undefined && { kind }),
  };
  const message = calls.isKept(raw) ? { ...opaqueEntry(raw), content } : result;
  parsing.add(message, { raw, pointer, lenses: RESULT_LENSES[named] }, undefined, blocks);
}
