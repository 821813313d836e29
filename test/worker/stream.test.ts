// The history of a session as server-sent events.
import { afterAll, beforeAll, expect, test } from "vitest";
import { user } from "./client.ts";
import { type StoringWorker, startStoring } from "./miniflare.ts";

let worker: StoringWorker;

beforeAll(async () => {
  worker = await startStoring({ bindings: { OPEN_SESSIONS: "true" } });
}, 60_000);

afterAll(async () => {
  await worker?.stop();
});

interface Event {
  readonly event: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is looked at field by field.
  readonly data: any;
}

/** A reader of events, as a browser has one. */
async function open(id: string, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await fetch(`${worker.origin}/v1/sessions/${id}/history/stream`, { headers, signal: abort.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const nextBlock = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        return block;
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
      if (done) return undefined;
      text += value;
    }
  };
  return {
    async next(): Promise<Event | undefined> {
      for (let block = await nextBlock(); block !== undefined; block = await nextBlock()) {
        if (block.startsWith(":")) continue;
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
        return { event: fields.event, id: fields.id, data: JSON.parse(fields.data) };
      }
      return undefined;
    },
    nextBlock,
    close: () => abort.abort(),
  };
}

const append = (id: string, ...texts: string[]) => send("POST", `${id}/append`, { messages: texts.map(user) });

async function send(method: string, path: string, body?: unknown): Promise<number> {
  const isText = typeof body === "string";
  const response = await fetch(`${worker.origin}/v1/sessions/${path}`, {
    method,
    headers: { "content-type": isText ? "application/jsonl" : "application/json" },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

const textsOf = ({ data }: Event): string[] =>
  data.messages.map(({ content }: ReturnType<typeof user>) => content[0]?.text);

test("history first, then what is appended, replaced and removed", async () => {
  await append("a", "One", "Two");
  const stream = await open("a");
  const history = (await stream.next()) as Event;
  expect(history).toMatchObject({ event: "history", data: { offset: 0, total: 2 } });
  expect(textsOf(history)).toEqual(["One", "Two"]);

  await append("a", "Three");
  const rows = (await stream.next()) as Event;
  expect(rows).toMatchObject({ event: "rows", data: { offset: 2, total: 3 } });
  expect(textsOf(rows)).toEqual(["Three"]);

  await send("PUT", "a", `${JSON.stringify(user("One"))}\n${JSON.stringify(user("Other"))}\n`);
  const replaced = (await stream.next()) as Event;
  expect(replaced).toMatchObject({ event: "rows", data: { offset: 1, total: 2 } });
  expect(textsOf(replaced)).toEqual(["Other"]);

  expect(await send("DELETE", "a")).toBe(204);
  expect(await stream.next()).toMatchObject({ event: "deleted" });
  expect(await stream.next()).toBeUndefined();
});

test("a burst of appends arrives as a whole, for every reader", async () => {
  await append("b", "0");
  const streams = await Promise.all([open("b"), open("b"), open("b")]);
  const count = 20;
  await Promise.all(Array.from({ length: count }, (_, n) => append("b", `${n + 1}`)));
  for (const stream of streams) {
    const seen: string[] = [];
    while (seen.length <= count) {
      const event = (await stream.next()) as Event;
      seen.splice(event.data.offset, seen.length, ...textsOf(event));
      expect(seen).toHaveLength(event.data.total);
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: count + 1 }, (_, n) => `${n}`).sort());
    stream.close();
  }
});

test("who comes back gets what is new, and what is old only if it changed", async () => {
  await append("c", "One");
  const first = await open("c");
  const { id } = (await first.next()) as Event;
  first.close();
  const again = await open("c", { "last-event-id": id });
  expect(await again.nextBlock()).toBe(": nothing new");
  await append("c", "Two");
  expect(await again.next()).toMatchObject({ event: "rows", data: { offset: 1, total: 2 } });
  again.close();
  const later = await open("c", { "last-event-id": id });
  expect(await later.next()).toMatchObject({ event: "history", data: { total: 2 } });
  later.close();
});

test("who asks for the head alone gets no stream", async () => {
  await append("head", "One");
  const response = await fetch(`${worker.origin}/v1/sessions/head/history/stream`, { method: "HEAD" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
});

test("readers that are gone hold nothing up", async () => {
  await append("d", "One");
  for (let n = 0; n < 50; n++) {
    const stream = await open("d");
    await stream.next();
    stream.close();
  }
  const begun = performance.now();
  expect(await append("d", "Two")).toBe(200);
  expect(performance.now() - begun).toBeLessThan(2000);
});
