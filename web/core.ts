/** The page's end of the Web Workers: typed questions, and a stop that really stops. */
import codecUrl from "./codec.worker.ts?worker&url";
import coreUrl from "./core.worker.ts?worker&url";
import type { Answer, Calls, Preview, Progress, Question, Trouble } from "./protocol.ts";

/** Why a question was never answered: a newer run took its place, or a person stopped it. */
export class Superseded extends Error {}

/** A fault that the worker reported, or the worker's own end. */
export class CoreError extends Error {
  readonly trouble: Trouble;

  /** @param trouble what the person at the page is told */
  constructor(trouble: Trouble) {
    super(trouble.message);
    this.name = "CoreError";
    this.trouble = trouble;
  }
}

/** Each takes the memory of the image it works on. */
const MOST_CODECS = 4;

/** A fault in the words of the page. */
export function faultOf(error: unknown): Trouble {
  if (error instanceof CoreError) return error.trouble;
  const advice = "Reload the page. If it happens again, please report it.";
  return { code: "internal", message: messageOf(error), advice };
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Waiting {
  resolve(value: Calls[keyof Calls]["output"]): void;
  reject(error: Error): void;
}

/** Is told how the work goes. */
export interface CoreListener {
  progress(progress: Progress): void;
  preview(preview: Preview): void;
}

/** Asks the Web Worker, and starts another when it was stopped. */
export class Core {
  readonly #listener: CoreListener;
  #worker: Worker | undefined;
  #codecs: readonly Worker[] = [];
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** @param listener is told how the work goes */
  constructor(listener: CoreListener) {
    this.#listener = listener;
  }

  /** Asks one question. Rejects with {@link CoreError} or {@link Superseded}. */
  ask<Kind extends keyof Calls>(
    kind: Kind,
    input: Calls[Kind]["input"],
    transfer: Transferable[] = [],
  ): Promise<Calls[Kind]["output"]> {
    this.#worker ??= this.#start();
    const id = ++this.#lastId;
    const answered = new Promise<Calls[keyof Calls]["output"]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    this.#worker.postMessage({ id, kind, input } as Question, transfer);
    return answered as Promise<Calls[Kind]["output"]>;
  }

  /** Works on so many images in workers of their own, which can be stopped alone. */
  async finish(images: number): Promise<Calls["finish"]["output"]> {
    this.stopImages();
    // One core is left for the page and the worker that holds the transcript.
    const cores = Math.max(1, navigator.hardwareConcurrency - 1);
    const ports = Array.from({ length: Math.min(MOST_CODECS, cores, images) }, () => this.#startCodecs());
    const codecs = this.#codecs;
    try {
      return await this.ask("finish", { ports }, ports);
    } finally {
      // Codecs keep their memory: the next images start them anew.
      for (const worker of codecs) worker.terminate();
    }
  }

  /** Stops the work on images; what waits for it goes on without. */
  stopImages(): void {
    if (this.#codecs.length === 0) return;
    for (const worker of this.#codecs) worker.terminate();
    this.#codecs = [];
    if (this.#worker) this.ask("stopImages", {}).catch(() => {});
  }

  /** Stops the work that is going on, also in the middle of a computation. Without work, the worker is kept. */
  supersede(): void {
    this.stopImages();
    if (this.#waiting.size > 0) this.#end(new Superseded("a newer run took its place"));
  }

  /** The workers speak to each other directly. */
  #startCodecs(): MessagePort {
    const worker = new Worker(trusted(codecUrl), { type: "module", name: "replaysafe-codecs" });
    const { port1, port2 } = new MessageChannel();
    worker.addEventListener("error", () => this.stopImages());
    worker.postMessage(port1, [port1]);
    this.#codecs = [...this.#codecs, worker];
    return port2;
  }

  #start(): Worker {
    const worker = new Worker(trusted(coreUrl), { type: "module", name: "replaysafe" });
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if ("progress" in data) return this.#listener.progress(data.progress);
      if ("preview" in data) return this.#listener.preview(data.preview);
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("trouble" in data) waiting?.reject(new CoreError(data.trouble));
      else waiting?.resolve(data.value);
    });
    const fail = (event: Event) => {
      const detail = event instanceof ErrorEvent && event.message ? ` (${event.message})` : "";
      this.#end(
        new CoreError({
          code: "worker-failed",
          message: `The Web Worker that does the work has failed${detail}.`,
          advice: "Reload the page. If it fails again, the transcript may be too large for this browser.",
        }),
      );
    };
    worker.addEventListener("error", fail);
    worker.addEventListener("messageerror", fail);
    return worker;
  }

  #end(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Where the browser knows Trusted Types, these workers' scripts are the only ones the page may start. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("replaysafe", {
  createScriptURL: (url) => {
    if (url !== coreUrl && url !== codecUrl) throw new TypeError("not the script of a worker");
    return url;
  },
});

function trusted(url: string): string {
  return policy?.createScriptURL(url) ?? url;
}
