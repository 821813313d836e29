/** The LZW of GIF: variable codes of 3 to 12 bits in small blocks. */

const MOST_CODES = 4096;
const NONE = -1;

// Written before they are read. A string of colors is the string of another code and one color more.
const prefixes = new Uint16Array(MOST_CODES);
const lasts = new Uint8Array(MOST_CODES);
const lengths = new Uint16Array(MOST_CODES);

/**
 * Decodes colors until the data end, are damaged, or `take` has enough.
 *
 * @param from the block of the code size
 * @param take gets the colors in pieces; the array is reused. False: enough
 */
export function decodeLzw(bytes: Uint8Array, from: number, take: (colors: Uint8Array, count: number) => boolean): void {
  const colorBits = bytes[from] ?? 0;
  if (colorBits < 1 || colorBits > 8) return;
  const clear = 1 << colorBits;
  for (let color = 0; color < clear; color++) {
    lasts[color] = color;
    lengths[color] = 1;
  }
  const colors = new Uint8Array(MOST_CODES);
  let at = from + 1;
  let blockEnd = at;
  let hold = 0;
  let bits = 0;
  let next = clear + 2;
  let codeBits = colorBits + 1;
  let before = NONE;
  for (;;) {
    while (bits < codeBits) {
      if (at === blockEnd) {
        const size = bytes[at++] ?? 0;
        if (size === 0) return;
        blockEnd = Math.min(at + size, bytes.length);
        continue;
      }
      hold |= (bytes[at++] as number) << bits;
      bits += 8;
    }
    const code = hold & ((1 << codeBits) - 1);
    hold >>= codeBits;
    bits -= codeBits;
    if (code === clear) {
      next = clear + 2;
      codeBits = colorBits + 1;
      before = NONE;
      continue;
    }
    // The end, or a code that means nothing yet. The newest one may be used at once: it begins as the one before.
    if (code === clear + 1 || code > next || (before === NONE && code > clear)) return;
    const known = code < next ? code : before;
    let count = lengths[known] as number;
    for (let part = known, i = count; i > 0; part = prefixes[part] as number) colors[--i] = lasts[part] as number;
    const first = colors[0] as number;
    if (code === next) colors[count++] = first;
    if (!take(colors, count)) return;
    if (before !== NONE && next < MOST_CODES) {
      prefixes[next] = before;
      lasts[next] = first;
      lengths[next] = (lengths[before] as number) + 1;
      next++;
      if (next === 1 << codeBits && codeBits < 12) codeBits++;
    }
    before = code;
  }
}
