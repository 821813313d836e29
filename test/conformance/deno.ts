import { conform, report } from "./suite.ts";

Deno.test("conformance", async () => {
  const outcome = await conform({ runtime: "deno", nodeFree: false });
  console.log(report(outcome));
  if (outcome.failures.length > 0) throw new Error(`${outcome.failures.length} checks failed`);
});
