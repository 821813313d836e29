/** What can be taken along, made in the worker so that the page holds no copy of it. */
import type { ExportFile, ExportKind } from "../protocol.ts";
import type { Analysis } from "./analysis.ts";

/** Makes a file. */
export function makeExport(analysis: Analysis, kind: ExportKind, name: string): ExportFile {
  const { result, document } = analysis;
  const base = name.replace(/\.(jsonl|json|txt|gz|har)$/i, "").replace(/[^\p{L}\p{N} ._-]+/gu, "-");
  const provider = result.policy.target.provider;
  if (kind === "session" && document.kind === "session") {
    return { name: `${base}.repaired.jsonl`, blob: new Blob([document.repairedText], { type: "application/jsonl" }) };
  }
  const lines = result.messages.map((message) => `${JSON.stringify(message)}\n`);
  return { name: `${base}.${provider}.sanitized.jsonl`, blob: new Blob(lines, { type: "application/jsonl" }) };
}
