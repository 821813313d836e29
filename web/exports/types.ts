/** What exports are made of, and what they are. */
import type { Change, Finding, ReplayResult } from "../../src/index.ts";

/** A file to be saved. */
export interface ExportFile {
  readonly name: string;
  readonly blob: Blob;
}

/** A source and what became of it. */
export interface Judged {
  /** The name of the file that was opened. */
  readonly name: string;
  readonly kind: "session" | "request";
  /** What it was read as, such as `claude-code`, `anthropic-messages`. */
  readonly format: string;
  readonly target: { readonly provider: string; readonly modelApi?: string; readonly modelId?: string };
  /** The policy that was followed. */
  readonly family: string;
  readonly status: ReplayResult["status"];
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  /** The version of replaysafe. */
  readonly version: string;
}

/** A result with what is known of its source. */
export function judgedOf(
  result: Pick<ReplayResult, "policy" | "status" | "changes" | "findings">,
  source: Pick<Judged, "name" | "kind" | "format" | "version">,
): Judged {
  const { provider, modelApi, modelId } = result.policy.target;
  const target = { provider, ...(modelApi !== "" && { modelApi }), ...(modelId !== "" && { modelId }) };
  const { status, changes, findings } = result;
  return { ...source, target, family: result.policy.family, status, changes, findings };
}
