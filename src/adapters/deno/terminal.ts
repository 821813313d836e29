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

const BAR_WIDTH = 30;

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
    // Some pseudo-terminals say 0.
    return Deno.consoleSize().columns || 80;
  } catch {
    return 80;
  }
}

/** A line that says how far the work is. */
export interface Progress {
  show(phase: string, done: number, total: number): void;
  end(): void;
}

/**
 * A line on standard error that says how far the work is. It appears only on a terminal and only when the work takes
 * long enough to wonder; calling `end` removes it, until it is shown again.
 */
export function startProgress(): Progress {
  if (!Deno.stderr.isTerminal()) return { show: () => {}, end: () => {} };
  let due = performance.now() + 400;
  let shown = false;
  return {
    show(phase, done, total) {
      const now = performance.now();
      if (now < due) return;
      due = now + 100;
      shown = true;
      writeAll(Deno.stderr, `\r\u001b[K${harmless(phase)} ${total > 0 ? bar(done, total, BAR_WIDTH) : ""}`);
    },
    end() {
      if (shown) writeAll(Deno.stderr, "\r\u001b[K");
      shown = false;
    },
  };
}

/** How far something is, as a bar with the percentage behind it. The total is greater than 0. */
export function bar(done: number, total: number, width: number): string {
  const share = Math.max(0, Math.min(1, done / total));
  const filled = Math.floor(share * width);
  return `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${String(Math.floor(share * 100)).padStart(3)}%`;
}
