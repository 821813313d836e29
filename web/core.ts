/** The page's end of the Web Worker: typed questions, and a stop that really stops. */
import workerUrl from "./core.worker.ts?worker&url";
import type { Answer, Calls, Question, Trouble } from "./protocol.ts";

/** Why a question was never answered: a newer run took its place. */
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

interface Waiting {
  resolve(value: Calls[keyof Calls]["output"]): void;
  reject(error: Error): void;
}

/** Asks the Web Worker, and starts another when it was stopped. */
export class Core {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Asks one question. Rejects with {@link CoreError} or {@link Superseded}. */
  ask<Kind extends keyof Calls>(kind: Kind, input: Calls[Kind]["input"]): Promise<Calls[Kind]["output"]> {
    this.#worker ??= this.#start();
    const id = ++this.#lastId;
    const answered = new Promise<Calls[keyof Calls]["output"]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    this.#worker.postMessage({ id, kind, input } as Question);
    return answered as Promise<Calls[Kind]["output"]>;
  }

  /** Stops the work that is going on, also in the middle of a computation. Without work, the worker is kept. */
  supersede(): void {
    if (this.#waiting.size > 0) this.#end(new Superseded("a newer run took its place"));
  }

  #start(): Worker {
    const worker = new Worker(trusted(workerUrl), { type: "module", name: "replaysafe" });
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("trouble" in data) waiting?.reject(new CoreError(data.trouble));
      else waiting?.resolve(data.value);
    });
    const fail = (event: Event) => {
      const detail = event instanceof ErrorEvent && event.message ? ` (${event.message})` : "";
      this.#end(
        new CoreError({
          where: "core",
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

/** Where the browser knows Trusted Types, this worker's script is the only one the page may start. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("replaysafe", {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError("not the script of the worker");
    return url;
  },
});

function trusted(url: string): string {
  return policy?.createScriptURL(url) ?? url;
}
