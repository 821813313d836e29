/** Deep equality of JSON values. */

/** Are two JSON values equal? The order of keys does not matter. Takes any depth, and values that hold themselves. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  const waiting: unknown[] = [a, b];
  const seen = new Map<unknown, unknown>();
  while (waiting.length > 0) {
    const right = waiting.pop();
    const left = waiting.pop();
    if (Object.is(left, right) || (seen.has(left) && seen.get(left) === right)) continue;
    if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false;
    seen.set(left, right);
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      waiting.push(left[key], right[key]);
    }
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
