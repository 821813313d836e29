import { expect, test } from "vitest";
import { findingCatalog, formatCatalog } from "../../src/index.ts";
import { checks } from "../../web/analysis/checks.ts";
import { filesIn, textOf } from "../packaging/source.ts";

test.each(formatCatalog)("the list of checks is what the checker of $format looks for", ({ format }) => {
  const text = filesIn([`src/validate/${format}`], /\.ts$/)
    .map(textOf)
    .join("\n");
  const known = findingCatalog.map(({ code }) => code).filter((code) => text.includes(`code: "${code}"`));
  expect(checks[format]).toEqual(known);
});
