/** A session as it can be read: damaged lines are repaired in memory, and the file stays as it is. */
import { type RepairReport, readSession, repairSessionText, type SessionContent } from "../../index.ts";
import { type Arguments, UsageError } from "./arguments.ts";
import { readText, STDIN } from "./files.ts";
import { harmless } from "./harmless.ts";
import { count } from "./layout.ts";
import { describeRepairs } from "./repair-words.ts";

/** A file that was read. */
export interface ReadFile {
  /** The file's name as it was given. */
  readonly file: string;
  /** Were the file's bytes UTF-8 throughout? */
  readonly wellFormed: boolean;
  /** What was repaired before the session was read. */
  readonly repair: RepairReport;
  readonly session: SessionContent;
}

/** The one file that a command line names. */
export function onlyFile({ operands }: Arguments): string {
  const [file, ...others] = operands;
  if (file === undefined) throw new UsageError("Name the session file, or - for standard input.");
  if (others.length > 0) throw new UsageError(`One file at a time; ${harmless(others.join(" "))} is too much.`);
  return file;
}

/** Reads a file or standard input. What is no session is a {@link UsageError}. */
export async function readFile(path: string): Promise<ReadFile> {
  const file = path === STDIN ? "standard input" : harmless(path);
  const { text: stored, wellFormed } = await readText(path);
  const { text, report: repair } = repairSessionText(stored);
  const session = readSession(text);
  if (session.format === "none") throw new UsageError(`${file}: ${session.problems[0]?.message ?? ""}`);
  return { file, wellFormed, repair, session };
}

/** What was read, as names and values. */
export function describeRead({ file, session, repair }: ReadFile): [string, string][] {
  const active = session.format === "session" ? " on the active branch" : "";
  const { entries, messages } = session;
  const counts = `${count(entries.length, "entry", "entries")}, ${count(messages.length, "message")}${active}`;
  const facts: [string, string][] = [
    ["file", file],
    ["read as", `${session.format}, ${counts}`],
  ];
  if (repair.repaired) facts.push(["damaged", `${describeRepairs(repair)}; repaired in memory, the file is as it was`]);
  return facts;
}

/** What is wrong with the file, as a title and lines. */
export function describeProblems({ session, wellFormed, repair }: ReadFile): { title: string; lines: string[] } {
  const title = repair.repaired ? "Problems that the repair left (lines of the repaired text)" : "Problems in the file";
  const lines = session.problems.map(({ line, path, message, code }) => {
    const spot = path === undefined ? "" : ` ${path}`;
    return `line ${line}${spot}: ${message} (${code})`;
  });
  if (!wellFormed) lines.unshift("The bytes are not UTF-8 throughout; broken characters were replaced.");
  return { title, lines };
}
