// What the checks of reports on request bodies share.
import type { ReplayResult, sanitizePayload } from "../../../src/index.ts";
import { isObject, type Json } from "../../oracles/values.ts";

export type Options = NonNullable<Parameters<typeof sanitizePayload>[1]>;

export interface Report {
  readonly id: string;
  readonly symptom: string;
  readonly format: string;
  readonly target: NonNullable<Options["target"]>;
  readonly options?: Options;
  readonly input: Json;
  readonly mustHold: readonly string[];
  readonly expected: unknown;
}

/** What came out of a report's body, and a way to run a variant of it. */
export interface Run {
  readonly report: Report;
  /** With its pictures, and frozen. */
  readonly input: Json;
  readonly body: Json;
  readonly result: ReplayResult;
  again(input: Json, target?: Report["target"]): Promise<ReplayResult>;
}

export type Check = (run: Run) => void | Promise<void>;

/** By report and sentence. */
export type Checks = Readonly<Record<string, Readonly<Record<string, Check>>>>;

export function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let inner = value;
  for (const key of path) inner = (inner as Json | undefined)?.[key as string];
  return inner;
}
