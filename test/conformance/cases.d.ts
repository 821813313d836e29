/** One line of test/cases/reference. */
export interface ReferenceCase {
  readonly id: string;
  readonly fn: string;
  readonly context?: {
    readonly provider?: string;
    readonly modelApi?: string;
    readonly modelId?: string;
    readonly model?: { readonly reasoning?: boolean };
    readonly allowedToolNames?: readonly string[];
    readonly previousModels?: readonly object[];
  };
  readonly input: unknown;
  readonly expected: unknown;
  readonly validated?: unknown;
}

/** All reference cases, in the order of their files. */
export const cases: readonly ReferenceCase[];
