/** Huffman codes for writing: how many bits each symbol gets, and which. */

/**
 * The code lengths that make the text shortest, with none above the limit. Symbols that do not occur get 0, a single one
 * gets 1.
 *
 * @param counts how often each symbol occurs
 * @param limit the most bits of a code; `2 ** limit` is not less than the number of symbols
 */
export function codeLengths(counts: Uint32Array, limit: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const symbols = Array.from(counts.keys()).filter((symbol) => (counts[symbol] as number) > 0);
  // Rarest first. Ties by number, so that the order is the same everywhere.
  symbols.sort((a, b) => (counts[a] as number) - (counts[b] as number) || a - b);
  if (symbols.length < 2) {
    for (const symbol of symbols) lengths[symbol] = 1;
    return lengths;
  }
  const byLength = limited(numbersByLength(symbols.map((symbol) => counts[symbol] as number)), limit);
  let next = 0;
  for (let length = limit; length > 0; length--) {
    for (let i = byLength[length] as number; i > 0; i--) lengths[symbols[next++] as number] = length;
  }
  return lengths;
}

/** The codes to the lengths, with their first bit lowest, as they are written. */
export function codesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] === length) codes[symbol] = reversed(code++, length);
    }
    code <<= 1;
  }
  return codes;
}

/**
 * How many codes there are of each length, without a limit. The two rarest nodes become one until one is left; nodes
 * that are made come in order, so two queues do.
 *
 * @param weights how often the symbols occur, rarest first
 */
function numbersByLength(weights: readonly number[]): number[] {
  const count = weights.length;
  const nodes = [...weights];
  const parents: number[] = [];
  let leaf = 0;
  let inner = count;
  const take = (parent: number): number => {
    const fromLeaves = leaf < count && (inner >= nodes.length || (nodes[leaf] as number) <= (nodes[inner] as number));
    const node = fromLeaves ? leaf++ : inner++;
    parents[node] = parent;
    return nodes[node] as number;
  };
  while (nodes.length < 2 * count - 1) {
    const parent = nodes.length;
    const sum = take(parent);
    nodes.push(sum + take(parent));
  }
  const depths: number[] = [];
  const byLength: number[] = [];
  depths[2 * count - 2] = 0;
  for (let node = 2 * count - 3; node >= 0; node--) {
    const depth = (depths[parents[node] as number] as number) + 1;
    depths[node] = depth;
    if (node < count) byLength[depth] = (byLength[depth] ?? 0) + 1;
  }
  return byLength;
}

/** Shortens what is too long, and makes others longer until all codes have room again. */
function limited(byLength: readonly number[], limit: number): number[] {
  const result = Array.from({ length: limit + 1 }, (_, length) => byLength[length] ?? 0);
  for (let length = limit + 1; length < byLength.length; length++) {
    result[limit] = (result[limit] as number) + (byLength[length] ?? 0);
  }
  let taken = result.reduce((sum, number, length) => sum + (length === 0 ? 0 : number * 2 ** (limit - length)), 0);
  for (; taken > 2 ** limit; taken--) {
    let length = limit - 1;
    while (result[length] === 0) length--;
    // One code becomes two that are a bit longer; one of the longest takes the second.
    result[length] = (result[length] as number) - 1;
    result[length + 1] = (result[length + 1] as number) + 2;
    result[limit] = (result[limit] as number) - 1;
  }
  return result;
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) result |= ((code >> bit) & 1) << (length - 1 - bit);
  return result;
}
