// Images on the page: what works on them is loaded when there is work, and under the page's own policy.
import type { Browser } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "./server.ts";
import { launch, verdict, visit } from "./visit.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A transcript with one picture of so many pixels a side. */
async function transcriptWith(side: number, format: "png" | "jpeg"): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: "teal" } as const;
  const data = (await sharp({ create }).toFormat(format).toBuffer()).toString("base64");
  const content = [{ type: "image", data, mimeType: `image/${format}` }];
  return Buffer.from(JSON.stringify([{ role: "user", content }]));
}

test("no codec is loaded until an image needs it, and then nothing is refused", async () => {
  const { page, requests, end } = await visit(browser, server.origin);
  const open = async (side: number, format: "png" | "jpeg") => {
    const name = `${format}-${side}.json`;
    const buffer = await transcriptWith(side, format);
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/json", buffer });
    await page.locator(".file-name", { hasText: name }).waitFor();
    await verdict(page);
  };
  const codecs = () => requests.filter((url) => /jpeg-turbo|mozjpeg|squoosh|webp|\.wasm/.test(url)).map(nameOf);

  await open(600, "jpeg");
  await page.waitForLoadState("networkidle");
  expect(codecs()).toEqual([]);
  expect(requests.filter((url) => url.endsWith(".js"))).toHaveLength(2);

  await open(3000, "jpeg");
  await page.locator("rs-group .rule").first().waitFor();
  expect(await page.locator("rs-group .rule").allTextContents()).toEqual(["image-limits"]);
  expect(codecs()).toContain("jpeg-turbo");
  expect(codecs()).not.toContain("webp_dec");
  expect(requests.every((url) => url.startsWith("blob:") || url.startsWith(`${server.origin}/`))).toBe(true);
  await page.getByRole("tab", { name: "Messages" }).click();
  await page.locator("rs-message summary").first().click();
  expect(await page.locator("rs-message pre").textContent()).not.toContain("omitted image payload");
  await end();
});

function nameOf(url: string): string {
  return /\/([\w.-]+?)-[\w-]{8}\.js$/.exec(url)?.[1] ?? url;
}
