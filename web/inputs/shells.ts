/** Takes command lines apart as the shells do from which people copy them. Nothing is expanded: a `$KEY` stays a text. */

/** A command as the words that its program would be given. */
export interface CommandLine {
  readonly words: readonly string[];
  /** What stands on its standard input, of a here-document. */
  readonly input?: string;
  /** Where the next command may begin. */
  readonly end: number;
}

const ANSI_ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\u0007",
  e: "\u001b",
  E: "\u001b",
};

/** What means nothing to a shell. */
const PLAIN = /[^\s'"\\$#;&|<]+/y;

/** A command of a POSIX shell: bash, zsh and their kin. */
export function posixCommand(text: string, start: number): CommandLine {
  const words: string[] = [];
  let parts: string[] | undefined;
  let marker: { readonly end: string; readonly tabs: boolean } | undefined;
  let at = start;
  const push = (part: string): void => {
    parts = pushed(parts, part);
  };
  const close = (): void => {
    if (parts) words.push(parts.join(""));
    parts = undefined;
  };
  while (at < text.length) {
    const unit = text[at] as string;
    if (unit === "'" || unit === '"' || (unit === "$" && text[at + 1] === "'")) {
      const quoted = quotedPart(text, at);
      push(quoted.value);
      at = quoted.end;
    } else if (unit === "\\") {
      const newline = /^\\\r?\n/.exec(text.slice(at, at + 3))?.[0].length;
      if (newline === undefined) push(text[at + 1] ?? "");
      at += newline ?? 2;
    } else if (unit === " " || unit === "\t" || unit === "\r") {
      close();
      at++;
    } else if (unit === "#" && !parts) {
      at = lineEnd(text, at);
    } else if (text.startsWith("<<", at)) {
      close();
      const found = /^<<(-?)[ \t]*(["']?)([\w.-]{1,100})\2/.exec(text.slice(at, at + 200));
      if (found) marker = { end: found[3] as string, tabs: found[1] === "-" };
      at += found?.[0].length ?? 2;
    } else if (unit === "\n" || unit === ";" || unit === "&" || unit === "|") {
      close();
      at++;
      if (words.length > 0 || unit !== "\n") break;
    } else {
      PLAIN.lastIndex = at + 1;
      const end = PLAIN.test(text) ? PLAIN.lastIndex : at + 1;
      push(text.slice(at, end));
      at = end;
    }
  }
  close();
  if (!marker) return { words, end: at };
  return { words, ...hereDocument(text, lineEnd(text, Math.max(start, at - 1)) + 1, marker) };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** The lines up to the marker. */
function hereDocument(text: string, from: number, marker: { end: string; tabs: boolean }) {
  let at = from;
  while (at < text.length) {
    const next = lineEnd(text, at);
    const line = text.slice(at, next).replace(/\r$/, "");
    if ((marker.tabs ? line.replace(/^\t+/, "") : line) === marker.end)
      return { input: text.slice(from, at), end: next };
    at = next + 1;
  }
  return { input: text.slice(from), end: text.length };
}

/** A part in quotes, from the quote on. What is never closed goes on to the end. */
function quotedPart(text: string, start: number): { value: string; end: number } {
  if (text[start] === "'") {
    const end = text.indexOf("'", start + 1);
    return end < 0
      ? { value: text.slice(start + 1), end: text.length }
      : { value: text.slice(start + 1, end), end: end + 1 };
  }
  const isAnsi = text[start] === "$";
  const quote = isAnsi ? "'" : '"';
  const parts: string[] = [];
  let at = start + (isAnsi ? 2 : 1);
  let from = at;
  while (at < text.length && text[at] !== quote) {
    if (text[at] !== "\\") {
      at++;
      continue;
    }
    const { value, length } = isAnsi ? ansiEscape(text, at) : quotedEscape(text, at);
    parts.push(text.slice(from, at), value);
    at += length;
    from = at;
  }
  parts.push(text.slice(from, at));
  return { value: parts.join(""), end: at + 1 };
}

function quotedEscape(text: string, at: number): { value: string; length: number } {
  const next = text[at + 1] ?? "";
  if (next === "\n") return { value: "", length: 2 };
  return '"\\$`'.includes(next) ? { value: next, length: 2 } : { value: "\\", length: 1 };
}

function ansiEscape(text: string, at: number): { value: string; length: number } {
  const next = text[at + 1] ?? "";
  if (!/[xuU0-7]/.test(next)) return { value: ANSI_ESCAPES[next] ?? next, length: 2 };
  const [all = "\\", hex2, hex4, hex8, octal] =
    /^\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3}))/.exec(text.slice(at, at + 12)) ??
    [];
  const digits = hex2 ?? hex4 ?? hex8;
  if (digits === undefined && octal === undefined) return { value: all, length: 1 };
  const code = Number.parseInt(digits ?? octal ?? "", digits === undefined ? 8 : 16);
  return { value: code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd", length: all.length };
}

/** Was it copied for the command prompt of Windows? Its escape is a caret. */
export function isWindowsCommand(text: string): boolean {
  return /\^"|\^\r?\n/.test(text.slice(0, 100_000)) && !/\\\r?\n/.test(text.slice(0, 2000));
}

/** A command of the Windows command prompt: carets first, then quotes as the C runtime reads them. */
export function windowsCommand(text: string, start: number): CommandLine {
  const { line, end } = withoutCarets(text, start);
  const words: string[] = [];
  let parts: string[] | undefined;
  let inQuotes = false;
  for (let at = 0; at < line.length; at++) {
    const unit = line[at] as string;
    if (unit === "\\" && (line[at + 1] === '"' || line[at + 1] === "\\")) {
      // Browsers double every backslash, not only those before a quote.
      parts = pushed(parts, line[++at] as string);
    } else if (unit === '"') {
      inQuotes = !inQuotes;
      parts ??= [];
    } else if (!inQuotes && /\s/.test(unit)) {
      if (parts) words.push(parts.join(""));
      parts = undefined;
    } else parts = pushed(parts, unit);
  }
  if (parts) words.push(parts.join(""));
  return { words, end };
}

function pushed(parts: string[] | undefined, part: string): string[] {
  if (!parts) return [part];
  parts.push(part);
  return parts;
}

/** A caret takes the next character as it is; before the end of a line, it joins the lines. */
function withoutCarets(text: string, start: number): { line: string; end: number } {
  const parts: string[] = [];
  let at = start;
  let plainQuotes = false;
  while (at < text.length) {
    const unit = text[at] as string;
    const newline = unit === "^" ? /^\^\r?\n(\r?\n)?/.exec(text.slice(at, at + 5)) : null;
    if (newline) {
      parts.push(newline[1] === undefined ? " " : "\n");
      at += newline[0].length;
    } else if (unit === "^" && !plainQuotes) {
      parts.push(text[at + 1] ?? "");
      at += 2;
    } else if ((unit === "\n" || (unit === "&" && !plainQuotes)) && parts.length > 0) {
      at++;
      break;
    } else {
      if (unit === '"' && text[at - 1] !== "\\") plainQuotes = !plainQuotes;
      parts.push(unit);
      at++;
    }
  }
  return { line: parts.join(""), end: at };
}
