/**
 * Everything that answers findings: the remedies, and the rules that do more than the smallest edit but are known to
 * leave nothing of the kind. The cheapest that changes something is taken, so a rule stands behind the remedies of its
 * finding.
 */
import type { LocatedFinding, Remedy } from "../contract/remedy.ts";
import type { Rule, RuleContext } from "../contract/rule.ts";
import { remedies } from "../remedies/index.ts";
import { allRules } from "../rules/index.ts";
import type { FindingCode } from "../transcript/findings.ts";
import type { Turn } from "../transcript/place.ts";
import { planSteps, runStep } from "./engine.ts";
import type { Recorder } from "./record.ts";
import type { RuleName } from "./run.ts";

/** A remedy, or a rule in the part of one. */
export interface Answer extends Pick<Remedy, "id" | "for" | "cost">, RuleName {
  /** The same array: it changes nothing. */
  apply(turns: readonly Turn[], finding: LocatedFinding, recorder: Recorder, context: RuleContext): readonly Turn[];
  /** The same for all findings of a round, where that is less work. */
  applyAll?(
    turns: readonly Turn[],
    findings: readonly LocatedFinding[],
    recorder: Recorder,
    context: RuleContext,
  ): readonly Turn[];
}

/** Rules as answers, in the order in which those of one cost are tried. */
const RULES: readonly { readonly id: string; readonly for: readonly FindingCode[]; readonly cost: Remedy["cost"] }[] = [
  { id: "unique-call-ids", for: ["call-id-duplicate"], cost: 1 },
  {
    id: "tool-result-pairing",
    for: ["call-unanswered", "result-orphaned", "result-duplicate", "result-name", "call-id-missing"],
    cost: 2,
  },
  { id: "tool-call-inputs", for: ["arguments-invalid", "call-id-missing", "tool-name"], cost: 3 },
  { id: "empty-turns", for: ["content-empty", "text-empty", "text-blank", "part-empty"], cost: 1 },
  { id: "merge-assistant-turns", for: ["roles-alternate", "call-position"], cost: 1 },
  { id: "merge-user-turns", for: ["roles-alternate"], cost: 1 },
  { id: "google-bootstrap", for: ["first-turn"], cost: 1 },
  { id: "trailing-prefill", for: ["prefill"], cost: 3 },
  { id: "unsigned-thinking", for: ["thinking-unsigned"], cost: 2 },
  { id: "close-thinking", for: ["thinking-last"], cost: 1 },
  { id: "thought-signatures", for: ["thought-signature"], cost: 2 },
  { id: "error-result-images", for: ["image-in-error"], cost: 0 },
  { id: "images-for-text-models", for: ["image-input"], cost: 2 },
];

function fromRule({ id, for: codes, cost }: (typeof RULES)[number]): Answer {
  const rule = allRules.find((one) => one.id === id) as Rule;
  // The finding is the proof that it is needed, whatever the policy says.
  const asked: Rule = { ...rule, applies: () => true };
  return {
    id,
    for: codes,
    cost,
    stage: rule.stage,
    apply(turns, _finding, recorder, context) {
      const [step] = planSteps([asked], context.policy, context.request, recorder.rule);
      return step ? runStep(step, turns, recorder, context, new Map()) : turns;
    },
  };
}

/** All answers, in the order in which those of one cost are tried. */
export const answers: readonly Answer[] = [
  ...remedies.map((remedy): Answer => ({ ...remedy, stage: "payload" })),
  ...RULES.map(fromRule),
];

/** The answers to a code, cheapest first. */
export function answersTo(code: FindingCode): readonly Answer[] {
  return answers.filter((answer) => answer.for.includes(code)).sort((a, b) => a.cost - b.cost);
}
