/** JSON as text: what may be read of texts that others wrote, and how values are written as text. */

/**
 * How deep a text may be nested to be read. What is deeper stays text: so no rule runs out of stack, and all runtimes
 * agree on what can be read.
 */
export const DEEPEST_JSON = 500;

/** Is the JSON text nested deeper than that? Brackets within strings do not count. */
export function isDeepJson(text: string): boolean {
  if (text.length <= DEEPEST_JSON) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === 0x5c) index++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > DEEPEST_JSON) return true;
    } else if (unit === 0x5d || unit === 0x7d) depth--;
  }
  return false;
}

/** How many values a text may hold, each counted as often as it stands. */
const MOST_VALUES = 5_000_000;

/** The JSON of a value; undefined for what JSON cannot say, and for what is nested deeper than that. */
export function jsonText(value: unknown): string | undefined {
  if (isTooMuch(value)) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Neither depth nor cycles do harm. */
function isTooMuch(value: unknown): boolean {
  const work: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  let count = 0;
  for (let next = work.pop(); next; next = work.pop()) {
    if (next.depth > DEEPEST_JSON || ++count > MOST_VALUES) return true;
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const inner of Object.values(next.value)) work.push({ value: inner, depth: next.depth + 1 });
  }
  return false;
}
