/**
 * The command line of replaysafe for Deno.
 *
 * @example
 * import { main } from "replaysafe/adapters/deno";
 * Deno.exitCode = await main(["sanitize", "session.jsonl", "--provider", "anthropic"]);
 * @module
 */
import { TranscriptInputError } from "../../index.ts";
import { describeOptions, parseArguments, UsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { harmless } from "./harmless.ts";
import { printerFor } from "./terminal.ts";

export { createDenoStore } from "./store.ts";

const BAD_INPUT = 2;

const help = { help: { help: "say this" } };

/**
 * Runs a command line (without the program's name) and returns the exit code: 0 nothing changed, 1 changed, 2 bad
 * input, 3 unrepairable. What went wrong is said on standard error; nothing is thrown.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const [name, ...rest] = args;
    if (name === undefined) {
      printerFor(Deno.stderr).print(describeCommands());
      return BAD_INPUT;
    }
    if (name === "--help" || name === "help") {
      printerFor(Deno.stdout).print(describeCommands());
      return 0;
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) {
      throw new UsageError(`There is no command ${harmless(name)}. There are: ${Object.keys(commands).join(", ")}.`);
    }
    const parsed = parseArguments(rest, { ...command.options, ...help });
    if (parsed.given.has("help")) {
      printerFor(Deno.stdout).print(describeCommand(name, command));
      return 0;
    }
    return await command.run(parsed);
  } catch (error) {
    return complain(error);
  }
}

/** An error must not look like the exit code of a finished run, so none is passed on. */
function complain(error: unknown): number {
  const printer = printerFor(Deno.stderr);
  const text = error instanceof Error ? error.message : String(error);
  const expected = error instanceof UsageError || error instanceof TranscriptInputError;
  const message = expected ? text : `Unexpected error, please report it: ${text}`;
  printer.print(`${printer.style("replaysafe:", "red")} ${harmless(message)}\n`);
  return BAD_INPUT;
}

function describeCommands(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}\n`);
  return `Usage: replaysafe COMMAND ...\n\n${rows.join("")}\nMore: replaysafe COMMAND --help\n`;
}

function describeCommand(name: string, { summary, usage, notes, options }: Command): string {
  const title = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return `${title}\n\nUsage: replaysafe ${name} ${usage}\n\n${describeOptions({ ...options, ...help })}\n${notes}`;
}
