/** From what was found in a file to a document: sessions are repaired and read, bodies are taken as they are. */
import {
  type RepairReport,
  readSession,
  repairSessionBytes,
  type SessionContent,
  type SessionMessage,
  type SessionProblem,
} from "../../src/index.ts";
import type { Branch, LostLine } from "../protocol.ts";
import { bodyOf } from "./blocks.ts";
import type { SessionDocument } from "./document.ts";
import { DROPS } from "./lines.ts";
import { isFields } from "./values.ts";

/** There is no transcript in the text that can be read. */
export class UnreadableError extends Error {
  readonly code: string;
  readonly advice: string;
  readonly excerpt: string | undefined;

  /** @param code what is wrong, for programs @param message for people @param advice what to do about it */
  constructor(code: string, message: string, advice: string, excerpt?: string) {
    super(message);
    this.name = "UnreadableError";
    this.code = code;
    this.advice = advice;
    this.excerpt = excerpt;
  }
}

const ADVICE = "Open a session file (JSONL), a request body, a HAR file, or a cURL command.";

/** Reads a session file. @throws UnreadableError when there is no message in it */
export async function readSessionDocument(file: Blob, format: string): Promise<SessionDocument> {
  const found = new Uint8Array(await file.arrayBuffer());
  const text = decode(found);
  const { bytes, report } = repairSessionBytes(found);
  const repairedText = report.repaired ? decode(bytes) : text;
  const content = readSession(repairedText);
  const { messages, modelSnapshots } = content;
  if (messages.length === 0) throw noMessages(content.problems[0], text);
  const stored = storedMessages(text, report, messages.length);
  const lines = linesOf(content, text, repairedText, report.dropped);
  return {
    kind: "session",
    format,
    file,
    text,
    repairedText,
    report,
    content,
    messages,
    modelSnapshots,
    ...(stored && { stored }),
    ...(lines && { lines }),
  };
}

/** In one piece, since a decoder that is fed with pieces takes several times as long. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Repairs that change what a message says, so that the provider would have been sent something else. */
const REWRITES = ["rewrote-assistant", "rewrote-user", "removed-image"] as const;

function storedMessages(text: string, report: RepairReport, count: number): readonly SessionMessage[] | undefined {
  const rewritten = report.changes.some(({ actions }) => REWRITES.some((action) => actions.includes(action)));
  if (!rewritten) return undefined;
  const { messages } = readSession(text);
  return messages.length === count ? messages : undefined;
}

/** The same session, looked at from another last entry. Entries stand behind their parents: what follows it is left out. */
export function withLeaf(document: SessionDocument, leaf: number): SessionDocument {
  const { repairedText, content, lines } = document;
  const message = content.entries[leaf]?.["message"];
  if (!lines || !isFields(message)) return document;
  const records = nonBlankLines(repairedText);
  const at = leaf + (content.header ? 1 : 0);
  const shown = readSession(records.slice(0, at + 1).join("\n"));
  // The very objects of the document, so that they keep their lines.
  const own = new Map(content.entries.map((entry) => [entry.id, entry["message"]] as const));
  const ids = new Map(shown.entries.map((entry) => [entry["message"], entry.id] as const));
  const messages = shown.messages.map((one) => (own.get(ids.get(one)) as typeof one | undefined) ?? one);
  const { stored: _, ...rest } = document;
  return { ...rest, messages, modelSnapshots: shown.modelSnapshots };
}

const MOST_BRANCHES = 100;

/**
 * The branches of a session, by their last entries; none when there is only one.
 *
 * @param messages those of the chosen branch
 * @param chosen its last entry; absent: the last of all
 */
