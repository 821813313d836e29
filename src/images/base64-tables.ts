/** The base64 alphabet as tables for two digits at a time. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const encoder = new TextEncoder();
const DIGITS = encoder.encode(ALPHABET);
const VALUES = /* @__PURE__ */ perCode(
  64,
  Array.from(ALPHABET, (digit, value) => [digit, value] as const),
);

/** In `ALPHABETS`: the character is a digit of the standard alphabet alone. */
export const ONLY_STANDARD = 1;
/** In `ALPHABETS`: the character is a digit of the URL-safe alphabet alone. */
export const ONLY_URL_SAFE = 2;

/** Which alphabet a character gives away, by its code; 0 for those of both or of none. */
export const ALPHABETS: Uint8Array = /* @__PURE__ */ perCode(0, [
  ["+", ONLY_STANDARD],
  ["/", ONLY_STANDARD],
  ["-", ONLY_URL_SAFE],
  ["_", ONLY_URL_SAFE],
]);

/** Codes of the standard alphabet, by the code of a character of either; other characters have their own. */
export const STANDARD_CODES: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) =>
  code === 45 ? 43 : code === 95 ? 47 : code,
);

/**
 * The characters of the two digits of a 12-bit number, as they lie in memory: the first one at the lower address,
 * whatever the byte order of the machine.
 */
export const PAIR_CODES: Uint16Array = /* @__PURE__ */ pairCodes();

/** The 12-bit number of two digits as they lie in memory; 0xffff when one is no digit. */
export const PAIR_VALUES: Uint16Array = /* @__PURE__ */ pairValues();

function perCode(others: number, known: readonly (readonly [string, number])[]): Uint8Array {
  const table = new Uint8Array(128).fill(others);
  for (const [character, value] of known) table[character.charCodeAt(0)] = value;
  return table;
}

function pairCodes(): Uint16Array {
  const codes = new Uint16Array(64 * 64);
  const bytes = new Uint8Array(codes.buffer);
  for (let number = 0; number < codes.length; number++) {
    bytes[number * 2] = DIGITS[number >> 6] as number;
    bytes[number * 2 + 1] = DIGITS[number & 63] as number;
  }
  return codes;
}

function pairValues(): Uint16Array {
  const values = new Uint16Array(0x10000).fill(0xffff);
  PAIR_CODES.forEach((code, number) => {
    values[code] = number;
  });
  return values;
}

/** The value of a digit, given its character code; 64 when it is none. */
export function digitValue(code: number): number {
  return code < 128 ? (VALUES[code] as number) : 64;
}

/**
 * Writes the characters from `from` to before `to` into memory that has room for them.
 *
 * @returns how many there are, or -1 when some are not ASCII
 */
export function readAscii(text: string, from: number, to: number, memory: Uint8Array): number {
  const part = text.slice(from, to);
  const { read, written } = encoder.encodeInto(part, memory);
  return read === part.length && written === part.length ? written : -1;
}
