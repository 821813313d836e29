/** The report in SARIF 2.1.0, for editors and code hosts. */
import { findingCatalog } from "../../src/index.ts";
import { exportName } from "./names.ts";
import { type Region, regionsIn } from "./pointers.ts";
import type { ExportFile, Judged } from "./types.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/**
 * The findings as SARIF. Their messages are those shown in the inspector: ids of the transcript may be among them.
 *
 * @param text the JSON text of the body, where that is what was opened: findings then get lines and columns
 */
export function sarifReport(judged: Judged, text?: string): ExportFile {
  const { name, findings, version } = judged;
  const codes = [...new Set(findings.map(({ code }) => code))];
  const regions =
    text === undefined
      ? new Map<string, Region>()
      : regionsIn(
          text,
          findings.map(({ path }) => path),
        );
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "replaysafe",
            semanticVersion: version,
            rules: codes.map((code) => {
              const summary = findingCatalog.find((entry) => entry.code === code)?.summary ?? code;
              return { id: code, shortDescription: { text: summary } };
            }),
          },
        },
        artifacts: [{ location: { uri: uriOf(name) } }],
        columnKind: "utf16CodeUnits",
        results: findings.map(({ code, severity, path, message, providerMessage, document, evidence }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level: severity,
          message: {
            text: providerMessage === undefined ? message : `${message} The provider says: ${providerMessage}`,
          },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(name), index: 0 },
                ...(regions.get(path) && { region: regions.get(path) }),
              },
              logicalLocations: [{ fullyQualifiedName: path === "" ? "/" : path, kind: "object" }],
            },
          ],
          properties: { document, ...(evidence !== undefined && { evidence }) },
        })),
        properties: { target: judged.target, policy: judged.family, status: judged.status },
      },
    ],
  };
  const blob = new Blob([`${JSON.stringify(log, null, 2)}\n`], { type: "application/sarif+json" });
  return { name: exportName(name, "report.sarif"), blob };
}

/** A relative reference. A name with a colon would be one with a scheme. */
function uriOf(name: string): string {
  return encodeURIComponent((name.split(/[\\/]/).at(-1) ?? "").slice(0, 200).toWellFormed() || "transcript");
}
