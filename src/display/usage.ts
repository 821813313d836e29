/** Token counts and costs: the known numbers, and nothing that a provider or host wrote beside them. */
import { isRecord } from "../transcript/message.ts";
import type { Fields } from "./rows.ts";

const COUNTS = [
  "input",
  "output",
  "total",
  "totalTokens",
  "inputTokens",
  "outputTokens",
  "promptTokens",
  "completionTokens",
  "cacheRead",
  "cacheWrite",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "input_tokens",
  "output_tokens",
  "prompt_tokens",
  "completion_tokens",
  "total_tokens",
] as const;
const COSTS = ["input", "output", "cacheRead", "cacheWrite", "total"] as const;

/** The known counts of a usage record and its cost; undefined when there are none. */
export function publicUsage(usage: unknown): Fields | undefined {
  const cost = isRecord(usage) ? publicCost(usage["cost"]) : undefined;
  const counts = numbers(usage, COUNTS);
  return cost === undefined ? counts : { ...counts, cost };
}

/** The known parts of a cost; undefined when there are none. */
export function publicCost(cost: unknown): Fields | undefined {
  return numbers(cost, COSTS);
}

function numbers(record: unknown, keys: readonly string[]): Fields | undefined {
  if (!isRecord(record)) return undefined;
  const entries = keys.map((key) => [key, record[key]] as const);
  const known = entries.filter(([, value]) => typeof value === "number" && Number.isFinite(value));
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}
