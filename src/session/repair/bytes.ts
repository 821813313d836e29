/** Bytes of UTF-8 text: spaces, characters, comparing and decoding. */

export const NUL = 0x00;
export const TAB = 0x09;
export const NEWLINE = 0x0a;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

export const NOTHING: Uint8Array = new Uint8Array();

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/** The text as UTF-8. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of UTF-8; what is none becomes U+FFFD, one for each part that cannot be the beginning of a character. */
export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Bytes that are put together piece by piece. */
export class ByteWriter {
  #bytes: Uint8Array = NOTHING;
  #length = 0;
  readonly #room: number;

  /** @param room bytes that are expected; more can be written */
  constructor(room: number) {
    this.#room = room;
  }

  /** How many were written. */
  get length(): number {
    return this.#length;
  }

  /** Everything written so far. What is written later may show in it. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  push(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2, this.#length === 0 ? this.#room : 0));
      larger.set(this.written);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }
}

/** Is it white space to JSON? */
export function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB;
}

/** The first byte that is no white space of JSON; lenient counts NUL as such. */
export function skipSpace(bytes: Uint8Array, at: number, end: number, lenient: boolean): number {
  let i = at;
  while (i < end && (isSpace(bytes[i]) || (lenient && bytes[i] === NUL))) i++;
  return i;
}

/** Is there nothing but white space, as `trim` counts it: with a byte order mark and the spaces of other scripts? */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  let i = start;
  while (i < end) {
    const length = lengthOfSpace(bytes, i, end);
    if (length === 0) return false;
    i += length;
  }
  return true;
}

/** The same for the JSON of a string, its quotes included. */
export function isBlankText(bytes: Uint8Array, start: number, end: number): boolean {
  let i = start + 1;
  while (i < end - 1) {
    const length = bytes[i] === BACKSLASH ? lengthOfEscapedSpace(bytes, i) : lengthOfSpace(bytes, i, end);
    if (length === 0) return false;
    i += length;
  }
  return true;
}

function lengthOfEscapedSpace(bytes: Uint8Array, i: number): number {
  const letter = String.fromCharCode(bytes[i + 1] as number);
  if (letter !== "u") return "nrtf".includes(letter) ? 2 : 0;
  const code = Number.parseInt(decode(bytes.subarray(i + 2, i + 6)), 16);
  return String.fromCharCode(code).trim() === "" ? 6 : 0;
}

function lengthOfSpace(bytes: Uint8Array, i: number, end: number): number {
  const first = bytes[i] as number;
  if (first < 0x80) return first === SPACE || (first >= TAB && first <= RETURN) ? 1 : 0;
  const length = lengthOfCharacter(bytes, i, end);
  return length > 1 && decode(bytes.subarray(i, i + length)).trim() === "" ? length : 0;
}

/** How many bytes the UTF-8 character at `i` has; 0 when there is none. */
export function lengthOfCharacter(bytes: Uint8Array, i: number, end: number): number {
  const first = bytes[i] as number;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (i + length > end) return 0;
  for (let k = 1; k < length; k++) if (((bytes[i + k] as number) & 0xc0) !== 0x80) return 0;
  const second = bytes[i + 1] as number;
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  return first === 0xf4 && second > 0x8f ? 0 : length;
}
