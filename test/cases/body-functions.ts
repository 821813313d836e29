// The reference's functions that work on request bodies, and which of ours has the meaning of which.
import { sanitizePayload } from "../../src/index.ts";
import { formats } from "../../src/pipeline/formats.ts";
import { readOptions } from "../../src/pipeline/options.ts";
import { passRules, resultOf } from "../../src/pipeline/run.ts";
import { resolveTranscriptPolicy } from "../../src/policy/resolve.ts";
import type { ReplayTarget } from "../../src/policy/types.ts";
import { trailingPrefill } from "../../src/rules/trailing-prefill.ts";
import { isObject, type Json } from "../oracles/values.ts";
import type { Comparison } from "./compare.ts";
import type { ReferenceCase } from "./load.ts";

const anthropic: ReplayTarget = {
  provider: "anthropic",
  modelApi: "anthropic-messages",
  modelId: "claude-opus-4-6",
};
const openRouterClaude: ReplayTarget = {
  provider: "openrouter",
  modelApi: "openai-completions",
  modelId: "anthropic/claude-sonnet-4.5",
};

/** The rule on trailing assistant turns, alone, on a body that may mix the words of both APIs. */
export function stripPrefill({ input, expected }: ReferenceCase): readonly Comparison[] {
  const hasToolCalls = JSON.stringify(input).includes('"tool_calls"');
  const format = formats[hasToolCalls ? "openai-completions" : "anthropic-messages"];
  if (!format) throw new Error("a format is gone");
  const target = hasToolCalls ? openRouterClaude : anthropic;
  const { messages, request, shape } = format.adapter.parse(input, "compatible");
  const passed = passRules([{ ...trailingPrefill, applies: () => true }], messages, readOptions({ target }));
  const stripped = resultOf(passed).changes.filter(({ action }) => action === "drop").length;
  const payload = format.adapter.serialize(passed.turns, request, "compatible", shape).body;
  return [{ what: "trailing-prefill", expected, actual: { stripped, payload } }];
}

/** Does the rule apply to an OpenRouter request for one of Anthropic's models with these parameters? */
export function isReasoningOn({ input, expected }: ReferenceCase): readonly Comparison[] {
  const applies = trailingPrefill.applies(resolveTranscriptPolicy(openRouterClaude), { params: input as Json });
  return [{ what: "trailing-prefill applies", expected, actual: applies }];
}

/** Results inside of user turns are an Anthropic body's own way to write them, so that is where they are judged. */
export async function sanitizeEmbeddedResults({ input, expected }: ReferenceCase): Promise<readonly Comparison[]> {
  const { body } = await sanitizePayload(anthropicBody(input), { target: anthropic });
  return [{ what: "sanitizePayload", expected: anthropicBody(expected), actual: body }];
}

/** Session messages as they stand in a body; nothing is repaired. */
function anthropicBody(messages: unknown): Json {
  return {
    model: anthropic.modelId,
    max_tokens: 4096,
    messages: (messages as readonly Json[]).map((message) => {
      const { role, content } = message;
      if (role === "toolResult") return { role: "user", content: [anthropicBlock({ ...message, type: role })] };
      return { role, content: (content as readonly unknown[]).filter(isObject).map(anthropicBlock) };
    }),
  };
}

function anthropicBlock(block: Json): Json {
  const { type, id, name, content } = block;
  if (type === "toolCall") return { type: "tool_use", id, name, input: block["arguments"] };
  if (type === "toolResult")
    return { type: "tool_result", tool_use_id: block["toolUseId"] ?? block["toolCallId"], content };
  // The signatures are made up: base64 only without what pads them.
  const signature = String(block["thinkingSignature"]).replace(/=+$/, "");
  if (type === "thinking") return { type, thinking: block["thinking"], signature };
  return block;
}