export function branchesOf(
  { content, lines }: SessionDocument,
  messages: readonly SessionMessage[],
  chosen: number | undefined,
): Branch[] {
  const { entries, format } = content;
  if (!lines || format !== "session") return [];
  const parents = new Set(entries.map(({ parentId }) => parentId));
  const leaves = entries.flatMap(({ id, type }, index) =>
    id !== undefined && type === "message" && !parents.has(id) ? [index] : [],
  );
  if (leaves.length < 2) return [];
  const active = chosen ?? (leaves.at(-1) as number);
  const pathTo = paths(entries);
  const shared = new Set(pathTo(active));
  const turns = new Map(messages.map((message, index) => [message as unknown, index] as const));
  return leaves.slice(-MOST_BRANCHES).map((leaf) => {
    const path = pathTo(leaf);
    const isMessage = (at: number): boolean => entries[at]?.type === "message";
    const fork = path.find((at) => shared.has(at) && turns.has(entries[at]?.["message"]));
    return {
      leaf,
      label: path.map((at) => firstWords(entries[at]?.["message"])).find((words) => words !== "") ?? "no text",
      messages: path.filter(isMessage).length,
      active: leaf === active,
      behind: fork === undefined ? -1 : (turns.get(entries[fork]?.["message"]) as number),
      own: path.filter((at) => isMessage(at) && !shared.has(at)).length,
    };
  });
}

/** The entries from a leaf up to the root. Entries stand behind their parents, or the path ends there. */
function paths(entries: SessionContent["entries"]): (leaf: number) => number[] {
  const byId = new Map(entries.map((entry, index) => [entry.id, index] as const));
  return (leaf) => {
    const path = [leaf];
    for (let at = leaf; ; ) {
      const parentId = entries[at]?.parentId;
      const parent = parentId == null ? undefined : byId.get(parentId);
      if (parent === undefined || parent >= at) return path;
      path.push(parent);
      at = parent;
    }
  };
}

const MOST_LOST = 100;

/** Lines that were taken out of the file, each with the turn before it; none when it is not known where turns stand. */
export function lostLines({ report, lines, messages }: SessionDocument): LostLine[] {
  if (!lines) return [];
  let behind = -1;
  return report.dropped.slice(0, MOST_LOST).map(({ line, reason }) => {
    while ((lines.get(messages[behind + 1]) ?? Number.POSITIVE_INFINITY) < line) behind++;
    return { line, why: DROPS[reason], behind };
  });
}

function firstWords(message: unknown): string {
  if (!isFields(message)) return "";
  const { content } = message;
  const block = Array.isArray(content)
    ? content.find((one) => isFields(one) && typeof one["text"] === "string")
    : content;
  return block === undefined ? "" : bodyOf(block).slice(0, 60);
}

/** Where each message stands, if each line that is a record is an entry; nothing otherwise. */
function linesOf(
  { entries, header, format }: SessionContent,
  text: string,
  repairedText: string,
  dropped: readonly { readonly line: number }[],
): Map<unknown, number> | undefined {
  if (format !== "session" && format !== "message-lines") return undefined;
  const numbers = lineNumbers(text, repairedText, new Set(dropped.map(({ line }) => line)));
  const first = header ? 1 : 0;
  if (!numbers || numbers.length !== entries.length + first) return undefined;
  return new Map(entries.map((entry, index) => [entry["message"] ?? entry, numbers[index + first] as number]));
}

/** The number in the file of each line of the repaired text that is not blank; nothing when lines were cut or joined. */
function lineNumbers(text: string, repairedText: string, dropped: ReadonlySet<number>): number[] | undefined {
  const numbers: number[] = [];
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    line++;
    const to = end < 0 ? text.length : end;
    if (!dropped.has(line) && !isBlank(text, from, to)) numbers.push(line);
    from = to + 1;
  }
  return numbers.length === countNonBlank(repairedText) ? numbers : undefined;
}

function isBlank(text: string, from: number, to: number): boolean {
  return to - from < 200 && text.slice(from, to).trim() === "";
}

function countNonBlank(text: string): number {
  let count = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    if (!isBlank(text, from, to)) count++;
    from = to + 1;
  }
  return count;
}

function nonBlankLines(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function noMessages(first: SessionProblem | undefined, text: string): UnreadableError {
  const where = first && first.line > 1 ? ` (line ${first.line})` : "";
  const message = `No message found. ${first?.message ?? ""}${where}`.trim();
  return new UnreadableError(first?.code ?? "no-messages", message, ADVICE, text.slice(0, 200));
}
