import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  decodeBase64,
  decodeBase64Into,
  encodeBase64,
  estimateBytes,
  exceedsBytes,
  readBase64,
} from "../../src/images/base64.ts";
import { Base64Bytes } from "../../src/images/base64-bytes.ts";

/** Lengths around those at which something changes: groups of three, pairs, and pieces of 24,576 bytes. */
const LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 24_575, 24_576, 24_577, 24_578, 49_151, 49_152, 49_153, 100_000];

describe("readBase64", () => {
  it("takes what is canonical as it is", () => {
    for (const length of LENGTHS) {
      const text = randomBytes(length).toString("base64");
      const read = readBase64(text);
      expect(read).toEqual({ data: text, bytes: length, repairs: [] });
    }
  });

  it.each([
    ["data:image/png;base64,QUJD", "QUJD", ["data-url"], "image/png"],
    ["DATA:Image/SVG+xml;charset=utf-8;BASE64,QUJD", "QUJD", ["data-url"], "image/svg+xml"],
    ["data:png;base64,QUJD", "QUJD", ["data-url"], "png"],
    ["data:;base64,QUJD", "QUJD", ["data-url"], undefined],
    ["data:<b>;base64,QUJD", "QUJD", ["data-url"], undefined],
    [" \n data: image/png ; base64 , QUJD", "QUJD", ["data-url", "white-space"], "image/png"],
    ["_-_-", "/+/+", ["url-safe"], undefined],
    ["data:image/png;base64,_-8", "/+8=", ["data-url", "url-safe", "padding"], "image/png"],
    [" QU\r\nJD\t", "QUJD", ["white-space"], undefined],
    ["QU\u0000JD\u001f", "QUJD", ["white-space"], undefined],
    ["QUJD RA", "QUJDRA==", ["white-space", "padding"], undefined],
    ["QUI", "QUI=", ["padding"], undefined],
    ["QQ", "QQ==", ["padding"], undefined],
    ["QQ= =", "QQ==", ["white-space"], undefined],
  ])("puts %j right", (text, data, repairs, declared) => {
    const bytes = Buffer.from(data, "base64").length;
    expect(readBase64(text)).toEqual({ data, bytes, repairs, ...(declared !== undefined && { declared }) });
  });

  it.each(["", " ", "\n\t\u0000", "data:image/png;base64,", "data:image/png;base64, \n"])("finds %j empty", (text) => {
    expect(readBase64(text)).toEqual({ fault: "empty" });
  });

  it.each([
    ["unused bits that are not zero", "QUJDRB"],
    ["the same with padding", "QUJDRB=="],
    ["the same with one padding character", "QUJ="],
    ["one character too many", "QUJDR"],
    ["padding of a wrong length", "QUJDRA="],
    ["padding of a wrong length", "QUI=="],
    ["padding that nothing needs", "QUJD="],
    ["three padding characters", "QUJDQ==="],
    ["nothing but padding", "===="],
    ["nothing but padding", "=="],
    ["padding inside", "QQ==QUJD"],
    ["both alphabets", "_+_+"],
    ["another character", 'QUJD" onerror="x'],
    ["a character beyond ASCII", "QUJDé==="],
    ["a character that looks like ASCII in its low bits", "QUJ\u0144"],
    ["a lone surrogate", "QUJ\ud800"],
    ["a byte order mark", "\ufeffQUJD"],
    ["a no-break space", "QU\u00a0JD"],
    ["a URL that is not base64", "data:image/svg+xml,<svg/>"],
    ["a URL that does not say base64 last", "data:image/png;base64;x=1,QUJD"],
    ["base64 as the type", "data:base64,QUJD"],
    ["two URLs", "data:image/png;base64,data:image/png;base64,QUJD"],
    ["a URL without a comma", "data:image/png;base64QUJD"],
    ["a URL whose head is endless", `data:image/png;${"a=b;".repeat(1000)}base64,QUJD`],
    ["another kind of URL", "https://example.com/a.png"],
  ])("refuses %s: %j", (_, text) => {
    expect(readBase64(text)).toEqual({ fault: "invalid" });
  });

  it("finds a foreign character wherever it is", () => {
    const text = randomBytes(75_000).toString("base64");
    for (const at of [0, 1, 2, 3, 32_766, 32_767, 32_768, 32_769, 65_536, text.length - 2, text.length - 1]) {
      for (const foreign of ["*", "é", "\u0141", "😀", "=", ":", "\u007f"]) {
        if (foreign === "=" && at === text.length - 1) continue;
        const damaged = text.slice(0, at) + foreign + text.slice(at + foreign.length);
        expect(readBase64(damaged), `${foreign} at ${at}`).toEqual({ fault: "invalid" });
      }
    }
  });

  it("agrees with the host on which texts of four characters are base64", () => {
    const characters = [..."AQgw/+=B"];
    for (const a of characters)
      for (const b of characters)
        for (const c of characters)
          for (const d of characters) {
            const text = a + b + c + d;
            const valid = Buffer.from(text, "base64").toString("base64") === text;
            expect("data" in readBase64(text), text).toBe(valid);
          }
  });

  it("reads wrapped text of any length", () => {
    for (const length of LENGTHS) {
      const data = randomBytes(length).toString("base64");
      const wrapped = data.replace(/.{76}/g, "$&\r\n");
      expect(readBase64(`${wrapped}\n`)).toEqual({ data, bytes: length, repairs: ["white-space"] });
      const url = data.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
      const read = readBase64(url);
      expect("data" in read && read.data).toBe(data);
    }
  });

  it("reads its own output as canonical", () => {
    for (let i = 0; i < 500; i++) {
      const text = randomBytes(i % 50).toString(i % 2 === 0 ? "base64url" : "base64");
      const read = readBase64(i % 3 === 0 ? ` ${text}` : text);
      if ("data" in read) expect(readBase64(read.data)).toEqual({ ...read, repairs: [] });
      else expect(text).toBe("");
    }
  });
});

