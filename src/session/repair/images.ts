/**
 * Pictures in messages that are none: data that is not base64, or whose first bytes no picture begins with.
 *
 * Leaves alone: blocks without an image's media type, and what is damaged further inside. The data is judged where it
 * stands, without decoding it.
 */
import { encode, OPEN_BRACE, OPEN_BRACKET, QUOTE, SPACE } from "./bytes.ts";
import { Fields, hasEscape, isText, type Span, textAt } from "./fields.ts";
import { rewriteItems } from "./items.ts";
import type { JsonScanner } from "./scan.ts";

/** What stands for a picture that is none. */
export const OMITTED_IMAGE = "[image omitted: corrupted base64 payload]";

const IMAGE = encode('"image"');
const REPLACEMENT = encode(JSON.stringify({ type: "text", text: OMITTED_IMAGE }));
const EMPTY_LIST = encode("[]");
const PAD = 0x3d;

/** Of the block that is looked at. */
const block = new Fields("type", "data", "mimeType", "mediaType", "media_type");

/** The content with texts for corrupt pictures, and how many there were; undefined when there were none. */
export function replaceCorruptImages(
  bytes: Uint8Array,
  content: Span,
  scanner: JsonScanner,
): { readonly content: Uint8Array; readonly count: number } | undefined {
  if (content.start < 0 || bytes[content.start] !== OPEN_BRACKET) return undefined;
  let count = 0;
  const rewritten = rewriteItems(bytes, content, scanner, block, EMPTY_LIST, (start) => {
    if (bytes[start] !== OPEN_BRACE || !isCorruptImage(bytes)) return undefined;
    count++;
    return REPLACEMENT;
  });
  return rewritten && { content: rewritten, count };
}

function isCorruptImage(bytes: Uint8Array): boolean {
  const { type, data, mimeType, mediaType, media_type } = block.spans;
  if (!isText(bytes, type, IMAGE) || data.start < 0 || bytes[data.start] !== QUOTE) return false;
  if (![mimeType, mediaType, media_type].some((mime) => /^image\//i.test(textAt(bytes, mime)?.trim() ?? "")))
    return false;
  if (!hasEscape(bytes, data.start, data.end)) return !isPicture(bytes, data.start + 1, data.end - 1);
  const plain = encode(textAt(bytes, data) ?? "");
  return !isPicture(plain, 0, plain.length);
}

// What a byte of base64 stands for; 64 for those that stand for nothing.
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUE_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = ALPHABET.indexOf(String.fromCharCode(byte));
  return value < 0 ? 64 : value;
});

/** Is it base64, canonical but for white space and missing padding, of something that begins as a picture does? */
function isPicture(bytes: Uint8Array, start: number, end: number): boolean {
  const head = new Uint8Array(16);
  let symbols = 0;
  let padding = 0;
  let last = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte <= SPACE) continue;
    if (byte === PAD) {
      padding++;
      continue;
    }
    last = VALUE_OF[byte] as number;
    if (last === 64 || padding > 0) return false;
    if (symbols < 20) putSymbol(head, symbols, last);
    symbols++;
  }
  const rest = symbols % 4;
  if (padding > 0 ? padding > 2 || (symbols + padding) % 4 !== 0 : rest === 1) return false;
  // The bits of the last symbol that belong to no byte must be zero.
  if ((rest === 2 && (last & 15) !== 0) || (rest === 3 && (last & 3) !== 0)) return false;
  return beginsAsPicture(head, Math.floor((symbols * 3) / 4));
}

/** Puts six bits to their place. */
function putSymbol(head: Uint8Array, index: number, value: number): void {
  const bit = index * 6;
  const at = bit >> 3;
  const sixteen = value << (10 - (bit & 7));
  head[at] = (head[at] as number) | (sixteen >> 8);
  if (at + 1 < head.length) head[at + 1] = (head[at + 1] as number) | (sixteen & 0xff);
}

/** What pictures begin with: texts, of bytes, and where they stand. */
const BEGINNINGS: readonly (readonly [at: number, text: string][])[] = [
  [[0, "\x89PNG\r\n\x1a\n"]],
  [[0, "\xff\xd8\xff"]],
  [[0, "GIF87a"]],
  [[0, "GIF89a"]],
  [
    [0, "RIFF"],
    [8, "WEBP"],
  ],
  [[0, "BM"]],
  ...["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1", "avif", "avis"].map(
    (brand): [number, string][] => [[4, `ftyp${brand}`]],
  ),
];

function beginsAsPicture(head: Uint8Array, length: number): boolean {
  const text = String.fromCharCode(...head.subarray(0, length));
  return BEGINNINGS.some((parts) => parts.every(([at, part]) => text.startsWith(part, at)));
}
