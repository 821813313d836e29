/**
 * One pass over a session file: takes its lines and hands on what stays, what is new and what is gone.
 *
 * A line that is a JSON value is judged as it is. One that is not is searched for whole records; if it breaks off within
 * a string, the lines behind it are looked at too, for some writers put raw line feeds into strings. What is no record
 * is dropped, with its line feed if nothing of the line is left, and with the blank lines behind it.
 */
import { encode, isBlank, NEWLINE, NOTHING, NUL, QUOTE, RETURN, skipSpace } from "./bytes.ts";
import { RecordFields } from "./fields.ts";
import type { LineHandler } from "./lines.ts";
import { RepairLog } from "./log.ts";
import type { RepairSettings } from "./options.ts";
import { RepairOutput, type RepairSink } from "./output.ts";
import { RecordJudge } from "./record.ts";
import type { DropReason, RepairAction, RepairReport } from "./report.ts";
import { cleanRecord, type FoundRecord, findRecords, skipFiller } from "./salvage.ts";
import { JsonScanner } from "./scan.ts";
import type { RepairFacts, Survey } from "./survey.ts";

/** Lines that are put together to one record have at most so many bytes, and are scanned at most so often. */
const MAX_JOINED = 4 * 1024 * 1024;
const MAX_SCANS = 16;

const LINE_FEED = encode("\n");
/** The first byte of a byte order mark. */
const BYTE_ORDER_MARK = 0xef;

/** A pass over one file. */
export class RepairPass implements LineHandler {
  readonly #scanner = new JsonScanner();
  readonly #fields = new RecordFields();
  readonly #log = new RepairLog();
  readonly #output: RepairOutput;
  readonly #judge: RecordJudge;
  readonly #facts: RepairFacts | undefined;
  // Where the line at hand begins in the file.
  #offset = 0;
  #line = 1;
  // Bytes of the lines that are kept to be seen with the next one, and how often they may still be scanned.
  #held = 0;
  #scans = 0;
  #inExcess = false;
  #afterDrop = false;

