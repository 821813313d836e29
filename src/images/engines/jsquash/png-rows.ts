/** Turns the rows of a PNG, unfiltered, into rows of 8-bit pixels. */
import type { PngHead } from "./png-head.ts";
import type { Layout } from "./resample.ts";

/** How rows become pixels. */
export interface RowFormat {
  /** What the pixels are. */
  readonly layout: Layout;
  /** Bytes of one. */
  readonly bytes: number;
  /** Writes the pixels of a row. Absent when the row is in the layout as it stands. */
  readonly convert?: (row: Uint8Array, width: number, pixels: Uint8Array) => void;
}

/** Of 16 bits the higher 8 are taken, as most decoders do. */
export function rowFormat(head: PngHead): RowFormat {
  const { bitDepth, color } = head;
  const key = head.transparency;
  switch (color) {
    case "palette":
      return paletteFormat(head);
    case "gray":
      if (key !== undefined && key.length >= 2)
        return grayWithKey(bitDepth, bitDepth === 16 ? pair(key, 0) : at(key, 1));
      if (bitDepth === 8) return { layout: "gray", bytes: 1 };
      return bitDepth === 16 ? { layout: "gray", bytes: 1, convert: high(1) } : smallGray(bitDepth);
    case "color":
      if (key !== undefined && key.length >= 6) return colorWithKey(bitDepth === 16, key);
      return bitDepth === 8 ? { layout: "rgb", bytes: 3 } : { layout: "rgb", bytes: 3, convert: high(3) };
    case "gray-alpha":
      return { layout: "rgba", bytes: 4, convert: grayAlpha(bitDepth === 16 ? 2 : 1) };
    case "color-alpha":
      return bitDepth === 8 ? { layout: "rgba", bytes: 4 } : { layout: "rgba", bytes: 4, convert: high(4) };
  }
}

/** The palette as RGBA. Indexes that have no entry are black. */
function paletteFormat(head: PngHead): RowFormat {
  const { bitDepth } = head;
  const palette = head.palette ?? new Uint8Array();
  const alphas = head.transparency ?? new Uint8Array();
  const colors = new Uint8Array(1024);
  for (let i = 0; i < 256; i++) {
    for (let channel = 0; channel < 3; channel++) colors[i * 4 + channel] = palette[i * 3 + channel] ?? 0;
    colors[i * 4 + 3] = alphas[i] ?? 255;
  }
  const bytes = alphas.some((alpha) => alpha < 255) ? 4 : 3;
  return {
    layout: bytes === 4 ? "rgba" : "rgb",
    bytes,
    convert(row, width, pixels) {
      for (let x = 0, to = 0; x < width; x++, to += bytes) {
        const color = sample(row, x, bitDepth) * 4;
        pixels[to] = at(colors, color);
        pixels[to + 1] = at(colors, color + 1);
        pixels[to + 2] = at(colors, color + 2);
        if (bytes === 4) pixels[to + 3] = at(colors, color + 3);
      }
    },
  };
}

function smallGray(bitDepth: number): RowFormat {
  const factor = 255 / (2 ** bitDepth - 1);
  return {
    layout: "gray",
    bytes: 1,
    convert(row, width, pixels) {
      for (let x = 0; x < width; x++) pixels[x] = sample(row, x, bitDepth) * factor;
    },
  };
}

function grayWithKey(bitDepth: number, key: number): RowFormat {
  const wide = bitDepth === 16;
  const factor = wide ? 1 : 255 / (2 ** bitDepth - 1);
  return {
    layout: "rgba",
    bytes: 4,
    convert(row, width, pixels) {
      for (let x = 0, to = 0; x < width; x++, to += 4) {
        const value = wide ? pair(row, x * 2) : sample(row, x, bitDepth);
        pixels.fill(wide ? value >> 8 : value * factor, to, to + 3);
        pixels[to + 3] = value === key ? 0 : 255;
      }
    },
  };
}

function colorWithKey(wide: boolean, key: Uint8Array): RowFormat {
  const keys = [pair(key, 0), pair(key, 2), pair(key, 4)];
  return {
    layout: "rgba",
    bytes: 4,
    convert(row, width, pixels) {
      for (let x = 0, from = 0, to = 0; x < width; x++, to += 4) {
        let alpha = 0;
        for (let channel = 0; channel < 3; channel++, from += wide ? 2 : 1) {
          pixels[to + channel] = at(row, from);
          // 8-bit colors have keys of two bytes, too, of which the lower counts.
          const value = wide ? pair(row, from) : at(row, from);
          if (value !== (wide ? keys[channel] : (keys[channel] as number) & 255)) alpha = 255;
        }
        pixels[to + 3] = alpha;
      }
    },
  };
}

/** @param step bytes of a channel */
function grayAlpha(step: number): NonNullable<RowFormat["convert"]> {
  return (row, width, pixels) => {
    for (let x = 0, from = 0, to = 0; x < width; x++, from += 2 * step, to += 4) {
      const gray = at(row, from);
      pixels[to] = gray;
      pixels[to + 1] = gray;
      pixels[to + 2] = gray;
      pixels[to + 3] = at(row, from + step);
    }
  };
}

/** The higher byte of each channel. */
function high(channels: number): NonNullable<RowFormat["convert"]> {
  return (row, width, pixels) => {
    for (let i = 0; i < width * channels; i++) pixels[i] = at(row, i * 2);
  };
}

/** The x-th sample of 1, 2, 4 or 8 bits, the first one in the highest bits of its byte. */
function sample(row: Uint8Array, x: number, bits: number): number {
  const bit = x * bits;
  return (at(row, bit >> 3) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}

function pair(bytes: Uint8Array, index: number): number {
  return (at(bytes, index) << 8) | at(bytes, index + 1);
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}
