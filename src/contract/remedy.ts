/**
 * The contract of a remedy: the smallest edit that answers one finding.
 *
 * A remedy judges the turns and not the finding: the same array back means that it does not apply, or no longer. It
 * never throws, never imports a rule or another remedy, and says every change through the report.
 */
import type { Finding, FindingCode, Why } from "../transcript/changes.ts";
import type { Place, Pointer, Turn } from "../transcript/place.ts";
import type { RuleContext, TurnReport } from "./rule.ts";

/** A finding in a body, and the place of the message or block it is about. */
export interface LocatedFinding {
  readonly code: FindingCode;
  /** Absent: it is about the system prompt, the tools or the body as a whole. */
  readonly at?: Place;
  /** Where in the body. */
  readonly pointer: Pointer;
  readonly finding: Finding;
  /** The provider itself has said so, of what the body's own check finds nothing wrong with. */
  readonly refused?: true;
}

/** An edit that answers findings of one code. */
export interface Remedy {
  /** Equals the name of the remedy's file. */
  readonly id: string;
  /** The findings it answers. */
  readonly for: readonly FindingCode[];
  /** 0: nothing is lost; 1: form is; 2: a part of a turn is; 3: a turn is. */
  readonly cost: 0 | 1 | 2 | 3;
  /** One sentence: what it does. */
  readonly summary: string;
  /** All reasons it ever gives, for the catalog. */
  readonly whys: readonly Why[];
  /** The same array: it does not apply. What it changes of the request it says through the report alone. */
  apply(turns: readonly Turn[], finding: LocatedFinding, report: TurnReport, context: RuleContext): readonly Turn[];
  /**
   * The same for all findings of a round at once, where one at a time would read the whole list for each of thousands.
   */
  applyAll?(
    turns: readonly Turn[],
    findings: readonly LocatedFinding[],
    report: TurnReport,
    context: RuleContext,
  ): readonly Turn[];
}