  constructor(sink: RepairSink, settings: RepairSettings, more: { facts?: RepairFacts; survey?: Survey } = {}) {
    this.#output = new RepairOutput(sink);
    this.#facts = more.facts;
    const tools = { settings, scanner: this.#scanner, fields: this.#fields, log: this.#log };
    this.#judge = new RecordJudge({ ...tools, ...more });
  }

  /** Bytes of the file that were taken. */
  get offset(): number {
    return this.#offset;
  }

  /** Bytes of the repaired file so far. */
  get size(): number {
    return this.#output.size;
  }

  take(bytes: Uint8Array, start: number, next: number, final: boolean): number {
    if (this.#held === 0) return this.#takeLine(bytes, start, next, final, !final);
    const last = start + this.#held;
    const fate = this.#lookOn(bytes, start, last, next);
    if (fate === "hold" && !final) {
      this.#held = next - start;
      return start;
    }
    if (typeof fate !== "string") {
      this.#held = 0;
      this.#takeDamaged(bytes, start, next, final, [fate], ["rejoined"]);
      this.#advance(next - start, countLines(bytes, start, next));
      return next;
    }
    this.release(bytes, start, last);
    return last < next ? this.#takeLine(bytes, last, next, final, !final) : next;
  }

  release(bytes: Uint8Array, start: number, next: number): void {
    this.#held = 0;
    let at = start;
    while (at < next) at = this.#takeLine(bytes, at, bytes.indexOf(NEWLINE, at) + 1, false, false);
  }

  excess(piece: Uint8Array, ends: boolean): void {
    if (!this.#inExcess) this.#log.drop(this.#line, this.#offset, 0, "too-long");
    this.#log.dropMore(piece.length);
    this.#output.drop(piece);
    this.#offset += piece.length;
    this.#inExcess = !ends;
    this.#afterDrop = true;
    if (ends) this.#line++;
    this.#decide();
  }

  flush(): void {
    this.#output.flush();
  }

  /** Ends the pass. */
  finish(): RepairReport {
    let reason: string | undefined;
    if (this.#output.isHolding) {
      reason = "empty session file";
      this.#output.release(true);
    } else if (this.#judge.format === "none") reason = "invalid session header";
    else if (this.#log.hasWork && !this.#output.endsLine)
      this.#put(NOTHING, LINE_FEED, this.#offset, ["restored-newline"]);
    this.#output.flush();
    return this.#log.report(reason);
  }

  #takeLine(bytes: Uint8Array, start: number, next: number, final: boolean, mayJoin: boolean): number {
    const end = endOfLine(bytes, start, next);
    // A line of nothing is no value, which need not be found out.
    const to = start === end ? -1 : this.#fields.read(this.#scanner, bytes, start, end, false);
    if (to >= 0 && skipSpace(bytes, to, end, false) === end) this.#takeValue(bytes, start, next, to);
    else if (isBlank(bytes, start, end)) {
      if (this.#afterDrop) this.#dropMore(bytes, start, next);
      else this.#output.keep(bytes, start, next);
    } else {
      const { records, inString } = findRecords(bytes, start, end, this.#scanner, this.#fields);
      if (inString && mayJoin && next - start <= MAX_JOINED) {
        this.#held = next - start;
        this.#scans = MAX_SCANS;
        return start;
      }
      this.#takeDamaged(bytes, start, next, final, records, []);
    }
    this.#advance(next - start, 1);
    return next;
  }

  /** Takes a line that is one JSON value, which ends at `to`. */
  #takeValue(bytes: Uint8Array, start: number, next: number, to: number): void {
    const from = skipSpace(bytes, start, to, false);
    const offset = this.#offset + (from - start);
    const verdict = this.#judge.judge(bytes, from, to, offset, this.#line);
    this.#decide();
    if (verdict === undefined) this.#keep(bytes, start, next);
    else if (verdict.drop !== undefined) this.#drop(bytes, start, next, start, verdict.drop);
    else {
      this.#keep(bytes, start, from);
      this.#put(bytes.subarray(from, to), verdict.bytes, offset, verdict.actions);
      this.#keep(bytes, to, next);
    }
    this.#insertBehind(offset, this.#offset + (next - start));
  }

  /** Takes a line, or lines, that are no JSON value but hold these records. */
  #takeDamaged(
    bytes: Uint8Array,
    start: number,
    next: number,
    final: boolean,
    records: readonly FoundRecord[],
    deeds: readonly RepairAction[],
  ): void {
    const end = endOfLine(bytes, start, next);
    const ending = end < next ? bytes.subarray(end, next) : LINE_FEED;
    let at = start;
    let kept = false;
    for (const record of records) {
      const gap = this.#dropRest(bytes, start, at, record.start);
      at = record.end;
      const offset = this.#offset + (record.start - start);
      const old = bytes.subarray(record.start, record.end);
      const actions = [...deeds];
      let clean = bytes;
      let [from, to] = [record.start, record.end];
      if (this.#fields.read(this.#scanner, bytes, from, to, false) !== to) {
        const cleaned = cleanRecord(bytes, record);
        clean = cleaned.clean;
        actions.push(...cleaned.actions);
        [from, to] = [0, clean.length];
        this.#fields.read(this.#scanner, clean, from, to, false);
      }
      const verdict = this.#judge.judge(clean, from, to, offset, this.#line);
      this.#decide();
      if (verdict?.drop !== undefined) {
        this.#drop(bytes, gap, record.end, start, verdict.drop);
        continue;
      }
      kept = true;
      this.#beginRecord(bytes, start, gap, record.start, ending);
      this.#log.recoveredRecords++;
      if (verdict !== undefined) this.#put(old, verdict.bytes, offset, [...actions, ...verdict.actions]);
      else if (clean !== bytes) this.#put(old, clean, offset, actions);
      else this.#keep(bytes, record.start, record.end);
      this.#insertBehind(offset, this.#offset + (at - start));
    }

    if (records.length === 0) {
      const nothing = skipFiller(bytes, start, end) === end;
      this.#judge.lose(bytes, start, end);
      this.#drop(bytes, start, next, start, nothing ? "nul-bytes" : final ? "torn" : "malformed");
    } else if (!kept) this.#dropMore(bytes, at, next);
    else {
      if (skipSpace(bytes, at, end, false) === end) this.#keep(bytes, at, end);
      else if (skipFiller(bytes, at, end) === end) {
        this.#put(
          bytes.subarray(at, end),
          NOTHING,
          this.#offset + (at - start),
          fillerActions(bytes.subarray(at, end)),
        );
      } else this.#drop(bytes, at, end, start, final ? "torn" : "malformed");
      this.#keep(bytes, end, next);
    }
  }

  /** Do these lines, of which those before `last` were held, make one record? */
  #lookOn(bytes: Uint8Array, start: number, last: number, next: number): FoundRecord | "hold" | "fail" {
    if (last === next || next - start > MAX_JOINED) return "fail";
    const end = endOfLine(bytes, last, next);
    if (isBlank(bytes, last, end)) return "hold";
    // A record of its own: the one before it breaks off.
    const own = this.#scanner.scan(bytes, last, end, false);
    if (own >= 0 && skipSpace(bytes, own, end, false) === end) return "fail";
    // Without a quote the string goes on.
    if (!bytes.subarray(last, end).includes(QUOTE)) return "hold";
    if (this.#scans-- === 0) return "fail";
    const from = skipFiller(bytes, start, end);
    const to = this.#fields.read(this.#scanner, bytes, from, end, true);
    if (to < 0) return this.#scanner.inString ? "hold" : "fail";
    return skipFiller(bytes, to, end) === end && this.#fields.isEntry ? { start: from, end: to } : "fail";
  }

  /** Drops what stands before a record, unless it is only white space and the like; says where that begins. */
  #dropRest(bytes: Uint8Array, start: number, from: number, to: number): number {
    if (skipFiller(bytes, from, to) === to) return from;
    this.#judge.lose(bytes, from, to);
    this.#drop(bytes, from, to, start, "torn");
    return to;
  }

  /** Sees to it that a record begins a line. Before it stands white space and the like. */
  #beginRecord(bytes: Uint8Array, start: number, from: number, to: number, ending: Uint8Array): void {
    const actions = fillerActions(bytes.subarray(from, to));
    const offset = this.#offset + (from - start);
    if (!this.#output.endsLine) this.#put(bytes.subarray(from, to), ending, offset, ["split", ...actions]);
    else if (actions.length > 0) this.#put(bytes.subarray(from, to), NOTHING, offset, actions);
    else if (from < to) this.#keep(bytes, from, to);
  }

  /** Puts in what the facts say belongs behind the record that begins at `offset`; the record's line ends at `behind`. */
  #insertBehind(offset: number, behind: number): void {
    for (const text of this.#facts?.insertions.get(offset) ?? []) {
      if (!this.#output.endsLine) this.#put(NOTHING, LINE_FEED, behind, ["restored-newline"]);
      this.#put(NOTHING, encode(`${text}\n`), behind, ["inserted-result"]);
      this.#log.count("insertedToolResults", 1);
    }
  }

  #keep(bytes: Uint8Array, start: number, end: number): void {
    this.#output.keep(bytes, start, end);
    this.#afterDrop = false;
  }

  #put(old: Uint8Array, bytes: Uint8Array, offset: number, actions: readonly RepairAction[]): void {
    this.#log.change(this.#line, offset, old.length, bytes.length, actions);
    this.#output.replace(old, bytes);
    this.#afterDrop = false;
  }

