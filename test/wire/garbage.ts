// Values that no client should send and some do: any JSON, and valid bodies with damage in them.
import type { Random } from "../properties/random.ts";

/** A value nested so deeply that recursion over it overflows the stack. */
export function deepValue(depth = 50_000): unknown {
  let value: unknown = "bottom";
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : [value];
  return value;
}

const DEEP = deepValue();
const SCALARS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  "",
  " ",
  "a",
  "user",
  "__proto__",
  "\u0000",
  "\ud800",
];
const SDK_MADE: readonly unknown[] = [undefined, Number.NaN, Number.POSITIVE_INFINITY, -0];
const KEYS = [
  "__proto__",
  "constructor",
  "role",
  "type",
  "content",
  "text",
  "id",
  "name",
  "input",
  "messages",
  "parts",
  "source",
  "a/b~c",
];

/** An object with the keys given, `__proto__` among them as data. */
function objectOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** Any value, at most `depth` deep but for one that is far too deep. */
export function garbage(random: Random, depth = 5): unknown {
  if (random.chance(0.01)) return DEEP;
  if (random.chance(0.05)) return random.pick(SDK_MADE);
  if (depth === 0 || random.chance(0.35)) return random.pick(SCALARS);
  const count = random.below(4);
  if (random.chance(0.5)) return Array.from({ length: count }, () => garbage(random, depth - 1));
  return objectOf(Array.from({ length: count }, () => [random.pick(KEYS), garbage(random, depth - 1)] as const));
}

/** A copy of the body with one to three spots damaged. What is not damaged may stay shared with the original. */
export function mutateBody(random: Random, body: unknown): unknown {
  let damaged = body;
  for (let count = 1 + random.below(3); count > 0; count--) damaged = damage(damaged, random, 0);
  return damaged;
}

function damage(value: unknown, random: Random, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > 8) return garbage(random, 2);
  const keys = Object.keys(value);
  if (keys.length === 0 || random.chance(0.12)) return garbage(random, 3);
  if (Array.isArray(value)) return damageList(value, random, depth);
  const key = random.pick(keys);
  const entries = Object.entries(value);
  if (random.chance(0.12)) return objectOf(entries.filter(([name]) => name !== key));
  if (random.chance(0.1)) return objectOf([...entries, [random.pick(KEYS), garbage(random, 2)]]);
  return objectOf(entries.map(([name, inner]) => [name, name === key ? damage(inner, random, depth + 1) : inner]));
}

function damageList(list: readonly unknown[], random: Random, depth: number): unknown {
  const index = random.below(list.length);
  const [before, after] = [list.slice(0, index), list.slice(index + 1)];
  if (random.chance(0.15)) return [...before, ...after];
  // The very same object stands twice.
  if (random.chance(0.15)) return [...before, list[index], list[index], ...after];
  if (random.chance(0.1)) return [...before, garbage(random, 2), list[index], ...after];
  return [...before, damage(list[index], random, depth + 1), ...after];
}
