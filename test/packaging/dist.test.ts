// The built library as a user installs it: on every host the engine finds its WASM by itself and makes the same bytes.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { chromium } from "playwright";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { chromiumLaunch } from "../chromium.ts";
import { type Consumer, installConsumer } from "./consumer.ts";
import { textOf } from "./source.ts";

// Compilers, bundlers and a browser on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** What the engine made, by the name of the image, and the image block that a replay got. */
interface Made {
  readonly made: Record<string, { data: string; format: string; width: number; height: number }>;
  readonly block: unknown;
}

/** Run on every host. The four images need all five modules. */
const check = `
import { measureImage, sanitizeSessionMessagesImages } from "replaysafe";
import { createJsquashEngine } from "replaysafe/images/jsquash";
import { images } from "./images.js";

export async function check() {
  const engines = { fast: createJsquashEngine(), high: createJsquashEngine({ quality: "high" }) };
  const limits = { maxSide: 300, maxBytes: 200_000, formats: ["jpeg", "png"] };
  const made = {};
  for (const [name, { data, quality }] of Object.entries(images)) {
    made[name] = await engines[quality].process({ data, info: measureImage(data), limits });
  }
  const content = [{ type: "image", data: images.photo.data, mimeType: "image/jpeg" }];
  const { messages } = await sanitizeSessionMessagesImages([{ role: "user", content }], {
    label: "dist",
    target: { provider: "anthropic" },
    images: { engine: engines.fast, maxDimensionPx: 300 },
  });
  return { made, block: messages[0].content[0] };
}
`;

let consumer: Consumer;
let onNode: Made;

beforeAll(async () => {
  consumer = await installConsumer();
  consumer.write("images.js", `export const images = ${JSON.stringify(await makeImages())};\n`);
  consumer.write("check.js", check);
  consumer.write("main.js", 'import { check } from "./check.js";\nconsole.log(JSON.stringify(await check()));\n');
  onNode = JSON.parse(await consumer.run("node", ["main.js"]));
});

afterAll(() => consumer?.remove());

test("Node: the images are small and show what they showed", async () => {
  const { made, block } = onNode;
  expect(Object.keys(made)).toEqual(["photo", "fine", "glass", "webp"]);
  expect(Object.values(made).map(({ format }) => format)).toEqual(["jpeg", "jpeg", "png", "jpeg"]);
  expect(block).toEqual({ type: "image", data: made["photo"]?.data, mimeType: "image/jpeg" });
  for (const { data, width, height } of Object.values(made)) {
    expect({ width, height }).toEqual({ width: 300, height: 225 });
    const { data: rgb, info } = await sharp(Buffer.from(data, "base64"))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width, height, channels: 3 });
    const colorAt = (x: number, y: number) => [...rgb.subarray((y * width + x) * 3).subarray(0, 3)];
    const corners = [colorAt(20, 20), colorAt(280, 20), colorAt(20, 205), colorAt(280, 205)];
    for (const [i, corner] of corners.entries()) {
      for (const [j, value] of corner.entries()) expect(Math.abs(value - (COLORS[i]?.[j] ?? 0))).toBeLessThan(24);
    }
  }
});

test("Deno, without a permission", async () => {
  const printed = await consumer.run("deno", ["run", "--no-lock", "--no-remote", "--no-prompt", "main.js"]);
  expect(JSON.parse(printed)).toEqual(onNode);
});

