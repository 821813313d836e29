import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashPrefix } from "../../src/transcript/hash.ts";

const reference = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

describe("hashPrefix", () => {
  it("equals the host's SHA-256 at all lengths around the block size", () => {
    for (let length = 0; length <= 200; length++) {
      const text = "abcdefghij".repeat(20).slice(0, length);
      expect(hashPrefix(text, 64)).toBe(reference(text));
    }
  });

  it("hashes the UTF-8 of the text, lone surrogates as U+FFFD", () => {
    for (const text of ["é", "日本語", "😀", "a\ud800b", "\udc00", "x".repeat(10_000)]) {
      expect(hashPrefix(text, 64)).toBe(reference(text));
    }
  });

  it("cuts to the wished length", () => {
    expect(hashPrefix("abc", 10)).toBe("ba7816bf8f");
  });
});
