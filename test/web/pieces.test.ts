import { describe, expect, test } from "vitest";
import { piecesOf } from "../../web/pieces.ts";

const shown = (text: string) =>
  piecesOf(text)
    .map(({ text: piece, hidden }) => (hidden ? `[${piece}]` : piece))
    .join("");

describe("what cannot be seen is named", () => {
  const cases: [string, string, string][] = [
    ["bidi override", "a\u202Eb", "a[U+202E]b"],
    ["bidi isolate", "\u2066x\u2069", "[U+2066]x[U+2069]"],
    ["zero width", "pass\u200Bword\uFEFF", "pass[U+200B]word[U+FEFF]"],
    ["soft hyphen", "a\u00ADb", "a[U+00AD]b"],
    ["controls", "a\u0000\u001B[31m\u0085\r", "a[U+0000][U+001B][31m[U+0085][U+000D]"],
    ["separators", "\u2028\u2029", "[U+2028][U+2029]"],
    ["tags", "x\u{E0041}", "x[U+E0041]"],
    ["variation selectors that carry text", "x\uFE01\u{E0100}", "x[U+FE01][U+E0100]"],
    ["lone surrogates", "a\uD800b\uDC00", "a[U+D800]b[U+DC00]"],
    ["private use", "\uE000", "[U+E000]"],
    ["blank letters", "\u3164\u115F\u2800", "[U+3164][U+115F][U+2800]"],
  ];
  test.each(cases)("%s", (_name, text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

test("what can be seen stays", () => {
  for (const text of [
    "",
    "plain",
    "a\tb\nc",
    "中文 العربية עברית हिन्दी",
    "é e\u0301",
    "👍🏽 ❤\uFE0F",
    "<img onerror=x>",
  ]) {
    expect(shown(text)).toBe(text);
  }
});

test("a long text takes no longer than it should", () => {
  const text = "\u202E".repeat(50_000);
  expect(piecesOf(text)).toHaveLength(50_000);
});
