// Runs inside workerd: `workerd test` calls every exported test().
import { conform, report } from "./suite.ts";
import { wasm } from "./wasm-workerd.ts";

export default {
  async test(): Promise<void> {
    const outcome = await conform({ runtime: "workerd", nodeFree: true, wasm });
    console.log(report(outcome));
    if (outcome.failures.length > 0) throw new Error(`${outcome.failures.length} checks failed`);
  },
};
