import { conform, report } from "./suite.ts";
// @ts-types="./wasm-deno.d.ts"
import { wasm } from "./wasm-deno.js";

Deno.test("conformance", async () => {
  const outcome = await conform({ runtime: "deno", nodeFree: false, wasm });
  console.log(report(outcome));
  if (outcome.failures.length > 0) throw new Error(`${outcome.failures.length} checks failed`);
});
