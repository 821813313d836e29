/** What the page shows of a result: changes by rule, and messages by line. */
import type { Change, SessionMessage } from "../src/index.ts";
import type { ChangeGroup, MessageRow, NumberedChange } from "./protocol.ts";

const LONGEST_SUMMARY = 200;
const MOST_TYPES = 5;

/** What is needed of the rule catalog. */
export interface RuleSummary {
  readonly id: string;
  readonly summary: string;
}

/** Changes by rule, in the order in which the rules ran. */
export function groupChanges(
  changes: readonly Change[],
  rules: readonly RuleSummary[],
  pageSize: number,
): ChangeGroup[] {
  const byRule = new Map<string, NumberedChange[]>();
  changes.forEach((change, number) => {
    const group = byRule.get(change.rule);
    if (group) group.push({ number, change });
    else byRule.set(change.rule, [{ number, change }]);
  });
  const order = new Map(rules.map(({ id }, index) => [id, index]));
  const place = (rule: string): number => order.get(rule) ?? rules.length;
  return [...byRule]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([rule, group]) => ({
      rule,
      stage: group[0]?.change.stage ?? "",
      summary: rules.find(({ id }) => id === rule)?.summary ?? "",
      count: group.length,
      lossy: group.filter(({ change }) => change.lossy).length,
      first: group.slice(0, pageSize),
    }));
}

/** A page of one rule's changes. */
export function pageOfChanges(
  changes: readonly Change[],
  { rule, offset, limit, onlyLossy }: { rule: string; offset: number; limit: number; onlyLossy: boolean },
): NumberedChange[] {
  const chosen: NumberedChange[] = [];
  changes.forEach((change, number) => {
    if (change.rule === rule && (change.lossy || !onlyLossy)) chosen.push({ number, change });
  });
  return chosen.slice(offset, offset + limit);
}

/** How often the changes ended in each message of the result, and which messages a rule made. */
export class Touched {
  readonly #counts = new Map<number, number>();
  readonly #made = new Set<number>();

  /** @param changes of the result */
  constructor(changes: readonly Change[]) {
    for (const { to, action, undoneBy } of changes) {
      const index = to === undefined ? undefined : messageIndex(to);
      if (index === undefined || undoneBy !== undefined) continue;
      this.#counts.set(index, (this.#counts.get(index) ?? 0) + 1);
      if (action === "insert" && to === `/${index}`) this.#made.add(index);
    }
  }

  /** One message of the result, in a line. */
  row(message: SessionMessage, index: number): MessageRow {
    return {
      index,
      role: message.role,
      summary: summarize(message),
      blocks: blockTypes(message.content),
      changes: this.#counts.get(index) ?? 0,
      made: this.#made.has(index),
    };
  }
}

function messageIndex(pointer: string): number | undefined {
  const index = /^\/(\d+)(?:\/|$)/.exec(pointer)?.[1];
  return index === undefined ? undefined : Number(index);
}

function blockTypes(content: unknown): string[] {
  if (typeof content === "string") return ["string"];
  if (!Array.isArray(content)) return [];
  const counts = new Map<string, number>();
  for (const block of content) {
    const type = typeOf(block).slice(0, 40);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const types = [...counts].map(([type, count]) => (count === 1 ? type : `${type} ×${count}`));
  return types.length > MOST_TYPES ? [...types.slice(0, MOST_TYPES), "…"] : types;
}

/** A line about a message. Pictures and signatures never get into it. */
function summarize(message: SessionMessage): string {
  const { content } = message;
  const parts: string[] = [];
  if (typeof content === "string") parts.push(content.slice(0, LONGEST_SUMMARY));
  else if (Array.isArray(content)) parts.push(...content.slice(0, 8).map(summarizeBlock));
  else if (typeof message["summary"] === "string") parts.push(message["summary"].slice(0, LONGEST_SUMMARY));
  else if (typeof message["command"] === "string") parts.push(message["command"].slice(0, LONGEST_SUMMARY));
  const line = parts.filter((part) => part !== "").join(" · ");
  return line.length > LONGEST_SUMMARY ? `${line.slice(0, LONGEST_SUMMARY)}…` : line;
}

function summarizeBlock(block: unknown): string {
  if (!isRecord(block)) return typeof block === "string" ? block.slice(0, 40) : "";
  const { text, thinking, name, id, mimeType } = block;
  if (typeof text === "string") return text.slice(0, LONGEST_SUMMARY);
  if (typeof thinking === "string") return `thinking: ${thinking.slice(0, LONGEST_SUMMARY)}`;
  if (typeof name === "string") return `${name}(…) ${typeof id === "string" ? id.slice(0, 80) : ""}`.trimEnd();
  return typeof mimeType === "string" ? `${typeOf(block)} ${mimeType}` : typeOf(block);
}

/** Anything may stand in a transcript, also an object whose `toString` is a number: `String` would throw. */
function typeOf(block: unknown): string {
  const type = isRecord(block) ? block["type"] : typeof block;
  return typeof type === "string" ? type : "unknown";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
