/** The Web Worker of `repair`: does one file after the other. */
import type { ToWorker } from "./pool.ts";
import { type RepairJob, repairFile } from "./repair-file.ts";

const controller = new AbortController();

addEventListener("message", async ({ data }: MessageEvent<ToWorker<RepairJob>>) => {
  if (typeof data === "string") controller.abort(new Error("interrupted"));
  else postMessage(await repairFile(data.job, { signal: controller.signal }));
});
