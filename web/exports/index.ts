/** What a person takes along: the repaired session, the copy to be sent, reports, a command. Pure: nothing is saved. */
export { repairedSession, sanitizedBody, sanitizedMessages } from "./copies.ts";
export { curlCommand } from "./curl.ts";
export { exportName } from "./names.ts";
export { countsOf, jsonReport, markdownReport } from "./report.ts";
export { sarifReport } from "./sarif.ts";
export { judgedOf } from "./types.ts";
