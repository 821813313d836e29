/** Deep equality of JSON values. */

/** What is deeper, or takes more steps, counts as different: hostile values cost no more than these. */
const DEEPEST = 1000;
const STEPS = 10_000_000;

/** Are two JSON values equal? The order of keys does not matter. */
export function deepEqual(a: unknown, b: unknown): boolean {
  return equal(a, b, 0, { left: STEPS });
}

function equal(a: unknown, b: unknown, depth: number, steps: { left: number }): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (depth > DEEPEST || --steps.left < 0 || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return false;
    if (!equal((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], depth + 1, steps))
      return false;
  }
  return true;
}
