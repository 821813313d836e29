/** Storage fails now and then, and answers when it is asked again. */
import { Refusal } from "../problem.ts";

const TRIES = 4;
const FIRST_PAUSE_MS = 15;

/** How long to wait after so many tries, in milliseconds. Not always the same, or those who wait would meet again. */
export function pauseAfter(tried: number): number {
  return FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
}

/** Ends after a time. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Does what can be done twice, until it succeeds.
 *
 * @throws Refusal what the work refuses, and 503 `storage-unavailable` when it kept failing: what storage throws says
 *   nothing to callers
 */
export async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (tried === TRIES) throw unavailable();
      await sleep(pauseAfter(tried));
    }
  }
}

/** The bucket does not answer. */
export function unavailable(): Refusal {
  const advice = "The storage does not answer. An append with an idempotency-key can be sent again safely.";
  return new Refusal(503, "storage-unavailable", advice, { headers: { "retry-after": "2" } });
}
