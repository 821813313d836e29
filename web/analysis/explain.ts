/** A pasted error, explained by this transcript: what it means, and which block it is about. */
import { explainError } from "../../src/index.ts";
import type { ExplainedError } from "../protocol.ts";
import type { Analysis } from "./analysis.ts";
import { summaryOf } from "./issues.ts";

/** How much of a pasted text is looked at. */
const LONGEST = 100_000;

/** The refusals that a text speaks of, each with its row. */
export function explain(
  { document, judged, rows, wire, target, findings, changes }: Analysis,
  text: string,
): ExplainedError[] {
  const body = document.kind === "body" ? document.body : judged?.body;
  const context = { ...(body !== undefined && { body }), target, ...(wire && { format: wire }) };
  const done = new Set(changes.map(({ rule }) => rule));
  return explainError(text.slice(0, LONGEST), context).map(({ code, cause, quote, format, path, remedies }) => {
    const own = findings.find((finding) => finding.code === code);
    const named = path === undefined || document.kind === "body" ? path : judged?.messagePath(path);
    const place = named ?? own?.path;
    return {
      code,
      cause,
      quote,
      ...(format !== undefined && { api: format }),
      row: place === undefined ? -1 : rows.ofInput(place),
      ...(place !== undefined && { place }),
      remedies: remedies
        .toSorted((a, b) => Number(done.has(b)) - Number(done.has(a)))
        .map((id) => ({ id, summary: summaryOf(id) })),
      confirmed: own !== undefined,
    };
  });
}
