/** The base64 alphabet as tables for two digits at a time. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const encoder = new TextEncoder();
const DIGITS = encoder.encode(ALPHABET);
const VALUES = /* @__PURE__ */ digitValues();

/**
 * The characters of the two digits of a 12-bit number, as they lie in memory: the first one at the lower address,
 * whatever the byte order of the machine.
 */
export const PAIR_CODES: Uint16Array = /* @__PURE__ */ pairCodes();

/** The 12-bit number of two digits as they lie in memory; 0xffff when one is no digit. */
export const PAIR_VALUES: Uint16Array = /* @__PURE__ */ pairValues();

function digitValues(): Uint8Array {
  const values = new Uint8Array(128).fill(64);
  DIGITS.forEach((code, value) => {
    values[code] = value;
  });
  return values;
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
