/** Command lines, read by a table that says which options there are. */

/** One option of a command. */
export interface Option {
  /** What stands for the value in the help, such as `P`; absent: the option takes no value. */
  readonly value?: string;
  /** May it be given several times? Otherwise the last one counts. */
  readonly repeats?: true;
  /** What the option does, for the help. */
  readonly help: string;
}

/** The options of a command by name, without the dashes. */
export type Options = Readonly<Record<string, Option>>;

/** A command line, taken apart. */
export interface Arguments {
  /** What is no option, in order. */
  readonly operands: readonly string[];
  /** The value of each option given; empty for those that take none. */
  readonly given: ReadonlyMap<string, string>;
  /** All values of each option that may be given several times, in order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/** The command line or the file cannot be used. The message says what to do about it. */
export class UsageError extends Error {}

/** Takes a command line apart. What the table does not know is a {@link UsageError}. */
export function parseArguments(args: readonly string[], options: Options): Arguments {
  const operands: string[] = [];
  const given = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const rest = [...args].reverse();
  for (let argument = rest.pop(); argument !== undefined; argument = rest.pop()) {
    if (argument === "--") return { operands: operands.concat(rest.reverse()), given, lists };
    if (argument === "-" || !argument.startsWith("-")) {
      operands.push(argument);
      continue;
    }
    const [, name = argument, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) throw new UsageError(`There is no option ${argument}. See --help.`);
    if (option.value === undefined) {
      if (inline !== undefined) throw new UsageError(`The option --${name} takes no value.`);
      given.set(name, "");
      continue;
    }
    const value = inline ?? rest.pop();
    if (value === undefined || (inline === undefined && value.startsWith("--"))) {
      throw new UsageError(`The option --${name} needs a value: --${name} ${option.value}.`);
    }
    given.set(name, value);
    if (option.repeats) lists.set(name, [...(lists.get(name) ?? []), value]);
  }
  return { operands, given, lists };
}

/** The options as lines for the help. */
export function describeOptions(options: Options): string {
  const rows = Object.entries(options).map(([name, { value, help }]) => ({
    left: value === undefined ? `--${name}` : `--${name} ${value}`,
    help,
  }));
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}\n`).join("");
}
