// @ts-check
// npm run bench:images: what making an image fit costs, as a multiple of what other programs take for the same.
// `npm run bench:images -- jpeg12 png` prints a part. Takes about five minutes.
//
// How to read it: the programs are run in turn, fifteen times each, in one process, and medians of processor time, that
// of all threads, are compared; in workerd and Chromium it is the time on the clock. A busy machine moves milliseconds
// and hardly ratios. Each takes base64 and gives base64 of a JPEG of quality 85 (ours may
// decide for PNG) with a longest side of 1200 pixels, except where a row says otherwise. sharp has one thread.
// Exit code 1: a row is OVER its limit.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import sharp from "sharp";

const root = fileURLToPath(new URL("..", import.meta.url));
const { resolve } = createRequire(import.meta.url);
const RUNS = 15;
sharp.concurrency(1);
sharp.cache(false);

const wasm = {
  jpegDecode: "@cwasm/jpeg-turbo/jpeg-turbo.wasm",
  jpegEncode: "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm",
  png: "@jsquash/png/codec/pkg/squoosh_png_bg.wasm",
  webpDecode: "@jsquash/webp/codec/dec/webp_dec.wasm",
};

/** @type {Record<string, () => Promise<void>>} */
const tables = { jpeg12, jpeg48, png, header, memory, cold, chromium };
const only = process.argv.slice(2);
const unknown = only.filter((name) => !(name in tables));
if (unknown.length > 0) {
  console.error(`no table ${unknown.join(", ")}; there are ${Object.keys(tables).join(", ")}`);
  process.exit(2);
}

const cell = join(root, "dist/bench/images-cell.mjs");
await build({
  absWorkingDir: root,
  entryPoints: ["bench/images-cell.ts"],
  outfile: cell,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "es2022",
  external: ["@jsquash/*"],
  logLevel: "error",
});
const { makeOurs, measureCanonical, readBase64 } = await import(pathToFileURL(cell).href);
const modules = Object.fromEntries(
  await Promise.all(Object.entries(wasm).map(async ([name, file]) => [name, await compile(file)])),
);
let over = 0;

/** @param {string} file */
async function compile(file) {
  return WebAssembly.compile(new Uint8Array(await readFile(resolve(file))));
}

// ---- pictures

