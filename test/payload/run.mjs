// @ts-check
// Damaged bodies by the thousand, and how many bodies of random JSON cannot be repaired.
//   node test/payload/run.mjs [--count 2000] [--seed 1] [--format mistral-conversations] [--garbage]
import { parseArgs } from "node:util";
import { load } from "../load.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    format: { type: "string", default: "" },
    garbage: { type: "boolean", default: false },
  },
});
/** @type {typeof import("./suite.ts") & typeof import("./cases.ts")} */
const { damageCases, runDamage, runGarbage } = await load(["test/payload/suite.ts", "test/payload/cases.ts"]);
const [count, seed] = [Number(values.count), Number(values.seed)];
const chosen = damageCases.filter(({ format }) => format.startsWith(values.format));
const first = chosen.filter(({ format }, index) => chosen.findIndex((one) => one.format === format) === index);
let failed = chosen.length === 0;
for (const one of values.garbage ? [] : chosen) {
  const begun = Date.now();
  const { name, repaired, failures, met } = await runDamage(one, count, seed);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(
    `${name}: ${count} bodies, ${repaired} repaired, ${met.size} kinds of defects, ${failures.length} failures (${seconds} s)`,
  );
  for (const failure of failures) console.log(failure.slice(0, 2000));
  failed ||= failures.length > 0;
}
for (const one of values.garbage ? first : []) {
  const { rate, left } = await runGarbage(one, count, seed);
  const codes = [...left].sort(([, a], [, b]) => b - a).map(([code, times]) => `${code} ${times}`);
  console.log(
    `${one.format}: ${(rate * 100).toFixed(1)} % of ${count} random bodies unrepairable (${codes.join(", ")})`,
  );
}
process.exitCode = failed ? 1 : 0;
