/** What can be taken along, made in the worker so that the page holds no copy of it. */
import { loadPolicyProfile } from "../../src/index.ts";
import {
  curlCommand,
  exportName,
  jsonReport,
  judgedOf,
  markdownReport,
  repairedSession,
  sanitizedBody,
  sanitizedMessages,
  sarifReport,
} from "../exports/index.ts";
import type { ExportFile, ExportKind } from "../protocol.ts";
import { version } from "../version.ts";
import type { Analysis } from "./analysis.ts";
import { UnreadableError } from "./read.ts";

/** Makes a file. */
export async function makeExport(analysis: Analysis, kind: ExportKind, name: string): Promise<ExportFile> {
  const { result, document } = analysis;
  switch (kind) {
    case "session":
      if (document.kind === "body") throw new Error("a request body is no session file");
      return repairedSession(document.file, name);
    case "copy":
      return sanitizedMessages(result, name, "jsonl");
    case "body":
      return bodyOf(analysis, name);
    case "curl": {
      const { body, wire, target } = { ...analysis, body: result.body };
      if (body === undefined || wire === undefined) throw noBody();
      const command = curlCommand({ format: wire, body, ...(target.modelId && { modelId: target.modelId }) });
      return { name: exportName(name, "sh"), blob: new Blob([command], { type: "text/plain" }) };
    }
    case "profile": {
      const profile = loadPolicyProfile(analysis.policy);
      const text = `${JSON.stringify(profile, null, 2)}\n`;
      return { name: exportName(name, "profile.json"), blob: new Blob([text], { type: "application/json" }) };
    }
    default:
      return reportOf(analysis, kind, name);
  }
}

function bodyOf({ result }: Analysis, name: string): ExportFile {
  const file = sanitizedBody(result, name);
  if (!file) throw noBody();
  return file;
}

function reportOf(
  { document, result, findings }: Analysis,
  kind: "report" | "markdown" | "sarif",
  name: string,
): ExportFile {
  const { policy, status, changes } = result;
  const all = { policy, status, changes, findings: [...findings, ...result.findings] };
  const source = { kind: document.kind === "body" ? "request" : "session", format: formatOf(document) } as const;
  const judged = judgedOf(all, { name, ...source, version });
  if (kind === "report") return jsonReport(judged);
  if (kind === "markdown") return markdownReport(judged);
  return sarifReport(judged, document.kind === "body" ? document.text : undefined);
}

function formatOf(document: Analysis["document"]): string {
  return document.kind === "body" ? document.wire : document.content.format;
}

function noBody(): UnreadableError {
  return new UnreadableError(
    "no-body",
    "There is no body: the API of the target is not known.",
    "Choose another target.",
  );
}