/** Like a photo: noise of seven octaves, shapes, grain. @param {number} width @param {number} height */
async function photo(width, height) {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const sum = new Float32Array(width * height * 3);
  for (let octave = 0, amplitude = 90; octave < 7; octave++, amplitude *= 0.62) {
    const [w, h] = [4 << octave, 3 << octave];
    const noise = Buffer.from(Array.from({ length: w * h * 3 }, () => random() * 256));
    const layer = await sharp(noise, { raw: { width: w, height: h, channels: 3 } })
      .resize(width, height, { kernel: "cubic", fit: "fill" })
      .raw()
      .toBuffer();
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (((layer[i] ?? 0) - 128) / 128) * amplitude;
  }
  const data = Buffer.alloc(sum.length);
  for (let i = 0; i < sum.length; i++) {
    data[i] = Math.max(0, Math.min(255, 128 + (sum[i] ?? 0) + (random() - 0.5) * 32));
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Like a screenshot: panels, rules and lines of small marks. @param {number} width @param {number} height */
function screenshot(width, height) {
  const lines = [];
  for (let y = 40; y < height; y += 22) {
    for (let x = 300; x < width - 40; x += 9) {
      if ((x * 7 + y * 13) % 17 < 12)
        lines.push(`<rect x="${x}" y="${y + ((x * y) % 5)}" width="6" height="${5 + ((x + y) % 7)}"/>`);
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><rect width="280" height="100%" fill="#20242c"/><g fill="#333">${lines.join("")}</g></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

const made = new Map();
/** @param {string} name @param {() => Promise<Buffer>} make @returns {Promise<string>} */
async function picture(name, make) {
  if (!made.has(name)) made.set(name, (await make()).toString("base64"));
  return made.get(name);
}
const jpeg = (/** @type {number} */ width, /** @type {number} */ height) =>
  picture(`${width}`, async () => (await photo(width, height)).jpeg({ quality: 88 }).toBuffer());
const shot = () => picture("shot", () => screenshot(2560, 1440).png().toBuffer());

// ---- programs

/** @typedef {(data: string) => Promise<unknown>} Program */

/** @type {Program} */
const bySharp = async (data) => {
  const file = await sharp(Buffer.from(data, "base64"))
    .resize(1200, 1200, { fit: "inside" })
    .jpeg({ quality: 85 })
    .toBuffer();
  return file.toString("base64");
};

async function byPhoton() {
  const { PhotonImage, resize, SamplingFilter } = await import("@cf-wasm/photon/node");
  /** @type {Program} */
  return async (data) => {
    const image = PhotonImage.new_from_byteslice(new Uint8Array(Buffer.from(data, "base64")));
    const scale = 1200 / Math.max(image.get_width(), image.get_height());
    const small = resize(
      image,
      Math.round(image.get_width() * scale),
      Math.round(image.get_height() * scale),
      SamplingFilter.Triangle,
    );
    const file = small.get_bytes_jpeg(85);
    image.free();
    small.free();
    return Buffer.from(file).toString("base64");
  };
}

async function byJimp() {
  const { Jimp } = await import("jimp");
  /** @type {Program} */
  return async (data) => {
    const image = await Jimp.read(Buffer.from(data, "base64"));
    image.scaleToFit({ w: 1200, h: 1200 });
    return (await image.getBuffer("image/jpeg", { quality: 85 })).toString("base64");
  };
}

/** The packages as their README shows them. @param {"jpeg" | "png"} format */
async function byPlainJsquash(format) {
  const reader = await import(`@jsquash/${format}/decode.js`);
  const writer = await import("@jsquash/jpeg/encode.js");
  const resizer = await import("@jsquash/resize");
  const own = format === "jpeg" ? "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm" : wasm.png;
  await reader.init(await compile(own));
  await writer.init(await compile(wasm.jpegEncode));
  await resizer.initResize(await compile("@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm"));
  /** @type {Program} */
  return async (data) => {
    const bytes = new Uint8Array(Buffer.from(data, "base64"));
    const image = await reader.default(bytes.buffer);
    const scale = 1200 / Math.max(image.width, image.height);
    const small = await resizer.default(image, {
      width: Math.round(image.width * scale),
      height: Math.round(image.height * scale),
      method: "triangle",
      premultiply: false,
      linearRGB: false,
    });
    return Buffer.from(await writer.default(small, { quality: 85 })).toString("base64");
  };
}

// ---- measuring

/** @param {number[]} times */
const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/**
 * Runs the programs in turn. A program with `runs` is slow and is run less often.
 * @param {Record<string, { run: () => unknown, runs?: number }>} programs
 */
async function interleaved(programs) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (const { run, runs = RUNS } of Object.values(programs)) if (runs === RUNS) await run();
  for (let round = 0; round < RUNS; round++) {
    for (const [name, { run, runs = RUNS }] of Object.entries(programs)) {
      if (round >= runs) continue;
      globalThis.gc?.();
      const start = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(start);
      times[name]?.push((user + system) / 1000);
    }
  }
  return /** @type {Record<string, any>} */ (
    Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
  );
}

/** @param {string} name @param {number} ratio @param {number} limit @param {number} [goal] */
function row(name, ratio, limit, goal) {
  const missed = ratio > limit;
  if (missed) over++;
  const aim = goal === undefined ? "" : `, goal ${goal}${ratio > goal ? " missed" : ""}`;
  console.log(
    `  ${name.padEnd(44)} ${ratio.toPrecision(3).padStart(8)}  limit ${limit}${aim}${missed ? "  OVER" : ""}`,
  );
}

/** @param {string} name @param {string} text */
function title(name, text) {
  console.log(`\n${name}: ${text}`);
}

/** @param {Record<string, number>} medians */
function show(medians) {
  console.log(
    `  ${Object.entries(medians)
      .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
      .join(", ")}`,
  );
}

// ---- tables

async function jpeg12() {
  title("jpeg12", "JPEG 4000x3000 to 1200 px");
  const data = await jpeg(4000, 3000);
  const ours = makeOurs(modules);
  const [photon, jimp, plain] = [await byPhoton(), await byJimp(), await byPlainJsquash("jpeg")];
  const t = await interleaved({
    ours: { run: () => ours.run(data) },
    sharp: { run: () => bySharp(data) },
    photon: { run: () => photon(data) },
    jsquash: { run: () => plain(data) },
    jimp: { run: () => jimp(data), runs: 3 },
  });
  show(t);
  row("ours / sharp", t["ours"] / t["sharp"], 3.5, 2.5);
  row("ours / photon", t["ours"] / t["photon"], 0.6, 0.45);
  row("ours / plain jsquash", t["ours"] / t["jsquash"], 0.5);
  row("ours / jimp", t["ours"] / t["jimp"], 1);
}

async function jpeg48() {
  title("jpeg48", "JPEG 8000x6000 to 1200 px");
  const data = await jpeg(8000, 6000);
  const ours = makeOurs(modules);
  const photon = await byPhoton();
  const t = await interleaved({
    ours: { run: () => ours.run(data) },
    sharp: { run: () => bySharp(data) },
    photon: { run: () => photon(data), runs: 5 },
  });
  show(t);
  row("ours / sharp", t["ours"] / t["sharp"], 3);
  row("ours / photon", t["ours"] / t["photon"], 1);
}

async function png() {
  title("png", "PNG screenshot 2560x1440 to 1200 px");
  const data = await shot();
  const ours = makeOurs(modules);
  const photon = await byPhoton();
  const t = await interleaved({
    ours: { run: () => ours.run(data) },
    sharp: { run: () => bySharp(data) },
    photon: { run: () => photon(data) },
  });
  show(t);
  row("ours / photon", t["ours"] / t["photon"], 3, 2);
  console.log(
    `  ours / sharp ${(t["ours"] / t["sharp"]).toPrecision(3)}, linear memory ${(ours.peak() / 2 ** 20).toFixed(1)} MiB`,
  );
}

async function header() {
  title("header", "what is decided without decoding, against decoding (ours) the same image");
  const data = await jpeg(4000, 3000);
  const large =
    data.length < 6_900_000
      ? Buffer.concat([Buffer.from(data, "base64"), Buffer.alloc(5_242_880)])
          .subarray(0, 5_242_880)
          .toString("base64")
      : data;
  const ours = makeOurs(modules);
  const t = await interleaved({
    decode: { run: () => ours.run(data) },
    check: { run: () => readBase64(large) },
    // A thousand at a time, since one is too short for the clock.
    head: {
      run: () => {
        for (let i = 0; i < 1000; i++) measureCanonical(data);
      },
    },
  });
  console.log(
    `  decoding ${t["decode"].toFixed(0)} ms, head ${t["head"].toFixed(2)} us, alphabet of 5 MB ${t["check"].toFixed(1)} ms`,
  );
  row("head / decoding", t["head"] / 1000 / t["decode"], 1 / 200);
  row("alphabet of 5 MB / decoding", t["check"] / t["decode"], 1 / 15);
}

async function memory() {
  title("memory", "the most that is held at once, by the engine's own account, preset edge");
  const cases = /** @type {const} */ ([
    ["JPEG 4000x3000", await jpeg(4000, 3000), 64],
    ["JPEG 8000x6000", await jpeg(8000, 6000), 64],
    ["PNG 2560x1440", await shot(), 32],
  ]);
  for (const [name, data, limit] of cases) {
    const ours = makeOurs(modules, "edge");
    const { width, height, bytes } = await ours.run(data);
    const linear = ours.peak() / 2 ** 20;
    // Beside the codecs: the picture at its new size twice, and the file that comes out.
    const around = (2 * 4 * width * height + bytes * 2.4) / 2 ** 20;
    console.log(`  ${name}: linear memory ${linear.toFixed(1)} MiB, arrays ${around.toFixed(1)} MiB`);
    row(`${name}, MiB`, linear + around, limit);
  }
}

async function cold() {
  title("cold", "first call in a new workerd isolate, by the clock outside");
  const folder = await mkdtemp(join(tmpdir(), "bench-images-"));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ["bench/images-worker.ts"],
      outfile: join(folder, "worker.js"),
      bundle: true,
      platform: "neutral",
      mainFields: ["module", "main"],
      external: ["*.wasm"],
      format: "esm",
      target: "es2022",
      logLevel: "error",
    });
    const files = Object.values(wasm);
    for (const [index, file] of files.entries())
      await writeFile(join(folder, `${index}.wasm`), await readFile(resolve(file)));
    await writeFile(join(folder, "config.capnp"), capnp(files));
    const data = await jpeg(4000, 3000);
    /** @type {number[]} */
    const firsts = [];
    /** @type {number[]} */
    const later = [];
    let used = 0;
    for (let i = 0; i < 5; i++) {
      const { port, stop } = await workerd(folder);
      for (let call = 0; call < 5; call++) {
        const start = performance.now();
        const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: data });
        used = (await response.json()).memory;
        (call === 0 ? firsts : later).push(performance.now() - start);
      }
      stop();
    }
    console.log(
      `  JPEG 4000x3000: first ${median(firsts).toFixed(0)} ms, later ${median(later).toFixed(0)} ms, linear memory ${(used / 2 ** 20).toFixed(1)} MiB`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string[]} files */
function capnp(files) {
  const modules = files.map((file, index) => `(name = "${file}", wasm = embed "${index}.wasm")`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .worker) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);
const worker :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.js"), ${modules.join(", ")} ],
  compatibilityDate = "2026-04-26",
);`;
}

/** @param {string} folder @returns {Promise<{ port: number, stop: () => void }>} */
async function workerd(folder) {
  const child = spawn(
    join(root, "node_modules/.bin/workerd"),
    ["serve", join(folder, "config.capnp"), "--control-fd=3"],
    {
      stdio: ["ignore", "inherit", "inherit", "pipe"],
      detached: true,
    },
  );
  const port = await new Promise((done, fail) => {
    /** @type {import("node:stream").Readable} */ (child.stdio[3]).setEncoding("utf8").on("data", (text) => {
      const found = /"port":(\d+)/.exec(text)?.[1];
      if (found) done(Number(found));
    });
    child.on("exit", () => fail(new Error("workerd ended")));
  });
  return { port, stop: () => child.pid && process.kill(-child.pid, "SIGKILL") };
}

async function chromium() {
  title("chromium", "in Chromium, against its own decoder: createImageBitmap and convertToBlob");
  const { chromium: browserType } = await import("playwright");
  const bundle = await build({
    absWorkingDir: root,
    stdin: {
      contents: `import * as cell from "./bench/images-cell.ts"; globalThis.cell = cell;`,
      resolveDir: root,
    },
    bundle: true,
    platform: "browser",
    mainFields: ["module", "main"],
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "error",
  });
  const script = bundle.outputFiles[0]?.text ?? "";
  const files = Object.entries(wasm);
  const pictures = {
    "JPEG 4000x3000": await jpeg(4000, 3000),
    "JPEG 8000x6000": await jpeg(8000, 6000),
    "PNG 2560x1440": await shot(),
  };
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent((request.url ?? "").slice(1));
    const file = files.find(([key]) => key === name)?.[1];
    if (file) response.setHeader("content-type", "application/wasm").end(await readFile(resolve(file)));
    else if (name === "script.js") response.setHeader("content-type", "text/javascript").end(script);
    else if (name in pictures) response.end(/** @type {Record<string, string>} */ (pictures)[name]);
    else response.setHeader("content-type", "text/html").end('<script type="module" src="script.js"></script>');
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const browser = await browserType.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.waitForFunction("globalThis.cell !== undefined");
    for (const name of Object.keys(pictures)) {
      const t = await page.evaluate(measureInPage, { name, keys: Object.keys(wasm), runs: RUNS });
      const limit = name === "JPEG 4000x3000" ? 0.7 : undefined;
      console.log(
        `  ${name}: ours ${t["ours"].toFixed(0)} ms, Chromium's own ${t["native"].toFixed(0)} ms, ratio ${(t["ours"] / t["native"]).toPrecision(3)}`,
      );
      if (limit) row(`${name}, ours / Chromium's own`, t["ours"] / t["native"], limit);
    }
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page. @param {{ name: string, keys: string[], runs: number }} options */
async function measureInPage({ name, keys, runs }) {
  const data = await (await fetch(`/${encodeURIComponent(name)}`)).text();
  const compiled = Object.fromEntries(
    await Promise.all(keys.map(async (key) => [key, await WebAssembly.compileStreaming(fetch(`/${key}`))])),
  );
  const ours = /** @type {any} */ (globalThis).cell.makeOurs(compiled);
  const native = async () => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const whole = await createImageBitmap(new Blob([bytes]));
    const scale = 1200 / Math.max(whole.width, whole.height);
    const canvas = new OffscreenCanvas(Math.round(whole.width * scale), Math.round(whole.height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no context");
    context.imageSmoothingQuality = "high";
    context.drawImage(whole, 0, 0, canvas.width, canvas.height);
    whole.close();
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    return new Uint8Array(await blob.arrayBuffer());
  };
  /** @type {Record<string, number[]>} */
  const times = { ours: [], native: [] };
  await ours.run(data);
  await native();
  for (let round = 0; round < runs; round++) {
    for (const [which, run] of /** @type {const} */ ([
      ["ours", () => ours.run(data)],
      ["native", native],
    ])) {
      const start = performance.now();
      await run();
      times[which]?.push(performance.now() - start);
    }
  }
  const middle = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
  return { ours: middle(times["ours"] ?? []), native: middle(times["native"] ?? []) };
}

for (const [name, table] of Object.entries(tables)) if (only.length === 0 || only.includes(name)) await table();
console.log(over > 0 ? `\n${over} rows over their limit` : "\nno row over its limit");
process.exit(over > 0 ? 1 : 0);
