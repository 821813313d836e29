/** How ids for tool calls are made: the alphabets that providers take, and what happens when an id is taken. */
import { hashPrefix } from "./hash.ts";

const LONGEST_STRICT = 40;

/** Ids that Kimi gives and checks; its own form is outside the strict alphabet. */
const KIMI = /^functions\.[A-Za-z0-9_-]+:\d+$/;

/**
 * An id in the target's alphabet that `take` accepts. The same seed and the same taken ids give the same id.
 *
 * @param take claims an id; false when it is taken
 */
export function allocateId(seed: string, mode: "strict" | "strict9", take: (id: string) => boolean): string {
  const base = mode === "strict9" ? nine(seed) : strict(seed);
  if (take(base)) return base;
  if (mode === "strict9") return firstFree((attempt) => hashPrefix(`${seed}:${attempt}`, 9), 0, take);
  const hashed = base.slice(0, LONGEST_STRICT - 8) + hashPrefix(seed, 8);
  if (take(hashed)) return hashed;
  return firstFree((attempt) => `${hashed.slice(0, LONGEST_STRICT - String(attempt).length - 1)}x${attempt}`, 2, take);
}

/** The id by itself in the target's alphabet, whether it is taken or not. */
export function sanitizeToolCallId(id: unknown, mode: "strict" | "strict9" = "strict"): string {
  if (typeof id !== "string" || id === "") return mode === "strict9" ? "defaultid" : "defaulttoolid";
  return mode === "strict9" ? nine(id) : strict(id);
}

/** The id of a repeated call in OpenAI's own form. */
export function repeatedOpenAiId(raw: string, occurrence: number, attempt: number): string {
  return `call_${hashPrefix(`${raw}:${occurrence}:${attempt}`, 24)}`;
}

function strict(seed: string): string {
  if (KIMI.test(seed) && seed.length <= 64) return seed;
  return alphanumeric(seed).slice(0, LONGEST_STRICT) || "sanitizedtoolid";
}

function nine(seed: string): string {
  const clean = alphanumeric(seed);
  return clean.length >= 9 ? clean.slice(0, 9) : hashPrefix(clean || "sanitized", 9);
}

const ALPHANUMERIC = /^[A-Za-z0-9]*$/;

function alphanumeric(text: string): string {
  return ALPHANUMERIC.test(text) ? text : text.replace(/[^A-Za-z0-9]+/g, "");
}

function firstFree(idOf: (attempt: number) => string, first: number, take: (id: string) => boolean): string {
  for (let attempt = first; ; attempt++) {
    const id = idOf(attempt);
    if (take(id)) return id;
  }
}