describe("estimateBytes", () => {
  it.each([
    ["", 0],
    ["QUJD", 3],
    ["QUI=", 2],
    ["QQ==", 1],
    ["QQ", 1],
    ["Q U\nJ D", 3],
    ["QQ = \n = ", 1],
    ["====", 1],
    ["é".repeat(8), 6],
    ["\u0100 \u0100", 1],
    [`${"A".repeat(40_000)} é`, 30_000],
  ])("of %.20j is %d", (text, bytes) => expect(estimateBytes(text)).toBe(bytes));

  it("is exact for what is base64", () => {
    for (const length of LENGTHS) {
      const text = randomBytes(length).toString("base64");
      expect(estimateBytes(text)).toBe(length);
      expect(estimateBytes(text.replace(/.{76}/g, "$&\r\n"))).toBe(length);
    }
  });

  it("compares with a limit, including it", () => {
    expect(exceedsBytes("QUJDQUJD", 6)).toBe(false);
    expect(exceedsBytes("QUJDQUJD", 5)).toBe(true);
    expect(exceedsBytes("QUJD QUI=   ", 5)).toBe(false);
    expect(exceedsBytes("QUJD QUI=   ", 4)).toBe(true);
  });
});

describe("decoding and encoding", () => {
  it("agree with the host", () => {
    for (const length of [0, ...LENGTHS]) {
      const bytes = randomBytes(length);
      const text = bytes.toString("base64");
      expect(encodeBase64(bytes) === text, `${length}`).toBe(true);
      expect(Buffer.compare(decodeBase64(text), bytes)).toBe(0);
    }
  });

  it("decodes any part to any place", () => {
    const bytes = randomBytes(50_000);
    const text = bytes.toString("base64");
    const target = new Uint8Array(60_000);
    for (const [from, to] of [
      [0, 50_000],
      [1, 2],
      [2, 3],
      [1, 49_999],
      [2, 24_579],
      [3, 3],
      [4, 3],
      [24_575, 49_153],
      [49_998, 50_000],
    ] as const) {
      target.fill(7);
      expect(decodeBase64Into(text, target, 11, from, to)).toBe(Math.max(0, to - from));
      const expected = new Uint8Array(60_000).fill(7);
      expected.set(bytes.subarray(from, Math.max(from, to)), 11);
      expect(Buffer.compare(target, expected), `${from} to ${to}`).toBe(0);
    }
  });

  it("writes no more than there is room for, and reads no more than there is", () => {
    const text = Buffer.from("abcdefgh").toString("base64");
    const target = new Uint8Array(5);
    expect(decodeBase64Into(text, target, 2)).toBe(3);
    expect([...target]).toEqual([0, 0, 97, 98, 99]);
    expect(decodeBase64Into(text, target, 0, 6, 100)).toBe(2);
    expect([...target]).toEqual([103, 104, 97, 98, 99]);
    expect(decodeBase64Into(text, target, 5)).toBe(0);
    expect(decodeBase64Into(text, target, 0, 100)).toBe(0);
  });

  it("encodes a view of a larger memory", () => {
    const memory = Uint8Array.from({ length: 20 }, (_, i) => i);
    expect(encodeBase64(memory.subarray(5, 12))).toBe(Buffer.from(memory.subarray(5, 12)).toString("base64"));
  });

  it("survives text that is not canonical", () => {
    for (const text of ["A", "AB", "AB*D", "ÄÖÜß", "😀😀", "QUJDQ", "====", "x".repeat(7_001)]) {
      expect(() => decodeBase64(text)).not.toThrow();
      const bytes = new Base64Bytes(text);
      for (let i = -2; i < bytes.length + 2; i++) expect(bytes.byte(i)).toBeGreaterThanOrEqual(-1);
    }
  });
});

