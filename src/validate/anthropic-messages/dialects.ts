/** What the servers that speak Anthropic's Messages API demand, as far as they differ. Numbers with their sources. */
import { type AnthropicServer, anthropicServerFor } from "../../transcript/anthropic-servers.ts";
import type { Source } from "../../transcript/findings.ts";
import { claudeVersion } from "../claude.ts";
import type { ValidateTarget } from "../types.ts";
import { KIMI_BODY, TOOL_NAME, VISION } from "./sources.ts";

const MIB = 2 ** 20;

/** A number that a server enforces. */
export interface ServerLimit {
  readonly value: number;
  readonly source: Source;
}

/** What a server demands. */
export interface AnthropicDemands {
  /**
   * Whose validator judges: Anthropic's own, with all its demands, or the server's own, of which only what every
   * server demands is known. `models`: Anthropic's for Claude, and for other models its demands are warnings.
   */
  readonly validator: "anthropic" | "models" | "own";
  /** Ids of any form are taken. */
  readonly anyIds?: true;
  /** The longest id. */
  readonly idLength?: number;
  /** The longest name of a tool. */
  readonly toolNameLength?: ServerLimit;
  /** The longest image, in characters of base64. */
  readonly imageBase64?: ServerLimit;
  /** The largest request, in bytes of JSON. */
  readonly requestBytes?: ServerLimit;
  /** The request size is only remembered by people: larger ones are warned of. */
  readonly requestBytesUnsure?: true;
  /** Images and documents are taken as base64 alone. */
  readonly base64Only?: true;
  /** Thinking may be unsigned, and must come back while its tool turn is open: `must` where it is refused otherwise. */
  readonly thinkingBack?: "must" | "should";
  /** No thinking is taken back. */
  readonly noThinking?: true;
  /** Lists in results may hold nothing but text. */
  readonly textResults?: true;
  /** The old validator may still be there: alternating roles, the user's first. */
  readonly oldTurns?: true;
}

const NAMES_128: ServerLimit = { value: 128, source: TOOL_NAME };
const NAMES_64: ServerLimit = { value: 64, source: TOOL_NAME };
const CLOUD_IMAGE: ServerLimit = { value: 5 * MIB, source: VISION };

const DIRECT: AnthropicDemands = {
  validator: "anthropic",
  toolNameLength: NAMES_128,
  imageBase64: { value: 10 * MIB, source: VISION },
  requestBytes: { value: 32 * MIB, source: VISION },
};

/** By dialect. */
export const anthropicDemands: Readonly<Record<AnthropicServer, AnthropicDemands>> = {
  anthropic: DIRECT,
  vertex: {
    validator: "anthropic",
    toolNameLength: NAMES_64,
    imageBase64: CLOUD_IMAGE,
    requestBytes: { value: 30 * MIB, source: VISION },
    requestBytesUnsure: true,
    base64Only: true,
  },
  "bedrock-invoke": {
    validator: "anthropic",
    idLength: 64,
    toolNameLength: NAMES_64,
    imageBase64: CLOUD_IMAGE,
    requestBytes: { value: 20 * MIB, source: VISION },
    requestBytesUnsure: true,
    base64Only: true,
    oldTurns: true,
  },
  "cloudflare-ai-gateway": DIRECT,
  copilot: { validator: "models", anyIds: true, noThinking: true },
  deepseek: { validator: "own", thinkingBack: "must" },
  kimi: { validator: "own", thinkingBack: "must", requestBytes: { value: 100 * MIB, source: KIMI_BODY } },
  minimax: { validator: "own", thinkingBack: "should" },
  xiaomi: { validator: "own", thinkingBack: "must" },
  "lm-studio": { validator: "own", textResults: true, oldTurns: true },
  compatible: { validator: "models", toolNameLength: NAMES_128, oldTurns: true },
};

/** The demands of the server that a target means. */
export function demandsFor(target: ValidateTarget): AnthropicDemands {
  return anthropicDemands[anthropicServerFor(target)];
}

/** How Anthropic's own demands count: as errors, as warnings, or not at all. A model without a name may be Claude. */
export function strictnessOf({ validator }: AnthropicDemands, modelId: string): "error" | "warning" | "none" {
  if (validator === "own") return "none";
  return validator === "anthropic" || modelId === "" || claudeVersion(modelId) ? "error" : "warning";
}
