/**
 * Base64 as images come in it: read tolerantly, decoded straight into the memory that needs it, or looked at byte by
 * byte without decoding.
 *
 * Canonical base64 has the standard alphabet, padding, no white space and zeros in the unused bits of its last digit:
 * the same bytes always have the same text.
 */
import { Base64Bytes, decodedLength, paddingOf } from "./base64-bytes.ts";
import { digitValue, PAIR_CODES, PAIR_VALUES, readAscii } from "./base64-tables.ts";

/** What was put right to make a text canonical. */
export type Base64Repair = "data-url" | "url-safe" | "white-space" | "padding";

/** A text that is base64. */
export interface Base64Text {
  /** The same in canonical form; the very string that was given when it was canonical. */
  readonly data: string;
  /** How many bytes it stands for. */
  readonly bytes: number;
  /** What was put right, in the order in which it was. */
  readonly repairs: readonly Base64Repair[];
  /** The media type that a data URL named, lower case. */
  readonly declared?: string;
}

/** A text that is no base64: nothing in it, or something that does not belong. */
export interface Base64Fault {
  /** What is wrong. */
  readonly fault: "empty" | "invalid";
}

/** Characters that are looked at in one go. A multiple of four, so that every piece is base64 of its own. */
const PIECE = 32_768;
const INVALID: Base64Fault = { fault: "invalid" };
const NOTHING: readonly Base64Repair[] = [];
const MAX_URL_HEAD = 1024;
const MEDIA_TYPE = /^[a-z0-9.+-]{1,64}(?:\/[a-z0-9.+-]{1,64})?$/;

const ascii = new Uint8Array(PIECE);
// The same memory two characters at a time, which halves the look-ups.
const pairs = new Uint16Array(ascii.buffer);
const decoder = new TextDecoder();

/**
 * Reads base64 as it is found in the wild: behind one `data:...;base64,`, in the URL-safe alphabet, with white space
 * anywhere, without its padding. Everything else that is not canonical is invalid: other characters, both alphabets in
 * one text, padding of a wrong length, bits that no byte takes up.
 */
export function readBase64(text: string): Base64Text | Base64Fault {
  if (isCanonical(text)) return { data: text, bytes: decodedLength(text), repairs: NOTHING };
  const url = readDataUrl(text);
  const tidy = tidied(url?.payload ?? text);
  if (!tidy) return INVALID;
  if (tidy.text === "") return { fault: "empty" };
  const repairs: Base64Repair[] = url ? ["data-url"] : [];
  if (tidy.hadWhiteSpace) repairs.push("white-space");
  if (tidy.wasUrlSafe) repairs.push("url-safe");
  let data = tidy.text;
  const rest = data.length % 4;
  if (rest > 1 && !data.endsWith("=")) {
    data += rest === 2 ? "==" : "=";
    repairs.push("padding");
  }
  if (!isCanonical(data)) return INVALID;
  return { data, bytes: decodedLength(data), repairs, ...(url?.declared && { declared: url.declared }) };
}

/**
 * Is the text canonical base64 that stands for at least one byte? With a `sample`, only so many characters at each end
 * are looked at, and what is between them is believed.
 */
export function isCanonical(text: string, sample: number = text.length): boolean {
  if (text === "" || text.length % 4 !== 0) return false;
  const padding = paddingOf(text);
  const end = text.length - padding;
  const unused = padding === 2 ? 16 : padding === 1 ? 4 : 1;
  if (digitValue(text.charCodeAt(end - 1)) % unused !== 0) return false;
  return isAlphabet(text, 0, Math.min(sample, end)) && (sample >= end || isAlphabet(text, end - sample, end));
}

/** Are all characters from `from` to before `to` digits of the standard alphabet? */
function isAlphabet(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += PIECE) {
    const count = readAscii(text, at, Math.min(at + PIECE, to), ascii);
    if (count < 0) return false;
    // A last character without a neighbor gets one that is a digit.
    if (count % 2 === 1) ascii[count] = 65;
    let all = 0;
    for (let i = 0; i < count / 2; i++) all |= PAIR_VALUES[pairs[i] as number] as number;
    if (all > 0xfff) return false;
  }
  return true;
}

function readDataUrl(text: string): { readonly payload: string; readonly declared: string | undefined } | undefined {
  let start = 0;
  while (text.charCodeAt(start) <= 0x20) start++;
  const comma = text.slice(start, start + MAX_URL_HEAD).indexOf(",");
  const head = text.slice(start, start + Math.max(comma, 0)).toLowerCase();
  if (!head.startsWith("data:")) return undefined;
  const [type = "", ...parameters] = head.slice("data:".length).split(";");
  if (parameters.at(-1)?.trim() !== "base64") return undefined;
  const declared = MEDIA_TYPE.test(type.trim()) ? type.trim() : undefined;
  return { payload: text.slice(start + comma + 1), declared };
}

