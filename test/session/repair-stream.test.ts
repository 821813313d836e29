// The repair of bytes as they stream by: chunks, bad UTF-8, backpressure, quarantine, cancelling.
import { describe, expect, test } from "vitest";
import {
  createSessionRepairStream,
  type RepairProgress,
  type RepairStreamOptions,
  repairSessionText,
  TranscriptInputError,
} from "../../src/index.ts";
import { file, HEADER, NOTHING, user } from "./damaged.ts";

const encoder = new TextEncoder();

async function collect(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Streams bytes through a repair in chunks of some size. */
async function run(bytes: Uint8Array, size: number, options: RepairStreamOptions = {}) {
  const { writable, readable, quarantine, report } = createSessionRepairStream(options);
  let at = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
  const [output, dropped] = await Promise.all([collect(readable), collect(quarantine), source.pipeTo(writable)]);
  return { output, dropped, report: await report };
}

const damaged = `${file("{bad", HEADER, user("a", null, "ก😀"), "{oops ก", "", user("b", "a", ""), `{"t${user("c", "b")}`)}{"type":"mes`;

test("chunks of any size give the same bytes as the text", async () => {
  const expected = repairSessionText(damaged);
  for (const size of [1, 2, 3, 7, 64, 1e6]) {
    const { output, dropped, report } = await run(encoder.encode(damaged), size);
    expect(output.toString()).toBe(expected.text);
    expect(report).toEqual(expected.report);
    expect(dropped.toString()).toBe('{bad\n{oops ก\n\n{"t{"type":"mes');
  }
});

test.each(["", "{oops", file(user("a", null), "{bad"), file(HEADER, user("a", null))])(
  "a file that is left as it is comes out as it went in: %j",
  async (text) => {
    for (const size of [1, 1e6]) {
      const { output, dropped, report } = await run(encoder.encode(text), size);
      expect(output.toString()).toBe(text);
      expect(dropped.length).toBe(0);
      expect(report).toEqual(repairSessionText(text).report);
    }
  },
);

describe("bytes that are no UTF-8", () => {
  const bytesOf = (...parts: (string | number[] | Buffer)[]): Buffer =>
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Uint8Array.from(part))));

  test("within a string become U+FFFD, and the record stays", async () => {
    const line = user("a", null, "x?y?z");
    const [one = "", two = "", three = ""] = line.split("?");
    const bytes = bytesOf(`${HEADER}\n`, one, [0xff, 0xc3], two, [0xf0, 0x9f], `${three}\n`);
    const { output, dropped, report } = await run(bytes, 5);
    expect(output.toString()).toBe(file(HEADER, user("a", null, "x\ufffd\ufffdy\ufffdz")));
    expect(dropped.length).toBe(0);
    expect(report).toMatchObject({ repaired: true, droppedLines: 0 });
    expect(report.changes).toEqual([
      {
        line: 2,
        offset: HEADER.length + 1,
        bytes: line.length + 2,
        newBytes: line.length + 7,
        actions: ["replaced-bytes"],
      },
    ]);
    expect((await run(output, 1e6)).report).toEqual(NOTHING);
  });

  test("elsewhere make the line malformed; it is returned as it was", async () => {
    const bad = bytesOf("{", [0xff], '"a":1}\n');
    const { output, dropped, report } = await run(bytesOf(`${HEADER}\n`, bad, `${user("a", null)}\n`), 1);
    expect(output.toString()).toBe(file(HEADER, user("a", null)));
    expect(dropped).toEqual(bad);
    expect(report.dropped).toMatchObject([{ line: 2, bytes: bad.length, reason: "malformed" }]);
  });
});

describe("long lines", () => {
  test("one that is too long is not kept in memory, but returned", async () => {
    const { writable, readable, quarantine, report } = createSessionRepairStream({ maxLineBytes: 1000 });
    const writer = writable.getWriter();
    let length = 0;
    const counted = quarantine.pipeTo(
      new WritableStream({
        write: (bytes) => {
          length += bytes.length;
        },
      }),
    );
    const output = collect(readable);
    await writer.write(encoder.encode(file(HEADER)));
    const chunk = new Uint8Array(1024 * 1024).fill(0x78);
    for (let written = 0; written < 200; written++) await writer.write(chunk.slice());
    await writer.write(encoder.encode(`\n${file(user("a", null))}`));
    await writer.close();
    await counted;
    expect((await output).toString()).toBe(file(HEADER, user("a", null)));
    expect(length).toBe(200 * chunk.length + 1);
    expect((await report).dropped).toEqual([{ line: 2, offset: HEADER.length + 1, bytes: length, reason: "too-long" }]);
  });

  test("the limit is exact, within a chunk and across chunks", async () => {
    const line = user("a", null, "x".repeat(500));
    for (const size of [1, 100, 1e6]) {
      for (const ending of ["\n", ""]) {
        const bytes = encoder.encode(`${HEADER}\n${line}${ending}`);
        expect((await run(bytes, size, { maxLineBytes: line.length })).report).toEqual(NOTHING);
        const { report } = await run(bytes, size, { maxLineBytes: line.length - 1 });
        expect(report.dropped).toMatchObject([{ reason: "too-long", bytes: line.length + ending.length }]);
      }
    }
  });
});

describe("quarantine", () => {
  const lines = (count: number): string => `${HEADER}\n${`${"x".repeat(1023)}\n`.repeat(count)}`;

  test("need not be read: what does not fit is only reported", async () => {
    const { writable, readable, quarantine, report } = createSessionRepairStream();
    const writer = writable.getWriter();
    const output = collect(readable);
    const bytes = encoder.encode(lines(20 * 1024));
    for (let at = 0; at < bytes.length; at += 65_536) await writer.write(bytes.slice(at, at + 65_536));
    await writer.close();
    expect((await output).toString()).toBe(file(HEADER));
    const { unquarantinedBytes = 0, dropped } = await report;
    expect(dropped).toHaveLength(20 * 1024);
    const kept = await collect(quarantine);
    expect(kept.length).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(kept.length + unquarantinedBytes).toBe(20 * 1024 * 1024);
    // What is returned is the beginning of what was dropped.
    expect(kept.equals(Buffer.from(bytes.subarray(HEADER.length + 1, HEADER.length + 1 + kept.length)))).toBe(true);
  });

  test("is complete for whoever reads it from the start, and waits for a slow reader", async () => {
    const text = lines(20 * 1024);
    const { dropped, report } = await run(encoder.encode(text), 65_536);
    expect(dropped.length).toBe(20 * 1024 * 1024);
    expect(report.unquarantinedBytes).toBeUndefined();
  });

  test("can be cancelled", async () => {
    const { writable, readable, quarantine, report } = createSessionRepairStream();
    await quarantine.cancel();
    const writer = writable.getWriter();
    const output = collect(readable);
    await writer.write(encoder.encode(damaged));
    await writer.close();
    expect((await output).toString()).toBe(repairSessionText(damaged).text);
    expect((await report).repaired).toBe(true);
  });
});

test("input waits for a reader of the output", async () => {
  const { writable, readable } = createSessionRepairStream();
  const writer = writable.getWriter();
  let written = 0;
  const line = encoder.encode(file(user("a", null, "x".repeat(10_000))));
  const writing = (async () => {
    await writer.write(encoder.encode(file(HEADER)));
    for (; written < 100; written++) await writer.write(line.slice());
    await writer.close();
  })();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(written).toBeLessThan(10);
  await collect(readable);
  await writing;
  expect(written).toBe(100);
});

test("progress", async () => {
  const seen: RepairProgress[] = [];
  const bytes = encoder.encode(damaged);
  await run(bytes, 100, { totalBytes: bytes.length, onProgress: (progress) => seen.push(progress) });
  expect(seen).toHaveLength(Math.ceil(bytes.length / 100));
  expect(seen.every(({ phase, total }) => phase === "write" && total === bytes.length)).toBe(true);
  const done = seen.map((progress) => progress.done);
  expect(done).toEqual([...done].sort((a, b) => a - b));
});

describe("an end before the end", () => {
  const reason = new Error("enough");

  test("by the signal", async () => {
    for (const late of [true, false]) {
      const controller = new AbortController();
      if (!late) controller.abort(reason);
      const { writable, readable, quarantine, report } = createSessionRepairStream({ signal: controller.signal });
      const writer = writable.getWriter();
      const outcomes = Promise.allSettled([collect(readable), collect(quarantine), report, writer.closed]);
      if (late) await writer.write(encoder.encode(damaged));
      if (late) controller.abort(reason);
      await expect(writer.write(encoder.encode("x"))).rejects.toBe(reason);
      expect(await outcomes).toEqual(Array(4).fill({ status: "rejected", reason }));
    }
  });

  test("by whoever writes", async () => {
    const { writable, readable, report } = createSessionRepairStream();
    const output = collect(readable);
    await Promise.all([
      writable.abort(reason),
      expect(output).rejects.toBe(reason),
      expect(report).rejects.toBe(reason),
    ]);
  });

  test("by whoever reads", async () => {
    const { writable, readable, report } = createSessionRepairStream();
    const writer = writable.getWriter();
    const blocked = writer.write(encoder.encode(file(HEADER, user("a", null, "x".repeat(100_000)))));
    await readable.cancel(reason);
    await expect(blocked).rejects.toBe(reason);
    await expect(report).rejects.toBe(reason);
  });
});

test("what the caller's own functions throw ends everything", async () => {
  const reason = new Error("not mine");
  const { writable, readable, report } = createSessionRepairStream({
    onProgress: () => {
      throw reason;
    },
  });
  const outcomes = Promise.allSettled([writable.getWriter().write(encoder.encode(damaged)), collect(readable), report]);
  expect(await outcomes).toEqual(Array(3).fill({ status: "rejected", reason }));
});

test("extras that need the whole file are refused", () => {
  for (const extras of [true, ["missing-results"], ["orphan-forks"]] as const) {
    expect(() => createSessionRepairStream({ extras })).toThrow(TranscriptInputError);
  }
  expect(createSessionRepairStream({ extras: ["corrupt-images"], reparent: true })).toHaveProperty("readable");
});
