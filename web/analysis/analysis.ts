/** A run over a document and everything that is asked about it afterwards. */
import {
  type Change,
  type ExecutedImages,
  executeImagePlan,
  type Finding,
  finishReplay,
  type ImageEngine,
  type JudgedReplay,
  judgeReplay,
  lintPayload,
  type PlannedReplay,
  type PolicyOverrides,
  planReplay,
  type ReplayResult,
  type ReplayTarget,
  sanitizePayload,
  type WireFormat,
} from "../../src/index.ts";
import type { Amounts, RunResult } from "../protocol.ts";
import type { Amounter } from "./amounts.ts";
import type { BodyDocument, Document, SessionDocument, Turns } from "./document.ts";
import { turnsOfBody, turnsOfMessages } from "./document.ts";
import { Issues, quietChecks } from "./issues.ts";
import { NEXT_PROMPT, withoutPrompt } from "./next-prompt.ts";
import { pictures } from "./pictures.ts";
import { Rows } from "./rows.ts";

/** What a session cannot say, since it holds no request: not a fault of the session. */
const UNKNOWABLE: ReadonlySet<string> = new Set(["tools-missing"]);

/** What a run is asked for. */
export interface Wanted {
  readonly document: Document;
  readonly target: ReplayTarget;
  readonly policy: PolicyOverrides;
  readonly amounter: Amounter;
}

/** A run. */
export interface Analysis extends Wanted {
  readonly result: ReplayResult;
  readonly judged: JudgedReplay | undefined;
  readonly wire: WireFormat | undefined;
  readonly findings: readonly Finding[];
  readonly left: readonly Finding[];
  readonly changes: readonly Change[];
  readonly rows: Rows;
  readonly issues: Issues;
  /** While images are left to be worked on. */
  readonly planned: PlannedReplay | undefined;
  readonly waiting: number;
  readonly unchecked: boolean;
  readonly milliseconds: number;
}

/** Does the session end with an answer, so that the next prompt is still to come? */
function awaitsPrompt({ document, policy }: Pick<Wanted, "document" | "policy">): boolean {
  const ends = document.kind === "session" && document.messages.at(-1)?.role === "assistant";
  return ends && policy.trailingPrefill === undefined;
}

/** Everything but the images. */
export async function analyze(wanted: Wanted): Promise<Analysis> {
  const start = performance.now();
  const { document } = wanted;
  const analysis = document.kind === "session" ? ofSession(wanted, document) : await ofBody(wanted, document);
  return { ...analysis, milliseconds: performance.now() - start };
}

/** The same with the images worked on; `engine` absent: they stay as they are and are said to be unchecked. */
export async function withImages(
  analysis: Analysis,
  engine: ImageEngine | undefined,
  onProgress: (done: number, total: number) => void,
): Promise<Analysis> {
  const start = performance.now();
  const { document, planned } = analysis;
  const tell = ({ done, total }: { done: number; total: number }): void => onProgress(done, total);
  const given = { ...(engine && { engine }) };
  const finished = engine
    ? document.kind === "session" && planned
      ? withoutPrompt(await finishSession(planned, engine, tell), document)
      : document.kind === "body"
        ? await sanitizePayload(document.body, { ...optionsOf(analysis), images: given, onProgress: tell })
        : undefined
    : undefined;
  const unchecked = finished === undefined || finished.findings.some(({ code, message }) => isUnchecked(code, message));
  const result = finished ?? analysis.result;
  const next = assemble(analysis, analysis.judged, analysis.findings, result, undefined, 0, unchecked);
  return { ...next, milliseconds: analysis.milliseconds + performance.now() - start };
}

function isUnchecked(code: string, message: string): boolean {
  return code === "image-not-fitted" && /could not be loaded/.test(message);
}

async function finishSession(
  planned: PlannedReplay,
  engine: ImageEngine,
  onProgress: (progress: { readonly done: number; readonly total: number }) => void,
): Promise<ReplayResult> {
  let step: PlannedReplay | ReplayResult = planned;
  while ("images" in step) {
    const executed: ExecutedImages = await executeImagePlan(step.images, engine, { onProgress });
    step = finishReplay(step, executed);
  }
  return step;
}

function ofSession(wanted: Wanted, document: SessionDocument): Analysis {
  const { target, policy } = wanted;
  const { messages, stored = messages, modelSnapshots } = document;
  const prompt = awaitsPrompt(wanted) ? [NEXT_PROMPT] : [];
  const judged = judgeReplay([...stored, ...prompt], { target, policy });
  const findings = (judged?.findings ?? []).filter(({ code }) => !UNKNOWABLE.has(code));
  const input = prompt.length > 0 ? [...messages, ...prompt] : messages;
  const planned = planReplay(input, { target, policy, modelSnapshots });
  const waiting = planned.images.images.filter(({ action }) => action !== "keep").length;
  const finished = waiting > 0 ? planned : finishReplay(planned, { results: [] });
  const result = withoutPrompt("images" in finished ? planned.result : finished, document);
  return assemble(wanted, judged, findings, result, waiting > 0 ? planned : undefined, waiting, false);
}

