/**
 * JSON by its bytes: where a value ends, or where it stops being JSON. Nothing is decoded, copied or recursed into, so a
 * line of any length and depth costs one pass and a bit per level.
 *
 * Strict is RFC 8259, which is what `JSON.parse` accepts. Lenient also takes raw control characters within strings, and
 * NUL anywhere between tokens: what crashes and careless writers leave behind.
 */
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  lengthOfCharacter,
  NOTHING,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  skipSpace,
} from "./bytes.ts";

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_E = 0x65;
const LETTER_U = 0x75;

const TRUE = [0x74, 0x72, 0x75, 0x65];
const FALSE = [0x66, 0x61, 0x6c, 0x73, 0x65];
const NULL = [0x6e, 0x75, 0x6c, 0x6c];
/** What may stand behind a backslash, but for `u`. */
const ESCAPES: ReadonlySet<number> = new Set(Array.from('"\\/bfnrt', (character) => character.charCodeAt(0)));

// What a byte within a string asks for.
const PLAIN = 0;
const END = 1;
const ESCAPE = 2;
const CONTROL = 3;
const TWO_BYTES = 4;
const THREE_BYTES = 5;
const OTHER_BYTES = 6;
const KIND_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === QUOTE) return END;
  if (byte === BACKSLASH) return ESCAPE;
  if (byte < 0x20) return CONTROL;
  if (byte < 0x80) return PLAIN;
  if (byte >= 0xc2 && byte <= 0xdf) return TWO_BYTES;
  // Without the leads whose second byte is restricted.
  return byte >= 0xe1 && byte <= 0xef && byte !== 0xed ? THREE_BYTES : OTHER_BYTES;
});

/** Levels of which it is remembered where they began. A record that was spliced into another stands less deep. */
const REMEMBERED = 64;

/** Is told of the members of an object and of those of its members' objects. */
export interface MemberVisitor {
  /**
   * One member: the key with its quotes, then the value. A key with escapes has `~keyStart`. Members of depth 2 come
   * before the member they belong to.
   */
  member(depth: number, keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): void;
}

/** Scans values. One scanner can be used for any number of buffers, one after the other. */
export class JsonScanner {
  /** Of the latest scan: the first byte that is not UTF-8, or -1. Such bytes do not end a scan. */
  invalid = -1;
  /** Of the latest scan: did the bytes end within a string? */
  inString = false;
  /** Of the latest scan: the object that was closed last, within the first 64 levels; -1 when there is none. */
  objectStart = -1;
  /** Of the latest scan: behind that object. */
  objectEnd = -1;

  #bytes: Uint8Array = NOTHING;
  /** The same bytes four at a time, from `#aligned` on. */
  #words: Int32Array = new Int32Array();
  #aligned = 0;
  #lenient = false;
  /** Where the latest escape was. */
  #escaped = -1;
  /** A bit per level: is it an object? */
  #levels = new Uint32Array(8);
  readonly #starts = new Int32Array(REMEMBERED);

