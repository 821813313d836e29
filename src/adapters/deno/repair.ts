/** `repair`: repairs session files in their place, or says what would be done. */
import { type Arguments, type Options, UsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { interruptible } from "./interruption.ts";
import { count, number } from "./layout.ts";
import { runInWorkers } from "./pool.ts";
import { QuarantineFile } from "./quarantine.ts";
import { type RepairJob, type RepairOutcome, repairFile } from "./repair-file.ts";
import { findFiles } from "./repair-files.ts";
import { printJson, printMany, printOne, type RepairPrinter, RepairTotals, stateOf } from "./repair-report.ts";
import { type Progress, printerFor, startProgress } from "./terminal.ts";

const options: Options = {
  write: { help: "repair the damaged files; without it nothing is written" },
  recursive: { help: "look into the folders within a folder too" },
  reparent: { help: "attach entries whose parent is gone to the nearest ancestor that is left" },
  extras: { help: "also: corrupt images, calls of the Responses family without a result, dead ends of compactions" },
  "keep-backup": { help: "with --write: keep a copy of each file as it was, beside it" },
  quarantine: {
    value: "FILE",
    help: "with --write and one file: write the dropped bytes, as they were, to a new file",
  },
  json: { help: "print the reports as one JSON document; files that are intact are only counted" },
};

/** More workers than this read no faster. */
const MAX_WORKERS = 8;

/** The module of the workers: of the source in a checkout, of the built library elsewhere. */
const script = new URL(`./repair-worker${/\.[jt]s$/.exec(import.meta.url)?.[0] ?? ".js"}`, import.meta.url).href;

/** The command. Its exit code says whether something is damaged. */
export const repair: Command = {
  summary: "repair session files that a crash or a full disk has damaged",
  usage: "FILE|FOLDER... [options]",
  notes: `FILE is a session file (JSON Lines) of OpenClaw, pi, Claude Code or Codex; of a FOLDER, all files named *.jsonl are
taken. Lines that are records stay as they are, byte for byte. A file is replaced all at once, or not at all.

Exit codes: 0 nothing to do, 1 damaged (repaired with --write), 2 bad input, 3 something could not be repaired.
`,
  options,
  async run(args) {
    const write = args.given.has("write");
    const { files, unread, passedOver } = await findFiles(named(args), args.given.has("recursive"));
    const quarantine = await quarantineOf(args, files.length);
    const work = {
      write,
      reparent: args.given.has("reparent"),
      extras: args.given.has("extras"),
      keepBackup: args.given.has("keep-backup"),
    };
    const jobs = files.map((file): RepairJob => ({ ...file, ...work }));
    const isSingle = args.operands.length === 1 && files[0]?.name === args.operands[0];
    const printer = reportFor(args, isSingle, write);
    const totals = new RepairTotals();
    const progress = startProgress();
    let interrupted = 0;
    await interruptible(async (signal) => {
      for await (const outcome of repairAll(jobs, signal, progress, quarantine)) {
        if (signal.aborted && outcome.report === undefined) {
          interrupted++;
          continue;
        }
        const state = stateOf(outcome, write);
        totals.add(outcome, state);
        progress.end();
        printer.file(outcome, state);
      }
    });
    progress.end();
    for (const folder of unread) printer.file(folder, "failed");
    totals.failures += unread.length;
    printer.end(totals, [
      ...(interrupted > 0 ? [`Interrupted: ${count(interrupted, "file was", "files were")} not finished.`] : []),
      ...(passedOver > 0 ? [`${count(passedOver, "folder")} not looked into; --recursive does.`] : []),
    ]);
    return totals.failures + interrupted > 0 ? 3 : totals.damaged > 0 ? 1 : 0;
  },
};

function reportFor({ given }: Arguments, isSingle: boolean, write: boolean): RepairPrinter {
  const printer = printerFor(Deno.stdout);
  if (given.has("json")) return printJson(write, printer);
  return isSingle ? printOne(printer) : printMany(write, printer);
}

function named({ operands, given }: Arguments): readonly string[] {
  if (operands.length === 0) throw new UsageError("Name session files, or folders with such.");
  for (const name of ["keep-backup", "quarantine"]) {
    if (given.has(name) && !given.has("write")) {
      throw new UsageError(`The option --${name} needs --write: without it nothing is written.`);
    }
  }
  return operands;
}

async function quarantineOf({ given }: Arguments, files: number): Promise<QuarantineFile | undefined> {
  const path = given.get("quarantine");
  if (path === undefined) return undefined;
  if (path === "" || path === "-") throw new UsageError("--quarantine needs the name of a file.");
  if (files !== 1) throw new UsageError("--quarantine takes the bytes of one file; name just one.");
  const file = new QuarantineFile(path);
  await file.refuseTaken();
  return file;
}

const PHASES = { read: "reading", write: "repairing" } as const;

async function* repairAll(
  jobs: readonly RepairJob[],
  signal: AbortSignal,
  progress: Progress,
  quarantine: QuarantineFile | undefined,
): AsyncGenerator<RepairOutcome> {
  const [only] = jobs;
  if (only !== undefined && jobs.length === 1) {
    // In this thread: a worker would take longer to begin than most files take.
    yield await repairFile(only, {
      signal,
      onProgress: ({ phase, done, total = 0 }) => progress.show(PHASES[phase], done, total),
      ...(quarantine && { quarantine }),
    });
    return;
  }
  let done = 0;
  const outcomes = runInWorkers<RepairJob, RepairOutcome>({
    script,
    jobs,
    size: Math.min(MAX_WORKERS, navigator.hardwareConcurrency),
    unfinished: ({ name }, reason) => ({ name, failure: reason }),
    signal,
  });
  for await (const outcome of outcomes) {
    yield outcome;
    done++;
    progress.show(`${number(done)} of ${count(jobs.length, "file")}`, done, jobs.length);
  }
}
