// What the laws need to know of Gemini's generateContent.
import { isToolCall } from "../../../src/transcript/calls.ts";
import { type Block, contentList, type SessionMessage } from "../../../src/transcript/message.ts";
import { parseObject } from "../../../src/transcript/signatures.ts";
import { validateGoogleGenerativeAi } from "../../../src/validate/google-generative-ai/index.ts";
import { googleGenerativeAi } from "../../../src/wire/google-generative-ai/index.ts";
import type { LawCase } from "../suite.ts";
import { generate } from "../valid/google-generative-ai.ts";

/** The fields that are on the wire, by type of block. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text", "thoughtSignature"],
  thinking: ["thinking", "thinkingSignature"],
  image: ["data", "mimeType", "thoughtSignature"],
  media: ["kind", "url", "mimeType"],
  document: ["name", "mimeType", "data"],
  opaque: ["kind"],
};

/**
 * Ids are optional on the wire and may be missing, so they say nothing here. Neighbors of the user's side are one run;
 * in which content each stands means nothing. Texts of one result are one text, and media follow.
 */
export function normalGoogle(messages: readonly SessionMessage[]): unknown {
  const runs: { role: string; items: unknown[] }[] = [];
  for (const message of messages) {
    const { role } = message;
    if (role === "opaque") {
      runs.push({ role: `opaque ${message["kind"]}`, items: [] });
      continue;
    }
    const side = role === "toolResult" ? "user" : role;
    const last = runs.at(-1);
    const run = side === "user" && last?.role === side ? last : { role: side, items: [] };
    if (run !== last) runs.push(run);
    if (role === "toolResult") run.items.push(normalResult(message));
    else run.items.push(...contentList(message).map(normalBlock));
  }
  return runs;
}

function normalResult(message: SessionMessage): unknown {
  const blocks = contentList(message);
  const text = blocks.flatMap((block) => (block.type === "text" ? [block["text"]] : [])).join("\n");
  const media = blocks.filter(({ type }) => type !== "text").map(normalBlock);
  return { result: true, isError: message["isError"] === true, text, media };
}

function normalBlock(block: Block): unknown {
  if (isToolCall(block)) {
    const { name, thoughtSignature } = block;
    const given = block.arguments ?? block.input;
    const args = typeof given === "string" ? (parseObject(given) ?? given) : (given ?? {});
    return { call: name, args, thoughtSignature };
  }
  return { type: block.type, ...Object.fromEntries((FIELDS[block.type] ?? []).map((key) => [key, block[key]])) };
}

export const googleCase: LawCase = {
  adapter: googleGenerativeAi,
  dialect: "ai-studio",
  options: {
    normal: normalGoogle,
    wrappers: [
      "functionCall",
      "function_call",
      "functionResponse",
      "function_response",
      "inlineData",
      "inline_data",
      "fileData",
      "file_data",
    ],
  },
  generate,
  target: { provider: "google", modelId: "gemini-3-pro-preview", baseUrl: "" },
  validate: validateGoogleGenerativeAi,
};
