/** How ids for tool calls are made: the alphabets that providers take, and what happens when an id is taken. */
import { hashPrefix } from "./hash.ts";

const LONGEST_STRICT = 40;

/** Ids that Kimi gives and checks; its own form is outside the strict alphabet. */
const KIMI = /^functions\.[A-Za-z0-9_-]+:\d+$/;

/** The ids that are taken. */
export interface IdPool {
  /** Takes the id; false when it was taken before. */
  take(id: string): boolean;
}

/**
 * An id in the target's alphabet that is free. The same seed and the same taken ids give the same id.
 */
export function allocateId(seed: string, mode: "strict" | "strict9", ids: IdPool): string {
  const base = mode === "strict9" ? nine(seed) : strict(seed);
  if (ids.take(base)) return base;
  if (mode === "strict9") return firstFree((attempt) => hashPrefix(`${seed}:${attempt}`, 9), 0, ids);
  const hashed = base.slice(0, LONGEST_STRICT - 8) + hashPrefix(seed, 8);
  if (ids.take(hashed)) return hashed;
  return firstFree((attempt) => `${hashed.slice(0, LONGEST_STRICT - String(attempt).length - 1)}x${attempt}`, 2, ids);
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
  if (seed.startsWith("functions.") && seed.length <= 64 && KIMI.test(seed)) return seed;
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

function firstFree(idOf: (attempt: number) => string, first: number, ids: IdPool): string {
  for (let attempt = first; ; attempt++) {
    const id = idOf(attempt);
    if (ids.take(id)) return id;
  }
}
