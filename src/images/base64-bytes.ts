/** Single bytes of a base64 text, for those who need a few of many. */
import { digitValue } from "./base64-tables.ts";

/** How many bytes canonical base64 stands for. */
export function decodedLength(data: string): number {
  return Math.max(0, Math.floor(data.length / 4) * 3 - paddingOf(data));
}

/** How many characters at the end are padding: 0, 1 or 2. */
export function paddingOf(text: string): number {
  return text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
}

/** Looks at single bytes of canonical base64 without decoding the rest. */
export class Base64Bytes {
  /** How many bytes there are. */
  readonly length: number;
  readonly #data: string;

  /** @param data canonical base64; other text gives -1 where it is not canonical, and never an error */
  constructor(data: string) {
    this.#data = data;
    this.length = decodedLength(data);
  }

  /** The byte at the index, or -1 outside. */
  byte(index: number): number {
    if (!(index >= 0 && index < this.length)) return -1;
    const rest = index % 3;
    const at = ((index - rest) / 3) * 4 + rest;
    const high = digitValue(this.#data.charCodeAt(at));
    const low = digitValue(this.#data.charCodeAt(at + 1));
    if ((high | low) > 63) return -1;
    // Two digits of six bits hold the byte, and which bits depends on where it stands among its three.
    return ((high << (2 + 2 * rest)) | (low >> (4 - 2 * rest))) & 0xff;
  }

  /** Two bytes, the high one first, or -1 outside. */
  u16be(index: number): number {
    return join(this.byte(index), this.byte(index + 1), 0x100);
  }

  /** Two bytes, the low one first, or -1 outside. */
  u16le(index: number): number {
    return join(this.byte(index + 1), this.byte(index), 0x100);
  }

  /** Three bytes, the high one first, or -1 outside. */
  u24be(index: number): number {
    return join(this.u16be(index), this.byte(index + 2), 0x100);
  }

  /** Three bytes, the low one first, or -1 outside. */
  u24le(index: number): number {
    return join(this.byte(index + 2), this.u16le(index), 0x10000);
  }

  /** Four bytes, the high one first, or -1 outside. */
  u32be(index: number): number {
    return join(this.u16be(index), this.u16be(index + 2), 0x10000);
  }

  /** Four bytes, the low one first, or -1 outside. */
  u32le(index: number): number {
    return join(this.u16le(index + 2), this.u16le(index), 0x10000);
  }

  /** So many bytes as characters, fewer at the end of the file. */
  text(index: number, count: number): string {
    let text = "";
    for (let at = index; at < index + count; at++) {
      const byte = this.byte(at);
      if (byte < 0) break;
      text += String.fromCharCode(byte);
    }
    return text;
  }
}

function join(high: number, low: number, unit: number): number {
  return high < 0 || low < 0 ? -1 : high * unit + low;
}
