/** GIF: blocks, whose data comes in small pieces. */
import type { Base64Bytes } from "../base64-bytes.ts";
import { type HeadReader, type ImageHead, TORN_HEAD } from "./head.ts";

const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;

/** Pieces that are hopped over: 16 MiB of full ones, or less of others. */
const MAX_PIECES = 65_536;

/** Reads heads of GIF. The sides are those of the screen, on which the pictures are placed. */
export const gif: HeadReader = {
  format: "gif",
  matches: (bytes) => ["GIF87a", "GIF89a"].includes(bytes.text(0, 6)),
  read(bytes) {
    if (bytes.length < 13) return TORN_HEAD;
    const [width, height] = [bytes.u16le(6), bytes.u16le(8)];
    return { width, height, ...readBlocks(bytes, 13 + colorTableSize(bytes.byte(10)), width, height) };
  },
};

/** Hops from block to block, and within them from piece to piece. */
function readBlocks(bytes: Base64Bytes, start: number, width: number, height: number): Partial<ImageHead> {
  let frames = 0;
  let alpha = false;
  let progressive = false;
  let at = start;
  let kind = bytes.byte(at);
  let left = MAX_PIECES;
  while (left > 0 && (kind === EXTENSION || kind === IMAGE)) {
    const flags = bytes.byte(at + (kind === IMAGE ? 9 : 3));
    if (kind === IMAGE) {
      // What the first picture leaves of the screen is empty.
      if (frames === 0) alpha ||= bytes.u16le(at + 5) < width || bytes.u16le(at + 7) < height;
      if (frames === 0) progressive = (flags & 0x40) > 0;
      frames++;
      at += 11 + colorTableSize(flags);
    } else {
      alpha ||= bytes.byte(at + 1) === GRAPHIC_CONTROL && (flags & 1) > 0;
      at += 2;
    }
    for (left--; left > 0 && bytes.byte(at) > 0; left--) at += bytes.byte(at) + 1;
    kind = bytes.byte(at + 1);
    at += 1;
  }
  // Other bytes are the trailer, or garbage, at which readers stop and show what they have.
  const truncated = left > 0 && kind < 0;
  return { frames, alpha, progressive, ...(truncated && { truncated }) };
}

function colorTableSize(flags: number): number {
  return (flags & 0x80) > 0 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
