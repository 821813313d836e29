/** Standard output and standard error: colors and widths where they are terminals. */
import { harmless } from "./harmless.ts";

/** A stream that may be a terminal. */
interface OutputStream {
  writeSync(bytes: Uint8Array): number;
  isTerminal(): boolean;
}

/** Writes to a terminal, a file or a pipe. */
export interface Printer {
  print(text: string): void;
  /** Emphasis where the output is a terminal that shows colors; the plain text elsewhere. */
  readonly style: Style;
  /** How wide a line may be; infinite where the output is no terminal. */
  readonly columns: number;
}

/** Wraps text in the codes of a color, or leaves it alone. */
export type Style = (text: string, color: keyof typeof COLORS) => string;

const COLORS = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** Leaves the text as it is. */
export const plain: Style = (text) => text;

/** A printer for standard output or standard error. */
export function printerFor(stream: OutputStream): Printer {
  const terminal = stream.isTerminal();
  return {
    print: (text) => writeAll(stream, text),
    style: terminal && !Deno.noColor ? (text, color) => `\u001b[${COLORS[color]}m${text}\u001b[0m` : plain,
    columns: terminal ? columns() : Number.POSITIVE_INFINITY,
  };
}

function writeAll(stream: OutputStream, text: string): void {
  let bytes = new TextEncoder().encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  } catch (error) {
    // Whoever read the output has read enough; the work itself is not affected.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

function columns(): number {
  try {
    return Deno.consoleSize().columns;
  } catch {
    return 80;
  }
}

/**
 * A line on standard error that says how far the work is. It appears only on a terminal and only when the work takes
 * long enough to wonder; calling `end` removes it.
 */
export function startProgress(): { show(phase: string, done: number, total: number): void; end(): void } {
  if (!Deno.stderr.isTerminal()) return { show: () => {}, end: () => {} };
  let due = performance.now() + 400;
  let shown = false;
  return {
    show(phase, done, total) {
      const now = performance.now();
      if (now < due) return;
      due = now + 100;
      shown = true;
      writeAll(Deno.stderr, `\r\u001b[K${harmless(phase)} ${done}/${total}`);
    },
    end() {
      if (shown) writeAll(Deno.stderr, "\r\u001b[K");
    },
  };
}
