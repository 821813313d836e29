/** The list of rules for documentation and user interfaces, made from the rules themselves. */
import type { Stage, Why } from "../contract/rule.ts";
import type { PolicyFlags } from "../policy/types.ts";
import { remedies } from "../remedies/index.ts";
import { allRules, imageRules } from "../rules/index.ts";
import { type FindingCode, findingCodes } from "../transcript/findings.ts";
import { answersTo } from "./answers.ts";

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

/** A finding as the catalog shows it. */
export interface FindingCatalogEntry {
  /** What is wrong, for programs. */
  readonly code: FindingCode;
  /** The same in a sentence for people. */
  readonly summary: string;
  /** The remedies that answer it, cheapest first. */
  readonly remedies: readonly string[];
}

/** Everything that can be wrong with a request. */
export const findingCatalog: readonly FindingCatalogEntry[] = Object.entries(findingCodes).map(([code, summary]) => ({
  code: code as FindingCode,
  summary,
  remedies: answersTo(code as FindingCode).map(({ id }) => id),
}));

/** A remedy as the catalog shows it. */
export interface RemedyCatalogEntry {
  /** The remedy's name, and that of its file. */
  readonly id: string;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** 0: nothing is lost; 1: form is; 2: a part of a turn is; 3: a turn is. */
  readonly cost: number;
  /** The findings it answers. */
  readonly for: readonly FindingCode[];
  /** All reasons it ever gives. */
  readonly reasons: readonly Why[];
}

/** All remedies in the order in which those of one cost are tried. */
export const remedyCatalog: readonly RemedyCatalogEntry[] = remedies.map(({ id, summary, cost, for: codes, whys }) => ({
  id,
  summary,
  cost,
  for: codes,
  reasons: whys,
}));

/** All rules in the order in which they first run. */
export const ruleCatalog: readonly RuleCatalogEntry[] = [...allRules, ...imageRules]
  .filter(({ id }, index, rules) => rules.findIndex((rule) => rule.id === id) === index)
  .map(({ id, stage, summary, whys, rewinds }) => ({ id, stage, summary, reasons: whys, ...(rewinds && { rewinds }) }));

/** The ids of the rules that a policy names, for a request that has nothing besides messages. */
export function rulesInForce(policy: PolicyFlags): readonly string[] {
  return ruleCatalog.map(({ id }) => id).filter((id) => inForce(id, policy));
}

function inForce(id: string, policy: PolicyFlags): boolean {
  return [...allRules, ...imageRules].some((rule) => rule.id === id && rule.applies(policy, {}));
}
