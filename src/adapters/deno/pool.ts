/** Jobs done by several Web Workers at a time. */

/** Says to a worker that it should end what it is doing, and answer. */
export const STOP = "stop";

/** What a worker is sent: jobs, each after the answer to the one before it, and perhaps the wish to end. */
export type ToWorker<Job> = { readonly job: Job } | typeof STOP;

/** What there is to do, and by whom. */
export interface PoolRequest<Job, Result> {
  /** The module that the workers run: it answers each `job` with one message, the result. */
  readonly script: string;
  readonly jobs: readonly Job[];
  /** How many workers there may be. */
  readonly size: number;
  /** The result of a job that no worker finished, because its worker died or the signal was aborted before. */
  readonly unfinished: (job: Job, reason: string) => Result;
  /** Ends the work: jobs that are going on may answer, no other is begun. */
  readonly signal: AbortSignal;
}

/** The results in the order of the jobs, each as soon as it and those before it are there. */
export async function* runInWorkers<Job, Result>(request: PoolRequest<Job, Result>): AsyncGenerator<Result> {
  const { script, jobs, size, unfinished, signal } = request;
  const results = jobs.map(() => Promise.withResolvers<Result>());
  const workers = new Set<Worker>();
  let next = 0;

  const work = async (): Promise<void> => {
    let worker: Worker | undefined;
    while (next < jobs.length) {
      const index = next++;
      const job = jobs[index] as Job;
      if (signal.aborted) {
        results[index]?.resolve(unfinished(job, messageOf(signal.reason)));
        continue;
      }
      if (worker === undefined) {
        worker = new Worker(script, { type: "module" });
        workers.add(worker);
      }
      const answer = await ask<Job, Result>(worker, job);
      if ("result" in answer) {
        results[index]?.resolve(answer.result);
        continue;
      }
      results[index]?.resolve(unfinished(job, answer.death));
      worker.terminate();
      workers.delete(worker);
      worker = undefined;
    }
  };
  const stop = (): void => {
    for (const worker of workers) worker.postMessage(STOP satisfies ToWorker<Job>);
  };

  signal.addEventListener("abort", stop);
  try {
    for (let lane = 0; lane < Math.min(size, jobs.length); lane++) void work();
    for (const { promise } of results) yield await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    for (const worker of workers) worker.terminate();
  }
}

type Answer<Result> = { readonly result: Result } | { readonly death: string };

function ask<Job, Result>(worker: Worker, job: Job): Promise<Answer<Result>> {
  const { promise, resolve } = Promise.withResolvers<Answer<Result>>();
  worker.onmessage = ({ data }: MessageEvent<Result>) => resolve({ result: data });
  worker.onmessageerror = () => resolve({ death: "its answer cannot be read" });
  worker.onerror = (event: ErrorEvent) => {
    // The program would end with its worker.
    event.preventDefault();
    resolve({ death: event.message });
  };
  worker.postMessage({ job } satisfies ToWorker<Job>);
  return promise;
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
