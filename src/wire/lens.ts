/** Lenses: where a field of the session model stands in a wire value, and how it is written there. */
import { deepEqual } from "../transcript/equal.ts";
import { isRecord } from "../transcript/message.ts";
import { escapePointer, type Pointer } from "../transcript/place.ts";

/** An object of the wire. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Where a field stands, and how its value is written; absent: as it is. `undefined` removes the field. */
export interface Lens {
  readonly at: readonly string[];
  /** `now` is the whole block or message, for fields that share a spot. */
  write?(value: unknown, raw: WireObject, now: WireObject): unknown;
  /** A further spot that the field decides, such as the id of an item that stands in the id of its call. */
  readonly also?: Lens;
  /** It stands in what holds the block, and is written there by the adapter. */
  readonly inHolder?: true;
}

/** The lenses of one kind of block or message, by field of the session model. Fields without one are not written. */
export type Lenses = Readonly<Record<string, Lens>>;

/** The wire value with the fields that differ between what was read and what is now; the very value when none does. */
export function rewrite(raw: WireObject, read: WireObject, now: WireObject, lenses: Lenses): WireObject {
  let written = raw;
  for (const [key, lens] of Object.entries(lenses)) {
    const value = now[key];
    if (lens.inHolder || Object.is(read[key], value) || deepEqual(read[key], value)) continue;
    for (let at: Lens | undefined = lens; at; at = at.also) written = put(written, at, value, raw, now);
  }
  return written;
}

/** The value with one field written; the same when the field already says so. */
function put(written: WireObject, lens: Lens, value: unknown, raw: WireObject, now: WireObject): WireObject {
  const next = value === undefined ? undefined : lens.write ? lens.write(value, raw, now) : value;
  return Object.is(valueAlong(written, lens.at), next) ? written : setAt(written, lens.at, next);
}

function valueAlong(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) inner = isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  return inner;
}

/** A copy with a value at a path; `undefined` removes it. Objects on the way are made where there are none. */
export function setAt(target: unknown, path: readonly string[], value: unknown): WireObject {
  const object: WireObject = isRecord(target) ? target : {};
  const [key = "", ...rest] = path;
  if (rest.length > 0) {
    const inner = Object.hasOwn(object, key) ? object[key] : undefined;
    return withKey(object, key, setAt(inner, rest, value));
  }
  if (value !== undefined) return withKey(object, key, value);
  const { [key]: _, ...others } = object;
  return others;
}

/** A copy with one field; a field named `__proto__` stays data. */
export function withKey(object: WireObject, key: string, value: unknown): WireObject {
  if (key !== "__proto__") return { ...object, [key]: value };
  return Object.defineProperty({ ...object }, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The path of a field: that of the whole value for one that decides several spots. */
export function pathOf(lens: Lens | undefined, key: string): readonly string[] {
  return lens?.also ? [] : (lens?.at ?? [key]);
}

/** The pointer of the deepest spot that exists on the way from a value along a path. */
export function deepest(value: unknown, pointer: Pointer, path: readonly string[]): Pointer {
  let found = pointer;
  let inner = value;
  for (const key of path) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, key)) break;
    found += `/${escapePointer(key)}`;
    inner = (inner as WireObject)[key];
  }
  return found;
}

/** The value at a pointer. */
export function valueAt(body: unknown, pointer: Pointer): unknown {
  let value = body;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as WireObject)[key];
  }
  return value;
}
