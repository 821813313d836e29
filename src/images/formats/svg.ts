/** SVG: a text whose first element is `svg`, behind declarations and comments. */
import type { Base64Bytes } from "../base64-bytes.ts";
import { type HeadReader, type ImageHead, NO_SIDES } from "./head.ts";

/** Characters in which the element has to begin and end. */
const MAX_HEAD = 16_384;
const BYTE_ORDER_MARK = "\xef\xbb\xbf";
const ELEMENT = /^<(?:[A-Za-z][\w.-]{0,31}:)?svg(?=[\s/>])/;
const LENGTH = /^(\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE]([+-]?\d{1,2}))?(px|pt|pc|mm|cm|in)?$/;
/** Pixels of a unit, at 96 for an inch. */
const UNITS: Readonly<Record<string, number>> = { px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

/** Reads heads of SVG. The sides are those of `width` and `height`, or else of `viewBox`. */
export const svg: HeadReader = {
  format: "svg",
  matches: (bytes) => /^\s*</.test(bytes.text(0, 64).replace(BYTE_ORDER_MARK, "")) && elementOf(bytes) !== undefined,
  read(bytes) {
    const element = elementOf(bytes);
    return element === undefined ? undefined : { ...sidesOf(attributesOf(element)), alpha: true };
  },
};

/** The opening tag of the first element, if that is `svg`. */
function elementOf(bytes: Base64Bytes): string | undefined {
  const text = bytes.text(0, MAX_HEAD);
  let at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const end = text.startsWith("<?", at)
      ? endOf(text, "?>", at)
      : text.startsWith("<!--", at)
        ? endOf(text, "-->", at + 2)
        : text.slice(at, at + 9).toUpperCase() === "<!DOCTYPE"
          ? endOfDoctype(text, at)
          : 0;
    if (end < 0) return undefined;
    if (end === 0) break;
    at = end;
  }
  const rest = text.slice(at);
  return ELEMENT.test(rest) ? rest.slice(0, endOfTag(rest)) : undefined;
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from + 2);
  return at < 0 ? -1 : at + mark.length;
}

/** A document type may hold declarations in brackets, with tags of their own. */
function endOfDoctype(text: string, from: number): number {
  const close = text.indexOf(">", from);
  const bracket = text.indexOf("[", from);
  if (bracket < 0 || bracket > close) return close < 0 ? -1 : close + 1;
  const end = text.indexOf("]", bracket);
  return end < 0 ? -1 : endOf(text, ">", end - 2);
}

/** Where the tag ends: at a `>` that is in no quotes. */
function endOfTag(tag: string): number {
  let quote = "";
  for (let at = 0; at < tag.length; at++) {
    const character = tag.charAt(at);
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at;
  }
  return tag.length;
}

/** The attributes that sides are read from. */
function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    const equals = tag.indexOf("=", at);
    if (equals < 0) return attributes;
    const name = tag.slice(at, equals).trimEnd().split(/\s/).at(-1) ?? "";
    let start = equals + 1;
    while (/\s/.test(tag.charAt(start))) start++;
    const quote = tag.charAt(start);
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, start + 1) : -1;
    if (end < 0) return attributes;
    attributes.set(name, tag.slice(start + 1, end).trim());
    at = end + 1;
  }
}

function sidesOf(attributes: ReadonlyMap<string, string>): ImageHead {
  const width = pixels(attributes.get("width"));
  const height = pixels(attributes.get("height"));
  if (width > 0 && height > 0) return rounded(width, height);
  const box = (attributes.get("viewBox") ?? "").split(/[\s,]+/, 5);
  const [across, down] = [pixels(box[2]), pixels(box[3])];
  if (box.length !== 4 || across <= 0 || down <= 0) return NO_SIDES;
  if (width > 0) return rounded(width, (width * down) / across);
  return height > 0 ? rounded((height * across) / down, height) : rounded(across, down);
}

/** A length in pixels; 0 for shares of what is around the picture, and for what is no length. */
function pixels(text: string | undefined): number {
  const [, number, exponent = "0", unit = "px"] = LENGTH.exec(text ?? "") ?? [];
  return number === undefined ? 0 : Number(`${number}e${exponent}`) * (UNITS[unit] ?? 0);
}

function rounded(width: number, height: number): ImageHead {
  const [w, h] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  return Number.isSafeInteger(w) && Number.isSafeInteger(h) ? { width: w, height: h } : NO_SIDES;
}
