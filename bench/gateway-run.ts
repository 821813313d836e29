// The load and the memory of the gateway, measured in raw workerd before a local server.
import { Agent, request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { createEngine } from "../src/images/engines/jsquash/engine.ts";
import { startUpstream } from "../test/gateway/upstream.ts";
import { jobOf, modules } from "../test/images/engines.ts";
import { memoryOf, processorTimeOf, resetPeak } from "../test/worker/process.ts";
import { type RunningWorker, startWorkerd } from "../test/worker/workerd.ts";

const CLIENTS = 64;
/** Seconds in which nobody waits between requests. */
const WARM_UP = 15;
/** What an isolate of Cloudflare's has, in MiB. */
const HEAP = 128;
/** Milliseconds from the beginning of a client's request to that of its next. */
const PACE = 2000;
const BODY = 100_000;
const MIB = 2 ** 20;

let over = 0;

/** @param parts of `load` and `memory`; none: both */
export async function run(parts: readonly string[], seconds: number): Promise<number> {
  const tables: Readonly<Record<string, () => Promise<void>>> = { load: () => load(seconds), memory };
  for (const [name, table] of Object.entries(tables)) if (parts.length === 0 || parts.includes(name)) await table();
  console.log(over > 0 ? `\n${over} rows over their limit` : "\nno row over its limit");
  return over > 0 ? 1 : 0;
}

function row(what: string, value: string, isOver = false): void {
  if (isOver) over++;
  console.log(`${what.padEnd(52)} ${value}${isOver ? "  OVER" : ""}`);
}

// ---- load

/** A conversation of tool calls with a mark in it. A broken one has a call that nobody answered. */
function bodyOf(isBroken: boolean): string {
  const messages: object[] = [{ role: "user", content: "mark MARK" }];
  const output = "412 tests passed, 0 failed. ".repeat(36);
  for (let turn = 0; turn < BODY / 1190; turn++) {
    const id = `toolu_${turn}`;
    messages.push(
      { role: "assistant", content: [{ type: "tool_use", id, name: "test", input: { turn } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: output }] },
    );
  }
  if (isBroken) messages.splice(8, 1, { role: "user", content: "Well?" });
  messages.push({ role: "assistant", content: "Done." }, { role: "user", content: "And now?" });
  const tools = [{ name: "test", input_schema: { type: "object" } }];
  return JSON.stringify({ model: "claude-opus-4-6", max_tokens: 64, tools, messages });
}

const CLEAN = bodyOf(false);
const BROKEN = bodyOf(true);

/** Answers every request with the mark that it finds in it. */
async function startEcho(): Promise<{ readonly address: string; close(): void }> {
  const server = createServer({ requireHostHeader: false }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const mark = /mark (\w+)/.exec(Buffer.concat(chunks).toString("latin1"))?.[1];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ mark }));
  });
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Milliseconds, by what was asked. */
interface Times {
  readonly plain: number[];
  readonly clean: number[];
  readonly repaired: number[];
}

async function load(seconds: number): Promise<void> {
  const echo = await startEcho();
  const common = { upstream: echo.address, heap: HEAP };
  const gateway = await startWorkerd(common);
  const plain = await startWorkerd({ ...common, entry: "bench/gateway-plain.ts" });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 * CLIENTS });
  const times: Times = { plain: [], clean: [], repaired: [] };
  const memory: number[] = [];
  let [errors, mixed, asked] = [0, 0, 0];
  const begun = Date.now();
  const isOver = (): boolean => Date.now() - begun > (WARM_UP + seconds) * 1000;
  const isWarm = (): boolean => Date.now() - begun > WARM_UP * 1000;

  async function one(worker: RunningWorker, mark: string, isBroken: boolean, into: number[]): Promise<void> {
    const body = (isBroken ? BROKEN : CLEAN).replace("MARK", mark);
    const start = performance.now();
    asked++;
    try {
      const { status, text, told } = await post(agent, `${worker.origin}/anthropic/v1/messages`, body);
      if (isWarm()) into.push(performance.now() - start);
      const expected = worker === plain ? undefined : isBroken ? "repaired" : "clean";
      if (status !== 200 || told !== expected) errors++;
      else if ((JSON.parse(text) as { readonly mark?: string }).mark !== mark) mixed++;
    } catch {
      errors++;
    }
  }
  async function client(number: number): Promise<void> {
    await sleep((number * PACE) / CLIENTS);
    for (let turn = 0; !isOver(); turn++) {
      const next = performance.now() + PACE;
      const mark = `c${number}t${turn}`;
      // All four orders in turn: what is asked second finds its connections warm.
      const asks = [
        () => one(plain, `${mark}p`, turn % 4 === 3, times.plain),
        () => one(gateway, `${mark}g`, turn % 4 === 3, turn % 4 === 3 ? times.repaired : times.clean),
      ];
      for (const askNow of turn % 2 === 0 ? asks : asks.reverse()) await askNow();
      if (isWarm()) await sleep(next - performance.now());
    }
  }
  const workers = [plain, gateway];
  const timeNow = (): Promise<number[]> => Promise.all(workers.map(({ pid }) => processorTimeOf(pid)));
  let before: number[] = [];
  const watching = (async () => {
    await sleep(WARM_UP * 1000);
    before = await timeNow();
    while (!isOver()) {
      await sleep(1000);
      if (isWarm()) memory.push((await memoryOf(gateway.pid)).now);
    }
  })();
  await Promise.all([watching, ...Array.from({ length: CLIENTS }, (_, number) => client(number))]);
  const used = (await timeNow()).map((time, index) => time - (before[index] ?? 0));
  const [log, half] = [gateway.log(), memory.length >> 1];
  await Promise.all([gateway.stop(), plain.stop()]);
  agent.destroy();
  echo.close();

  console.log(
    `\nload: ${CLIENTS} clients, a request of ${Math.round(CLEAN.length / 1000)} kB every ${PACE / 1000} s each, ${seconds} s`,
  );
  row("requests", `${asked}, of which ${times.clean.length + times.repaired.length} to the gateway once it was warm`);
  row("errors", String(errors), errors > 0);
  row("mixed responses", String(mixed), mixed > 0);
  row("plain worker, p50 and p99", `${ms(at(times.plain, 0.5))} ${ms(at(times.plain, 0.99))}`);
  for (const kind of ["clean", "repaired"] as const) {
    const [p50, p99] = [0.5, 0.99].map((share) => at(times[kind], share) - at(times.plain, share)) as [number, number];
    row(`added, ${kind}: p50 (goal 2 ms) and p99`, `${ms(p50)} ${ms(p99)}`);
  }
  const counts = [times.plain.length, times.clean.length + times.repaired.length];
  const each = used.map((time, index) => ms(time / (counts[index] ?? 1)));
  row("processor time a request, plain and gateway", each.join(" "));
  const [first, second] = [at(memory.slice(0, half), 0.5), at(memory.slice(half), 0.5)];
  const growth = (100 * (second - first)) / first;
  row("resident memory, median of the halves", `${first.toFixed(1)} and ${second.toFixed(1)} MiB`);
  row("growth (at most 5 %)", `${growth.toFixed(1)} %`, growth > 5);
  row("log of the worker", `${log.length} bytes`, log.length > 0);
}

