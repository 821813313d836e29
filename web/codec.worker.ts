/** The Web Worker of the image codecs: it may be ended at any time, since it holds nothing. */
import { ImageError } from "../src/index.ts";
import type { DoneMessage, JobMessage } from "./analysis/engine-port.ts";
import { imageEngine } from "./engine.ts";

addEventListener("message", ({ data: port }: MessageEvent<MessagePort>) => {
  port.onmessage = async ({ data: { id, job } }: MessageEvent<JobMessage>) => {
    port.postMessage(await work(id, job));
  };
});

async function work(id: number, job: JobMessage["job"]): Promise<DoneMessage> {
  try {
    return { id, image: await imageEngine.process(job) };
  } catch (error) {
    const code = error instanceof ImageError ? error.code : "unavailable";
    return { id, error: { code, message: error instanceof Error ? error.message : String(error) } };
  }
}
