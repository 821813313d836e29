/** What a person takes along: the repaired session, the copy to be sent, reports, a command. Pure: nothing is saved. */
export { type RepairedSession, repairedSession, sanitizedBody, sanitizedMessages } from "./copies.ts";
export { type CurlRequest, curlCommand } from "./curl.ts";
export { exportName } from "./names.ts";
export { countsOf, jsonReport, markdownReport, REPORT_SCHEMA } from "./report.ts";
export { sarifReport } from "./sarif.ts";
export { type ExportFile, type Judged, judgedOf } from "./types.ts";