/** A text without white space and in the standard alphabet, and what was done to get there. */
interface Tidied {
  readonly text: string;
  readonly hadWhiteSpace: boolean;
  readonly wasUrlSafe: boolean;
}

/** Undefined when the text has other characters than ASCII, or of both alphabets. Characters up to U+0020 are white space. */
function tidied(text: string): Tidied | undefined {
  let tidy = "";
  let standard = false;
  let urlSafe = false;
  for (let at = 0; at < text.length; at += PIECE) {
    const count = readAscii(text, at, Math.min(at + PIECE, text.length), ascii);
    if (count < 0) return undefined;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const code = ascii[i] as number;
      if (code <= 0x20) continue;
      // + and / or, in their places, - and _.
      if (code === 0x2b || code === 0x2f) standard = true;
      else if (code === 0x2d || code === 0x5f) urlSafe = true;
      ascii[kept++] = code === 0x2d ? 0x2b : code === 0x5f ? 0x2f : code;
    }
    tidy += decoder.decode(ascii.subarray(0, kept));
  }
  if (standard && urlSafe) return undefined;
  return { text: tidy, hadWhiteSpace: tidy.length < text.length, wasUrlSafe: urlSafe };
}

/**
 * How many bytes a text would stand for if it were base64: three for four characters, padding taken off. Characters up
 * to U+0020 do not count, and nothing is checked.
 */
export function estimateBytes(text: string): number {
  let visible = 0;
  for (let at = 0; at < text.length; at += PIECE) {
    const end = Math.min(at + PIECE, text.length);
    const count = readAscii(text, at, end, ascii);
    if (count < 0) for (let i = at; i < end; i++) visible += isVisible(text.charCodeAt(i));
    else for (let i = 0; i < count; i++) visible += isVisible(ascii[i] as number);
  }
  let padding = 0;
  for (let at = text.length - 1; padding < 2 && at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 0x3d) padding++;
    else if (code > 0x20) break;
  }
  return Math.max(0, Math.floor((visible * 3) / 4) - padding);
}

/** 1 for what is above a space, else 0: the sign of a difference, as a branch would be guessed wrong at each line's end. */
function isVisible(code: number): number {
  return (0x20 - code) >>> 31;
}

/** Is the estimate above the limit? Counts only where the length of the text leaves it open. */
export function exceedsBytes(text: string, limit: number): boolean {
  return Math.floor((text.length * 3) / 4) > limit && estimateBytes(text) > limit;
}

/**
 * Decodes canonical base64 into memory that is there already, such as that of a WASM module. Bytes `from` to before `to`
 * are decoded (absent: all) and written from `start` on. What does not fit into the target is left out.
 *
 * @returns how many bytes were written
 */
export function decodeBase64Into(data: string, target: Uint8Array, start = 0, from = 0, to?: number): number {
  const bytes = new Base64Bytes(data);
  const end = Math.min(to ?? bytes.length, bytes.length, from + target.length - start);
  let at = from;
  let out = start;
  // One by one up to the first whole group of three bytes, and behind the last one.
  while (at < end && at % 3 > 0) target[out++] = bytes.byte(at++);
  const groups = Math.max(0, Math.floor((end - at) / 3));
  const first = (at / 3) * 4;
  for (let piece = first; piece < first + groups * 4; piece += PIECE) {
    const count = readAscii(data, piece, Math.min(piece + PIECE, first + groups * 4), ascii);
    for (let i = 0; i < count / 2; i += 2) {
      const high = PAIR_VALUES[pairs[i] as number] as number;
      const low = PAIR_VALUES[pairs[i + 1] as number] as number;
      target[out] = high >> 4;
      target[out + 1] = (high << 4) | (low >> 8);
      target[out + 2] = low;
      out += 3;
    }
  }
  at += groups * 3;
  while (at < end) target[out++] = bytes.byte(at++);
  return out - start;
}

/** The bytes that canonical base64 stands for. */
export function decodeBase64(data: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(decodedLength(data));
  decodeBase64Into(data, bytes);
  return bytes;
}

/** The bytes as canonical base64. */
export function encodeBase64(bytes: Uint8Array): string {
  const whole = bytes.length - (bytes.length % 3);
  let text = "";
  for (let at = 0; at < whole; ) {
    const end = Math.min(at + (PIECE / 4) * 3, whole);
    let count = 0;
    for (; at < end; at += 3) {
      const three = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
      pairs[count] = PAIR_CODES[three >> 12] as number;
      pairs[count + 1] = PAIR_CODES[three & 0xfff] as number;
      count += 2;
    }
    text += decoder.decode(ascii.subarray(0, count * 2));
  }
  if (whole === bytes.length) return text;
  const last = ((bytes[whole] as number) << 16) | ((bytes[whole + 1] ?? 0) << 8);
  pairs[0] = PAIR_CODES[last >> 12] as number;
  pairs[1] = PAIR_CODES[last & 0xfff] as number;
  const digits = bytes.length - whole + 1;
  return text + decoder.decode(ascii.subarray(0, digits)).padEnd(4, "=");
}
