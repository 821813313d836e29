/** The arguments of a call, which stand in the body as JSON text. */

import { DEEPEST_JSON, isDeepJson } from "../transcript/json-text.ts";
import { isRecord } from "../transcript/message.ts";
import { parseObject } from "../transcript/signatures.ts";

/** How many values they may hold, each counted as often as it stands. */
const MOST_VALUES = 5_000_000;

/** The object that the text holds; the text itself when it holds none, or one that is nested too deeply. */
export function readArguments(text: string): unknown {
  return isDeepJson(text) ? text : (parseObject(text) ?? text);
}

/** The text of arguments; undefined for what JSON cannot say. */
export function writeArguments(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (value === undefined) return "{}";
  if (isDeep(value)) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Neither depth nor cycles do harm. */
function isDeep(value: unknown): boolean {
  const work: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let steps = 0; work.length > 0; steps++) {
    const { value: next, depth } = work.pop() as (typeof work)[0];
    if (depth > DEEPEST_JSON || steps > MOST_VALUES) return true;
    if (!Array.isArray(next) && !isRecord(next)) continue;
    for (const inner of Object.values(next)) work.push({ value: inner, depth: depth + 1 });
  }
  return false;
}
