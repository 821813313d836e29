/** Servers that speak Chat Completions, as far as what is written for them differs. */
import { type CompletionsServer, completionsServerFor } from "../../transcript/completions-servers.ts";
import type { ServerTarget } from "../../transcript/servers.ts";

/** The field of an assistant message in which a server gives and takes reasoning as text. */
export type ReasoningField = "reasoning_content" | "reasoning" | "reasoning_text";

/** How a server's body differs from OpenAI's own. */
export interface CompletionsDialect {
  /** Where reasoning is sent back; absent: none is taken. */
  readonly reasoningField?: ReasoningField;
  /** Reasoning is sent back whoever made it. Otherwise only what a server of this API made is. */
  readonly needsThinkingBack?: true;
  /** What stands for reasoning that is lost, where an empty text is refused. */
  readonly emptyReasoning?: string;
  /** Reasoning is sent as visible text, since the server has no other place for it. */
  readonly requiresThinkingAsText?: true;
  /** Signed reasoning is taken as `reasoning_details`. */
  readonly reasoningDetails?: true;
  /** Thought signatures are taken in `extra_content` of a call. */
  readonly thoughtSignatures?: true;
  /** What stands for the content of a message that has only calls. */
  readonly emptyContent?: "";
  /** Results carry the name of their tool. */
  readonly namedResults?: true;
  /** A user message may not follow a result directly. */
  readonly bridgesResults?: true;
}

const PLAIN: CompletionsDialect = {};
/** Their models give reasoning in this field, and take it back or pass it over. */
const REASONING_CONTENT: CompletionsDialect = { reasoningField: "reasoning_content" };
/** "thinking is enabled but reasoning_content is missing in assistant tool call message": github.com/bytedance/deer-flow/issues/3043 */
const THINKING_BACK: CompletionsDialect = { ...REASONING_CONTENT, needsThinkingBack: true };

/** By id. */
export const completionsDialects: Readonly<Record<CompletionsServer, CompletionsDialect>> = {
  openai: PLAIN,
  azure: PLAIN,
  // openrouter.ai/docs: `reasoning` as text, `reasoning_details` with signatures.
  openrouter: { reasoningField: "reasoning", reasoningDetails: true, thoughtSignatures: true },
  copilot: { reasoningField: "reasoning_text" },
  google: { thoughtSignatures: true },
  // The newest model refuses an empty text, and takes a space: github.com/NousResearch/hermes-agent/pull/18263
  deepseek: { ...THINKING_BACK, emptyReasoning: " " },
  kimi: THINKING_BACK,
  glm: REASONING_CONTENT,
  qwen: REASONING_CONTENT,
  minimax: { ...THINKING_BACK, reasoningDetails: true },
  xiaomi: THINKING_BACK,
  // Unknown fields are refused, and thinking has no field: github.com/charmbracelet/crush/issues/1590
  mistral: { requiresThinkingAsText: true, namedResults: true, bridgesResults: true },
  // "property 'reasoning_content' is unsupported": github.com/janhq/jan/issues/8136
  groq: PLAIN,
  cerebras: PLAIN,
  // "Each message must have at least one content element": github.com/langchain-ai/langchain/issues/34140
  xai: { ...REASONING_CONTENT, emptyContent: "" },
  vllm: REASONING_CONTENT,
  "llama.cpp": REASONING_CONTENT,
  ollama: { reasoningField: "reasoning" },
  "lm-studio": REASONING_CONTENT,
  compatible: { ...REASONING_CONTENT, thoughtSignatures: true },
};

/** The dialect, or OpenAI's own. */
export function completionsDialect(id: string): CompletionsDialect {
  return Object.hasOwn(completionsDialects, id) ? completionsDialects[id as CompletionsServer] : PLAIN;
}

/** The id of the dialect that a target speaks. */
export function completionsDialectFor(target: ServerTarget): CompletionsServer {
  return completionsServerFor(target);
}
