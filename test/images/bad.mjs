// @ts-check
// Images that no decoder can read, one of each kind that leaves a codec damaged. All have heads that are in order.
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { arithmeticJpeg } from "./generate/once.mjs";

const noise = Uint8Array.from({ length: 80 * 60 * 3 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255);
const picture = sharp(noise, { raw: { width: 80, height: 60, channels: 3 } });
const jpeg = await picture.clone().jpeg().toBuffer();
const cmyk = await picture.clone().toColourspace("cmyk").jpeg().toBuffer();
const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer();
const png = await picture.clone().png().toBuffer();
const interlaced = await picture.clone().png({ progressive: true }).toBuffer();
const webp = await picture.clone().webp().toBuffer();
const gif = await picture.clone().gif().toBuffer();

/** @type {Readonly<Record<string, Uint8Array>>} */
export const bad = {
  "JPEG without a picture": jpeg.subarray(0, scanOf(jpeg)),
  "JPEG of garbage": replaced(jpeg, scanOf(jpeg) - 10, [0xff, 0xc4, 0, 4, 0x55, 0x55]),
  "CMYK JPEG without a picture": cmyk.subarray(0, scanOf(cmyk) + 2),
  "12-bit JPEG": patched(jpeg, frameOf(jpeg) + 4, [12]),
  "arithmetic JPEG": arithmeticJpeg,
  "JPEG in 300 scans": Buffer.concat([progressive.subarray(0, -2), ...Array(300).fill(lastScanOf(progressive))]),
  "PNG of garbage": withPixels(png, noise.subarray(0, 1000)),
  "PNG without a row": withPixels(png, deflateSync(new Uint8Array(50))),
  "interlaced PNG of garbage": withPixels(interlaced, noise.subarray(0, 1000)),
  "WebP cut in the middle": webp.subarray(0, webp.length / 2),
  "WebP of garbage": patched(webp, 30, [...noise.subarray(0, 60)]),
  "GIF of garbage": gif.subarray(0, gif.indexOf(0x2c, 13) + 11),
};

/**
 * Images that break off or are damaged inside: what is there is shown, with a warning.
 *
 * @type {Readonly<Record<string, Uint8Array>>}
 */
export const damaged = {
  "JPEG cut in the middle": jpeg.subarray(0, jpeg.length / 2),
  "progressive JPEG cut": progressive.subarray(0, progressive.length / 2),
  "CMYK JPEG cut in the middle": cmyk.subarray(0, cmyk.length / 2),
  // The decoder does not go on after a second start of frame.
  "JPEG that ends in an error": patched(jpeg, jpeg.length >> 1, [0xff, 0xc0, 0, 17]),
  "PNG cut in the middle": png.subarray(0, png.length / 2),
  "interlaced PNG cut": interlaced.subarray(0, interlaced.length / 2),
};

/** Where the scan of a JPEG begins. @param {Buffer} file */
function scanOf(file) {
  return file.indexOf(Buffer.from([0xff, 0xda]));
}

/** The last scan with its tables. @param {Buffer} file */
function lastScanOf(file) {
  return file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
}

/** Where the marker of the frame is. @param {Buffer} file */
function frameOf(file) {
  return file.indexOf(Buffer.from([0xff, 0xc0]));
}

/** @param {Buffer} file @param {number} offset @param {number[]} bytes */
function patched(file, offset, bytes) {
  const copy = Buffer.from(file);
  copy.set(bytes, offset);
  return copy;
}

/** @param {Buffer} file @param {number} offset @param {number[]} bytes */
function replaced(file, offset, bytes) {
  return Buffer.concat([file.subarray(0, offset), Buffer.from(bytes)]);
}

/** A PNG with other compressed data, whose checksum is not compared. @param {Buffer} file @param {Uint8Array} data */
function withPixels(file, data) {
  const chunk = file.indexOf("IDAT");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([file.subarray(0, chunk - 4), length, Buffer.from("IDAT"), data, file.subarray(-12 - 4)]);
}
