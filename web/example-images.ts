/** Pictures for the examples, drawn here so that none has to be loaded. */

type Color = readonly [red: number, green: number, blue: number];

const PALETTE: readonly Color[] = [
  [246, 247, 249],
  [28, 36, 48],
  [214, 220, 228],
  [120, 132, 148],
  [37, 99, 180],
  [200, 60, 50],
];

/** A picture of a small window, different for every step, as base64 of a PNG. */
export function tinyPicture(step: number): Promise<string> {
  return png(320, 200, (x, y) => {
    if (y < 20) return 1;
    if (y > 40 && y < 56 && x > 20 && x < 20 + step * 14) return 4;
    return y % 24 < 8 && x > 20 && x < 300 - ((y * 37) % 120) && y > 70 ? 2 : 0;
  });
}

/** A screenshot of a screen 6000 pixels wide, as base64 of a PNG. */
export function wideScreenshot(): Promise<string> {
  return png(6000, 2400, (x, y) => {
    if (y < 96) return x > 5880 && y > 32 && y < 64 ? 5 : 1;
    if (x < 720) return y % 120 > 40 && y % 120 < 72 && x > 60 && x < 300 + ((y * 7) % 280) ? 3 : 2;
    if (y > 240 && y < 420 && x > 1200 && x < 3400) return 5;
    const [column, row] = [(x - 900) % 1250, (y - 560) % 96];
    return y > 560 && row > 24 && row < 52 && column > 40 && column < 500 + (((y - row) * 53 + x - column) % 640)
      ? 3
      : 0;
  });
}

/** A PNG with a palette. `colorAt` gives an index of the palette. */
async function png(width: number, height: number, colorAt: (x: number, y: number) => number): Promise<string> {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    const start = y * (width + 1) + 1;
    for (let x = 0; x < width; x++) rows[start + x] = colorAt(x, y);
  }
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 3, 0, 0, 0], 8);
  const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  const chunks = [
    chunk("IHDR", head),
    chunk("PLTE", Uint8Array.from(PALETTE.flat())),
    chunk("IDAT", new Uint8Array(await new Response(packed).arrayBuffer())),
    chunk("IEND", new Uint8Array()),
  ];
  return base64([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ...chunks]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) bytes[4 + index] = type.charCodeAt(index);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

const TABLE: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 255] as number) ^ (sum >>> 8);
  return (sum ^ -1) >>> 0;
}

function base64(parts: readonly Uint8Array[]): string {
  let text = "";
  for (const part of parts) {
    for (let from = 0; from < part.length; from += 8192)
      text += String.fromCharCode(...part.subarray(from, from + 8192));
  }
  return btoa(text);
}
