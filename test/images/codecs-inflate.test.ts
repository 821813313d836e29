// The inflater against zlib: on what zlib writes, and on what was cut off or damaged.
import { constants, deflateSync, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Source } from "../../src/images/engines/jsquash/bits.ts";
import { Inflater } from "../../src/images/engines/jsquash/inflate.ts";
import { createRandom, type Random } from "../properties/random.ts";

/** What came out, and why it was not more. */
interface Found {
  readonly bytes: Uint8Array;
  readonly fault: string | undefined;
}

const proceed = (): void => {};

describe("what zlib writes", () => {
  test.each([0, 1, 3, 6, 9])("at level %i", (level) => {
    for (let seed = 0; seed < 25; seed++) {
      const bytes = sample(createRandom(seed));
      expectSame(inflate(deflateSync(bytes, { level }), seed), bytes);
    }
  });

  test.each(["Z_FIXED", "Z_HUFFMAN_ONLY", "Z_RLE", "Z_FILTERED"] as const)("with strategy %s", (name) => {
    for (let seed = 0; seed < 25; seed++) {
      const bytes = sample(createRandom(seed));
      expectSame(inflate(deflateSync(bytes, { strategy: constants[name] }), seed), bytes);
    }
  });

  test("with small windows, small blocks and flushes", () => {
    for (let seed = 0; seed < 25; seed++) {
      const bytes = sample(createRandom(seed));
      const options = { windowBits: 9 + (seed % 7), memLevel: 1 + (seed % 9) };
      expectSame(inflate(deflateSync(bytes, options), seed), bytes);
    }
  });

  test("more than the window, with matches from as far as they can be", () => {
    const random = createRandom(7);
    const far = noise(random, 32_768);
    const bytes = join([far, far.subarray(0, 3000), noise(random, 300_000), far, new Uint8Array(400_000)]);
    expectSame(inflate(deflateSync(bytes), 7), bytes);
  });
});

describe("what is cut off", () => {
  test("gives all that can be known of it", () => {
    const bytes = sample(createRandom(5)).subarray(0, 2000);
    const file = deflateSync(bytes);
    let before = 0;
    // The last four bytes are the checksum, which is not read.
    for (let length = 0; length < file.length - 4; length++) {
      const found = inflate(file.subarray(0, length), length);
      expectSame(found, bytes.subarray(0, found.bytes.length), "short");
      expect(found.bytes.length).toBeGreaterThanOrEqual(before);
      before = found.bytes.length;
    }
    expect(before).toBe(bytes.length);
  });
});

describe("what is damaged", () => {
  test("never throws or goes on for ever, and gives the same in whatever parts it comes", () => {
    const random = createRandom(11);
    const faults = new Set<string | undefined>();
    for (let seed = 0; seed < 500; seed++) {
      const file = Uint8Array.from(deflateSync(sample(createRandom(seed)).subarray(0, 3000), { level: seed % 10 }));
      for (let i = random.below(4); i >= 0; i--) file[random.below(file.length)] = random.below(256);
      const whole = inflate(file, undefined);
      expectSame(inflate(file, seed), whole.bytes, whole.fault);
      faults.add(whole.fault);
    }
    expect(faults).toEqual(new Set([undefined, "short", "invalid"]));
  });

  test("agrees with zlib where the damage shows", () => {
    for (let seed = 0; seed < 500; seed++) {
      const sound = deflateSync(sample(createRandom(seed)).subarray(0, 3000));
      // Room for a checksum, wherever the damaged stream ends.
      const file = join([sound, new Uint8Array(8)]);
      file[2 + (seed % (sound.length - 6))] = seed % 251;
      const found = inflate(file, seed);
      let expected: Uint8Array | undefined;
      try {
        expected = inflateSync(file);
      } catch (error) {
        // The checksum is the one thing that is not looked at.
        if (/check/.test(String(error))) continue;
      }
      expect({ seed, fault: found.fault === undefined }).toEqual({ seed, fault: expected !== undefined });
    }
  });

  test.each([
    ["another method", [0x77, 0x9c]],
    ["a window that is too large", [0x88, 0x1c]],
    ["a wrong check of the header", [0x78, 0x9d]],
    ["a preset dictionary", [0x78, 0xbb]],
    ["a block of a fourth kind", [0x78, 0x9c, 0x07]],
    ["a stored block that contradicts itself", [0x78, 0x9c, 0x01, 5, 0, 5, 0, 1, 2, 3, 4, 5]],
    ["a match before the beginning", [0x78, 0x9c, 0x03, 0x02, 0, 0, 0, 0, 0]],
    ["a dynamic block whose lengths are no code", [0x78, 0x9c, 0x05, ...Array<number>(40).fill(0xff)]],
  ])("%s", (_name, bytes) => {
    expect(inflate(Uint8Array.from(bytes), undefined)).toEqual({ bytes: new Uint8Array(), fault: "invalid" });
  });

  test("the host is asked for blocks that give nothing, too", () => {
    // Stored blocks of length 0.
    const file = join([
      Uint8Array.from([0x78, 0x9c]),
      ...Array<Uint8Array>(1000).fill(Uint8Array.of(0, 0, 0, 0xff, 0xff)),
    ]);
    let asked = 0;
    const inflater = new Inflater(sourceOf(file, undefined), 10, () => {
      if (++asked === 100) throw new Error("enough");
    });
    expect(() => inflater.has(1)).toThrow("enough");
  });
});

