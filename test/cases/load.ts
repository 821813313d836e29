// Reads the reference cases: inputs, and what another implementation of the documents returned for them.
import { readdirSync, readFileSync } from "node:fs";

export interface ReferenceCase {
  readonly id: string;
  readonly fn: string;
  readonly context: {
    readonly provider?: string;
    readonly modelApi?: string;
    readonly modelId?: string;
    readonly model?: unknown;
    readonly allowedToolNames?: readonly string[];
    readonly previousModels?: readonly unknown[];
    readonly extraArgs?: readonly unknown[];
  };
  readonly input: unknown;
  readonly expected: unknown;
  /** What the turn validators made of `expected`; "=expected" when they left it alone. */
  readonly validated?: unknown;
  /** Pointers into `expected` that hold the clock. */
  readonly ignore?: readonly string[];
}

/** A case in which we differ on purpose. */
export interface Deviation {
  readonly id: string;
  /** The number of the decision, such as "D9". */
  readonly decision: string;
  readonly reason: string;
}

const folder = new URL("reference/", import.meta.url);

/** The cases by file name. */
export function loadCases(): ReadonlyMap<string, readonly ReferenceCase[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return new Map(names.sort().map((name) => [name.replace(".jsonl", ""), readLines(name)]));
}

function readLines(name: string): ReferenceCase[] {
  const lines = readFileSync(new URL(name, folder), "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

export function loadDeviations(): readonly Deviation[] {
  return JSON.parse(readFileSync(new URL("deviations.json", import.meta.url), "utf8"));
}
