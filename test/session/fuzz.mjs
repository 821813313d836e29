// @ts-check
// Random damage to session files, many times:
//   node test/session/fuzz.mjs [--count 50000] [--seed 1]
import { parseArgs } from "node:util";
import { load } from "../load.mjs";

const { values } = parseArgs({
  options: { count: { type: "string", default: "50000" }, seed: { type: "string", default: "1" } },
});
/** @type {typeof import("./fuzz.ts")} */
const { fuzz } = await load(["test/session/fuzz.ts"]);
const begun = performance.now();
const outcome = fuzz(Number(values.count), Number(values.seed), () => performance.now());
for (const failure of outcome.failures.slice(0, 20)) console.log(failure);
const { count, repaired, dropped, recovered, changed, inserted, slowest, failures } = outcome;
console.log(
  `${count} damaged files: ${repaired} repaired, ${count - repaired} left as they were, ${failures.length} failures`,
);
console.log(
  `${dropped} pieces dropped, ${recovered} records recovered, ${changed} places changed, ${inserted} results put in`,
);
console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s, the slowest ${slowest.toFixed(0)} ms`);
process.exitCode = failures.length > 0 || count === 0 ? 1 : 0;
