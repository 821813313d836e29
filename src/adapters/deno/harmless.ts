/** Text from outside made fit to be shown: nothing in it can steer a terminal, and it can be cut to a width. */

// Control characters, and the marks that make a terminal show text in another order than it stands in.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

// In JSON text, line feeds lay out the document; those within strings are escaped already.
const STEERING_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text from outside on one line: characters that a terminal would obey are shown as escapes. */
export function harmless(text: string): string {
  return text.replace(STEERING, escapeCharacter);
}

/** The same document with characters that a terminal would obey written as escapes. */
export function harmlessJson(json: string): string {
  return json.replace(STEERING_IN_JSON, escapeCharacter);
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The text cut to a width, with a mark where it was cut. Full-width characters count as one. */
export function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join("")}…`;
}
