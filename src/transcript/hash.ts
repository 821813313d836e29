/**
 * SHA-256 (FIPS 180-4) for ids: synchronous, the same on every runtime.
 *
 * Ids are short and there may be thousands in a transcript, and Web Crypto answers only later. A library does the same
 * with three times the code and time; the tests compare with the host's own.
 */

const PRIMES = primes(64);
// The first 32 bits of the fractional parts of the primes' cube roots and square roots. Exact: `Math.cbrt` may differ in
// the last bit between runtimes.
const K = Int32Array.from(PRIMES, (prime) => fraction(prime, 3n));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(prime, 2n));

const encoder = new TextEncoder();
// Written before it is read in every call.
const schedule = new Int32Array(64);

/** The first `length` (at most 64) hexadecimal digits, lower case, of the SHA-256 of the text's UTF-8. */
export function hashPrefix(text: string, length: number): string {
  const state = START.slice();
  if (scheduleShort(text)) compress(state);
  else hashLong(encoder.encode(text), state);
  let hex = "";
  for (let word = 0; hex.length < length; word++) hex += ((state[word] as number) >>> 0).toString(16).padStart(8, "0");
  return hex.slice(0, length);
}

/** Fills the schedule with a text that is ASCII and fits into one block, as ids do; false when it does not. */
function scheduleShort(text: string): boolean {
  if (text.length > 55) return false;
  schedule.fill(0, 0, 16);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return false;
    put(i, code);
  }
  put(text.length, 0x80);
  schedule[15] = text.length * 8;
  return true;
}

function hashLong(bytes: Uint8Array, state: Int32Array): void {
  const size = bytes.length;
  const end = Math.ceil((size + 9) / 64) * 64;
  for (let offset = 0; offset < end; offset += 64) {
    schedule.fill(0, 0, 16);
    // The bytes, a one bit, zeros, and at the very end the length in bits.
    for (let i = offset; i < offset + 64 && i < size; i++) put(i, bytes[i] as number);
    if (size >= offset && size < offset + 64) put(size, 0x80);
    if (offset + 64 === end) {
      schedule[14] = Math.floor(size / 2 ** 29);
      schedule[15] = size * 8;
    }
    compress(state);
  }
}

function put(index: number, byte: number): void {
  const word = (index & 63) >> 2;
  schedule[word] = (schedule[word] as number) | (byte << (24 - (index & 3) * 8));
}

/** Mixes the 16 words at the head of the schedule into the state. */
function compress(state: Int32Array): void {
  const w = schedule;
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
  }
  // Single variables, for speed: arrays of eight cost as much as all the rest.
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  add(state, 0, a);
  add(state, 1, b);
  add(state, 2, c);
  add(state, 3, d);
  add(state, 4, e);
  add(state, 5, f);
  add(state, 6, g);
  add(state, 7, h);
}

function add(state: Int32Array, index: number, word: number): void {
  state[index] = (state[index] as number) + word;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** 32 bits behind the binary point of the `degree`-th root of a number below 2^9, found by halving. */
function fraction(number: number, degree: bigint): number {
  const target = BigInt(number) << (32n * degree);
  let root = 0n;
  for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) if ((root + bit) ** degree <= target) root += bit;
  return Number(BigInt.asIntN(32, root));
}
