/** What `repair` says about its files. */
import { cut, harmless, harmlessJson } from "./harmless.ts";
import { count, number, printFacts, printList } from "./layout.ts";
import type { RepairOutcome } from "./repair-file.ts";
import { describeBroken, describeChanged, describeDropped, describeRepairs } from "./repair-words.ts";
import type { Printer } from "./terminal.ts";

/** What became of a file: nothing to do; damaged, and it was only looked at; repaired; or it cannot be repaired. */
export type RepairState = "intact" | "damaged" | "repaired" | "failed";

/** What became of a file. */
export function stateOf({ report, failure }: RepairOutcome, write: boolean): RepairState {
  if (failure !== undefined) return "failed";
  if (report?.repaired !== true) return "intact";
  return write ? "repaired" : "damaged";
}

/** All files together. */
export class RepairTotals {
  files = 0;
  damaged = 0;
  repaired = 0;
  droppedLines = 0;
  recoveredRecords = 0;
  failures = 0;

  /** Counts a file; what a failure would have dropped is not counted. */
  add({ report }: RepairOutcome, state: RepairState): void {
    this.files++;
    if (state === "failed") this.failures++;
    else if (state !== "intact") this.damaged++;
    if (state === "repaired") this.repaired++;
    if (state === "failed" || report === undefined) return;
    this.droppedLines += report.droppedLines;
    this.recoveredRecords += report.recoveredRecords;
  }
}

/** Takes the outcomes one by one, and says them in the end. */
export interface RepairPrinter {
  file(outcome: RepairOutcome, state: RepairState): void;
  end(totals: RepairTotals, notes: readonly string[]): void;
}

/** Says everything about a single file. */
export function printOne(printer: Printer): RepairPrinter {
  return {
    file(outcome, state) {
      const { name, report, failure, quarantinePath } = outcome;
      const facts = [
        ["file", name],
        ["backup", report?.backupPath],
        ["quarantine", quarantinePath],
      ] as const;
      printFacts(
        facts.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
        printer,
      );
      if (report !== undefined) {
        printList("Dropped", describeDropped(report), printer);
        printList("Changed", describeChanged(report), printer);
        printList("Entries whose parent is gone", describeBroken(report), printer);
        const isLoose = report.brokenParents.some(({ attachedTo }) => attachedTo === undefined);
        if (isLoose) printer.print(`${printer.style(LOOSE, "dim")}\n`);
        const { unlisted = 0 } = report;
        if (unlisted > 0) printer.print(`${count(unlisted, "place is", "places are")} not listed.\n`);
      }
      printer.print(`\n${verdict(outcome, state, printer)}\n`);
      if (failure !== undefined && report === undefined) printer.print("The file is as it was.\n");
    },
    end(_totals, notes) {
      printNotes(notes, printer);
    },
  };
}

/** Says a line for each file that is damaged or cannot be repaired, and the totals. */
export function printMany(write: boolean, printer: Printer): RepairPrinter {
  return {
    file(outcome, state) {
      if (state === "intact") return;
      const line = `${outcome.name}: ${verdictText(outcome, state)}`;
      printer.print(`${printer.style(cut(harmless(line), printer.columns), COLOR_OF[state])}\n`);
    },
    end(totals, notes) {
      const { files, damaged, repaired, droppedLines, recoveredRecords, failures } = totals;
      const parts = [
        count(files, "file"),
        `${number(damaged)} damaged`,
        `${number(repaired)} repaired`,
        count(droppedLines, "line dropped", "lines dropped"),
        count(recoveredRecords, "record recovered", "records recovered"),
        count(failures, "failure"),
      ];
      printer.print(`${printer.style(parts.join(", "), "bold")}\n`);
      if (damaged > 0 && !write) printer.print(`${printer.style(LOOKED_ONLY, "dim")}\n`);
      printNotes(notes, printer);
    },
  };
}

/** Says all of it as one JSON document, a line for each file that is not intact. */
export function printJson(write: boolean, { print }: Printer): RepairPrinter {
  let before = `{"written": ${write}, "files": [\n`;
  return {
    file({ name, ...outcome }, state) {
      if (state === "intact") return;
      const entry = { file: name, state, ...outcome };
      print(`${before}${harmlessJson(JSON.stringify(entry))}`);
      before = ",\n";
    },
    end(totals, notes) {
      const opening = before === ",\n" ? "\n" : before;
      print(`${opening}], "summary": ${JSON.stringify(totals)}, "notes": ${harmlessJson(JSON.stringify(notes))}}\n`);
    },
  };
}

const LOOSE = "They continue the entry before them where the session is read; --reparent attaches them in the file.";
const LOOKED_ONLY = "Nothing was written; --write repairs.";
const COLOR_OF = { intact: "green", damaged: "yellow", repaired: "green", failed: "red" } as const;

function verdict(outcome: RepairOutcome, state: RepairState, { style }: Printer): string {
  const text = harmless(verdictText(outcome, state));
  const hint = state === "damaged" ? `\n${style(LOOKED_ONLY, "dim")}` : "";
  return `${style(text, COLOR_OF[state])}${hint}`;
}

function verdictText({ report, failure }: RepairOutcome, state: RepairState): string {
  if (state === "intact") return "intact: nothing to do";
  if (state === "failed") return `not repaired: ${failure ?? ""}`;
  return `${state}: ${report ? describeRepairs(report) : ""}`;
}

function printNotes(notes: readonly string[], { print, style }: Printer): void {
  for (const note of notes) print(`${style(harmless(note), "dim")}\n`);
}
