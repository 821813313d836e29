// Plain helpers of the oracles and the tests. They know JSON and nothing of the library.

export type Json = Readonly<Record<string, unknown>>;

/** Something an oracle objects to: what kind, where (a JSON pointer), and a sentence for people. */
export interface Violation {
  readonly kind: string;
  readonly path: string;
  readonly text: string;
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}

export function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Are both the same JSON? Fields that are undefined count as absent. Not recursive, so depth does not matter. */
export function sameJson(first: unknown, second: unknown): boolean {
  const work: [unknown, unknown][] = [[first, second]];
  for (let pair = work.pop(); pair; pair = work.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
    const [left, right] = [a as Json, b as Json];
    const keys = definedKeys(left);
    if (keys.length !== definedKeys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      work.push([left[key], right[key]]);
    }
  }
  return true;
}

function definedKeys(value: Json): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}

/** Freezes a value with all that hangs on it. Cycles and depth do no harm. */
export function deepFreeze<T>(value: T): T {
  const work: unknown[] = [value];
  while (work.length > 0) {
    const next = work.pop();
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    // Bytes cannot be frozen.
    if (ArrayBuffer.isView(next)) continue;
    Object.freeze(next);
    for (const child of Object.values(next)) work.push(child);
  }
  return value;
}

/** What a JSON pointer points at: a list of one, or an empty list when there is nothing. */
export function lookUp(document: unknown, pointer: string): readonly unknown[] {
  let value = document;
  for (const part of partsOf(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return [];
    value = (value as Json)[part];
  }
  return [value];
}

export function partsOf(pointer: string): string[] {
  if (pointer === "") return [];
  const parts = pointer.slice(1).split("/");
  return pointer.includes("~") ? parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")) : parts;
}

export function pointerOf(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Does the pointer lie at or below another one? */
export function isUnder(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

/** All visible texts of a message with their places inside of it: string contents, text blocks, summaries, commands. */
export function textsOf(message: unknown): { readonly path: string; readonly text: string }[] {
  if (!isObject(message)) return [];
  const found: { path: string; text: string }[] = [];
  for (const key of ["summary", "command", "output"]) {
    const text = message[key];
    if (typeof text === "string") found.push({ path: `/${key}`, text });
  }
  const content = message["content"];
  if (typeof content === "string") found.push({ path: "/content", text: content });
  if (isObject(content) && typeof content["text"] === "string") found.push({ path: "/content", text: content["text"] });
  if (Array.isArray(content)) {
    content.forEach((block: unknown, index) => {
      if (typeof block === "string") found.push({ path: `/content/${index}`, text: block });
      if (isObject(block) && typeof block["text"] === "string" && block["type"] === "text") {
        found.push({ path: `/content/${index}`, text: block["text"] });
      }
    });
  }
  return found;
}

/** A short JSON text for messages of failing tests. */
export function show(value: unknown, longest = 400): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
