/** Brings a pasted error into plain words: without envelopes, escapes and the quotes of other languages. */

/** How much of a text is looked at. The words of a provider stand near its beginning. */
const LONGEST = 64 * 1024;

const ENTITIES: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

/** The text with escapes undone, quotes straight, and single spaces. Escapes may be nested: JSON within JSON. */
export function plainWords(text: string): string {
  let plain = text.slice(0, LONGEST);
  for (let depth = 0; depth < 4 && plain.includes("\\"); depth++) plain = unescapeOnce(plain);
  return plain
    .replace(/&(?:quot|#34|#39|apos|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[\u2018\u2019\u201a\u2039\u203a]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
}

function unescapeOnce(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|.)/g, (_, escaped: string) => {
    if (escaped.length === 5) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return escaped === "n" || escaped === "r" || escaped === "t" ? " " : escaped;
  });
}