  /** The index behind the value that begins at or after `at`; where it stops being JSON, as `~index`. */
  scan(bytes: Uint8Array, at: number, end: number, lenient: boolean, visitor?: MemberVisitor): number {
    this.#attach(bytes);
    this.#lenient = lenient;
    this.#escaped = -1;
    this.invalid = -1;
    this.inString = false;
    this.objectStart = -1;
    this.objectEnd = -1;
    let depth = 0;
    let inObject = false;
    // The member that is being read at depth 1 and at depth 2.
    let key1 = 0;
    let keyEnd1 = 0;
    let value1 = 0;
    let key2 = 0;
    let keyEnd2 = 0;
    let value2 = 0;
    let expectsKey = false;
    let i = at;
    for (;;) {
      if (maySkip(bytes, i, end)) i = skipSpace(bytes, i, end, lenient);
      if (expectsKey) {
        expectsKey = false;
        if (i >= end || bytes[i] !== QUOTE) return ~i;
        const start = i;
        i = this.#string(bytes, i + 1, end);
        if (i < 0) return i;
        const keyEnd = i;
        const key = this.#escaped < start ? start : ~start;
        if (maySkip(bytes, i, end)) i = skipSpace(bytes, i, end, lenient);
        if (i >= end || bytes[i] !== COLON) return ~i;
        i++;
        if (maySkip(bytes, i, end)) i = skipSpace(bytes, i, end, lenient);
        if (depth === 1) {
          key1 = key;
          keyEnd1 = keyEnd;
          value1 = i;
        } else if (depth === 2) {
          key2 = key;
          keyEnd2 = keyEnd;
          value2 = i;
        }
      }
      if (i >= end) return ~i;

      const first = bytes[i] as number;
      if (first === OPEN_BRACE || first === OPEN_BRACKET) {
        if (depth < REMEMBERED) this.#starts[depth] = i;
        i = skipSpace(bytes, i + 1, end, lenient);
        inObject = first === OPEN_BRACE;
        this.#enter(depth++, inObject);
        if (i >= end) return ~i;
        if (bytes[i] !== (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
          expectsKey = inObject;
          continue;
        }
      } else {
        i = first === QUOTE ? this.#string(bytes, i + 1, end) : scalarEnd(bytes, i, end);
        if (i < 0) return i;
        if (depth === 0) return i;
        if (inObject && depth < 3) {
          if (depth === 1) visitor?.member(1, key1, keyEnd1, value1, i);
          else visitor?.member(2, key2, keyEnd2, value2, i);
        }
        if (maySkip(bytes, i, end)) i = skipSpace(bytes, i, end, lenient);
        if (i >= end) return ~i;
      }

      // Here stands what follows a value, or the end of an empty container.
      while (bytes[i] === (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
        i++;
        depth--;
        if (inObject && depth < REMEMBERED) {
          this.objectStart = this.#starts[depth] as number;
          this.objectEnd = i;
        }
        if (depth === 0) return i;
        inObject = this.#isObject(depth - 1);
        if (inObject && depth < 3) {
          if (depth === 1) visitor?.member(1, key1, keyEnd1, value1, i);
          else visitor?.member(2, key2, keyEnd2, value2, i);
        }
        if (maySkip(bytes, i, end)) i = skipSpace(bytes, i, end, lenient);
        if (i >= end) return ~i;
      }
      if (bytes[i] !== COMMA) return ~i;
      i++;
      expectsKey = inObject;
    }
  }

  #attach(bytes: Uint8Array): void {
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.#aligned = (4 - (bytes.byteOffset & 3)) & 3;
    const count = (bytes.length - this.#aligned) >> 2;
    this.#words = count > 0 ? new Int32Array(bytes.buffer, bytes.byteOffset + this.#aligned, count) : new Int32Array();
  }

  #enter(depth: number, isObject: boolean): void {
    const word = depth >> 5;
    if (word >= this.#levels.length) {
      const larger = new Uint32Array(this.#levels.length * 2);
      larger.set(this.#levels);
      this.#levels = larger;
    }
    const bit = 1 << (depth & 31);
    const old = this.#levels[word] as number;
    this.#levels[word] = isObject ? old | bit : old & ~bit;
  }

  #isObject(depth: number): boolean {
    return (((this.#levels[depth >> 5] as number) >>> (depth & 31)) & 1) === 1;
  }

  /** Behind the closing quote of the string whose first character is at `start`. */
  #string(bytes: Uint8Array, start: number, end: number): number {
    let i = start;
    // Where it pays to go on by words: behind the first two dozen characters.
    let turn = i + 24 < end ? ((i + 24 - this.#aligned) & ~3) + this.#aligned : end;
    for (;;) {
      if (i >= turn) {
        if (i === turn && i < end) i = this.#skipPlain(i, end);
        turn = end;
        if (i >= end) {
          this.inString = true;
          return ~end;
        }
      }
      const kind = KIND_OF[bytes[i] as number] as number;
      if (kind === PLAIN) i++;
      else if (kind === END) return i + 1;
      else if (kind === ESCAPE) {
        this.#escaped = i;
        i = escapeEnd(bytes, i + 1, end);
        if (i < 0) return i;
      } else if (kind === THREE_BYTES && i + 2 < end && isTail(bytes[i + 1]) && isTail(bytes[i + 2])) i += 3;
      else if (kind === TWO_BYTES && i + 1 < end && isTail(bytes[i + 1])) i += 2;
      else if (kind === CONTROL) {
        if (!this.#lenient) return ~i;
        i++;
      } else {
        const length = lengthOfCharacter(bytes, i, end);
        if (length === 0 && this.invalid < 0) this.invalid = i;
        i += Math.max(1, length);
      }
    }
  }

  /** Skips characters of a string that ask for nothing, four at a time: think of pictures in base64. */
  #skipPlain(i: number, end: number): number {
    const words = this.#words;
    const first = (i - this.#aligned) >> 2;
    const last = (end - this.#aligned) >> 2;
    let word = first;
    while (word < last) {
      const four = words[word] as number;
      // The high bit of a byte of the sum is set if that byte is not ASCII, a control character, a quote or a
      // backslash. Now and then it is set for their neighbor, which does no harm.
      const special =
        four | (four - 0x20202020) | ((four ^ 0x22222222) - 0x01010101) | ((four ^ 0x5c5c5c5c) - 0x01010101);
      if ((special & 0x80808080) !== 0) break;
      word++;
    }
    return i + (word - first) * 4;
  }
}

/** Must white space be looked for here? Almost never, so it is asked first. */
function maySkip(bytes: Uint8Array, i: number, end: number): boolean {
  return i >= end || (bytes[i] as number) <= SPACE;
}

/** Behind an escape whose letter is at `i`. */
function escapeEnd(bytes: Uint8Array, i: number, end: number): number {
  if (i >= end) return ~i;
  if (bytes[i] !== LETTER_U) return ESCAPES.has(bytes[i] as number) ? i + 1 : ~i;
  for (let digit = i + 1; digit < i + 5; digit++) if (digit >= end || !isHex(bytes[digit] as number)) return ~digit;
  return i + 5;
}

/** Behind a number or one of the three words. */
function scalarEnd(bytes: Uint8Array, i: number, end: number): number {
  const word = bytes[i] === TRUE[0] ? TRUE : bytes[i] === FALSE[0] ? FALSE : NULL;
  if (bytes[i] !== word[0]) return numberEnd(bytes, i, end);
  for (let k = 1; k < word.length; k++) if (i + k >= end || bytes[i + k] !== word[k]) return ~(i + k);
  return i + word.length;
}

function numberEnd(bytes: Uint8Array, start: number, end: number): number {
  const integer = bytes[start] === MINUS ? start + 1 : start;
  let i = digitsEnd(bytes, integer, end);
  if (i === integer) return ~i;
  if (bytes[integer] === ZERO && i > integer + 1) return ~(integer + 1);
  if (i < end && bytes[i] === POINT) {
    const fraction = i + 1;
    i = digitsEnd(bytes, fraction, end);
    if (i === fraction) return ~i;
  }
  if (i < end && ((bytes[i] as number) | 0x20) === LETTER_E) {
    const isSigned = i + 1 < end && (bytes[i + 1] === PLUS || bytes[i + 1] === MINUS);
    const exponent = isSigned ? i + 2 : i + 1;
    i = digitsEnd(bytes, exponent, end);
    if (i === exponent) return ~i;
  }
  return i;
}

function digitsEnd(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && (bytes[i] as number) >= ZERO && (bytes[i] as number) <= NINE) i++;
  return i;
}

function isTail(byte: number | undefined): boolean {
  return ((byte as number) & 0xc0) === 0x80;
}

function isHex(byte: number): boolean {
  const letter = byte | 0x20;
  return (byte >= ZERO && byte <= NINE) || (letter >= 0x61 && letter <= 0x66);
}
