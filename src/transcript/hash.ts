/** SHA-256 for ids: synchronous, the same on every runtime. The only place that knows which library computes it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The first `length` hexadecimal digits (lower case) of the SHA-256 of the text's UTF-8. */
export function hashPrefix(text: string, length: number): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, length);
}
