// @ts-check
// npm run bench:worker (`-- memory` for the last part alone): the processor time that requests to the edge worker take
// in workerd, as Cloudflare counts it: all of the process, so WASM and garbage collection too. Needs Linux, which keeps
// account of it. `first` is a request to a worker that has just started, `then` the mean of those behind it, once the
// engine has compiled what is hot. Then the memory that large requests take.
import sharp from "sharp";
import { load } from "../test/load.mjs";

/** The free plan's processor time for a request. */
const FREE_MS = 10;
/** What V8 may take, in MB; the rest of an isolate is for what is outside of its heap. */
const HEAP_MB = 100;

/** @typedef {{ name: string, path: string, type: string, body: string, rounds: number }} Request */

/** @type {typeof import("../test/worker/workerd.ts") & typeof import("../test/worker/process.ts") & typeof import("./generate.ts") & typeof import("../src/index.ts")} */
const { startWorkerd, memoryOf, processorTimeOf, generateSession, prepareReplay } = await load(
  ["test/worker/workerd.ts", "test/worker/process.ts", "bench/generate.ts", "src/index.ts"],
  { platform: "node" },
);

const target = { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-opus-4-6" };
const requests = await Promise.all([
  ...[10, 100, 1000].flatMap((kB) => [bodyOf(kB, true), bodyOf(kB, false)]),
  sessionOf(1000),
  ...[1, 3, 12].map(photoOf),
]);
const only = process.argv[2];
if (only !== "memory") console.log(`${"".padEnd(42)}${"kB".padStart(7)}${"first".padStart(10)}${"then".padStart(10)}`);
if (only !== "memory") await measure({ name: "GET /v1/health", path: "/v1/health", type: "", body: "", rounds: 300 });
if (only !== "memory") for (const request of requests) await measure(request);
console.log(`\nmemory of workerd above its idle, with V8 held to ${HEAP_MB} MB as in an isolate of 128 MB`);
for (const kB of [5000, 15_000]) await measureMemory(kB);

/** A body of about so many kB: clean, or with what goes wrong in a long session. @param {number} kB @param {boolean} isClean @returns {Promise<Request>} */
async function bodyOf(kB, isClean) {
  const messages = messagesOf(kB);
  const whole = JSON.stringify(
    isClean ? { body: (await prepareReplay(messages, { target })).body } : { messages, target },
  );
  const name = isClean ? "sanitize, a body without errors" : "sanitize, messages with all their defects";
  return { name, path: "/v1/sanitize", type: "application/json", body: whole, rounds: Math.ceil(3000 / kB) + 20 };
}

/** @param {number} kB @returns {Promise<Request>} */
async function sessionOf(kB) {
  const header = { type: "session", version: 3, id: "s", timestamp: "2026-11-03T09:30:00.000Z", cwd: "/" };
  const lines = [
    header,
    ...messagesOf(kB).map((/** @type {object} */ message, /** @type {number} */ n) => ({
      type: "message",
      id: `e${n}`,
      message,
    })),
  ];
  const body = lines.map((line, n) => (n % 100 === 50 ? "{torn" : JSON.stringify(line))).join("\n");
  return { name: "repair, a session file", path: "/v1/repair", type: "application/jsonl", body, rounds: 30 };
}

/** About so many kB of messages. @param {number} kB @returns {object[]} */
function messagesOf(kB) {
  for (let count = kB / 2; ; count *= 1.2) {
    const messages = generateSession(count);
    const size = JSON.stringify(messages).length;
    if (size >= kB * 1000) return messages.slice(0, Math.ceil((messages.length * kB * 1000) / size));
  }
}

/** A photo: noise, which is as hard as pictures get. @param {number} megapixels @returns {Promise<Request>} */
async function photoOf(megapixels) {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3));
  const height = Math.round((width * 3) / 4);
  const noise = { type: /** @type {const} */ ("gaussian"), mean: 128, sigma: 30 };
  const jpeg = await sharp({ create: { width, height, channels: 3, background: "gray", noise } })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer();
  const content = [{ type: "image", data: jpeg.toString("base64"), mimeType: "image/jpeg" }];
  const body = JSON.stringify({ messages: [{ role: "user", content }], target });
  return {
    name: `sanitize, a photo of ${megapixels} megapixels`,
    path: "/v1/sanitize",
    type: "application/json",
    body,
    rounds: 5,
  };
}

/** @param {Request} request */
async function measure({ name, path, type, body, rounds }) {
  const worker = await startWorkerd();
  try {
    const send = async () => {
      const init = type === "" ? {} : { method: "POST", headers: { "content-type": type }, body };
      const response = await fetch(`${worker.origin}${path}`, init);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
    };
    const started = await processorTimeOf(worker.pid);
    await send();
    const first = (await processorTimeOf(worker.pid)) - started;
    for (let n = 0; n < Math.min(20, rounds); n++) await send();
    const warm = await processorTimeOf(worker.pid);
    for (let n = 0; n < rounds; n++) await send();
    const then = ((await processorTimeOf(worker.pid)) - warm) / rounds;
    const fits = then <= FREE_MS ? "" : "  over the free plan";
    const size = (body.length / 1000).toFixed(0);
    console.log(
      `${name.padEnd(42)}${size.padStart(7)}${`${first.toFixed(0)} ms`.padStart(10)}${`${then.toFixed(1)} ms`.padStart(10)}${fits}`,
    );
  } finally {
    await worker.stop();
  }
}

/** The most memory that a request with all defects takes. @param {number} kB */
async function measureMemory(kB) {
  const body = JSON.stringify({ messages: messagesOf(kB), target });
  const worker = await startWorkerd({ heap: HEAP_MB });
  try {
    await (await fetch(`${worker.origin}/v1/health`)).arrayBuffer();
    const { now: idle } = await memoryOf(worker.pid);
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${worker.origin}/v1/sanitize`, { method: "POST", headers, body });
    const sent = (await response.arrayBuffer()).byteLength;
    const peak = (await memoryOf(worker.pid)).peak - idle;
    const sizes = `${(body.length / 1e6).toFixed(1)} MB in, ${(sent / 1e6).toFixed(1)} MB out`;
    console.log(`sanitize, ${sizes}: ${response.status}, ${peak.toFixed(0)} MiB`);
  } finally {
    await worker.stop();
  }
}
