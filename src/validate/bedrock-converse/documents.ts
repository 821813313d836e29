/** What is demanded of documents. */
import { readBase64 } from "../../images/base64.ts";
import { isRecord } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { fieldOf, isResult, type Judged, type Spot, shown, spotsAt } from "./conversation.ts";
import * as sources from "./sources.ts";

const FORMATS: ReadonlySet<unknown> = new Set(["pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md"]);
const MOST = 5;
const LARGEST = 4.5 * 2 ** 20;
const LONGEST_NAME = 200;
/** `_` is not documented, but taken. Spaces are the plain ones, and never two. */
const NAME = /^[a-zA-Z0-9_ ()[\]-]+$/;

export const WITHOUT_TEXT: Demand = {
  code: "document-without-text",
  severity: "error",
  message: "The message has a document and no text.",
  says: "A text block must be included when using documents.",
  source: sources.DOCUMENT_TEXT,
  evidence: "observed",
};
export const NAME_FORM: Demand = {
  code: "document-name",
  severity: "error",
  message:
    "The name of the document is missing, longer than 200 characters, or has others than letters, digits, single spaces, hyphens, parentheses and brackets.",
  says: "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character.",
  source: sources.DOCUMENT_NAME,
  evidence: "observed",
};
export const NAME_TWICE: Demand = {
  code: "document-name",
  severity: "error",
  message: "Another document of the request has the same name: {}.",
  says: "Messages can't contain duplicate document names. Rename the document and retry your request.",
  source: sources.DOCUMENT_NAMES,
  evidence: "observed",
};
export const TOO_MANY: Demand = {
  code: "document-count",
  severity: "error",
  message: "There are {} documents in the request, which may have 5.",
  says: "You can't include more than 5 documents in a request.",
  source: sources.DOCUMENT_COUNT,
  evidence: "observed",
};
export const BYTES: Demand = {
  code: "document-bytes",
  severity: "error",
  message: "The document has {} bytes; the API takes 4.5 MiB.",
  source: sources.RESTRICTIONS,
  evidence: "documented",
};
export const FORMAT: Demand = {
  code: "document-invalid",
  severity: "error",
  message: "The format of the document is none that the API takes: {}.",
  says: "Value at 'document.format' failed to satisfy constraint: Member must satisfy enum value set: [pdf, csv, doc, docx, xls, xlsx, html, txt, md]",
  source: sources.MODEL,
  evidence: "schema",
};
export const SOURCE: Demand = {
  code: "document-invalid",
  severity: "error",
  message: "The document has nothing in it: no bytes, text, parts or place in a bucket.",
  says: "Invalid number of parameters set for tagged union structure document.source. Must be one of: bytes, s3Location, text, content",
  source: sources.MODEL,
  evidence: "schema",
};
export const INVALID: Demand = {
  code: "document-invalid",
  severity: "error",
  message: "The data of the document is no base64.",
  says: "Invalid type for parameter document.source.bytes",
  source: sources.MODEL,
  evidence: "schema",
};
export const OF_ASSISTANT: Demand = {
  code: "document-role",
  severity: "error",
  message: "A document stands in an assistant turn.",
  says: "You can only include images and documents if the role is user.",
  source: sources.MESSAGE,
  evidence: "documented",
};

/** Every document of messages and results, their names, and how many there are. */
export function checkDocuments(judged: Judged): void {
  const { messages, report } = judged;
  const names = new Set<string>();
  const all: Spot[] = [];
  for (const { role, spots } of messages) {
    const own = spots.filter(isDocument);
    const inner = spots
      .filter(isResult)
      .flatMap(({ value, pointer }) => spotsAt(value["content"], `${pointer}/toolResult/content`).filter(isDocument));
    const [first] = own;
    if (role === "user" && first && !spots.some(isText)) report(WITHOUT_TEXT, first.pointer);
    for (const document of [...own, ...inner]) {
      if (role === "assistant") report(OF_ASSISTANT, document.pointer);
      checkDocument(document, names, judged);
      all.push(document);
    }
  }
  // The oldest are those to go.
  for (const { pointer } of all.slice(0, Math.max(0, all.length - MOST))) {
    report(TOO_MANY, pointer, String(all.length));
  }
}

function isDocument({ member }: Spot): boolean {
  return member === "document";
}

function isText({ member, block }: Spot): boolean {
  return member === "text" && typeof block["text"] === "string" && block["text"].trim() !== "";
}

function checkDocument(document: Spot, names: Set<string>, { demands, report }: Judged): void {
  const { name, format, source } = document.value;
  if (typeof name !== "string" || !isName(name)) report(NAME_FORM, fieldOf(document, "name"));
  else {
    if (names.has(name)) report(NAME_TWICE, fieldOf(document, "name"), shown(name));
    names.add(name);
  }
  if (format !== undefined && !FORMATS.has(format)) report(FORMAT, fieldOf(document, "format"), shown(format));
  const { bytes, text, content, s3Location } = isRecord(source) ? source : ({} as Readonly<Record<string, unknown>>);
  if (bytes === undefined) {
    if (typeof text !== "string" && !Array.isArray(content) && !isRecord(s3Location)) report(SOURCE, document.pointer);
    return;
  }
  const size = sizeOf(bytes);
  if (size === undefined) report(INVALID, document.pointer);
  else if (size > LARGEST && !demands.largeDocuments.includes(String(format))) {
    report(BYTES, document.pointer, String(size));
  }
}

function isName(name: string): boolean {
  return name.length <= LONGEST_NAME && NAME.test(name) && !name.includes("  ");
}

function sizeOf(bytes: unknown): number | undefined {
  if (bytes instanceof Uint8Array) return bytes.length > 0 ? bytes.length : undefined;
  const read = typeof bytes === "string" ? readBase64(bytes) : undefined;
  return read && !("fault" in read) ? read.bytes : undefined;
}