async function ofBody(wanted: Wanted, { body, wire }: BodyDocument): Promise<Analysis> {
  const { target } = wanted;
  const findings = lintPayload(body, { target, format: wire });
  const result = await sanitizePayload(body, optionsOf(wanted));
  const refused = findings.filter(({ code, severity }) => severity === "error" && isOfImages(code)).length;
  return assemble(wanted, undefined, findings, result, undefined, refused, false);
}

function isOfImages(code: string): boolean {
  return code.startsWith("image-") || code === "request-bytes";
}

function optionsOf({ document, target, policy }: Wanted) {
  return { target, policy, ...(document.kind === "body" && { format: document.wire }) };
}

function assemble(
  { document, target, policy, amounter }: Wanted,
  judged: JudgedReplay | undefined,
  findings: readonly Finding[],
  result: ReplayResult,
  planned: PlannedReplay | undefined,
  waiting: number,
  unchecked: boolean,
): Analysis {
  const { changes } = result;
  const [before, after] = sidesOf(document, result);
  const left = leftOf(document, result, target, policy).filter(({ code }) => waiting === 0 || !isOfImages(code));
  const repaired = repairedTurns(document);
  const rows = new Rows({ before, after, changes, findings, left, request: document.kind === "body", repaired });
  const report = document.kind === "session" ? document.report : undefined;
  const issues = new Issues({ rows, changes, findings, left, report, rowOfLine: rowsByLine(document, rows) });
  const wire = document.kind === "body" ? document.wire : judged?.format;
  const base = { document, target, policy, amounter, result, judged, wire, findings, left, changes, rows, issues };
  return { ...base, planned, waiting, unchecked, milliseconds: 0 };
}

function sidesOf(document: Document, result: ReplayResult): [before: Turns, after: Turns] {
  if (document.kind === "session")
    return [turnsOfMessages(document.stored ?? document.messages), turnsOfMessages(result.messages)];
  return [turnsOfBody(document.body), turnsOfBody(result.body)];
}

/** Errors that are left, by pointers into the output. Those of a session point into the body that was built. */
function leftOf(
  document: Document,
  result: ReplayResult,
  target: ReplayTarget,
  policy: PolicyOverrides,
): readonly Finding[] {
  if (result.status !== "unrepairable") return [];
  const errors = result.findings.filter(({ severity }) => severity === "error");
  if (document.kind === "body") return errors;
  const inBody = judgeReplay(result.messages, { target, policy })?.findings.filter(
    ({ severity }) => severity === "error",
  );
  const known = new Set(inBody?.map(({ code }) => code));
  return [...(inBody ?? []), ...errors.filter(({ code, document: where }) => !known.has(code) && where === "input")];
}

function repairedTurns(document: Document): ReadonlySet<number> {
  const repaired = new Set<number>();
  if (document.kind !== "session" || !document.lines) return repaired;
  const lines = new Set(document.report.changes.map(({ line }) => line));
  if (lines.size === 0) return repaired;
  document.messages.forEach((message, index) => {
    const line = document.lines?.get(message);
    if (line !== undefined && lines.has(line)) repaired.add(index);
  });
  return repaired;
}

function rowsByLine(document: Document, rows: Rows): (line: number) => number {
  if (document.kind !== "session" || !document.lines) return () => -1;
  const { lines, messages } = document;
  const byLine = new Map(messages.map((message, index) => [lines.get(message) ?? -1, index] as const));
  return (line) => {
    const index = byLine.get(line);
    return index === undefined ? -1 : rows.ofInput(`/${index}`);
  };
}

/** What the page is told of a run. */
export function resultOf(analysis: Analysis): RunResult {
  const { result, rows, issues, planned, waiting, unchecked, milliseconds, wire, target } = analysis;
  const { groups } = issues;
  const counts = {
    rejected: issues.count("rejected"),
    changed: groups.reduce(
      (sum, { kind, layer, count }) => sum + (kind === "changed" && layer === "replay" ? count : 0),
      0,
    ),
    note: issues.count("note"),
    left: issues.count("left"),
    lossy: groups.reduce((sum, { lossy }) => sum + lossy, 0),
    file: groups.reduce((sum, { layer, count }) => sum + (layer === "file" ? count : 0), 0),
  };
  const plannedImages = planned?.images.images ?? [];
  const images = pictures({
    rows,
    changes: analysis.changes,
    planned: plannedImages,
    waiting: waiting > 0,
    left: notFitted(result),
    target,
  });
  return {
    status: result.status,
    rows: rows.index,
    base: rows.before.base,
    groups,
    counts,
    before: amountsOf(rows.before, analysis),
    after: amountsOf(rows.after, analysis),
    policy: result.policy,
    ...quietChecks(groups, result.policy, wire),
    judged: wire !== undefined,
    images,
    imagesLeft: waiting,
    unchecked,
    awaitsPrompt: awaitsPrompt(analysis),
    milliseconds,
  };
}

function notFitted({ findings }: ReplayResult): ReadonlyMap<string, string> {
  return new Map(
    findings.filter(({ code }) => code === "image-not-fitted").map(({ path, message }) => [path, message]),
  );
}

function amountsOf({ list }: Turns, { amounter, target }: Analysis): Amounts {
  let [bytes, tokens] = [0, 0];
  for (const turn of list) {
    bytes += amounter.bytes(turn);
    tokens += amounter.tokens(turn, target);
  }
  return { turns: list.length, bytes, tokens };
}
