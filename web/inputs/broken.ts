/** Where a text stops to be JSON. Browsers name the place in different words, and often not at all. */

const SPACE = /[ \t\n\r]*/y;
const STRING = String.raw`"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"`;
const TOKEN = new RegExp(
  String.raw`[{}[\],:]|${STRING}|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null`,
  "y",
);
/** A string that has no end. */
const UNENDED = /"[^"\\]*(?:\\.[^"\\]*)*\\?$/y;

type Wanted = "value" | "item" | "key" | "first-key" | "colon" | "next";

/** The offset of what does not fit; the length of the text where it only breaks off. */
export function brokenAt(text: string): number {
  const open: string[] = [];
  let wanted: Wanted = "value";
  for (let at = 0; ; ) {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
    TOKEN.lastIndex = UNENDED.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return UNENDED.test(text) ? text.length : at;
    const next = after(token, wanted, open);
    if (next === undefined) return at;
    wanted = next;
    at += token.length;
  }
}

/** What may follow a token; undefined when the token itself is out of place. */
function after(token: string, wanted: Wanted, open: string[]): Wanted | undefined {
  const [inner] = open.slice(-1);
  if (token === "}" || token === "]") {
    const fits = token === "}" ? inner === "{" && wanted === "first-key" : inner === "[" && wanted === "item";
    if (!fits && !(wanted === "next" && inner === (token === "}" ? "{" : "["))) return undefined;
    open.pop();
    return "next";
  }
  if (token === ":") return wanted === "colon" ? "value" : undefined;
  if (token === ",") return wanted !== "next" || !inner ? undefined : inner === "{" ? "key" : "value";
  if (wanted === "key" || wanted === "first-key") return token.startsWith('"') ? "colon" : undefined;
  if (wanted !== "value" && wanted !== "item") return undefined;
  if (token !== "{" && token !== "[") return "next";
  open.push(token);
  return token === "{" ? "first-key" : "item";
}
