// Random damage to session files, and what must hold of every repair whatever the damage was.
import { LineFeeder } from "../../src/session/repair/lines.ts";
import { type RepairOptions, settingsOf } from "../../src/session/repair/options.ts";
import type { RepairSink } from "../../src/session/repair/output.ts";
import { RepairPass } from "../../src/session/repair/pass.ts";
import type { RepairReport } from "../../src/session/repair/report.ts";
import { repairSessionBytes, repairSessionText } from "../../src/session/repair/text.ts";
import { createRandom, type Random } from "../properties/random.ts";

/** What the fuzzer did and what went wrong. */
export interface FuzzOutcome {
  readonly count: number;
  readonly repaired: number;
  readonly dropped: number;
  readonly recovered: number;
  readonly changed: number;
  readonly inserted: number;
  readonly slowest: number;
  readonly failures: readonly string[];
}

type Bytes = Uint8Array;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
const LINE_FEED = 10;

/** Damages files and repairs them. Each case has a seed of its own, which its failure names. */
export function fuzz(count: number, seed: number, now: () => number): FuzzOutcome {
  const failures: string[] = [];
  const totals = { repaired: 0, dropped: 0, recovered: 0, changed: 0, inserted: 0, slowest: 0 };
  for (let number = 0; number < count; number++) {
    const own = seed + number;
    const start = now();
    try {
      const report = runCase(createRandom(own));
      if (report.repaired) totals.repaired++;
      totals.dropped += report.dropped.length;
      totals.recovered += report.recoveredRecords;
      totals.changed += report.changes.length;
      totals.inserted += report.insertedToolResults ?? 0;
    } catch (error) {
      failures.push(`seed ${own}: ${error instanceof Error ? error.message : String(error)}`);
    }
    totals.slowest = Math.max(totals.slowest, now() - start);
  }
  return { count, ...totals, failures };
}

// ------------------------------------------------------------------------------------------------ files and damage

/** Makes a file, damages it, repairs it and checks what must hold. */
function runCase(random: Random): RepairReport {
  const ending = random.chance(0.2) ? "\r\n" : "\n";
  const records = makeRecords(random);
  let file: Bytes = encoder.encode(records.map((record) => `${record}${ending}`).join(""));
  if (random.chance(0.2)) file = file.slice(0, -ending.length);
  for (let deeds = random.below(5); deeds > 0; deeds--) file = random.pick(DEEDS)(file, random);
  const options = { extras: random.chance(0.3), reparent: random.chance(0.3) };
  return check(file, options, random);
}

const TEXTS = [
  "hello",
  "",
  " \n",
  'say {"type":"message"} now',
  "\u2028 and \u2029",
  "ก😀é",
  'a\\b"c',
  "{",
  "}{",
  "[]",
];
const KINDS = ["user", "assistant", "toolResult", "assistant-error", "custom", "compaction", "unknown", "number"];

