/** What the Web Worker answers to each question of the page. */
import { type ReplayTarget, TranscriptInputError } from "../../src/index.ts";
import type { Calls, Opening, RunResult, Side, Trouble } from "../protocol.ts";
import { Amounter } from "./amounts.ts";
import { type Analysis, analyze, resultOf, withImages } from "./analysis.ts";
import { bodyOf } from "./blocks.ts";
import { turnView } from "./detail.ts";
import { turnPointer } from "./document.ts";
import { engineAt, type RemoteEngine } from "./engine-port.ts";
import { explain } from "./explain.ts";
import { makeExport } from "./export.ts";
import { ACTIONS, Lines } from "./lines.ts";
import { providerColumn } from "./matrix.ts";
import { type Listener, type OpenFile, open, openedOf } from "./open.ts";
import { pictureBlob } from "./pictures.ts";
import { UnreadableError } from "./read.ts";
import { rowViews } from "./row-views.ts";
import { REQUEST } from "./rows.ts";
import { searchRows } from "./search.ts";
import { nodesAt } from "./tree.ts";
import { valueAt } from "./values.ts";

type Handlers = { [Kind in keyof Calls]: (input: Calls[Kind]["input"]) => Promise<Calls[Kind]["output"]> };

/** Everything the worker knows; questions are answered from it. */
export function createAnswers(listener: Listener): Handlers {
  let file: OpenFile | undefined;
  let current: Analysis | undefined;
  let lines: { readonly of: Blob; readonly lines: Lines } | undefined;
  let amounter = new Amounter();
  let engine: RemoteEngine | undefined;

  const latest = (): Analysis => {
    if (!current) throw new Error("there is no result yet");
    return current;
  };
  const opened = async (opening: Opening): Promise<OpenFile> => {
    const before = file;
    if (before?.key !== opening.key) {
      file = undefined;
      current = undefined;
      amounter = new Amounter();
    }
    file = await open(opening, before, listener);
    return file;
  };
  const linesOfFile = async (): Promise<Lines> => {
    if (!file) throw new Error("nothing is open");
    const { bytes, whole } = file;
    if (lines?.of === bytes) return lines.lines;
    const report = whole.kind === "session" ? whole.report : undefined;
    lines = { of: bytes, lines: await Lines.of(bytes, report) };
    return lines.lines;
  };
  const show = (analysis: Analysis): RunResult => {
    current = analysis;
    return resultOf(analysis);
  };
  const rootOf = (side: Side): unknown => latest().rows[side].root;

  return {
    open: async ({ opening }) => openedOf(await opened(opening)),
    async run({ opening, target, policy }) {
      const { document } = await opened(opening);
      listener.progress({ phase: "rules", done: 0, total: 0 });
      return show(await analyze({ document, target: named(target), policy, amounter }));
    },
    async finish({ ports }) {
      const begun = latest();
      engine = ports.length > 0 ? engineAt(ports) : undefined;
      const tell = (done: number, total: number): void => listener.progress({ phase: "images", done, total });
      const done = await withImages(begun, engine, tell);
      // Another run has begun meanwhile.
      return current === begun ? show(done) : resultOf(begun);
    },
    async stopImages() {
      engine?.stop();
      return undefined;
    },
    rows: async ({ rows }) => rowViews(latest(), rows),
    async turn({ row }) {
      const { rows, changes, findings, left, target, document } = latest();
      const lineOf = (one: number): number | undefined => {
        if (document.kind !== "session") return undefined;
        return document.lines?.get(document.messages[rows.index.before[one] as number]);
      };
      const changed = document.kind === "session" ? document.report.changes : [];
      const fileActions = (line: number) =>
        changed
          .filter((one) => one.line === line)
          .flatMap(({ actions }) => actions.map((id) => ({ id, text: ACTIONS[id] })));
      return turnView(row, { rows, changes, findings, left, target, lineOf, fileActions });
    },
    text: async ({ path, side }) => textAt(rootOf(side), path),
    nodes: async ({ path, side, offset }) => nodesAt(rootOf(side), path, offset),
    copy: async ({ row, side }) => JSON.stringify(turnOf(latest(), row, side), null, 2) ?? "",
    issues: async ({ id, kind, offset, limit }) => latest().issues.page(id, kind, offset, limit),
    async turnIssues({ kind, layer, offset, limit }) {
      const analysis = latest();
      const found = [...analysis.issues.byRow(kind, layer)];
      const turns = found
        .slice(offset, offset + limit)
        .map(([row, issues]) => ({ turn: rowViews(analysis, [row])[0], issues }));
      return { turns, total: found.length };
    },
    image: async ({ path, side }) => pictureBlob(rootOf(side), path),
    rawIndex: async () => (await linesOfFile()).index,
    raw: async ({ from, count }) => (await linesOfFile()).read(from, count),
    rawLine: async ({ line }) => (await linesOfFile()).whole(line),
    search: async ({ query }) => searchRows(latest().rows, query),
    provider: async ({ target }) => providerColumn(latest(), named(target)),
    explain: async ({ text }) => explain(latest(), text),
    export: async ({ kind, name }) => makeExport(latest(), kind, name),
    async content({ most }) {
      const text = file?.whole.text ?? "";
      if (text.length > most * 40) return undefined;
      const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
      return bytes.length > most ? undefined : bytes;
    },
  };
}

function named(target: ReplayTarget): ReplayTarget {
  if (target.provider.trim() !== "") return target;
  throw new UnreadableError("no-provider", "No provider is named.", "Choose one, or write the id of a provider.");
}

function textAt(root: unknown, path: string): string {
  const value = valueAt(root, path);
  return typeof value === "string" ? value : bodyOf(value);
}

function turnOf({ rows }: Analysis, row: number, side: Side): unknown {
  const index = rows.index[side][row] ?? -1;
  if (index === REQUEST) return rows[side].root;
  return index < 0 ? undefined : valueAt(rows[side].root, turnPointer(rows[side], index));
}

/** A fault in the words of the page. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof UnreadableError) {
    const { code, message, advice, excerpt } = error;
    return { code, message, advice, ...(excerpt !== undefined && { excerpt }) };
  }
  if (error instanceof TranscriptInputError) {
    return { code: error.code, message: error.message, advice: "Correct it and try again." };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, advice: "This is a fault of replaysafe. Please report it." };
}
