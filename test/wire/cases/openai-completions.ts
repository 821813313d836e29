// What the laws need to know of Chat Completions.
import { isToolCall, resultIdOf } from "../../../src/transcript/calls.ts";
import { type Block, blocksOf, type SessionMessage } from "../../../src/transcript/message.ts";
import { parseObject } from "../../../src/transcript/signatures.ts";
import { validateOpenaiCompletions } from "../../../src/validate/openai-completions/index.ts";
import { openaiCompletions } from "../../../src/wire/openai-completions/index.ts";
import type { LawOptions } from "../laws.ts";
import type { LawCase } from "../suite.ts";
import {
  CLAUDE,
  DEEPSEEK,
  type Flavor,
  generatorOf,
  MISTRAL,
  OPENAI,
  OPENROUTER,
  TEMPLATE,
} from "../valid/openai-completions.ts";

/**
 * The order inside an assistant message is thinking, content, refusal, calls. Several thinking blocks are one, so are
 * several refusals; neighboring texts of a message that is not the user's may be one.
 */
export function normalCompletions(messages: readonly SessionMessage[]): unknown {
  return messages.map((message) => {
    const { role } = message;
    if (role === "opaque") return `opaque ${message["kind"]}`;
    const blocks = blocksOf(message).filter((block) => !(block.type === "text" && block["text"] === ""));
    const result =
      role === "toolResult" ? { result: resultIdOf(message), cache_control: message["cache_control"] } : {};
    if (role !== "assistant") return { role, ...result, blocks: joined(blocks.map(normalBlock), role) };
    const isRefusal = ({ refusal }: Block): boolean => refusal === true;
    // They stand in fields of their own.
    const isApart = ({ type, kind }: Block): boolean =>
      type === "opaque" && (kind === "audio" || kind === "function_call");
    const thinking = blocks.filter(({ type }) => type === "thinking").map((block) => String(block["thinking"]));
    const calls = blocks.filter((block) => isToolCall(block));
    const content = blocks.filter(
      (block) => block.type !== "thinking" && ![isToolCall, isRefusal, isApart].some((is) => is(block)),
    );
    return {
      role,
      thinking:
        thinking.length > 0
          ? thinking
              .filter((one) => one !== "")
              .join("\n")
              .trim()
          : undefined,
      content: joined(content.map(normalBlock), role),
      refusal: blocks
        .filter(isRefusal)
        .flatMap((block) => String(block["text"]).split("\n"))
        // Some stand in the content, and others in a field behind it.
        .sort(),
      apart: blocks.filter(isApart).map(normalBlock),
      calls: calls.map(normalBlock),
    };
  });
}

/** The fields that are on the wire, by type of block. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  thinking: ["thinking"],
  image: ["data", "mimeType"],
  media: ["kind", "url"],
  document: ["name", "mimeType", "data", "fileId"],
  opaque: ["kind"],
};

type Normal = Readonly<Record<string, unknown>>;

/** Texts without anything else to them, as one. */
function joined(blocks: readonly Normal[], role: string): readonly Normal[] {
  if (role === "user") return blocks;
  const out: Normal[] = [];
  for (const block of blocks) {
    const last = out.at(-1);
    if (!last || !isBare(last) || !isBare(block)) out.push(block);
    else out[out.length - 1] = { ...last, text: `${last["text"]}\n${block["text"]}` };
  }
  return out;
}

function isBare({ type, cache_control }: Normal): boolean {
  return type === "text" && cache_control === undefined;
}

function normalBlock(block: Block): Normal {
  const { type, cache_control, kind, name, id, thoughtSignature } = block;
  if (isToolCall(block)) {
    const given = block.arguments ?? block["input"];
    const input = typeof given === "string" ? (parseObject(given) ?? given) : (given ?? {});
    return { type: "call", id, name, kind, input: input === "" ? {} : input, thoughtSignature };
  }
  return { type, ...Object.fromEntries((FIELDS[type] ?? []).map((key) => [key, block[key]])), cache_control };
}

/** What the laws need to know of every dialect. */
export const completionsOptions: LawOptions = {
  normal: normalCompletions,
  wrappers: ["function", "custom", "image_url", "file"],
  // A message of the wire is one message: nothing can be written into that of a neighbor.
  skip: ["joinTurn"],
};

function caseFor(dialect: string, flavor: Flavor, provider: string = dialect): LawCase {
  return {
    adapter: openaiCompletions,
    dialect,
    options: completionsOptions,
    generate: generatorOf(flavor),
    target: { provider, modelId: "", baseUrl: "" },
    validate: validateOpenaiCompletions,
  };
}

/** One case for each flavor of bodies. */
export const completionsCases: readonly LawCase[] = [
  caseFor("openai", OPENAI),
  caseFor("openrouter", OPENROUTER),
  caseFor("openrouter", CLAUDE),
  caseFor("deepseek", DEEPSEEK),
  caseFor("llama.cpp", TEMPLATE),
  caseFor("mistral", MISTRAL),
];
