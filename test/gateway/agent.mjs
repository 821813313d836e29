// @ts-check
// A real agent behind the gateway: `node test/gateway/agent.mjs` installs the pi coding agent into a temporary folder
// (about 200 MB; AGENT names a folder that has it), has it work through a loop of tools, and prints what happened. Exit
// code 1: it did not come to its end.
import { load } from "../load.mjs";

const { run } = await load(["test/gateway/agent-run.ts"], { platform: "node" });
process.exit(await run(process.env["AGENT"]));
