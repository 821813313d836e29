// What the laws need to know of Anthropic's Messages API.
import { isToolCall, resultIdOf } from "../../../src/transcript/calls.ts";
import { type Block, contentList, type SessionMessage } from "../../../src/transcript/message.ts";
import { parseObject, THINKING_SIGNATURE_KEYS } from "../../../src/transcript/signatures.ts";
import { validateAnthropicMessages } from "../../../src/validate/anthropic-messages/index.ts";
import { anthropicMessages } from "../../../src/wire/anthropic-messages/index.ts";
import type { LawCase } from "../suite.ts";
import { generate } from "../valid/anthropic-messages.ts";

/** The fields that are on the wire, by type of block. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  redacted_thinking: ["data"],
  image: ["data", "mimeType"],
  media: ["kind", "url", "fileId"],
  document: ["name", "mimeType", "data", "text", "url", "fileId"],
  opaque: ["kind", "pair"],
};

/** Neighbors of the user's side are one run: in which turn of the wire each stands means nothing. */
export function normalAnthropic(messages: readonly SessionMessage[]): unknown {
  const runs: { role: string; items: unknown[] }[] = [];
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
    const blocks = contentList(message).map(normalBlock);
    if (role === "toolResult") run.items.push(normalResult(message, blocks));
    else run.items.push(...blocks);
  }
  return runs;
}

function normalResult(message: SessionMessage, blocks: readonly unknown[]): unknown {
  const { isError, cache_control } = message;
  return { result: resultIdOf(message), isError: isError === true, cache_control, blocks };
}

function normalBlock(block: Block): unknown {
  const { cache_control } = block;
  if (isToolCall(block)) {
    const { id, name } = block;
    const given = block.arguments ?? block.input;
    return {
      call: id,
      name,
      input: typeof given === "string" ? (parseObject(given) ?? given) : (given ?? {}),
      cache_control,
    };
  }
  if (block.type === "thinking") {
    const signature = THINKING_SIGNATURE_KEYS.map((key) => block[key]).find((value) => value !== undefined);
    return { thinking: block["thinking"], signature, cache_control };
  }
  return {
    type: block.type,
    ...Object.fromEntries((FIELDS[block.type] ?? []).map((key) => [key, block[key]])),
    cache_control,
  };
}

export const anthropicCase: LawCase = {
  adapter: anthropicMessages,
  dialect: "anthropic",
  options: { normal: normalAnthropic, wrappers: ["source"] },
  generate,
  target: { provider: "anthropic", modelId: "", baseUrl: "" },
  validate: validateAnthropicMessages,
};
