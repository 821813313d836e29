/**
 * SHA-256 (FIPS 180-4) for ids: synchronous, the same on every runtime.
 *
 * Ids are short and there may be thousands in a transcript, and Web Crypto answers only later. A library does the same
 * with three times the code and time; the tests compare with one.
 */

const PRIMES = primes(64);
// The first 32 bits of the fractional parts of the primes' cube roots and square roots. Exact: `Math.cbrt` may differ in
// the last bit between runtimes.
const K = Int32Array.from(PRIMES, (prime) => fraction(prime, 3n));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(prime, 2n));

const encoder = new TextEncoder();

/** The first `length` (at most 64) hexadecimal digits, lower case, of the SHA-256 of the text's UTF-8. */
export function hashPrefix(text: string, length: number): string {
  const state = START.slice();
  const schedule = new Int32Array(64);
  const bytes = padded(encoder.encode(text));
  for (let offset = 0; offset < bytes.byteLength; offset += 64) compress(state, schedule, bytes, offset);
  let hex = "";
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, "0");
  return hex.slice(0, length);
}

/** The message, a one bit, zeros, and the length in bits, to a multiple of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, message.length * 8);
  return view;
}

function compress(state: Int32Array, w: Int32Array, bytes: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) w[i] = bytes.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] as number) + word;
  });
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
