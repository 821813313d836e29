/** Usage records: only whether anything was billed matters here. */
import { isRecord } from "./message.ts";

const TOTALS = ["total", "totalTokens", "total_tokens"] as const;
const PARTS = [
  "input",
  "output",
  "cacheRead",
  "cacheWrite",
  "input_tokens",
  "output_tokens",
  "prompt_tokens",
  "completion_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
] as const;

/**
 * Is it a usage record that says that nothing was used? The total, if any, and all given parts are zero; without a
 * total at least one part is given. No record at all says nothing.
 */
export function isZeroUsage(usage: unknown): boolean {
  if (!isRecord(usage)) return false;
  const parts = PARTS.filter((key) => usage[key] !== undefined);
  const totals = TOTALS.filter((key) => usage[key] !== undefined);
  if (parts.length + totals.length === 0) return false;
  return [...parts, ...totals].every((key) => usage[key] === 0);
}
