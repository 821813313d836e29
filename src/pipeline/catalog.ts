/** The list of rules for documentation and user interfaces, made from the rules themselves. */
import type { Stage, Why } from "../contract/rule.ts";
import { allRules, imageRules } from "../rules/index.ts";

/** A rule as the catalog shows it. */
export interface RuleCatalogEntry {
  /** The rule's name, and that of its file. */
  readonly id: string;
  /** Where in the flow it runs. */
  readonly stage: Stage;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** All reasons the rule ever gives. */
  readonly reasons: readonly Why[];
  /** How far back new turns may change its output; absent: never. */
  readonly rewinds?: "openTurn" | "anywhere";
}

/** All rules in the order in which they first run. */
export const ruleCatalog: readonly RuleCatalogEntry[] = [...allRules, ...imageRules]
  .filter(({ id }, index, rules) => rules.findIndex((rule) => rule.id === id) === index)
  .map(({ id, stage, summary, whys, rewinds }) => ({ id, stage, summary, reasons: whys, ...(rewinds && { rewinds }) }));
