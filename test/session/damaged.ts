// Session files for the tests of repair.
import { type RepairOptions, type RepairReport, repairSessionText } from "../../src/index.ts";

export const TIME = "2026-01-01T00:00:01.000Z";
export const HEADER: string = JSON.stringify({
  type: "session",
  version: 7,
  id: "s1",
  timestamp: "2026-01-01T00:00:00.000Z",
  cwd: "/w",
});

/** A message entry. */
export function entry(id: string, parentId: string | null, message: object): string {
  return JSON.stringify({ type: "message", id, parentId, timestamp: TIME, message });
}

export function user(id: string, parentId: string | null, content: unknown = `from ${id}`): string {
  return entry(id, parentId, { role: "user", content });
}

export function assistant(id: string, parentId: string | null, content: unknown, more: object = {}): string {
  return entry(id, parentId, { role: "assistant", content, stopReason: "stop", ...more });
}

/** Lines with a line feed behind each. */
export function file(...lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Repairs a text twice: the second time nothing may be left to do. */
export function repair(text: string, options: RepairOptions = {}): { text: string; report: RepairReport } {
  const first = repairSessionText(text, options);
  const second = repairSessionText(first.text, options);
  if (second.report.repaired || second.text !== first.text) {
    throw new Error(`a second repair finds more: ${JSON.stringify(second.report)}`);
  }
  return first;
}

/** The report of nothing to do. */
export const NOTHING: RepairReport = {
  repaired: false,
  droppedLines: 0,
  recoveredRecords: 0,
  dropped: [],
  changes: [],
  brokenParents: [],
};
