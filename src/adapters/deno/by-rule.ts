/** Changes, grouped by the rule that made them. */
import type { Change } from "../../index.ts";

/** What one rule did. */
export interface RuleChanges {
  readonly rule: string;
  readonly stage: Change["stage"];
  readonly changes: readonly Change[];
  /** How many of them lose something, and were not undone by a later rule. */
  readonly lossy: number;
}

/** The rules that did something, in the order of their first change. */
export function groupByRule(changes: readonly Change[]): RuleChanges[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.rule);
    if (group) group.push(change);
    else groups.set(change.rule, [change]);
  }
  return [...groups].flatMap(([rule, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const lossy = group.filter((change) => change.lossy && change.undoneBy === undefined).length;
    return [{ rule, stage: first.stage, changes: group, lossy }];
  });
}
