/** Asks the Web Worker that judges requests. */

import type { Captured } from "../capture/entry.ts";
import type { Verdict } from "../capture/judge.ts";
import workerUrl from "./judge.worker.ts?worker&url";

/** What the worker is asked. */
export interface JudgeQuestion {
  readonly kind: "verdict" | "case";
  readonly captured: Captured;
}

/** What it answers: nothing where nothing can be said. */
export type JudgeAnswer =
  | { readonly kind: "verdict"; readonly id: number; readonly verdict: Verdict | undefined }
  | { readonly kind: "case"; readonly id: number; readonly text: string | undefined };

/** A judge in a Web Worker, which is started when it is first asked. */
export class Judge {
  readonly #told: (answer: JudgeAnswer) => void;
  #worker: Worker | undefined;
  #asked: JudgeQuestion[] = [];

  /** @param told is given an answer to every question */
  constructor(told: (answer: JudgeAnswer) => void) {
    this.#told = told;
  }

  ask(question: JudgeQuestion): void {
    this.#worker ??= this.#start();
    this.#asked.push(question);
    this.#worker.postMessage(question);
  }

  #start(): Worker {
    const worker = new Worker(workerUrl, { type: "module", name: "replaysafe-judge" });
    worker.addEventListener("message", ({ data }: MessageEvent<JudgeAnswer>) => {
      this.#asked.shift();
      this.#told(data);
    });
    // One request may be more than the worker can bear: those behind it get another worker.
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = undefined;
      const [failed, ...others] = this.#asked;
      this.#asked = [];
      if (failed) this.#told(nothingOn(failed));
      for (const question of others) this.ask(question);
    });
    return worker;
  }
}

function nothingOn({ kind, captured: { id } }: JudgeQuestion): JudgeAnswer {
  return kind === "verdict" ? { kind, id, verdict: undefined } : { kind, id, text: undefined };
}
