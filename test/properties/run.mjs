// @ts-check
// npm run properties: many random transcripts through every family.
//   node test/properties/run.mjs [--count 20000] [--seed 1] [--family anthropic] [--incremental-every 10]
import { parseArgs } from "node:util";
import { load } from "../load.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    family: { type: "string", default: "" },
    "incremental-every": { type: "string", default: "10" },
  },
});
/** @type {typeof import("./suite.ts")} */
const { describeRows, runProperties } = await load(["test/properties/suite.ts"]);
const begun = Date.now();
const rows = await runProperties({
  count: Number(values.count),
  seed: Number(values.seed),
  family: values.family,
  incrementalEvery: Number(values["incremental-every"]),
});
console.log(describeRows(rows));
const failed = rows.reduce((sum, row) => sum + row.failed, 0);
const total = rows.reduce((sum, row) => sum + row.count, 0);
console.log(`${total} transcripts, ${failed} with violations, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
if (total === 0) console.log(`no family begins with ${values.family}`);
process.exitCode = failed > 0 || total === 0 ? 1 : 0;
