// @ts-check
// npm run bench:gateway: what the gateway adds to a plain pass-through worker, and what memory it takes. Takes about two
// minutes; `npm run bench:gateway -- load` or `memory` prints a part, SECONDS sets how long the load lasts.
//
// How to read it: both workers run at the same time, and each client asks them in turn, so a busy machine slows both.
// The clients are as many as are told, and each waits between its requests: that keeps the workers from queueing, and so
// what is added is work and not waiting. Exit code 1: a row is OVER its limit.
import { load } from "../test/load.mjs";

const { run } = await load(["bench/gateway-run.ts"], { platform: "node" });
process.exit(await run(process.argv.slice(2), Number(process.env["SECONDS"] ?? 60)));
