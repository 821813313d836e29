/** Opens what a person dropped, pasted or chose: recognizes it, reads it, and says how far it is. */

import type { ReplayTarget, WireFormat } from "../../src/index.ts";
import { type Found, InputError, readInput } from "../inputs/index.ts";
import type { Choice, Opened, Opening, Preview, Progress } from "../protocol.ts";
import type { Document } from "./document.ts";
import { turnsOfBody } from "./document.ts";
import { branchesOf, lostLines, readSessionDocument, UnreadableError, withLeaf } from "./read.ts";
import { previewOf } from "./row-views.ts";
import { isFields } from "./values.ts";

/** A parsed transcript takes several times its bytes, and a string cannot be longer in every browser. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Above this it is said that it takes its time. */
const MANY_BYTES = 256 * 1024 * 1024;
/** How much of a file is read for the first rows. */
const HEAD = 512 * 1024;
const PREVIEWED = 40;

/** Is told how the work goes. */
export interface Listener {
  progress(progress: Progress): void;
  preview(preview: Preview): void;
}

/** Something that is open. */
export interface OpenFile {
  readonly key: number;
  readonly pick: number;
  readonly leaf: number | undefined;
  readonly found: readonly Found[];
  readonly notes: readonly string[];
  readonly bytes: Blob;
  /** With all branches. */
  readonly whole: Document;
  /** On the chosen branch. */
  readonly document: Document;
}

/** Opens; what is open already is not read again. */
export async function open(opening: Opening, before: OpenFile | undefined, listener: Listener): Promise<OpenFile> {
  const { key, blob, pick = 0, leaf } = opening;
  const same = before?.key === key ? before : undefined;
  if (same && same.pick === pick) return same.leaf === leaf ? same : onBranch(same, leaf);
  if (blob.size > MAX_BYTES) throw tooLarge(blob.size);
  const { found, notes } = same ?? withWarning(await recognize(opening), blob.size);
  const chosen = found[pick] ?? found[0];
  if (!chosen) throw new UnreadableError("empty", "There is nothing in the file.", "Open another one.");
  if (chosen.kind === "session") await tellHead(chosen.text, listener);
  const whole = chosen.kind === "session" ? await readSessionText(chosen, listener) : bodyDocument(chosen);
  const bytes = chosen.kind === "session" ? chosen.text : new Blob([whole.text]);
  return onBranch({ key, pick, leaf: undefined, found, notes, bytes, whole, document: whole }, leaf);
}

function withWarning({ found, notes }: Pick<OpenFile, "found" | "notes">, bytes: number) {
  if (bytes <= MANY_BYTES) return { found, notes };
  const size = Math.round(bytes / 2 ** 20);
  return {
    found,
    notes: [
      `The file has ${size} MiB: what is done with it takes its time, and several times its size in memory.`,
      ...notes,
    ],
  };
}

async function recognize({ blob, name, as }: Opening): Promise<Pick<OpenFile, "found" | "notes">> {
  try {
    return await readInput(blob, name, { ...(as !== undefined && { as }), limits: { bytes: MAX_BYTES } });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const excerpt = error.excerpt ?? (await blob.slice(0, 400).text()).slice(0, 200);
    throw new UnreadableError(error.code, error.message, error.advice, excerpt);
  }
}

function onBranch(file: OpenFile, leaf: number | undefined): OpenFile {
  const { whole } = file;
  const document = leaf === undefined || whole.kind !== "session" ? whole : withLeaf(whole, leaf);
  return { ...file, document, leaf };
}

/** What the page is told of what is open. */
export function openedOf({ document, whole, found, notes, pick, leaf, bytes }: OpenFile): Opened {
  const choices = found.map(({ label, name }): Choice => ({ label, detail: name }));
  const base = { kind: document.kind, format: document.format, bytes: bytes.size, choices, picked: pick, notes };
  if (document.kind === "body") {
    const target = { ...TARGETS[document.wire], ...modelOf(document.body), ...document.target };
    return { ...base, turns: turnsOfBody(document.body).list.length, branches: [], badLines: 0, lost: [], target };
  }
  const { report, content, messages } = document;
  const lines = new Set([...report.dropped, ...report.changes].map(({ line }) => line));
  return {
    ...base,
    turns: messages.length,
    entries: content.entries.length,
    branches: whole.kind === "session" ? branchesOf(whole, messages, leaf) : [],
    badLines: lines.size,
    lost: lostLines(document),
  };
}

/** Whom a body of a format is sent to, unless it is known better. */
const TARGETS: Readonly<Record<WireFormat, ReplayTarget>> = {
  "anthropic-messages": { provider: "anthropic", modelApi: "anthropic-messages" },
  "openai-completions": { provider: "openai", modelApi: "openai-completions" },
  "openai-responses": { provider: "openai", modelApi: "openai-responses" },
  "google-generative-ai": { provider: "google", modelApi: "google-generative-ai" },
  "bedrock-converse": { provider: "amazon-bedrock", modelApi: "bedrock-converse-stream" },
  "mistral-conversations": { provider: "mistral", modelApi: "mistral-conversations" },
};

function modelOf(body: unknown): Partial<ReplayTarget> {
  const model = isFields(body) ? (body["model"] ?? body["modelId"]) : undefined;
  return typeof model === "string" ? { modelId: model } : {};
}

async function readSessionText(found: Extract<Found, { kind: "session" }>, listener: Listener): Promise<Document> {
  const { text: file, label } = found;
  listener.progress({ phase: "reading", done: 0, total: file.size });
  return readSessionDocument(file, label);
}

function bodyDocument({ label, body, format, target }: Extract<Found, { kind: "request" }>): Document {
  return { kind: "body", format: label, wire: format, text: JSON.stringify(body, null, 2), body, target };
}

/** The first turns, before the rest is read. Only of files that are worth it. */
async function tellHead(blob: Blob, listener: Listener): Promise<void> {
  if (blob.size < 4 * HEAD) return;
  const lines = (await blob.slice(0, HEAD).text()).split("\n").slice(0, -1);
  const messages: unknown[] = [];
  for (const line of lines) {
    if (messages.length >= PREVIEWED) break;
    try {
      const value: unknown = JSON.parse(line);
      const message = isFields(value) && "message" in value ? value["message"] : value;
      if (isFields(message) && typeof message["role"] === "string") messages.push(message);
    } catch {
      // It is said when the whole file is read.
    }
  }
  if (messages.length > 0) listener.preview({ rows: previewOf(messages) });
}

function tooLarge(bytes: number): UnreadableError {
  const size = `${Math.round(bytes / 2 ** 20)} MiB`;
  const message = `The file has ${size}; this page reads up to ${MAX_BYTES / 2 ** 20} MiB.`;
  return new UnreadableError(
    "too-large",
    message,
    "Cut the session into parts, or use the library or the command line.",
  );
}