function makeRecords(random: Random): string[] {
  const first = random.chance(0.9)
    ? { type: "session", version: 3, id: "s", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/w" }
    : { timestamp: "t", type: "response_item", payload: { type: "reasoning" } };
  const records: unknown[] = [first];
  for (let index = 0; index < 1 + random.below(12); index++) {
    const base = { id: `m${index}`, parentId: index === 0 ? null : `m${random.chance(0.9) ? index - 1 : 0}` };
    records.push(makeRecord(random.pick(KINDS), base, random));
  }
  return records.map((record) => JSON.stringify(record));
}

function makeRecord(kind: string, base: object, random: Random): unknown {
  const text = random.pick(TEXTS).repeat(1 + random.below(random.chance(0.1) ? 200 : 2));
  const message = (role: string, content: unknown, more: object = {}): object => ({
    type: "message",
    ...base,
    timestamp: "2026-01-01T00:00:01.000Z",
    message: { role, content, ...more },
  });
  const api = random.chance(0.3) ? { api: "openai-chatgpt-responses", provider: "openai" } : {};
  const block = { type: "text", text };
  const call = {
    type: "toolCall",
    id: `c${random.below(9)}`,
    name: "read",
    arguments: { a: { b: [1.0, -2e-7, null] } },
  };
  switch (kind) {
    case "user":
      return message(
        "user",
        random.pick([text, [block], [], [block, { type: "image", data: "QUJD", mimeType: "image/png" }]]),
      );
    case "assistant":
      return message("assistant", random.chance(0.5) ? [block] : [block, call], { stopReason: "stop", ...api });
    case "toolResult":
      return message("toolResult", [block], { toolCallId: `c${random.below(9)}`, toolName: "read" });
    case "assistant-error":
      return message("assistant", [], { stopReason: "error" });
    case "custom":
      return { type: "custom", ...base, customType: "x", data: { entries: [message("user", text)] } };
    case "compaction":
      return { type: "compaction", ...base, summary: text, firstKeptEntryId: "m0" };
    case "unknown":
      return { type: "message", ...base, message: { role: random.pick(["planner", "", " ", null]), content: text } };
    default:
      return random.pick([42, "x", null, [], {}, { __proto__: null, type: 7 }]);
  }
}

type Deed = (file: Bytes, random: Random) => Bytes;

const DEEDS: readonly Deed[] = [
  // Cut something out, cut the end off.
  (file, random) => splice(file, ...range(file, random, 40), ""),
  (file, random) => file.slice(0, random.below(file.length + 1)),
  // A record begins before the last one has ended.
  (file, random) => {
    const lines = linesOf(file);
    const line = random.pick(lines);
    return splice(file, line.start + random.below(line.end - line.start + 1), line.end + 1, "");
  },
  (file, random) => {
    const line = random.pick(linesOf(file));
    return splice(file, line.end, line.end + 1, "");
  },
  // Bits that flipped.
  (file, random) => {
    const copy = file.slice();
    for (let flips = 1 + random.below(4); flips > 0 && copy.length > 0; flips--) {
      const at = random.below(copy.length);
      copy[at] = (copy[at] as number) ^ (1 << random.below(8));
    }
    return copy;
  },
  // NUL runs, in place of something or in addition.
  (file, random) => splice(file, random.below(file.length + 1), undefined, "\0".repeat(1 + random.below(700))),
  (file, random) => {
    const [start, end] = range(file, random, 200);
    return splice(file, start, end, "\0".repeat(end - start));
  },
  // Line endings and blank lines.
  (file) => encoder.encode(decoder.decode(file).replaceAll("\n", "\r\n")),
  (file, random) =>
    splice(file, random.pick(linesOf(file)).start, undefined, random.pick(["\n", " \r\n", "\t\n\n", "\r"])),
  // A line twice, a piece of one elsewhere.
  (file, random) => {
    const { start, end } = random.pick(linesOf(file));
    return splice(file, start, undefined, `${decoder.decode(file.subarray(start, end))}\n`);
  },
  (file, random) => {
    const [start, end] = range(file, random, 300);
    return splice(file, random.below(file.length + 1), undefined, decoder.decode(file.subarray(start, end)));
  },
  // Raw control characters, line feeds among them.
  (file, random) =>
    splice(file, random.below(file.length + 1), undefined, random.pick(["\n", "\t", "\u0001", "\r", "\n\n"])),
  // What is no UTF-8, and marks that say it is.
  (file, random) =>
    join(file, random.below(file.length + 1), Uint8Array.of(random.pick([0xff, 0xc3, 0xe2, 0xf0, 0x80]))),
  (file, random) =>
    join(file, random.chance(0.5) ? 0 : random.pick(linesOf(file)).start, Uint8Array.of(0xef, 0xbb, 0xbf)),
  // Nonsense.
  (file, random) => splice(file, random.pick(linesOf(file)).start, undefined, random.pick(NONSENSE)),
];

const NONSENSE = [
  "{bad\n",
  '{"a":"x\n',
  '","b":"\n',
  `${"[".repeat(500)}\n`,
  `${'{"type":'.repeat(300)}\n`,
  '{"type":"message","message":{"role":null}}\n',
  "\uFEFF\n",
  "}\n",
];

function splice(file: Bytes, start: number, end: number | undefined, text: string): Bytes {
  const piece = encoder.encode(text);
  const to = Math.min(file.length, end ?? start);
  const result = new Uint8Array(start + piece.length + file.length - to);
  result.set(file.subarray(0, start));
  result.set(piece, start);
  result.set(file.subarray(to), start + piece.length);
  return result;
}

function join(file: Bytes, at: number, piece: Bytes): Bytes {
  const result = new Uint8Array(file.length + piece.length);
  result.set(file.subarray(0, at));
  result.set(piece, at);
  result.set(file.subarray(at), at + piece.length);
  return result;
}

function range(file: Bytes, random: Random, longest: number): [number, number] {
  const start = random.below(file.length + 1);
  return [start, Math.min(file.length, start + random.below(longest))];
}

function linesOf(file: Bytes): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  for (let start = 0; start <= file.length; ) {
    const feed = file.indexOf(LINE_FEED, start);
    const end = feed < 0 ? file.length : feed;
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

// -------------------------------------------------------------------------------------------------- what must hold

interface Part {
  readonly deed: "keep" | "replace" | "drop";
  readonly old: Bytes;
  readonly bytes: Bytes;
}

interface Repair {
  readonly output: Bytes;
  readonly report: RepairReport;
  readonly parts: readonly Part[];
}

/** Sends a file through a pass in random chunks and takes down each part. */
export function repairBytes(file: Bytes, options: RepairOptions, random: Random | undefined): Repair {
  const parts: Part[] = [];
  const sink: RepairSink = {
    keep: (old) => parts.push({ deed: "keep", old, bytes: old }),
    replace: (old, bytes) => parts.push({ deed: "replace", old, bytes }),
    drop: (old) => parts.push({ deed: "drop", old, bytes: new Uint8Array() }),
  };
  const settings = settingsOf(options);
  const pass = new RepairPass(sink, settings);
  const feeder = new LineFeeder(pass, settings.maxLineBytes);
  for (let at = 0; at < file.length; ) {
    const size = random === undefined ? file.length : 1 + random.below(random.chance(0.5) ? 8 : 400);
    // A copy, as a host would hand it over.
    feeder.feed(file.slice(at, at + size));
    at += size;
  }
  feeder.end();
  const report = pass.finish();
  return { output: concat(parts.map(({ bytes }) => bytes)), report, parts };
}

function check(file: Bytes, options: RepairOptions, random: Random): RepairReport {
  const onePass = { ...options, extras: ["corrupt-images"] as const };
  const repair = repairBytes(file, onePass, random);
  checkAccounts(file, repair);
  checkRecords(file, repair);
  const whole = repairBytes(file, onePass, undefined);
  expectSame(whole.output, repair.output, "other chunks give other bytes");
  if (JSON.stringify(whole.report) !== JSON.stringify(repair.report)) throw new Error("other chunks, another report");

  const again = repairBytes(repair.output, onePass, random);
  if (
    again.report.repaired ||
    again.report.droppedLines > 0 !== (again.report.reason !== undefined && again.report.droppedLines > 0)
  ) {
    throw new Error(`not idempotent: ${JSON.stringify(again.report)}`);
  }
  expectSame(again.output, repair.output, "the second repair changes bytes");
  checkBytes(file, options, repair);
  return checkText(file, options, repair);
}

/** Every byte of the file is kept, replaced or dropped, as the report says. */
function checkAccounts(file: Bytes, { parts, report, output }: Repair): void {
  expectSame(concat(parts.map(({ old }) => old)), file, "the parts are not the file");
  if (!report.repaired) {
    expectSame(output, file, "nothing was to be done and something was");
    if (report.dropped.length + report.changes.length > 0) throw new Error("a report of nothing lists something");
    return;
  }
  const pieces = [...report.dropped.map((piece) => ({ ...piece, newBytes: 0 })), ...report.changes];
  pieces.sort((a, b) => a.offset - b.offset || a.bytes - b.bytes);
  let [input, written] = [0, 0];
  const keptBytes: Bytes[] = [];
  for (const { offset, bytes, newBytes } of pieces) {
    if (offset < input) throw new Error(`pieces overlap at ${offset}`);
    const kept = offset - input;
    keptBytes.push(output.subarray(written, written + kept));
    expectSame(output.subarray(written, written + kept), file.subarray(input, offset), `bytes before ${offset}`);
    input = offset + bytes;
    written += kept + newBytes;
  }
  expectSame(output.subarray(written), file.subarray(input), "bytes at the end");
  const dropped = concat(parts.filter(({ deed }) => deed === "drop").map(({ old }) => old));
  const listed = concat(report.dropped.map(({ offset, bytes }) => file.subarray(offset, offset + bytes)));
  expectSame(dropped, listed, "the dropped bytes are not those of the report");
}

/** What comes out is JSON line by line; what was a good line is still there; what is new was reported. */
function checkRecords(file: Bytes, { output, report, parts }: Repair): void {
  if (report.reason !== undefined) return;
  const written = decoder.decode(output).split("\n");
  const bad = written.find((line) => line.trim() !== "" && !isJson(line));
  if (bad !== undefined) throw new Error(`a line is no JSON: ${bad.slice(0, 200)}`);
  strict.decode(output);

  const left = new Map<string, number>();
  for (const line of written) left.set(line, (left.get(line) ?? 0) + 1);
  const isTouched = (start: number, end: number): boolean =>
    [...report.changes, ...report.dropped].some(
      ({ offset, bytes, ...rest }) =>
        offset < end && offset + bytes > start && !("reason" in rest && rest.reason !== "invalid-message"),
    );
  for (const { start, end } of linesOf(file)) {
    const line = decoder.decode(file.subarray(start, end));
    if (line.trim() === "" || !isJson(line) || isTouched(start, end)) continue;
    const count = left.get(line) ?? 0;
    if (count === 0) throw new Error(`a good line is gone: ${line.slice(0, 200)}`);
    left.set(line, count - 1);
  }
  const made = parts.filter(({ deed, old, bytes }) => deed === "replace" && old.length + bytes.length > 0).length;
  if (made !== report.changes.length) throw new Error(`${made} replacements, ${report.changes.length} reported`);
}

/** The file in one piece comes out as the stream does. */
function checkBytes(file: Bytes, options: RepairOptions, repair: Repair): void {
  const whole = repairSessionBytes(file, { ...options, extras: ["corrupt-images"] });
  expectSame(whole.bytes as Bytes, repair.output, "bytes and stream");
  if (!whole.report.repaired && whole.bytes !== file) throw new Error("nothing to do, other bytes");
  if (JSON.stringify(whole.report) !== JSON.stringify(repair.report)) throw new Error("the bytes have another report");
}

/** The text says the same as the bytes, with the extras that look at the whole file in addition. */
function checkText(file: Bytes, options: RepairOptions, repair: Repair): RepairReport {
  let text: string;
  try {
    text = strict.decode(file);
  } catch {
    return repair.report;
  }
  const plain = repairSessionText(text, { ...options, extras: ["corrupt-images"] });
  if (plain.text !== strict.decode(repair.output)) throw new Error("the text is repaired otherwise than the bytes");
  if (JSON.stringify(plain.report) !== JSON.stringify(repair.report)) throw new Error("the text has another report");
  const full = repairSessionText(text, options);
  if (!full.report.repaired && full.text !== text) throw new Error("nothing to do, another text");
  const again = repairSessionText(full.text, options);
  if (again.report.repaired || again.text !== full.text) {
    throw new Error(`not idempotent with ${JSON.stringify(options)}: ${JSON.stringify(again.report)}`);
  }
  return full.report;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function concat(pieces: readonly Bytes[]): Bytes {
  const result = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    result.set(piece, at);
    at += piece.length;
  }
  return result;
}

function expectSame(actual: Bytes, expected: Bytes, what: string): void {
  if (actual.length === expected.length && actual.every((byte, index) => byte === expected[index])) return;
  throw new Error(`${what}: ${actual.length} and ${expected.length} bytes`);
}
