/** What the servers that speak Chat Completions demand, as far as they differ. Numbers with their sources. */
import { type CompletionsServer, completionsServerFor } from "../../transcript/completions-servers.ts";
import type { Source } from "../../transcript/findings.ts";
import { claudeVersion } from "../claude.ts";
import type { ValidateTarget } from "../types.ts";
import * as sources from "./sources.ts";

const MIB = 2 ** 20;

/** A number that a server enforces. */
export interface ServerLimit {
  readonly value: number;
  readonly source: Source;
}

/** What a server demands. Where a demand of OpenAI's has a source of the server's own, it is refused there, too. */
export interface CompletionsDemands {
  /** Whose validator judges: OpenAI's own, or another, of which OpenAI's demands are only warned of. */
  readonly validator: "openai" | "own";
  /** It passes requests on: what the maker of the model demands is refused, or may be. */
  readonly passesOn?: "surely" | "perhaps";
  /** The server fills in a chat template. */
  readonly template?: true;
  /** The rules of Mistral's own validator. */
  readonly mistral?: true;

  /** There is no role `developer`. */
  readonly noDeveloper?: Source;
  /** System messages stand first or not at all. */
  readonly systemFirst?: Source;
  /** There must be a message of the user's, and the last may not be the assistant's. */
  readonly userNeeded?: Source;
  /** An assistant message says or calls something. */
  readonly noEmptyAssistant?: Source;
  /** Every message has the field `content`; `text`: as a text, if an empty one. */
  readonly contentNeeded?: { readonly as: "any" | "text"; readonly source: Source };
  /** An empty list of tools is refused. */
  readonly noEmptyTools?: Source;
  /** Every tool has parameters. */
  readonly toolParameters?: Source;
  /** Arguments are the text of a JSON object. */
  readonly objectArguments?: Source;
  /** Ids are unique in the whole request. */
  readonly uniqueIds?: Source;
  /** Reasoning comes back with calls: `must` where it is refused otherwise. */
  readonly thinkingBack?: { readonly how: "must" | "should"; readonly source: Source };
  /** No field of reasoning is taken. */
  readonly noReasoning?: Source;
  /** Gemini's thought signatures are looked for. */
  readonly thoughtSignatures?: true;
  /** No model of theirs reads images, or only those with a `v` in their name. */
  readonly noImages?: { readonly except?: RegExp; readonly source: Source };

  /** The most images of a request. */
  readonly images?: ServerLimit;
  /** The largest image, in bytes. */
  readonly imageBytes?: ServerLimit;
  /** The most pixels of an image. */
  readonly imagePixels?: ServerLimit;
  /** The largest request, in bytes of JSON. */
  readonly requestBytes?: ServerLimit;
}

const OPENAI: CompletionsDemands = {
  validator: "openai",
  images: { value: 1500, source: sources.VISION },
  requestBytes: { value: 512 * MIB, source: sources.VISION },
};
const TEMPLATE: CompletionsDemands = { validator: "own", template: true, passesOn: "perhaps" };

/** By dialect. */
export const completionsDemands: Readonly<Record<CompletionsServer, CompletionsDemands>> = {
  openai: OPENAI,
  azure: OPENAI,
  openrouter: { validator: "own", passesOn: "surely" },
  copilot: { validator: "openai", passesOn: "surely" },
  google: { validator: "own", thoughtSignatures: true },
  deepseek: {
    validator: "own",
    noDeveloper: sources.DEVELOPER,
    noEmptyTools: sources.TOOLS_EMPTY_DEEPSEEK,
    thinkingBack: { how: "must", source: sources.DEEPSEEK_THINKING },
    noImages: { source: sources.NO_IMAGES_DEEPSEEK },
  },
  kimi: {
    validator: "own",
    noEmptyAssistant: sources.EMPTY_KIMI,
    thinkingBack: { how: "must", source: sources.KIMI_THINKING },
    requestBytes: { value: 100 * MIB, source: sources.KIMI_BODY },
  },
  glm: {
    validator: "own",
    userNeeded: sources.USER_NEEDED,
    noEmptyAssistant: sources.EMPTY_GLM,
    noImages: { except: /\dv|vision/, source: sources.NO_IMAGES_GLM },
  },
  qwen: {
    validator: "own",
    contentNeeded: { as: "any", source: sources.CONTENT_NEEDED_QWEN },
    objectArguments: sources.ARGUMENTS_JSON,
    requestBytes: { value: 10 * MIB, source: sources.QWEN_BODY },
  },
  minimax: {
    validator: "own",
    systemFirst: sources.SYSTEM_FIRST,
    toolParameters: sources.TOOL_PARAMETERS,
    objectArguments: sources.ARGUMENTS_MINIMAX,
    uniqueIds: sources.ID_TWICE_MINIMAX,
    thinkingBack: { how: "should", source: sources.DEEPSEEK_THINKING },
  },
  xiaomi: { validator: "own", thinkingBack: { how: "must", source: sources.DEEPSEEK_THINKING } },
  mistral: {
    validator: "own",
    mistral: true,
    noEmptyAssistant: sources.MISTRAL_NEITHER,
    noEmptyTools: sources.TOOLS_EMPTY_MISTRAL,
    noReasoning: sources.NO_REASONING_MISTRAL,
    images: { value: 8, source: sources.MEASURED },
  },
  groq: {
    validator: "own",
    noReasoning: sources.NO_REASONING_GROQ,
    images: { value: 5, source: sources.MEASURED },
    imagePixels: { value: 33_177_600, source: sources.MEASURED },
  },
  cerebras: { validator: "own", noReasoning: sources.NO_REASONING_CEREBRAS },
  xai: {
    validator: "own",
    contentNeeded: { as: "text", source: sources.CONTENT_NEEDED_XAI },
    imageBytes: { value: 25 * MIB, source: sources.MEASURED },
  },
  vllm: { ...TEMPLATE, noEmptyTools: sources.TOOLS_EMPTY },
  "llama.cpp": TEMPLATE,
  ollama: TEMPLATE,
  "lm-studio": TEMPLATE,
  compatible: { validator: "own", passesOn: "perhaps" },
};

/** The demands of the server that a target means. */
export function demandsFor(target: ValidateTarget): CompletionsDemands {
  return completionsDemands[completionsServerFor(target)];
}

/** Who made a model, as far as makers are known to demand something. */
export type Maker = "anthropic" | "google" | "mistral" | "openai";

/** By the id of the model, which may have the vendor before a slash. */
export function makerOf(modelId: string): Maker | undefined {
  if (claudeVersion(modelId)) return "anthropic";
  const name = modelId.slice(modelId.lastIndexOf("/") + 1);
  if (name.startsWith("gemini-")) return "google";
  if (/^(?:mistral|ministral|mixtral|codestral|devstral|magistral|pixtral|voxtral)/.test(name)) return "mistral";
  return /^(?:gpt-|o\d|chatgpt-)/.test(name) ? "openai" : undefined;
}
