/** Bytes as Converse has them: base64 in JSON, `Uint8Array` in the hands of an SDK. */
import { decodeBase64, encodeBase64, readBase64 } from "../../images/base64.ts";
import { isRecord } from "../../transcript/message.ts";
import type { Lens } from "../lens.ts";

/** Bytes as base64; undefined for what is neither base64 nor bytes. A string is taken as it is. */
export function asBase64(value: unknown): string | undefined {
  if (value instanceof Uint8Array) return encodeBase64(value);
  return typeof value === "string" ? value : undefined;
}

/** A lens for bytes: what were bytes stays bytes, as long as the new value is base64. */
export function bytesAt(...path: readonly string[]): Lens {
  return {
    at: path,
    write(value, raw) {
      let before: unknown = raw;
      for (const key of path) before = isRecord(before) ? before[key] : undefined;
      if (!(before instanceof Uint8Array) || typeof value !== "string") return value;
      const read = readBase64(value);
      return "fault" in read ? value : decodeBase64(read.data);
    },
  };
}
