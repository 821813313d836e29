// Why a session has one writer: what it costs to append at the same time with it, and without. Prints a table.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Counts } from "./appends-worker.ts";
import { user } from "./client.ts";
import { type StoringWorker, startStoring } from "./miniflare.ts";

let worker: StoringWorker;

beforeAll(async () => {
  worker = await startStoring({ entry: "test/worker/appends-worker.ts", bindings: { OPEN_SESSIONS: "true" } });
}, 60_000);

afterAll(async () => {
  await worker?.stop();
});

interface Measured extends Counts {
  readonly way: string;
  readonly writers: number;
  readonly refused: number;
  readonly milliseconds: number;
}

async function measure(way: string, writers: number, path: (id: string) => string, key: string): Promise<Measured> {
  const id = `measured-${writers}`;
  const begun = performance.now();
  const replies = await Promise.all(
    Array.from({ length: writers }, async (_, n) => {
      const response = await fetch(`${worker.origin}${path(id)}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ messages: [user(`message ${n}.`)] }),
      });
      await response.arrayBuffer();
      return response.ok;
    }),
  );
  const milliseconds = performance.now() - begun;
  const counts = (await (await fetch(`${worker.origin}/counts`)).json()) as Counts;
  const text = (await worker.stored()).get(`${key}/${id}.jsonl`) ?? "";
  // What was answered as stored is there, once.
  const stored = replies.map((_, n) => text.split(`"message ${n}."`).length - 1);
  expect(stored).toEqual(replies.map((ok) => (ok ? 1 : 0)));
  return { way, writers, refused: replies.filter((ok) => !ok).length, milliseconds, ...counts };
}

test("one writer puts what waits all at once", async () => {
  const rows: Measured[] = [];
  for (const writers of [1, 8, 32]) {
    rows.push(await measure("one writer", writers, (id) => `/v1/sessions/${id}/append`, "anybody"));
    rows.push(await measure("conditional writes alone", writers, (id) => `/direct/${id}`, "direct"));
  }
  console.log(
    rows
      .map(({ way, writers, refused, milliseconds, puts, conflicts }) =>
        [
          way.padEnd(25),
          `${writers} at once`.padEnd(12),
          `${milliseconds.toFixed(0)} ms`.padEnd(9),
          `${puts} puts, ${conflicts} in vain, ${refused} refused`,
        ].join(""),
      )
      .join("\n"),
  );
  for (const { way, refused, puts, conflicts } of rows) {
    if (way !== "one writer") continue;
    expect([refused, conflicts]).toEqual([0, 0]);
    expect(puts).toBeLessThan(8);
  }
}, 120_000);
