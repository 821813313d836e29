// Reading request bodies: what is counted, what is refused, and that nothing is lost of what is too large.
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openBody, parseJson, readBody, readJson, readUpTo } from "../../worker/body.ts";
import { readSettings } from "../../worker/config.ts";
import { Refusal } from "../../worker/problem.ts";

const { limits } = readSettings({});
const json = { "content-type": "application/json" };

function requestOf(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://worker/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

async function codeOf(work: () => unknown): Promise<[number, string]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return [error.status, error.code];
    throw error;
  }
  return [200, ""];
}

/** A stream that says how much of it was asked for. */
function chunks(count: number, size: number) {
  const state = { sent: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.sent === count) return controller.close();
        controller.enqueue(new Uint8Array(size).fill(state.sent++ % 256));
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

describe("readBody", () => {
  test("gives the bytes as they were sent and as they are meant", async () => {
    const text = new TextEncoder().encode('{"a":"é"}');
    const plain = await readBody(requestOf(text), limits);
    expect(plain.raw).toBe(plain.bytes);
    expect(plain.bytes).toEqual(text);
    for (const [encoding, compress] of [
      ["gzip", gzipSync],
      ["X-GZIP", gzipSync],
      ["deflate", deflateSync],
    ] as const) {
      const sent = new Uint8Array(compress(text));
      const { raw, bytes } = await readBody(requestOf(sent, { "content-encoding": encoding }), limits);
      expect([raw, bytes]).toEqual([sent, text]);
    }
  });

  test("stops reading what is too large", async () => {
    const { state, stream } = chunks(1000, 1024);
    expect(await codeOf(() => readBody(requestOf(stream), { maxBodyBytes: 10_000 }))).toEqual([413, "body-too-large"]);
    expect(state.sent).toBeLessThan(15);
    expect(state.cancelled).toBe(true);
  });

  test("takes a body of exactly the limit, and counts what was decompressed", async () => {
    const full = new Uint8Array(10_000);
    expect((await readBody(requestOf(full), { maxBodyBytes: 10_000 })).bytes).toHaveLength(10_000);
    const bomb = new Uint8Array(gzipSync(new Uint8Array(50_000_000)));
    const request = () => requestOf(bomb, { "content-encoding": "gzip" });
    expect(await codeOf(() => readBody(request(), { maxBodyBytes: 1_000_000 }))).toEqual([413, "body-too-large"]);
    expect(await codeOf(() => openBody(request(), { maxBodyBytes: 1_000_000 }))).toEqual([413, "body-too-large"]);
  });

  test("refuses encodings it does not know, and what is not encoded as announced", async () => {
    for (const encoding of ["br", "gzip, gzip", "compress"]) {
      const request = requestOf("{}", { "content-encoding": encoding });
      expect(await codeOf(() => readBody(request, limits))).toEqual([415, "unsupported-encoding"]);
    }
    const torn = new Uint8Array(gzipSync("some text")).subarray(0, 12);
    for (const body of ["{}", torn]) {
      const request = () => requestOf(body, { "content-encoding": "gzip" });
      expect(await codeOf(() => readBody(request(), limits))).toEqual([400, "invalid-encoding"]);
      expect(await codeOf(() => openBody(request(), limits))).toEqual([400, "invalid-encoding"]);
    }
  });
});

describe("readUpTo", () => {
  test("gives everything when there is no more than asked for", async () => {
    const start = await readUpTo(chunks(3, 10).stream, 30);
    expect(start).toEqual({ complete: true, bytes: new Uint8Array(30).map((_, at) => Math.floor(at / 10)) });
    expect(await readUpTo(null, 10)).toEqual({ complete: true, bytes: new Uint8Array() });
  });

  test("otherwise loses nothing, and reads no further by itself", async () => {
    const { state, stream } = chunks(300, 10);
    const start = await readUpTo(stream, 30);
    if (start.complete) throw new Error("more was sent");
    expect(state.sent).toBe(4);
    const all = new Uint8Array(await new Response(start.stream).arrayBuffer());
    expect(all).toEqual(new Uint8Array(3000).map((_, at) => Math.floor(at / 10) % 256));
  });
});

describe("parseJson", () => {
  const few = { ...limits, maxJsonDepth: 4, maxJsonValues: 20, maxBlocks: 5 };
  const values: [string, string, [number, string]][] = [
    ["at the depth", "[[[[]]]]", [200, ""]],
    ["deeper", '[[{"a":[[]]}]]', [413, "too-deep"]],
    ["brackets in strings", `["[[[[[[[","\\"[[[[[","\\\\",{"{{{{":"]"}]`, [200, ""]],
    ["behind a string that ends in a backslash", `["\\\\",[[[[]]]]]`, [413, "too-deep"]],
    ["objects", "[{},{},{},{},{}]", [200, ""]],
    ["more objects", "[{},{},{},{},{},{}]", [413, "too-many-blocks"]],
    ["more values", `[${"1,".repeat(30)}1]`, [413, "too-many-values"]],
    ["no JSON", "[}", [400, "invalid-json"]],
    ["a string without an end", '["abc', [400, "invalid-json"]],
    ["nothing", "", [400, "invalid-json"]],
  ];

  test.each(values)("%s", async (_name, text, outcome) => {
    expect(await codeOf(() => parseJson(text, few))).toEqual(outcome);
  });

  test("where a text breaks off is said, and nothing of the text", () => {
    const broken = '{\n "model": "secret",\n "messages": [,]\n}';
    expect(() => parseJson(broken, limits)).toThrow("The body is not valid JSON: it breaks off at line 3, column 15.");
  });

  test("takes time that grows with the text and not faster", () => {
    const text = `["${"\\\\".repeat(4_000_000)}"${',"\\""'.repeat(100_000)}]`;
    const begun = performance.now();
    expect(parseJson(text, limits)).toHaveLength(100_001);
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  test("keys named __proto__ stay data", () => {
    const value = parseJson('{"__proto__":{"x":1}}', limits) as Record<string, unknown>;
    expect(Object.hasOwn(value, "__proto__")).toBe(true);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

test("readJson wants JSON in UTF-8", async () => {
  expect(await readJson(requestOf("[1]", json), limits)).toEqual([1]);
  expect(await codeOf(() => readJson(requestOf("[1]"), limits))).toEqual([415, "unsupported-media-type"]);
  const bytes = new Uint8Array([0x22, 0xff, 0x22]);
  expect(await codeOf(() => readJson(requestOf(bytes, json), limits))).toEqual([400, "invalid-utf8"]);
});
