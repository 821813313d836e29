import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "../../src/images/base64.ts";
import { measureCanonical, measureImage } from "../../src/images/measure.ts";

/** Milliseconds that nothing may take. Everything here is meant to take a few; other jobs share the machine. */
const MOST = 100;

const SIGNATURES: Readonly<Record<string, string>> = {
  png: "\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
  jpeg: "\xff\xd8\xff",
  gif: "GIF89a",
  webp: "RIFF\xff\xff\xff\x7fWEBPVP8X",
  bmp: `BM${"\0".repeat(12)}\x28\0\0\0${"\0".repeat(8)}\x01\0`,
  heic: "\0\0\0\x10ftypheic\0\0\0\0",
  tiff: "II*\0\x08\0\0\0",
  ico: "\0\0\x01\0\xff\xff",
  svg: "<svg ",
};

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A file that begins with a text and goes on repeating another for megabytes, one byte a character. */
function filled(head: string, body: string, tail = ""): string {
  const repeated = Buffer.alloc(3 * 2 ** 20, body, "latin1");
  return encodeBase64(Buffer.concat([Buffer.from(head, "latin1"), repeated, Buffer.from(tail, "latin1")]));
}

/** Milliseconds of the fastest of some runs. */
function fastest(runs: number, run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function check(data: string, what: string): void {
  const info = measureCanonical(data);
  if (info === undefined) return;
  const { width, height, orientation, bytes, frames = 0 } = info;
  const whole = [width, height, orientation, bytes, frames].every((n) => Number.isSafeInteger(n) && n >= 0);
  if (!whole || orientation < 1 || orientation > 8) expect.fail(`${what}: ${JSON.stringify(info)}`);
}

describe("files made to do harm", () => {
  const deepBoxes = `${"\0\0\0\x10ftypheic\0\0\0\0"}\0\x9f\xff\xffmeta\0\0\0\0`;
  const associations =
    "\0\0\0\x10ftypheic\0\0\0\0\0\0\0\0meta\0\0\0\0\0\0\0\x0epitm\0\0\0\0\0\x07\0\0\0\0iprp" +
    "\0\0\0\x08ipco\0\0\0\0ipma\0\0\0\0\xff\xff\xff\xff";

  it.each<[string, string, string, string?]>([
    [
      "png of empty chunks",
      "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\0\0\0\0",
      "\0\0\0\0IDAT\0\0\0\0",
    ],
    [
      "png of orientations",
      "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\0\0\0\0",
      `\0\0\0\x20eXIfMM\0*\0\0\0\x08\xff\xff${"\0".repeat(22)}\0\0\0\0`,
    ],
    ["jpeg of fill bytes", "\xff\xd8", "\xff"],
    ["jpeg of zeros", "\xff\xd8\xff", "\0"],
    ["jpeg of the shortest segments", "\xff\xd8", "\xff\xe0\0\x02"],
    ["jpeg of the shortest EXIF segments", "\xff\xd8", "\xff\xe1\0\x10Exif\0\0MM\0*\0\0\0\x08"],
    ["jpeg of lone markers", "\xff\xd8", "\xff\xd0"],
    ["gif of the shortest pieces", "GIF89a\x01\0\x01\0\0\0\0!\xfe", "\x01 "],
    ["gif of empty extensions", "GIF89a\x01\0\x01\0\0\0\0", "!\xfe\0"],
    ["webp of empty chunks", "RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0", "ANMF\0\0\0\0"],
    [
      "webp of EXIF",
      "RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0",
      "EXIF\x0a\0\0\0MM\0*\0\0\0\x08\xff\xff",
    ],
    ["boxes in a row", "\0\0\0\x10ftypheic\0\0\0\0", "\0\0\0\x08free"],
    ["boxes in a box", deepBoxes, "\0\0\0\x08iprp"],
    ["brands without end", "\0\x9f\xff\xffftypxxxx\0\0\0\0", "xxxx"],
    ["associations without end", associations, "\0\x01\0"],
    ["tiff of fields", "MM\0*\0\0\0\x08\xff\xff", "\x01\0\0\x04\0\0\0\x01\0\0\0\x08"],
    ["tiff of directories", "II*\0\x08\0\0\0", "\0\0\x0e\0\0\0"],
    ["ico of pictures", "\0\0\x01\0\xff\xff", "\0\0\0\0\x01\0\x20\0\x01\0\0\0\x00\0\x20\0"],
    ["svg of attributes", "<svg ", "a='' "],
    ["svg of names", "<svg ", "a", "=''>"],
    ["svg of spaces", "<svg width='1", " ", "x'>"],
    ["svg of digits", "<svg width='", "1", "x' height='1'>"],
    ["svg of comments", "", "<!---->"],
    ["svg of declarations", "", "<?a?>"],
    ["svg of quotes", "<svg ", "\"'"],
    ["spaces", "", " "],
  ])("%s", (name, head, body, tail) => {
    const data = filled(head, body, tail);
    expect(fastest(3, () => check(data, name))).toBeLessThan(MOST);
  });
});

describe("random files", () => {
  it("are measured or not, and never an error", () => {
    const random = numbers(1);
    for (let i = 0; i < 6000; i++) {
      const signature = Object.values(SIGNATURES)[i % 10] ?? "";
      const length = Math.floor(random() * 200);
      // Small numbers are what lengths and counts are mostly made of.
      const limit = i % 3 === 0 ? 256 : 8;
      const garbage = Uint8Array.from({ length }, () => Math.floor(random() * limit));
      check(encodeBase64(Buffer.concat([Buffer.from(signature, "latin1"), garbage])), `${signature} ${i}`);
    }
  });

  it("that are no base64 are no error either", () => {
    const random = numbers(2);
    for (let i = 0; i < 3000; i++) {
      const head = encodeBase64(Buffer.from(Object.values(SIGNATURES)[i % 10] ?? "", "latin1")).replace(/.?=+$/, "");
      const length = Math.floor(random() * 100);
      const tail = Array.from({ length }, () =>
        String.fromCharCode(Math.floor(random() * (i % 2 === 0 ? 128 : 0x10000))),
      );
      const text = head + tail.join("");
      check(text, text);
      expect(() => measureImage(text)).not.toThrow();
    }
  });
});

describe("damaged files", () => {
  const files: [string, Uint8Array][] = [];
  beforeAll(async () => {
    const image = sharp({
      create: {
        width: 40,
        height: 30,
        channels: 4,
        background: "red",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    }).withMetadata({ orientation: 6 });
    for (const format of ["png", "jpeg", "gif", "webp", "avif", "tiff"] as const) {
      files.push([format, await image.clone().toFormat(format).toBuffer()]);
    }
    files.push(["svg", Buffer.from('<?xml version="1.0"?><!-- a --><svg width="40px" height="30" viewBox="0 0 4 3">')]);
  });

  it("are measured or not, wherever a byte is another", () => {
    const random = numbers(3);
    for (const [format, file] of files) {
      for (let i = 0; i < 800; i++) {
        const damaged = Uint8Array.from(file);
        const flips = 1 + Math.floor(random() * 4);
        // Mostly in the head, where it matters.
        const reach = i % 4 === 0 ? file.length : Math.min(file.length, 200);
        for (let k = 0; k < flips; k++) damaged[Math.floor(random() * reach)] = Math.floor(random() * 256);
        check(encodeBase64(damaged), `${format} ${i}`);
      }
    }
  });

  it("are measured or not, wherever they end", () => {
    for (const [format, file] of files) {
      for (let length = 0; length < Math.min(file.length, 700); length++) {
        check(encodeBase64(file.subarray(0, length)), `${format} ${length}`);
      }
    }
  });
});

describe("large files", () => {
  it("cost no more than small ones", () => {
    const profile = Buffer.alloc(65_537, 1);
    profile.set([0xff, 0xe2, 0xff, 0xff]);
    const frame = [0xff, 0xc0, 0, 17, 8, 11, 184, 15, 160, 3, 1, 34, 0, 2, 17, 1, 3, 17, 1];
    const scan = Buffer.alloc(2_770_000, "\x12\x34\x56");
    const file = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      ...Array(12).fill(profile),
      Buffer.from([...frame, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]),
      scan,
      Buffer.from([0xff, 0xd9]),
    ]);
    const data = encodeBase64(file);
    expect(measureImage(data)).toMatchObject({ format: "jpeg", width: 4000, height: 3000, bytes: file.length });
    // Decoding the picture costs ten times as much as decoding its base64.
    const decoding = fastest(10, () => decodeBase64(data));
    expect(fastest(50, () => measureCanonical(data))).toBeLessThan(decoding / 20);
    expect(fastest(50, () => measureImage(data))).toBeLessThan(decoding / 20);
  });
});
