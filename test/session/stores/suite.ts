// What must hold of a store whatever fails. Plain functions: no test runner, no Node. Each launcher beside it brings a
// host whose every call can be made to fail.
import { repairSessionFileIfNeeded, type SessionStore } from "../../../src/index.ts";

/** How a call fails. After a crash all later calls fail, too: nothing can be cleaned up. */
export type Mode = "before" | "during" | "after" | "crash before" | "crash after" | "rival";

/** A host with one file and nothing else in it. */
export interface Place {
  /** The store over the host. */
  readonly store: SessionStore;
  /** The file's path. */
  readonly path: string;
  /** Reads a file without any fault. */
  read(path: string): Promise<string | undefined>;
  /** Writes the file without any fault, as another program would. */
  write(text: string): Promise<void>;
  /** The names of all files. */
  list(): Promise<string[]>;
}

/** A kind of host. */
export interface Host {
  readonly name: string;
  /** Steps behind which it is too late to see that somebody else has written. */
  readonly blind: readonly string[];
  /** Steps that make a file: if one fails after it was done, nobody knows of the file. */
  readonly creates: readonly string[];
  /** Makes a new place that holds the text. */
  make(text: string, faults: Faults): Promise<Place>;
}

/** One call that was made to fail, and what came of it. */
export interface Row {
  readonly host: string;
  readonly step: string;
  readonly mode: Mode;
  /** What is there: the file as it was, the repaired one, what the rival wrote, or anything else; `-`: no such call. */
  readonly content: "original" | "repaired" | "rival" | "MIXED" | "LOST" | "-";
  /** What is wrong with the outcome beside the content; empty when nothing is. */
  readonly wrong: string;
}

/** Makes one call fail. */
export class Faults {
  /** What was called so far. */
  readonly calls: string[] = [];
  /** Did the call take place that had to fail? */
  isReached = false;
  readonly #step: string | undefined;
  /** How many calls of the step go well before. */
  #left: number;
  readonly #mode: Mode | undefined;
  readonly #rival: () => Promise<void>;
  #isDown = false;
  /** Was the rival kept from writing? */
  isRivalRefused = false;

  /** The `nth` call of a step (0 is the first) fails in the given mode. */
  constructor(step?: string, nth = 0, mode?: Mode, rival: () => Promise<void> = async () => {}) {
    this.#step = step;
    this.#left = nth;
    this.#mode = mode;
    this.#rival = rival;
  }

