// @ts-check
// The laws of the wire adapters on many random bodies.
//   node test/wire/run.mjs [--count 20000] [--seed 1] [--format anthropic-messages]
import { parseArgs } from "node:util";
import { load } from "../load.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    format: { type: "string", default: "" },
  },
});
/** @type {typeof import("./suite.ts") & typeof import("./cases/index.ts")} */
const { describeRow, lawCases, runLaws } = await load(["test/wire/suite.ts", "test/wire/cases/index.ts"]);
const chosen = lawCases.filter(({ adapter }) => adapter.format.startsWith(values.format));
let failed = chosen.length === 0;
for (const one of chosen) {
  const begun = Date.now();
  const row = runLaws(one, Number(values.count), Number(values.seed));
  console.log(`${describeRow(row)} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  failed ||= row.failures.length > 0;
}
process.exitCode = failed ? 1 : 0;