function post(agent: Agent, url: string, body: string): Promise<{ status: number; text: string; told: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "x-api-key": "key-1", "content-length": body.length };
    const sent = ask(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      const told = response.headers["x-replaysafe-status"];
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, told })).on("error", reject);
    });
    // A server may close a connection that nobody uses at the moment when somebody begins to: clients ask again.
    sent.on("error", (error) => (sent.reusedSocket ? post(agent, url, body).then(resolve, reject) : reject(error)));
    sent.end(body);
  });
}

const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, time)));
const ms = (time: number): string => `${time.toFixed(2)} ms`;

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

// ---- memory

const IMAGES = 5;
const LIMIT_MIB = 110;
/** More images than Claude takes of their size: all of the large ones have to be made smaller. */
const SMALL_IMAGES = 16;
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function memory(): Promise<void> {
  console.log(`\nmemory: ${IMAGES} JPEGs of 12 megapixels in one request, each of which is decoded and written anew`);
  for (const [quality, limit] of [
    [30, LIMIT_MIB],
    [72, undefined],
  ] as const) {
    await memoryFor(quality, limit);
  }
}

async function memoryFor(quality: number, limit: number | undefined): Promise<void> {
  const photos = await Promise.all(Array.from({ length: IMAGES }, (_, number) => photo(number, quality)));
  const image = (media_type: string, data: string): object => ({
    type: "image",
    source: { type: "base64", media_type, data },
  });
  const content = [
    ...photos.map((file) => image("image/jpeg", file.toString("base64"))),
    ...Array.from({ length: SMALL_IMAGES }, () => image("image/png", PIXEL)),
    { type: "text", text: "See?" },
  ];
  const body = JSON.stringify({ model: "claude-opus-4-6", max_tokens: 64, messages: [{ role: "user", content }] });
  const small = body.replaceAll(/[A-Za-z0-9+/=]{1000,}/g, PIXEL);

  const upstream = await startUpstream();
  const worker = await startWorkerd({ upstream: upstream.address });
  const send = (text: string): Promise<Response> =>
    fetch(`${worker.origin}/anthropic/v1/messages`, { method: "POST", body: text });
  for (let warm = 0; warm < 5; warm++) await (await send(small)).arrayBuffer();
  const { now: idle } = await memoryOf(worker.pid);
  await resetPeak(worker.pid);
  const response = await send(body);
  const { peak } = await memoryOf(worker.pid);
  const told = ["status", "changes"].map((name) => response.headers.get(`x-replaysafe-${name}`)).join(" ");
  const succeeded = response.status === 200 && told === `repaired ${IMAGES};image-limits=${IMAGES}`;
  await response.arrayBuffer();
  await worker.stop();
  await upstream.close();

  const size = photos.reduce((sum, { length }) => sum + length, 0) / IMAGES / 1e6;
  row(
    `${size.toFixed(1)} MB each, body of ${(body.length / MIB).toFixed(1)} MiB`,
    `${response.status} ${told}`,
    !succeeded,
  );
  const added = peak - idle;
  const goal = limit === undefined ? "" : ` (at most ${limit} MiB)`;
  row(`  peak resident memory minus idle${goal}`, `${added.toFixed(1)} MiB`, limit !== undefined && added > limit);
  row("  WASM memory of the codecs together, at most", `${((await wasmOf(photos)) / MIB).toFixed(1)} MiB`);
}

/** A picture with much in it. */
async function photo(number: number, quality: number): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const base = sharp({ create: { width: 500, height: 375, channels: 3, background: "gray", noise } });
  const small = await base
    .modulate({ hue: number * 50 })
    .png()
    .toBuffer();
  return sharp(small).resize(4000, 3000, { kernel: "cubic" }).jpeg({ quality }).toBuffer();
}

/** The same work in this process, where the engine tells. */
async function wasmOf(photos: readonly Buffer[]): Promise<number> {
  let most = 0;
  const engine = createEngine({ modules, memory: "edge" }, (_, bytes) => {
    most = Math.max(most, bytes);
  });
  for (const file of photos) await engine.process(jobOf(file));
  return most;
}