  /** Does something, or fails. `half` does a part of it. */
  async call<T>(step: string, act: () => Promise<T> | T, half?: () => Promise<unknown> | unknown): Promise<T> {
    if (!this.#mustFail(step)) return act();
    if (this.#mode === "rival") {
      await this.#rival().catch(() => {
        this.isRivalRefused = true;
      });
      return act();
    }
    if (this.#mode === "crash before" || this.#mode === "crash after") this.#isDown = true;
    if (this.#mode === "during") await half?.();
    if (this.#mode === "after" || this.#mode === "crash after") await act();
    throw new Error(`No space left (${step}).`);
  }

  #mustFail(step: string): boolean {
    this.calls.push(step);
    if (this.#isDown) throw new Error("The host is down.");
    if (step !== this.#step || this.#left-- !== 0) return false;
    this.isReached = true;
    return true;
  }

  /** The same for a host that does not make one wait. */
  callNow<T>(step: string, act: () => T): T {
    if (!this.#mustFail(step)) return act();
    if (this.#mode === "rival") {
      void this.#rival();
      return act();
    }
    if (this.#mode === "crash before" || this.#mode === "crash after") this.#isDown = true;
    if (this.#mode === "after" || this.#mode === "crash after") act();
    throw new Error(`No space left (${step}).`);
  }
}

const HEADER = { type: "session", version: 3, id: "s", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/w" };

/** A session file that needs repair, of some size, and the same repaired. */
export function damagedFile(records: number): { readonly original: string; readonly repaired: string } {
  const lines = Array.from({ length: records }, (_, index) => {
    const message = { role: index % 2 === 0 ? "user" : "assistant", content: `message ${index} ${"x".repeat(300)}` };
    return JSON.stringify({
      type: "message",
      id: `m${index}`,
      parentId: index === 0 ? null : `m${index - 1}`,
      message,
    });
  });
  const good = [JSON.stringify(HEADER), ...lines];
  const bad = good.flatMap((line, index) => (index % 100 === 50 ? ["{torn", line] : [line]));
  return { original: `${bad.join("\n")}\n{"type":"mess`, repaired: `${good.join("\n")}\n` };
}

const RIVAL = `${JSON.stringify({ ...HEADER, id: "rival" })}\n`;
const MODES: readonly Mode[] = ["before", "during", "after", "crash before", "crash after", "rival"];

/** Makes each call of a repair fail in each way. */
export async function runFaults(host: Host, records = 2000): Promise<Row[]> {
  const { original, repaired } = damagedFile(records);
  const calm = new Faults();
  const place = await host.make(original, calm);
  const report = await repairSessionFileIfNeeded(place);
  if (!report.repaired || (await place.read(place.path)) !== repaired)
    throw new Error(`not repaired: ${report.reason}`);
  if ((await place.list()).length !== 1) throw new Error(`left behind: ${(await place.list()).join(", ")}`);
  const rows: Row[] = [];
  const seen = new Map<string, number>();
  for (const [index, step] of calm.calls.entries()) {
    const nth = seen.get(step) ?? 0;
    seen.set(step, nth + 1);
    // Of calls that are made many times in a row, such as writing, the first and the last stand for all.
    if (step === calm.calls[index - 1] && step === calm.calls[index + 1]) continue;
    for (const mode of MODES) {
      rows.push(await runFault(host, step, nth, mode, original, repaired));
    }
  }
  return rows;
}

async function runFault(
  host: Host,
  step: string,
  nth: number,
  mode: Mode,
  original: string,
  repaired: string,
): Promise<Row> {
  let place: Place | undefined;
  const faults = new Faults(step, nth, mode, async () => place?.write(RIVAL));
  place = await host.make(original, faults);
  const report = await repairSessionFileIfNeeded(place);
  // Hosts that hand out files in pieces of any size do not always make the same number of calls.
  if (!faults.isReached) return { host: host.name, step, mode, content: "-", wrong: "" };
  const text = await place.read(place.path);
  const content =
    text === undefined
      ? "LOST"
      : text === original
        ? "original"
        : text === repaired
          ? "repaired"
          : text === RIVAL
            ? "rival"
            : "MIXED";
  const others = (await place.list()).length - 1;
  const wrong: string[] = [];
  if (report.repaired && content !== "repaired" && mode !== "rival") wrong.push(`says repaired, is ${content}`);
  if (!report.repaired && content === "repaired") {
    // A failure after the replacement. The backup must be there.
    if (report.backupPath === undefined || (await place.read(report.backupPath)) !== original) wrong.push("no backup");
  }
  if (report.reason === "conflict" && mode !== "rival") wrong.push("a conflict without a rival");
  const rivalMayLose = faults.isRivalRefused || host.blind.includes(step);
  if (mode === "rival" && content !== "rival" && !rivalMayLose) wrong.push("the rival lost");
  const crashed = mode === "crash before" || mode === "crash after";
  const unknown = mode === "after" && host.creates.includes(step);
  const left = others - (report.backupPath === undefined ? 0 : 1);
  if (!crashed && !unknown && left > 0) wrong.push(`left: ${(await place.list()).join(", ")}`);
  return { host: host.name, step, mode, content, wrong: wrong.join("; ") };
}

/** The rows as a table: a line for each step of each host, a column for each way to fail. */
export function describeRows(rows: readonly Row[]): string {
  const lines = [`${"host".padEnd(20)} ${"step".padEnd(18)} ${MODES.map((mode) => mode.padEnd(13)).join("")}`];
  for (let at = 0; at < rows.length; at += MODES.length) {
    const group = rows.slice(at, at + MODES.length);
    const cells = group.map(({ content, wrong }) => (wrong === "" ? content : `${content} (${wrong})`).padEnd(13));
    lines.push(`${group[0]?.host.padEnd(20)} ${group[0]?.step.padEnd(18)} ${cells.join("")}`);
  }
  return lines.map((line) => line.trimEnd()).join("\n");
}
