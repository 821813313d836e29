// Pictures that bug reports describe, made when a test needs them.
import sharp from "sharp";

/** How a report describes a picture. */
export interface PictureRequest {
  readonly format: "png" | "jpeg" | "avif" | "svg" | "bmp" | "raw-text" | "pdf";
  readonly width?: number;
  readonly height?: number;
  /** Of a PDF. */
  readonly pages?: number;
  readonly pattern?: string;
  readonly color?: string;
  readonly text?: string;
  readonly exifOrientation?: number;
  readonly colorspace?: string;
  readonly minBytes?: number;
  readonly maxBytes?: number;
  readonly asDataUrl?: string;
}

/** The value with each `{ "$generate": ... }` replaced by the picture as base64. */
export async function withPictures(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(withPictures));
  if (typeof value !== "object" || value === null) return value;
  const wanted = (value as { $generate?: PictureRequest }).$generate;
  if (wanted) return generated(wanted);
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, inner]) => [key, await withPictures(inner)]),
  );
  return Object.fromEntries(entries);
}

const made = new Map<string, Promise<string>>();

function generated(wanted: PictureRequest): Promise<string> {
  const key = JSON.stringify(wanted);
  const known = made.get(key) ?? generate(wanted).then((file) => encode(file, wanted));
  made.set(key, known);
  return known;
}

function encode(file: Buffer, { asDataUrl }: PictureRequest): string {
  return `${asDataUrl ? `data:${asDataUrl};base64,` : ""}${file.toString("base64")}`;
}

async function generate(wanted: PictureRequest): Promise<Buffer> {
  const { format, width = 64, height = 64, text = "" } = wanted;
  if (format === "raw-text") return Buffer.from(text);
  if (format === "svg") {
    return Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="9" height="9"/></svg>`,
    );
  }
  if (format === "bmp") return bitmap(width, height);
  if (format === "pdf") return blankPages(wanted.pages ?? 1);
  const fits = ({ length }: Buffer): boolean =>
    length >= (wanted.minBytes ?? 0) && length <= (wanted.maxBytes ?? Number.POSITIVE_INFINITY);
  for (const levels of [256, 16, 32, 8, 64, 4]) {
    const data = pixels(wanted, width, height, levels);
    for (const quality of format === "jpeg" && wanted.minBytes ? [50, 92, 25] : [92]) {
      const file = await encoded(wanted, data, quality);
      if (fits(file)) return file;
    }
  }
  throw new Error(`no picture of ${wanted.minBytes} to ${wanted.maxBytes} bytes`);
}

async function encoded(wanted: PictureRequest, data: Buffer, quality: number): Promise<Buffer> {
  const { format, width = 64, height = 64, exifOrientation, colorspace } = wanted;
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  if (colorspace === "cmyk") return image.toColorspace("cmyk").jpeg({ quality: 90 }).toBuffer();
  if (format === "avif") return image.avif({ effort: 0 }).toBuffer();
  if (format === "jpeg") {
    const oriented = exifOrientation ? image.withMetadata({ orientation: exifOrientation }) : image;
    return oriented.jpeg({ quality }).toBuffer();
  }
  const file = await image.png({ compressionLevel: 1 }).toBuffer();
  return exifOrientation ? withExif(file, exifOrientation) : file;
}

/** Red-ish for `solid` unless a color is named, so that swapped channels show. */
function pixels({ pattern, color }: PictureRequest, width: number, height: number, levels: number): Buffer {
  const data = Buffer.alloc(width * height * 3);
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const step = 256 / levels;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const [r, g, b] = colorAt(x, y);
      data[i] = r;
      data[i + 1] = g;
      data[i + 2] = b;
    }
  }
  return data;

  function colorAt(x: number, y: number): readonly [number, number, number] {
    switch (pattern) {
      case "noise":
        return [0, 0, 0].map(() => Math.floor(random() * levels) * step) as [number, number, number];
      case "gradient":
        return [(x * 255) / width, (y * 255) / height, 128];
      case "text":
        return (x >> 2) % 3 === 0 && (y >> 3) % 2 === 0 ? [20, 20, 20] : [250, 250, 250];
      case "arrow-up":
        return y < height / 2 ? [220, 30, 30] : [30, 30, 220];
      default:
        return color?.startsWith("cmyk") || color === undefined ? [230, 20, 20] : [20, 230, 20];
    }
  }
}

/** A PDF whose pages are empty. Readers find the objects without a table of them. */
function blankPages(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${pages}/MediaBox[0 0 200 200]>>`,
    ...Array.from({ length: pages }, () => "<</Type/Page/Parent 2 0 R>>"),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj`).join("\n");
  return Buffer.from(`%PDF-1.4\n${body}\ntrailer<</Root 1 0 R>>\n%%EOF`);
}

/** 24 bits, bottom row first. */
function bitmap(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height, 0x20);
  file.write("BM", 0, "latin1");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(0, 6);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.fill(0, 30, 54);
  return file;
}

/** The same PNG with an eXIf chunk behind its header. */
function withExif(file: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from("49492a0008000000010012010300010000000000000000000000", "hex");
  tiff.writeUInt16LE(orientation, 18);
  const chunk = Buffer.alloc(tiff.length + 12);
  chunk.writeUInt32BE(tiff.length, 0);
  chunk.write("eXIf", 4, "latin1");
  tiff.copy(chunk, 8);
  chunk.writeUInt32BE(crc(chunk.subarray(4, 8 + tiff.length)), 8 + tiff.length);
  return Buffer.concat([file.subarray(0, 33), chunk, file.subarray(33)]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}
