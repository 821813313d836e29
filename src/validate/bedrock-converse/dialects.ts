/** What the models behind Converse demand, as far as they differ. */
import { type ConverseFamily, converseFamilyOf } from "../../transcript/converse-models.ts";
import { isClaudeSince } from "../claude.ts";
import type { ValidateTarget } from "../types.ts";

/** What a model demands. */
export interface ConverseDemands {
  /** Claude's own validator stands behind Converse: its demands come on top. */
  readonly claude?: true;
  /** Reasoning is sent back signed, or refused whole. */
  readonly reasoning: "signed" | "refused";
  /** Cache points are taken. */
  readonly caches: boolean;
  /** Images are taken in results. */
  readonly resultImages: boolean;
  /** Calls and results stand in messages without text or anything else. */
  readonly apart?: true;
  /** An answer that was begun is gone on with. */
  readonly prefill: "yes" | "no" | "unknown";
  /** Formats of documents that may be larger than others. */
  readonly largeDocuments: readonly string[];
}

const OTHER: ConverseDemands = {
  reasoning: "refused",
  caches: false,
  resultImages: false,
  prefill: "unknown",
  largeDocuments: [],
};
const CLAUDE: ConverseDemands = {
  claude: true,
  reasoning: "signed",
  caches: true,
  resultImages: true,
  prefill: "yes",
  largeDocuments: ["pdf"],
};

/** By dialect. A model that nobody knows may be Claude. */
export const converseDemands: Readonly<Record<ConverseFamily, ConverseDemands>> = {
  claude: CLAUDE,
  nova: { ...OTHER, caches: true, resultImages: true, largeDocuments: ["pdf", "docx"] },
  llama: { ...OTHER, apart: true, prefill: "no" },
  llama4: { ...OTHER, apart: true, prefill: "no", resultImages: true },
  mistral: { ...OTHER, apart: true },
  other: OTHER,
  unknown: CLAUDE,
};

/** The demands of the model that a target means. Claude takes large documents from version 4 on. */
export function demandsFor({ modelId }: Pick<ValidateTarget, "modelId">): ConverseDemands {
  const family = converseFamilyOf(modelId);
  const demands = converseDemands[family];
  return family === "claude" && !isClaudeSince(modelId, 4, 0) ? { ...demands, largeDocuments: [] } : demands;
}

/** How Claude's own demands count: a body that names no model is judged as one for Claude, an opaque id is only warned. */
export function strictnessOf(demands: ConverseDemands, modelId: string): "error" | "warning" | "none" {
  if (!demands.claude) return "none";
  return modelId !== "" && converseFamilyOf(modelId) === "unknown" ? "warning" : "error";
}
