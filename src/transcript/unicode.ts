/** Text that is no valid Unicode: halves of surrogate pairs, and NUL. */
import { isRecord } from "./message.ts";

/** How deep values are looked into. */
const DEEPEST = 200;

/** Has the text a lone surrogate or NUL? */
export function isBrokenText(text: string): boolean {
  return text.includes("\u0000") || !text.isWellFormed();
}

/** The value with replacement characters for what is no valid text, in strings and keys at any depth; the very value if there is none. */
export function withoutBrokenText(value: unknown, depth: number = 0): unknown {
  if (typeof value === "string") return isBrokenText(value) ? mend(value) : value;
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => withoutBrokenText(item, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  let changed = false;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const name = isBrokenText(key) ? mend(key) : key;
    const after = withoutBrokenText(inner, depth + 1);
    if (name !== key || after !== inner) changed = true;
    return [name, after];
  });
  return changed ? Object.fromEntries(entries) : value;
}

function mend(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\ufffd");
}
