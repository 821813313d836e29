/** The request that a cURL command makes. Headers, cookies and passwords are not kept. */
import { type CommandLine, isWindowsCommand, posixCommand, windowsCommand } from "./shells.ts";

/** A request as a command says it. */
export interface CommandRequest {
  readonly url: string;
  readonly method: string;
  readonly mimeType: string;
  /** The body's text; absent when there is none, or when it is not in the command. */
  readonly body?: string;
  /** Where the body is, when it is not in the command. */
  readonly bodyIn?: string;
}

/** How many commands of one text are read. */
const MOST = 500;

/** Options of which a value follows, with one letter and with a name. */
const WITH_VALUE = "AbcCdDeEFhHKmoPQrtTuUwxXyYz";
const NAMED_WITH_VALUE: ReadonlySet<string> = new Set(
  (
    "request header data data-raw data-binary data-ascii data-urlencode json form form-string url user user-agent " +
    "cookie cookie-jar referer output proxy proxy-user max-time connect-timeout write-out upload-file config cert key " +
    "cacert oauth2-bearer aws-sigv4 retry retry-delay retry-max-time resolve interface limit-rate max-redirs range " +
    "dump-header trace trace-ascii unix-socket tlsv1 tls-max ciphers connect-to url-query variable expand-data"
  ).split(" "),
);
const NAMES: Readonly<Record<string, string>> = { X: "request", H: "header", d: "data", u: "user", b: "cookie" };

/** Does a text have a cURL command? A prompt may stand before it. */
export function hasCurl(text: string): boolean {
  return COMMAND.test(text.slice(0, 100_000));
}

const COMMAND = /(?:^|[\n;&|])[ \t]*(?:[$%>#][ \t]*)?(?:time[ \t]+)?curl(?:\.exe)?[ \t^\\]/;

/** The requests of all cURL commands in a text. */
export function readCurl(text: string): CommandRequest[] {
  const requests: CommandRequest[] = [];
  const read = isWindowsCommand(text) ? windowsCommand : posixCommand;
  let at = 0;
  while (at < text.length && requests.length < MOST) {
    const command = read(text, at);
    const curl = command.words.findIndex((word) => /^curl(?:\.exe)?$/i.test(word));
    if (curl >= 0 && curl <= 3) requests.push(requestOf(command, command.words.slice(curl + 1)));
    at = Math.max(command.end, at + 1);
  }
  return requests;
}

interface Draft {
  url: string;
  method: string | undefined;
  mimeType: string;
  data: string[];
  isJson: boolean;
  bodyIn: string | undefined;
}

function requestOf({ input }: CommandLine, words: readonly string[]): CommandRequest {
  const draft: Draft = { url: "", method: undefined, mimeType: "", data: [], isJson: false, bodyIn: undefined };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (!word.startsWith("-") || word === "-") {
      if (draft.url === "" && !word.startsWith(">")) draft.url = word;
      continue;
    }
    for (const { name, value } of optionsOf(word)) {
      if (value !== undefined) take(draft, name, value, input);
      else if (NAMED_WITH_VALUE.has(name)) take(draft, name, words[++at] ?? "", input);
    }
  }
  const { data, isJson, bodyIn } = draft;
  return {
    url: absolute(draft.url),
    method: (draft.method ?? (data.length > 0 || bodyIn !== undefined ? "POST" : "GET")).toUpperCase(),
    mimeType: draft.mimeType || (isJson ? "application/json" : ""),
    ...(bodyIn !== undefined ? { bodyIn } : data.length > 0 && { body: data.join(isJson ? "" : "&") }),
  };
}

/** The options of a word: one with a name, or several letters of which the last may have its value attached. */
function optionsOf(word: string): { name: string; value?: string }[] {
  if (word.startsWith("--")) {
    const [, name = "", value] = /^--([\w.-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    return [{ name, ...(value !== undefined && { value }) }];
  }
  const options: { name: string; value?: string }[] = [];
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] as string;
    if (!WITH_VALUE.includes(letter)) continue;
    const value = word.slice(at + 1);
    // Those without a name here are passed over with their value.
    options.push({ name: NAMES[letter] ?? "variable", ...(value !== "" && { value }) });
    break;
  }
  return options;
}

function take(draft: Draft, name: string, value: string, input: string | undefined): void {
  switch (name) {
    case "url":
      draft.url ||= value;
      break;
    case "request":
      draft.method = value;
      break;
    case "header": {
      const [, type] = /^content-type\s*:\s*([\w./+-]{1,100})/i.exec(value) ?? [];
      if (type !== undefined) draft.mimeType = type.toLowerCase();
      break;
    }
    case "json":
      draft.isJson = true;
      takeData(draft, value, input, true);
      break;
    case "data":
    case "data-ascii":
    case "data-binary":
      takeData(draft, value, input, true);
      break;
    case "data-raw":
      takeData(draft, value, input, false);
      break;
  }
}

/** `@file` names a file, `@-` the standard input. */
function takeData(draft: Draft, value: string, input: string | undefined, mayBeFile: boolean): void {
  if (!mayBeFile || !value.startsWith("@")) draft.data.push(value);
  else if (value === "@-" && input !== undefined) draft.data.push(input);
  else draft.bodyIn = value === "@-" ? "the standard input" : `the file ${value.slice(1, 81)}`;
}

function absolute(url: string): string {
  return url === "" || /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`;
}
