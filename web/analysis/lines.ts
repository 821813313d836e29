/** The file by lines, without a second copy of it: where each line begins, and what is wrong with the bad ones. */
import type { RepairReport } from "../../src/index.ts";
import { numbered } from "../numbered.ts";
import type { RawIndex, RawLine } from "../protocol.ts";

const PIECE = 4 * 1024 * 1024;
const LINE_FEED = 10;
/** How much of a line is shown in the list. */
const SHOWN = 400;

interface Fault {
  readonly state: "dropped" | "changed";
  readonly note: string;
}

/** The lines of a blob. */
export class Lines {
  readonly #blob: Blob;
  readonly #starts: number[];
  readonly #faults = new Map<number, Fault>();

  private constructor(blob: Blob, starts: number[]) {
    this.#blob = blob;
    this.#starts = starts;
  }

  /** Finds where each line begins. */
  static async of(blob: Blob, report: RepairReport | undefined): Promise<Lines> {
    const starts = blob.size === 0 ? [] : [0];
    for (let from = 0; from < blob.size; from += PIECE) {
      const bytes = new Uint8Array(await blob.slice(from, from + PIECE).arrayBuffer());
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
        if (from + at + 1 < blob.size) starts.push(from + at + 1);
      }
    }
    const lines = new Lines(blob, starts);
    if (report) lines.#mark(report);
    return lines;
  }

  /** How many there are, and which are bad. */
  get index(): RawIndex {
    return { lines: this.#starts.length, bad: [...this.#faults.keys()].sort((a, b) => a - b) };
  }

  /** Some lines, from the one numbered `from` on, counted from 1. */
  async read(from: number, count: number): Promise<RawLine[]> {
    const last = Math.min(this.#starts.length, from + count - 1);
    const lines: RawLine[] = [];
    for (let line = Math.max(1, from); line <= last; line++) {
      const [offset, end] = this.#bounds(line);
      const shown = await this.#blob.slice(offset, Math.min(end, offset + SHOWN * 4)).text();
      const { state, note } = this.#faults.get(line) ?? { state: "good", note: "" };
      lines.push({ line, offset, bytes: end - offset, text: shown.slice(0, SHOWN), state, note });
    }
    return lines;
  }

  /** One whole line. */
  whole(line: number): Promise<string> {
    const [offset, end] = this.#bounds(line);
    return this.#blob.slice(offset, end).text();
  }

  #bounds(line: number): [from: number, to: number] {
    const from = this.#starts[line - 1] ?? 0;
    const next = this.#starts[line];
    return [from, next === undefined ? this.#blob.size : next - 1];
  }

  #mark({ dropped, changes }: RepairReport): void {
    for (const { line, actions } of changes) {
      this.#faults.set(line, { state: "changed", note: actions.map((action) => ACTIONS[action]).join(" ") });
    }
    for (const { line, offset, bytes, reason } of dropped) {
      const note = `${DROPS[reason]} ${numbered(bytes)} bytes from byte ${numbered(offset)} on.`;
      this.#faults.set(line, { state: "dropped", note });
    }
  }
}

/** Why a line is taken out of the file. */
export const DROPS: Readonly<Record<RepairReport["dropped"][number]["reason"], string>> = {
  malformed: "Not JSON, and no whole record is on it.",
  torn: "Breaks off before its end.",
  "nul-bytes": "Nothing but NUL bytes, as files have after a crash.",
  "invalid-message": "A message entry without a message or without a role.",
  "too-long": "Longer than is looked at.",
  "orphan-fork": "A compaction that nothing follows.",
};

/** What is done to a line that stays. */
export const ACTIONS: Readonly<Record<RepairReport["changes"][number]["actions"][number], string>> = {
  "removed-bom": "Byte order mark removed.",
  "removed-nul": "NUL bytes removed.",
  "escaped-control": "Raw control characters written as escapes.",
  rejoined: "A record that was cut into lines is on one line again.",
  "replaced-bytes": "Bytes that are no UTF-8 replaced.",
  split: "Two records on one line put on two.",
  "restored-newline": "The line end at the end of the file put back.",
  "rewrote-assistant": "A failed turn without content says that it failed.",
  "rewrote-user": "Blank text of the user removed or replaced.",
  "removed-image": "A picture that is none became a text.",
  "inserted-result": "A result put in for a call that has none.",
  reparented: "Continues the nearest entry that is left.",
};