describe("Base64Bytes", () => {
  const bytes = Buffer.from([0x01, 0x82, 0xff, 0x00, 0x7f, 0x80, 0xfe]);
  const lazy = new Base64Bytes(bytes.toString("base64"));

  it("has every byte, and -1 outside", () => {
    for (const length of LENGTHS.filter((n) => n < 100)) {
      const some = randomBytes(length);
      const reader = new Base64Bytes(some.toString("base64"));
      expect(reader.length).toBe(length);
      expect(Array.from({ length }, (_, i) => reader.byte(i))).toEqual([...some]);
      for (const outside of [-1, length, length + 1, 1e12, Number.NaN]) expect(reader.byte(outside)).toBe(-1);
    }
    expect(new Base64Bytes("").length).toBe(0);
  });

  it("joins bytes in both orders", () => {
    for (let i = 0; i <= 5; i++) {
      expect([lazy.u16be(i), lazy.u16le(i)]).toEqual([bytes.readUInt16BE(i), bytes.readUInt16LE(i)]);
      if (i > 4) continue;
      expect([lazy.u24be(i), lazy.u24le(i)]).toEqual([bytes.readUIntBE(i, 3), bytes.readUIntLE(i, 3)]);
      if (i > 3) continue;
      expect([lazy.u32be(i), lazy.u32le(i)]).toEqual([bytes.readUInt32BE(i), bytes.readUInt32LE(i)]);
    }
  });

  it("joins nothing over the end", () => {
    expect([lazy.u16be(6), lazy.u16le(6), lazy.u24be(5), lazy.u24le(5), lazy.u32be(4), lazy.u32le(4)]).toEqual(
      Array(6).fill(-1),
    );
    expect([lazy.u16be(-1), lazy.u32le(-1)]).toEqual([-1, -1]);
  });

  it("reads characters up to the end", () => {
    const text = new Base64Bytes(Buffer.from("RIFF!").toString("base64"));
    expect([text.text(0, 4), text.text(3, 9), text.text(9, 4)]).toEqual(["RIFF", "F!", ""]);
  });
});
