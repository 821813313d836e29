/** What validators look at in any body: texts that are no Unicode, and the size as JSON. */
import { escapePointer, type Pointer } from "../transcript/place.ts";

interface Spot {
  readonly value: unknown;
  readonly key: string;
  readonly parent: Spot | undefined;
}

/** What is wrong with a text. */
export type TextFault = "surrogate" | "nul";

/**
 * Calls `found` for every text in a value, keys too, that holds a lone surrogate or NUL. Neither depth nor cycles nor
 * an object that stands often costs more than the size of the value.
 */
export function findBadTexts(body: unknown, found: (pointer: Pointer, fault: TextFault) => void): void {
  const seen = new Set<object>();
  const work: Spot[] = [{ value: body, key: "", parent: undefined }];
  for (let spot = work.pop(); spot; spot = work.pop()) {
    const { value } = spot;
    if (typeof value === "string") {
      const fault = faultOf(value);
      if (fault) found(pointerTo(spot), fault);
    }
    // Bytes in the hands of an SDK hold no text.
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || seen.has(value)) continue;
    seen.add(value);
    const keys = Object.keys(value);
    // The last is taken first, so that findings come in the order of the body.
    for (let index = keys.length - 1; index >= 0; index--) {
      const key = keys[index] as string;
      const child: Spot = { value: (value as Record<string, unknown>)[key], key, parent: spot };
      const fault = Array.isArray(value) ? undefined : faultOf(key);
      if (fault) found(pointerTo(child), fault);
      work.push(child);
    }
  }
}

function faultOf(text: string): TextFault | undefined {
  if (!text.isWellFormed()) return "surrogate";
  return text.includes("\0") ? "nul" : undefined;
}

function pointerTo(spot: Spot): Pointer {
  const parts: string[] = [];
  for (let at = spot; at.parent; at = at.parent) parts.push(escapePointer(at.key));
  return parts
    .reverse()
    .map((part) => `/${part}`)
    .join("");
}

/**
 * How many bytes a value has as JSON in UTF-8; bytes are base64 there. Counting ends soon after `enough`, which bounds
 * the work.
 */
export function jsonBytes(value: unknown, enough: number): number {
  let bytes = 0;
  const work: unknown[] = [value];
  while (work.length > 0 && bytes <= enough) {
    const next = work.pop();
    if (typeof next === "string") bytes += textBytes(next);
    else if (typeof next !== "object" || next === null) bytes += scalarBytes(next);
    else if (ArrayBuffer.isView(next)) bytes += 2 + 4 * Math.ceil(next.byteLength / 3);
    else if (Array.isArray(next)) {
      bytes += 2 + Math.max(0, next.length - 1);
      if (bytes <= enough) for (const item of next) work.push(item);
    } else {
      const entries = Object.entries(next).filter(([, inner]) => inner !== undefined);
      bytes += 2 + Math.max(0, entries.length - 1);
      for (const [key, inner] of entries) {
        bytes += textBytes(key) + 1;
        work.push(inner);
      }
    }
  }
  return bytes;
}

function scalarBytes(value: unknown): number {
  if (typeof value === "number") return Number.isFinite(value) ? String(value).length : 4;
  return value === false ? 5 : 4;
}

function textBytes(text: string): number {
  let bytes = text.length + 2;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x20 && unit < 0x80) {
      if (unit === 0x22 || unit === 0x5c) bytes += 1;
    } else if (unit < 0x20) bytes += isShortEscape(unit) ? 1 : 5;
    // Each half of a surrogate pair counts two of the four bytes.
    else bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** `\b`, `\t`, `\n`, `\f` and `\r`; the others are written as `\u0000`. */
function isShortEscape(unit: number): boolean {
  return unit >= 8 && unit <= 13 && unit !== 11;
}
