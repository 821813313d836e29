/** Finds the characters of a text that cannot be seen. */

/**
 * Controls, format characters (bidi overrides, zero-width characters, tags), lone surrogates, private use, line and
 * paragraph separators, blank letters, and variation selectors, which can carry hidden text. Tab and line feed are shown as what they are.
 */
const HIDDEN =
  /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|[\uFE00-\uFE0E]|[\u{E0100}-\u{E01EF}]/gu;

/** A piece of text, or the name of a character that cannot be seen. */
export interface Piece {
  readonly text: string;
  readonly hidden: boolean;
}

/** Cuts a text into what can be shown as it is and what is shown by its code point. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), hidden: false });
    const codePoint = match[0].codePointAt(0) ?? 0;
    pieces.push({ text: `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`, hidden: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hidden: false });
  return pieces;
}
