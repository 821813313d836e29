/** What a command of the command line is. */
import type { Arguments, Options } from "./arguments.ts";

/** Something the command line can do. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands behind the command's name. */
  readonly usage: string;
  /** More for the command's own help. */
  readonly notes: string;
  readonly options: Options;
  /** Does it, and says the exit code. Throws a `UsageError` when it cannot begin. */
  run(args: Arguments): Promise<number>;
}
