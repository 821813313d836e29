/** What browsers' "Copy as PowerShell" and "Copy as fetch" give. Only URL, method, type and body are taken. */
import type { CommandRequest } from "./curl.ts";
import { tryJson } from "./json.ts";

/** Is it a call of PowerShell's web commands? */
export function isPowerShell(text: string): boolean {
  return /\b(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\b[\s\S]{0,4000}-Uri\b/i.test(text.slice(0, 20_000));
}

/** The request that PowerShell would make. */
export function readPowerShell(text: string): CommandRequest {
  const argument = (name: string): string | undefined => {
    const found = new RegExp(`(?:^|\\s)-${name}\\s+`, "i").exec(text);
    return found ? powerShellText(text, found.index + found[0].length) : undefined;
  };
  const body = argument("Body");
  return {
    url: argument("Uri") ?? "",
    method: (argument("Method") ?? "POST").toUpperCase(),
    mimeType: (argument("ContentType") ?? "").toLowerCase(),
    ...(body !== undefined && { body }),
  };
}

/** The text that begins at a place, or a few characters behind it: bytes are made by a function of the text. */
function powerShellText(text: string, start: number): string | undefined {
  const [before, opening = ""] = /^(?:\(?\[[\w.]{1,60}\]::\w{1,20}\.GetBytes\()?\s*(@["']\r?\n|["']|[^\s"'$@({]+)/.exec(
    text.slice(start, start + 120),
  ) ?? [""];
  if (opening === "") return undefined;
  if (!/["']/.test(opening)) return opening;
  const from = start + before.length;
  if (opening.startsWith("@")) {
    const end = text.indexOf(`\n${opening[1]}@`, from - 1);
    const inner = text.slice(from, end < 0 ? text.length : Math.max(from, end)).replace(/\r$/, "");
    return opening[1] === '"' ? withoutBackticks(inner) : inner;
  }
  return quotedText(text, from, opening);
}

/** Up to the closing quote; a doubled one is one of the text. */
function quotedText(text: string, from: number, quote: string): string {
  let at = from;
  while (at < text.length) {
    if (text[at] === "`" && quote === '"') at += 2;
    else if (text[at] !== quote) at++;
    else if (text[at + 1] === quote) at += 2;
    else break;
  }
  const inner = text.slice(from, at).replaceAll(quote + quote, quote);
  return quote === '"' ? withoutBackticks(inner) : inner;
}

const BACKTICKS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "\0", b: "\b", f: "\f", v: "\v" };

function withoutBackticks(text: string): string {
  return text
    .replace(/\$\(\[char\](0x[0-9a-f]{1,4}|\d{1,5})\)/gi, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/`([\s\S])/g, (_, escaped: string) => BACKTICKS[escaped] ?? escaped);
}

/** Is it a call of `fetch`? */
export function isFetch(text: string): boolean {
  return /^\s*(?:(?:const|let|var)\s+\w+\s*=\s*)?(?:await\s+)?fetch\s*\(\s*["'`]/.test(text.slice(0, 2000));
}

/** The request that a call of `fetch` would make. */
export function readFetch(text: string): CommandRequest {
  const start = text.indexOf("fetch");
  const url = scriptText(text, text.indexOf("(", start) + 1)?.value ?? "";
  const at = (name: string): number => {
    const found = new RegExp(`[\\s{,](["']?)${name}\\1\\s*:\\s*(?:JSON\\.stringify\\(\\s*)?`).exec(text);
    return found ? found.index + found[0].length : -1;
  };
  const method = at("method") < 0 ? undefined : scriptText(text, at("method"))?.value;
  const body = at("body") < 0 ? undefined : (scriptText(text, at("body"))?.value ?? objectText(text, at("body")));
  return {
    url,
    method: (method ?? "POST").toUpperCase(),
    mimeType: "application/json",
    ...(body !== undefined && { body }),
  };
}

/** A string literal; undefined when there is another value. */
function scriptText(text: string, start: number): { value: string } | undefined {
  const from = start + (/^\s*/.exec(text.slice(start, start + 200))?.[0].length ?? 0);
  const quote = text[from] ?? "";
  if (!['"', "'", "`"].includes(quote)) return undefined;
  let at = from + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === "\\" ? 2 : 1;
  const inner = text.slice(from + 1, at);
  const parsed = quote === '"' ? tryJson(`"${inner}"`) : undefined;
  return { value: typeof parsed === "string" ? parsed : inner.replace(/\\([\s\S])/g, unescapeScript) };
}

const SCRIPT_ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", "\n": "" };

function unescapeScript(_: string, escaped: string): string {
  return SCRIPT_ESCAPES[escaped] ?? escaped;
}

/** An object that is written as JSON, up to the bracket that closes it. */
function objectText(text: string, start: number): string | undefined {
  if (text[start] !== "{") return undefined;
  let [depth, inString] = [0, false];
  for (let at = start; at < text.length; at++) {
    const unit = text[at];
    if (inString) {
      if (unit === "\\") at++;
      else if (unit === '"') inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === "{" || unit === "[") depth++;
    else if ((unit === "}" || unit === "]") && --depth === 0) return text.slice(start, at + 1);
  }
  return undefined;
}
