// What the laws need to know of the Responses API.
import { isToolCall, resultIdOf } from "../../../src/transcript/calls.ts";
import { type Block, blocksOf, contentList, isRecord, type SessionMessage } from "../../../src/transcript/message.ts";
import { parseObject } from "../../../src/transcript/signatures.ts";
import { validateOpenaiResponses } from "../../../src/validate/openai-responses/index.ts";
import { openaiResponses } from "../../../src/wire/openai-responses/index.ts";
import type { LawCase } from "../suite.ts";
import { generate } from "../valid/openai-responses.ts";

/** The fields that are on the wire, by type of block. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text", "refusal"],
  image: ["data", "mimeType"],
  media: ["kind", "url", "fileId"],
  document: ["name", "mimeType", "data", "url", "fileId"],
  opaque: ["kind", "pair"],
};

/**
 * Neighboring assistant messages are one list of items, a result without anything is one with an empty text, and
 * whether an output without a call is of a call that the provider keeps is not its own to say.
 */
export function normalResponses(messages: readonly SessionMessage[]): unknown {
  const normal: { role: string; blocks: unknown[]; more?: unknown }[] = [];
  const calls = new Set<unknown>(
    messages.flatMap((message) => blocksOf(message).filter(isToolCall)).map(({ id }) => id),
  );
  for (const message of messages) {
    const { role, kind, pair } = message;
    const blocks = contentList(message).map(normalBlock);
    const last = normal.at(-1);
    if (role === "assistant" && blocks.length === 0) continue;
    if (role === "assistant" && last?.role === role) last.blocks.push(...blocks);
    else if (role === "opaque" && !Array.isArray(message.content)) normal.push({ role: `opaque ${kind}`, blocks: [] });
    else if (role === "opaque")
      normal.push(normalResult("output", kind === SHELL_OUTPUT ? undefined : first(pair), blocks));
    else if (role === "toolResult") {
      const id = resultIdOf(message);
      // Outputs of the local shell name their call by the id of its item, which says nothing without it.
      if (calls.has(id)) normal.push(normalResult(role, id, blocks));
      else normal.push(normalResult("output", kind === "local_shell" ? undefined : first(id), blocks));
    } else normal.push({ role, blocks });
  }
  return normal;
}

const SHELL_OUTPUT = "local_shell_call_output";
const first = (id: unknown): unknown => (typeof id === "string" ? id.split("|")[0] : id);

function normalResult(role: string, id: unknown, blocks: readonly unknown[]) {
  const filled = blocks.filter((block) => !isRecord(block) || block["type"] !== "text" || block["text"] !== "");
  return { role, more: { id }, blocks: blocks.length > 1 ? [...blocks] : filled };
}

function normalBlock(block: Block): unknown {
  if (isToolCall(block)) {
    const { id, name } = block;
    const given = block.arguments ?? block.input;
    const input = typeof given === "string" ? (parseObject(given) ?? given) : (given ?? {});
    return { call: id, name, input, kind: block["kind"], itemId: block["itemId"] };
  }
  if (block.type === "thinking") {
    const signature = block["thinkingSignature"];
    const item = typeof signature === "string" ? parseObject(signature) : undefined;
    return { thinking: block["thinking"], id: item?.["id"], encrypted: item?.["encrypted_content"] };
  }
  const signature = block["textSignature"];
  const phase = typeof signature === "string" ? parseObject(signature)?.["phase"] : undefined;
  const fields = (FIELDS[block.type] ?? []).map((key) => [key, block[key]]);
  return { type: block.type, ...Object.fromEntries(fields), phase };
}

export const responsesCase: LawCase = {
  adapter: openaiResponses,
  dialect: "openai",
  options: { normal: normalResponses, touches: { id: ["call_id", "id"] } },
  generate,
  target: { provider: "openai", modelId: "", baseUrl: "" },
  validate: validateOpenaiResponses,
};
