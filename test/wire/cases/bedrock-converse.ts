// What the laws need to know of Converse.
import { isToolCall, resultIdOf } from "../../../src/transcript/calls.ts";
import { type Block, contentList, isRecord, type SessionMessage } from "../../../src/transcript/message.ts";
import { parseObject, THINKING_SIGNATURE_KEYS } from "../../../src/transcript/signatures.ts";
import { validateBedrockConverse } from "../../../src/validate/bedrock-converse/index.ts";
import { bedrockConverse } from "../../../src/wire/bedrock-converse/index.ts";
import type { LawCase } from "../suite.ts";
import { generate } from "../valid/bedrock-converse.ts";

/** The fields that are on the wire, by type of block. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  redacted_thinking: ["data"],
  image: ["data", "mimeType"],
  media: ["kind", "url"],
  document: ["name", "mimeType", "data", "text", "url"],
  opaque: ["kind", "pair"],
};

type Items = unknown[];

/**
 * Neighbors of the user's side are one run: in which turn of the wire each stands means nothing. A cache point is an
 * item of its own, whatever it is read as, and several in a row are one.
 */
export function normalConverse(messages: readonly SessionMessage[]): unknown {
  const runs: { role: string; items: Items }[] = [];
  for (const message of messages) {
    const { role } = message;
    if (role === "opaque") {
      runs.push({ role: `opaque ${message["kind"]}`, items: [] });
      continue;
    }
    const isUserSide = role === "user" || role === "toolResult";
    const last = runs.at(-1);
    const run = isUserSide && last?.role === "user" ? last : { role: isUserSide ? "user" : role, items: [] };
    if (run !== last) runs.push(run);
    if (role !== "toolResult") {
      for (const block of contentList(message)) addBlock(block, run.items);
      continue;
    }
    const blocks: Items = [];
    for (const block of contentList(message)) addBlock(block, blocks);
    run.items.push({ result: resultIdOf(message), isError: message["isError"] === true, blocks });
    addMarker(message["cache_control"], run.items);
  }
  return runs;
}

function addBlock(block: Block, items: Items): void {
  if (isMarker(block)) {
    addMarker({}, items);
    return;
  }
  items.push(normalBlock(block));
  addMarker(block["cache_control"], items);
}

/** How long it is kept is not looked at: of several, one counts. */
function addMarker(marker: unknown, items: Items): void {
  if (isRecord(marker) && items.at(-1) !== "cache point") items.push("cache point");
}

function isMarker({ type, kind }: Block): boolean {
  return type === "opaque" && kind === "cachePoint";
}

function normalBlock(block: Block): unknown {
  if (isToolCall(block)) {
    const { id, name } = block;
    const given = block.arguments ?? block.input;
    return { call: id, name, input: typeof given === "string" ? (parseObject(given) ?? given) : (given ?? {}) };
  }
  if (block.type === "thinking") {
    const signature = THINKING_SIGNATURE_KEYS.map((key) => block[key]).find((value) => value !== undefined);
    return { thinking: block["thinking"], signature };
  }
  return { type: block.type, ...Object.fromEntries((FIELDS[block.type] ?? []).map((key) => [key, block[key]])) };
}

export const converseCase: LawCase = {
  adapter: bedrockConverse,
  dialect: "claude",
  options: {
    normal: normalConverse,
    wrappers: ["toolUse", "image", "document", "reasoningContent"],
    touches: { text: ["json"] },
    rides: isMarker,
  },
  generate,
  target: { provider: "amazon-bedrock", modelId: "", baseUrl: "" },
  validate: validateBedrockConverse,
};
