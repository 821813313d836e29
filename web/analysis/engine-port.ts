/**
 * Images are worked on in workers of their own: a codec cannot be interrupted, so those workers may be ended without
 * losing the transcript. They are spoken to through ports; the page only introduces them.
 */
import {
  type EncodedImage,
  type ImageEngine,
  ImageError,
  type ImageErrorCode,
  type ImageJob,
} from "../../src/index.ts";

/** To the worker of the codecs. */
export interface JobMessage {
  readonly id: number;
  readonly job: ImageJob;
}

/** From it. */
export type DoneMessage = { readonly id: number } & (
  | { readonly image: EncodedImage }
  | { readonly error: { readonly code: ImageErrorCode; readonly message: string } }
);

/** An engine in other workers. */
export interface RemoteEngine extends ImageEngine {
  /** The workers were ended: what is still waited for is unavailable. */
  stop(): void;
}

/** The engine behind some ports, each of which is given one image at a time. */
export function engineAt(ports: readonly MessagePort[]): RemoteEngine {
  const waiting = new Map<number, { resolve(image: EncodedImage): void; reject(error: Error): void }>();
  const free = [...ports];
  let lastId = 0;
  let ended = false;
  for (const port of ports) {
    port.onmessage = ({ data }: MessageEvent<DoneMessage>) => {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      free.push(port);
      if ("image" in data) asked?.resolve(data.image);
      else asked?.reject(new ImageError(data.error.code, data.error.message));
    };
  }
  return {
    name: "jsquash",
    concurrency: ports.length,
    stop() {
      ended = true;
      for (const { reject } of waiting.values()) reject(stopped());
      waiting.clear();
    },
    process: (job) =>
      new Promise((resolve, reject) => {
        const port = free.pop();
        if (ended || !port) return reject(stopped());
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        port.postMessage({ id, job } satisfies JobMessage);
      }),
  };
}

function stopped(): ImageError {
  return new ImageError("unavailable", "The image codecs could not be loaded, or the work was cancelled");
}
