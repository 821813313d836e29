/** Models behind Bedrock's Converse API, as far as what is written for them differs. */
import { type ConverseFamily, converseFamilyOf } from "../../transcript/converse-models.ts";
import type { ServerTarget } from "../../transcript/servers.ts";

/** How a model's body differs. */
export interface ConverseDialect {
  /** Signed reasoning is sent back: "User messages cannot contain reasoning content", say the models that refuse it. */
  readonly reasoning: boolean;
  /** A result says whether the tool failed. */
  readonly resultStatus: boolean;
}

const FULL: ConverseDialect = { reasoning: true, resultStatus: true };
const PLAIN: ConverseDialect = { reasoning: false, resultStatus: false };

/** By id. A model that nobody knows may be Claude. */
export const converseDialects: Readonly<Record<ConverseFamily, ConverseDialect>> = {
  claude: FULL,
  nova: { reasoning: false, resultStatus: true },
  llama: PLAIN,
  llama4: PLAIN,
  mistral: PLAIN,
  other: PLAIN,
  unknown: FULL,
};

/** The dialect, or that of a model that nobody knows. */
export function converseDialect(id: string): ConverseDialect {
  return Object.hasOwn(converseDialects, id) ? converseDialects[id as ConverseFamily] : FULL;
}

/** The id of the dialect that a target speaks. */
export function converseDialectFor({ modelId }: Pick<ServerTarget, "modelId">): ConverseFamily {
  return converseFamilyOf(modelId);
}
