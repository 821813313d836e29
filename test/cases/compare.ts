// Compares what we return with what the reference returned, apart from what is not our business: token counts, the
// clock, and the details of results that were made up.
import { isObject, type Json, partsOf, pointerOf, sameJson, show } from "../oracles/values.ts";

/** One value that is compared: what it is called, what the reference gave, what we give. */
export interface Comparison {
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** Pointers into `expected` that are not compared. */
  readonly ignore?: readonly string[];
}

/** Texts of the reference for a result that never came. */
export const REFERENCE_MISSING =
  "[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.";
export const REFERENCE_ABORTED = "aborted";

/** The first difference as a sentence; undefined when there is none. */
export function differenceOf({ what, expected, actual, ignore = [] }: Comparison): string | undefined {
  const [wanted, got] = [prepare(expected, expected, ignore), prepare(actual, expected, ignore)];
  if (sameJson(wanted, got)) return undefined;
  const found = firstDifference(wanted, got, "");
  return `${what}${found.path}: expected ${show(found.expected)}, got ${show(found.actual)}`;
}

function prepare(value: unknown, expected: unknown, ignore: readonly string[]): unknown {
  const cleared = ignore.reduce(without, value);
  if (!Array.isArray(cleared)) return cleared;
  return cleared.map((message: unknown, index) => {
    const synthetic = isSynthetic(Array.isArray(expected) ? expected[index] : undefined);
    return isObject(message) ? compared(message, synthetic) : message;
  });
}

function compared(message: Json, synthetic: boolean): Json {
  const { usage, timestamp, details, ...rest } = message;
  return {
    ...rest,
    ...(message["role"] !== "assistant" && { usage }),
    ...(!synthetic && { timestamp, details }),
  };
}

/** Did the reference make the message up? */
function isSynthetic(message: unknown): boolean {
  if (!isObject(message)) return false;
  const { role, details, content, isError } = message;
  if (role === "user") return content === "(session bootstrap)";
  if (role !== "toolResult" || isError !== true) return false;
  if (isObject(details) && details["openclawSyntheticMissingToolResult"] === true) return true;
  const texts = Array.isArray(content)
    ? content.map((block: unknown) => (isObject(block) ? block["text"] : block))
    : [];
  return texts.includes(REFERENCE_MISSING) || texts.includes(REFERENCE_ABORTED);
}

/** A copy without what the pointer points at. */
function without(value: unknown, pointer: string): unknown {
  const [key, ...rest] = partsOf(pointer);
  if (key === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return value;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (String(index) === key ? without(item, pointerOf(...rest)) : item));
  }
  const { [key]: child, ...others } = value as Json;
  return rest.length === 0 ? others : { ...others, [key]: without(child, pointerOf(...rest)) };
}

interface Found {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

function firstDifference(expected: unknown, actual: unknown, path: string): Found {
  const here = { path, expected, actual };
  if (Array.isArray(expected) !== Array.isArray(actual)) return here;
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) return here;
  if (typeof expected !== "object" || typeof actual !== "object" || expected === null || actual === null) return here;
  const [left, right] = [expected as Json, actual as Json];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (!sameJson(left[key], right[key])) return firstDifference(left[key], right[key], `${path}/${key}`);
  }
  return here;
}
