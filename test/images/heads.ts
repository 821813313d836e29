// Images whose heads are true and whose pixels are nothing: enough for planning, which decodes nothing.

/** A PNG of so many pixels and bytes. The checksums are zero. */
export function pngHead(width: number, height: number, bytes = 100): string {
  const file = new Uint8Array(Math.max(bytes, 57));
  const view = new DataView(file.buffer);
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  view.setUint32(8, 13);
  file.set(ascii("IHDR"), 12);
  view.setUint32(16, width);
  view.setUint32(20, height);
  file.set([8, 2], 24);
  view.setUint32(33, file.length - 57);
  file.set(ascii("IDAT"), 37);
  file.set(ascii("IEND"), file.length - 8);
  return toBase64(file);
}

/** A GIF of so many pictures, each of one pixel, on a screen of so many pixels. */
export function gifHead(width: number, height: number, frames = 1): string {
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  const file = new Uint8Array([...ascii("GIF89a"), 0, 0, 0, 0, 0, 0, 0, ...Array(frames).fill(frame).flat(), 0x3b]);
  const view = new DataView(file.buffer);
  view.setUint16(6, width, true);
  view.setUint16(8, height, true);
  return toBase64(file);
}

/** An image block of a PNG. */
export function png(width: number, height: number, bytes?: number) {
  return { type: "image", data: pngHead(width, height, bytes), mimeType: "image/png" };
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