test("stops where the caller has enough", () => {
  const file = deflateSync(new Uint8Array(64 * 2 ** 20));
  const inflater = new Inflater(sourceOf(file, undefined), 100, proceed);
  expect(inflater.has(100)).toBe(true);
  expect(inflater.waiting).toBeLessThan(300_000);
});

/** `toEqual` takes a hundred times as long for bytes. */
function expectSame(found: Found, bytes: Uint8Array, fault?: string): void {
  expect([found.bytes.length, Buffer.compare(found.bytes, bytes), found.fault]).toEqual([bytes.length, 0, fault]);
}

/** Inflates in steps of many sizes. @param seed decides about the parts of the source; undefined: one */
function inflate(file: Uint8Array, seed: number | undefined): Found {
  const random = createRandom(seed ?? 0);
  const most = 1 + random.below(3000);
  const inflater = new Inflater(sourceOf(file, seed), most, proceed);
  const parts: Uint8Array[] = [];
  const take = (count: number): void => {
    parts.push(inflater.buffer.slice(inflater.start, inflater.start + count));
    inflater.start += count;
  };
  for (;;) {
    const count = 1 + random.below(most);
    if (!inflater.has(count)) break;
    take(count);
  }
  take(inflater.waiting);
  return { bytes: join(parts), fault: inflater.fault };
}

/** The file in parts, some of them empty, with other bytes between them. */
function sourceOf(file: Uint8Array, seed: number | undefined): Source {
  if (seed === undefined) return { bytes: file, from: 0, to: file.length, next: () => false };
  const random = createRandom(seed);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < file.length; ) {
    const size = random.below(random.chance(0.5) ? 12 : 500);
    parts.push(file.subarray(at, at + size));
    at += size;
  }
  const bytes = join(parts.flatMap((part) => [Uint8Array.of(7, 7, 7), part]));
  let number = 0;
  const source = {
    bytes,
    from: 0,
    to: 0,
    next(): boolean {
      const part = parts[number++];
      if (!part) return false;
      source.from = source.to + 3;
      source.to = source.from + part.length;
      return true;
    },
  };
  source.next();
  if (parts.length === 0) source.to = 0;
  return source;
}

/** Bytes of many kinds: noise, runs, repeated pieces, few symbols. */
function sample(random: Random): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let i = 1 + random.below(12); i > 0; i--) {
    const size = random.below(random.chance(0.3) ? 9000 : 300);
    const symbols = random.pick([1, 2, 5, 40, 256]);
    const part = Uint8Array.from({ length: size }, () => random.below(symbols));
    parts.push(part, ...Array<Uint8Array>(random.below(3)).fill(part));
  }
  return join(parts);
}

function noise(random: Random, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => random.below(256));
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
