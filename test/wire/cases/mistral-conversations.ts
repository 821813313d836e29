// What the laws need to know of Mistral's chat API.
import { isToolCall, resultIdOf } from "../../../src/transcript/calls.ts";
import { type Block, blocksOf, type SessionMessage } from "../../../src/transcript/message.ts";
import { parseObject } from "../../../src/transcript/signatures.ts";
import { validateMistralConversations } from "../../../src/validate/mistral-conversations/index.ts";
import { mistralConversations } from "../../../src/wire/mistral-conversations/index.ts";
import type { LawCase } from "../suite.ts";
import { generate } from "../valid/mistral-conversations.ts";

/** The fields that are on the wire, by type of block. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  thinking: ["thinking", "thinkingSignature"],
  image: ["data", "mimeType"],
  media: ["kind", "url"],
  document: ["name", "mimeType", "data", "url", "fileId"],
  opaque: ["kind"],
};

/** Calls stand behind content; an empty text is nothing. */
export function normalMistral(messages: readonly SessionMessage[]): unknown {
  return messages.map((message) => {
    const { role } = message;
    if (role === "opaque") return `opaque ${message["kind"]}`;
    const blocks = blocksOf(message).filter(({ type, text }) => !(type === "text" && text === ""));
    const result =
      role === "toolResult" ? { result: resultIdOf(message), cache_control: message["cache_control"] } : {};
    return {
      role,
      ...result,
      content: blocks.filter((block) => !isToolCall(block)).map(normalBlock),
      calls: blocks.filter(isToolCall).map(normalBlock),
    };
  });
}

function normalBlock(block: Block): unknown {
  const { type, cache_control, id, name } = block;
  if (isToolCall(block)) {
    const given = block.arguments ?? block["input"];
    const input = typeof given === "string" ? (parseObject(given) ?? given) : (given ?? {});
    return { type: "call", id, name, input: input === "" ? {} : input };
  }
  return { type, ...Object.fromEntries((FIELDS[type] ?? []).map((key) => [key, block[key]])), cache_control };
}

/** Mistral's own server. */
export const mistralCase: LawCase = {
  adapter: mistralConversations,
  dialect: "mistral",
  options: {
    normal: normalMistral,
    wrappers: ["function", "image_url", "imageUrl"],
    // A message of the wire is one message: nothing can be written into that of a neighbor.
    skip: ["joinTurn"],
  },
  generate,
  target: { provider: "mistral", modelId: "", baseUrl: "" },
  validate: validateMistralConversations,
};
