/** JSON that others wrote. */
import { jsonFault } from "../../src/common/json-fault.ts";
import { InputError } from "./types.ts";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** How deep a text may be nested: parsing takes any depth, those who walk through the value may not. */
const DEEPEST = 500;
/** How much is shown before and behind a fault. */
const AROUND = [120, 80] as const;

/** Is it an object, and no list? */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of an own key: what a text says of `__proto__` or `constructor` is never taken for more than data. */
export function own(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The text of an own key. */
export function ownText(value: unknown, key: string): string | undefined {
  const text = own(value, key);
  return typeof text === "string" ? text : undefined;
}

/** Parses a text. @throws InputError that says where it breaks off */
export function parseJson(text: string): unknown {
  if (isDeep(text)) {
    throw new InputError("too-deep", `The JSON is nested more than ${DEEPEST} levels deep.`, "No request looks so.");
  }
  try {
    return JSON.parse(text);
  } catch {
    const { at, words } = jsonFault(text);
    const advice =
      at < text.length
        ? "Correct it there, or copy it again as a whole."
        : "It may be cut off. Copy it again as a whole, or open the file itself.";
    const excerpt = text.slice(Math.max(0, at - AROUND[0]), at + AROUND[1]);
    throw new InputError("bad-json", `It begins like JSON, and is none: it breaks off at ${words}.`, advice, excerpt);
  }
}

/** Parses a text; undefined when it is no JSON that may be read. */
export function tryJson(text: string): unknown {
  try {
    return isDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts brackets outside of strings. */
function isDeep(text: string): boolean {
  if (text.length <= DEEPEST) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === 0x5c) at++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > DEEPEST) return true;
    } else if (unit === 0x5d || unit === 0x7d) depth--;
  }
  return false;
}