  #drop(bytes: Uint8Array, from: number, to: number, start: number, reason: DropReason): void {
    this.#log.drop(this.#line, this.#offset + (from - start), to - from, reason);
    this.#output.drop(bytes.subarray(from, to));
    this.#afterDrop = true;
  }

  #dropMore(bytes: Uint8Array, from: number, to: number): void {
    this.#log.dropMore(to - from);
    this.#output.drop(bytes.subarray(from, to));
  }

  /** Once the first record was seen, it is known whether the file may be rewritten. */
  #decide(): void {
    if (!this.#output.isHolding) return;
    if (this.#output.isFull) this.#judge.format ??= "none";
    const { format } = this.#judge;
    if (format !== undefined) this.#output.release(format === "none");
  }

  #advance(bytes: number, lines: number): void {
    this.#offset += bytes;
    this.#line += lines;
    this.#decide();
  }
}

/** Where the line's ending begins. */
function endOfLine(bytes: Uint8Array, start: number, next: number): number {
  if (next === start || bytes[next - 1] !== NEWLINE) return next;
  return next - 1 > start && bytes[next - 2] === RETURN ? next - 2 : next - 1;
}

function countLines(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (bytes[i] === NEWLINE) count++;
  return count;
}

/** What it means to remove these bytes, which are white space, NUL and byte order marks. */
function fillerActions(filler: Uint8Array): RepairAction[] {
  const actions: RepairAction[] = [];
  if (filler.includes(NUL)) actions.push("removed-nul");
  if (filler.includes(BYTE_ORDER_MARK)) actions.push("removed-bom");
  return actions;
}