test("Cloudflare Workers: bundled by wrangler, run by workerd without Node compatibility", async () => {
  const settings = { name: "consumer", main: "worker.js", compatibility_date: "2026-04-26", compatibility_flags: [] };
  consumer.write("wrangler.json", JSON.stringify(settings));
  consumer.write(
    "worker.js",
    `import { check } from "./check.js";
export default {
  async test() {
    const absent = ["Buffer", "process", "require"].every((name) => !(name in globalThis));
    console.log("made:" + JSON.stringify(absent && (await check())));
  },
};
`,
  );
  await consumer.run("wrangler", ["deploy", "--dry-run", "--config", "wrangler.json", "--outdir", "bundle"]);
  const names = readdirSync(join(consumer.folder, "bundle"));
  expect(names.filter((name) => name.endsWith(".wasm"))).toHaveLength(5);
  const modules = names
    .filter((name) => name === "worker.js" || name.endsWith(".wasm"))
    .sort((a, b) => Number(b === "worker.js") - Number(a === "worker.js"))
    .map((name) => `(name = "${name}", ${name.endsWith(".wasm") ? "wasm" : "esModule"} = embed "bundle/${name}")`);
  consumer.write(
    "workerd.capnp",
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (modules = [${modules.join(", ")}], compatibilityDate = "2026-04-26");
`,
  );
  const printed = await consumer.run("workerd", ["test", "workerd.capnp"]);
  expect(JSON.parse(/^made:(.*)$/m.exec(printed)?.[1] ?? "null")).toEqual(onNode);
});

// A missing browser is no failure on a developer's machine.
const noBrowser = !existsSync(chromiumLaunch.executablePath) && process.env["CI"] !== "true";

describe.skipIf(noBrowser)("Chromium", () => {
  test("bundled by Vite", async () => {
    consumer.write("index.html", page("<!-- bundled -->"));
    await consumer.run("vite", ["build", "--base", "./", "--outDir", "site", "--logLevel", "warn"]);
    const { made, requested } = await inChromium("site/index.html", "application/wasm");
    expect(made).toEqual(onNode);
    expect(requested.filter((path) => path.endsWith(".wasm"))).toHaveLength(5);
  });

  test("without a bundler, from a server that does not know WASM", async () => {
    const imports = {
      replaysafe: "/node_modules/replaysafe/dist/lib/index.js",
      "replaysafe/images/jsquash": "/node_modules/replaysafe/dist/lib/adapters/jsquash/browser.js",
      "zod/mini": "/node_modules/zod/mini/index.js",
      "@jsquash/": "/node_modules/@jsquash/",
    };
    consumer.write("plain.html", page(`<script type="importmap">${JSON.stringify({ imports })}</script>`));
    const { made } = await inChromium("plain.html", "application/octet-stream");
    expect(made).toEqual(onNode);
  });
});

test("the types are whole, for a strict compiler too", async () => {
  consumer.write(
    "types.ts",
    `import { type EncodedImage, type ImageEngine, sanitizeSessionMessagesImages } from "replaysafe";
import { createJsquashEngine, type JsquashEngineOptions, type WasmSource } from "replaysafe/images/jsquash";
import { createJsquashEngine as createBareEngine } from "replaysafe/images/jsquash/core";
import { createAvifCodec } from "replaysafe/images/avif";
import { createNativeEngine } from "replaysafe/images/native";
const png: WasmSource = () => WebAssembly.compile(new Uint8Array());
const options: JsquashEngineOptions = { memory: "edge", modules: { png }, codecs: [createAvifCodec(png)] };
export const engines: ImageEngine[] = [createJsquashEngine(options), createBareEngine(options), createNativeEngine()];
export const results: Promise<EncodedImage>[] = [];
export { sanitizeSessionMessagesImages };
`,
  );
  const strict = ["--strict", "--skipLibCheck", "false", "--exactOptionalPropertyTypes", "--noEmit"];
  const host = ["--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable,dom.asynciterable"];
  await consumer.run("tsc", [...strict, ...host, "types.ts"]);
});

test("every WASM file comes with a license", () => {
  const folder = join(consumer.folder, "node_modules/replaysafe/dist/lib/wasm");
  const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
  const files = readdirSync(folder).filter((name) => name.endsWith(".wasm"));
  expect(files).toHaveLength(5);
  for (const name of files) {
    expect(notices).toMatch(new RegExp(`^${name}: @\\S+ \\d\\S+, \\S+$`, "m"));
    expect(notices).toMatch(new RegExp(`^For .*\\b${name}.*:$`, "m"));
  }
  expect(notices).toContain("Independent JPEG Group");
  for (const name of Object.keys(JSON.parse(textOf("package.json")).dependencies)) {
    if (name.startsWith("@jsquash/")) expect(notices).toContain(name);
  }
});

/** Red, green, blue, white: a quarter each. */
const COLORS = [
  [220, 30, 30],
  [30, 200, 30],
  [30, 30, 220],
  [250, 250, 250],
] as const;

async function makeImages(): Promise<Record<string, { data: string; quality: string }>> {
  const encoded = async (image: Sharp) => (await image.toBuffer()).toString("base64");
  const jpeg = await encoded(photo(255).jpeg());
  return {
    photo: { data: jpeg, quality: "fast" },
    fine: { data: jpeg, quality: "high" },
    glass: { data: await encoded(photo(160).png()), quality: "fast" },
    webp: { data: await encoded(photo(255).webp()), quality: "fast" },
  };
}

/** The four quarters, with grain that makes a photo of them; the same in every run. */
function photo(alpha: number): Sharp {
  const [width, height] = [1200, 900];
  const rgba = Buffer.alloc(width * height * 4, alpha);
  let random = 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = COLORS[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)] ?? [];
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      const grain = (random >>> 26) - 32;
      for (let i = 0; i < 3; i++) rgba[(y * width + x) * 4 + i] = Math.max(0, Math.min(255, (color[i] ?? 0) + grain));
    }
  }
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

function page(head: string): string {
  const script = 'import { check } from "./check.js"; globalThis.check = check;';
  return `<!doctype html><meta charset="utf-8">${head}<script type="module">${script}</script>`;
}

/** Opens a page of the project in Chromium, waits until it is quiet, and has it do the work. */
async function inChromium(path: string, wasmType: string): Promise<{ made: Made; requested: string[] }> {
  const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".wasm": wasmType };
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    requested.push(pathname);
    const file = join(consumer.folder, pathname);
    if (!existsSync(file)) response.writeHead(404).end();
    else response.setHeader("content-type", types[extname(file)] ?? "text/plain").end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`, { waitUntil: "networkidle" });
    expect(requested.filter((name) => name.endsWith(".wasm"))).toEqual([]);
    const made = await tab.evaluate(() => (globalThis as unknown as { check(): Promise<Made> }).check());
    return { made, requested };
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
