// Images on the page: what works on them is loaded when there is work, and under the page's own policy.
import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { pngHead } from "../images/heads.ts";
import { pick, settled } from "./screens.ts";
import { launch, textOf, visit } from "./visit.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const origin = inject("origin");
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser?.close());

const square = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: "teal" } });
const image = (data: string, mimeType: string) => ({ type: "image", data, mimeType });

async function open(page: Page, name: string, images: readonly object[]): Promise<void> {
  await pick(page, name, JSON.stringify([{ role: "user", content: images }]));
  await page.locator(".file-name", { hasText: name }).waitFor();
  await settled(page);
  await page.locator(".status progress").waitFor({ state: "detached" });
}

test("no codec is loaded until an image needs it, and then nothing is refused", async () => {
  const { page, requests, end } = await visit(browser, origin);
  const codecs = () =>
    requests.filter((url) => /jpeg-turbo|mozjpeg|squoosh|webp|jsquash|codec|\.wasm/.test(url)).map(nameOf);
  const jpeg = async (side: number) => image((await square(side).jpeg().toBuffer()).toString("base64"), "image/jpeg");

  await open(page, "small.json", [await jpeg(600)]);
  await page.waitForLoadState("networkidle");
  expect(codecs()).toEqual([]);

  await open(page, "large.json", [await jpeg(3000)]);
  await page.getByRole("tab", { name: "Images" }).click();
  await page.locator(".image-card", { hasText: "made to fit" }).waitFor();
  expect(codecs()).toContain("jpeg-turbo");
  expect(codecs()).not.toContain("webp_dec");
  expect(requests.every((url) => url.startsWith("blob:") || url.startsWith(`${origin}/`))).toBe(true);
  await end();
});

test("a large screenshot is drawn smaller, is compared by keyboard, and its files are released", async () => {
  const { page, end } = await visit(browser, origin);
  await page.evaluate(() => {
    const global = globalThis as unknown as { urls: number };
    const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
    global.urls = 0;
    URL.createObjectURL = (object) => {
      global.urls++;
      return create.call(URL, object);
    };
    URL.revokeObjectURL = (url) => {
      global.urls--;
      revoke.call(URL, url);
    };
  });
  await page.locator("[data-example=large-screenshot]").click();
  await settled(page);
  await page.locator(".status progress").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Images" }).click();
  const card = page.locator(".image-card", { hasText: "6000×2400" });
  expect(await textOf(card)).toMatch(/png 6000×2400.* → png 1200×480.*about 1,288 → 774 tokens/);
  await card.locator(".image-open").focus();
  await page.keyboard.press("Enter");
  await page.locator(".stage-after img").waitFor();
  const width = (selector: string) =>
    page.locator(selector).evaluate(async (element) => {
      const drawn = element as HTMLImageElement;
      await drawn.decode();
      return drawn.naturalWidth;
    });
  expect(await width(".stage-after img")).toBe(1200);
  expect(await width(".stage-before img")).toBe(6000);
  const slider = page.getByRole("slider");
  expect(await slider.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowLeft");
  expect(await slider.inputValue()).toBe("49");
  for (const [key, share] of [
    ["1", "100"],
    ["3", "0"],
    ["2", "50"],
  ] as const) {
    await page.keyboard.press(key);
    expect(await slider.inputValue()).toBe(share);
  }
  await page.getByRole("button", { name: "Difference" }).click();
  expect(
    await page.locator(".stage-before img").evaluate((drawn) => {
      const blends = [drawn, drawn.parentElement, drawn.closest("rs-picture")];
      return blends.some((one) => one && getComputedStyle(one).mixBlendMode === "difference");
    }),
  ).toBe(true);
  await page.getByRole("button", { name: "Difference" }).click();
  await page.getByRole("button", { name: "1:1" }).click();
  expect(await page.locator(".stage-before img").evaluate((drawn) => drawn.getBoundingClientRect().width)).toBe(6000);
  await page.getByRole("slider").focus();
  await page.keyboard.press("Escape");
  await page.locator(".stage").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Findings" }).click();
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { urls: number }).urls)).toBe(0);
  await end();
});

test("pictures of all kinds are a finding at worst", async () => {
  const { page, end } = await visit(browser, origin);
  const frames = await Promise.all([square(300).png().toBuffer(), square(300).negate().png().toBuffer()]);
  const cmyk = await square(2400).toColorspace("cmyk").jpeg().toBuffer();
  const png = (await square(40).png().toBuffer()).toString("base64");
  await open(page, "all.json", [
    image(pngHead(3000, 3000), "image/png"),
    image(
      (
        await sharp(frames, { join: { animated: true } })
          .gif()
          .toBuffer()
      ).toString("base64"),
      "image/gif",
    ),
    image(cmyk.toString("base64"), "image/jpeg"),
    image((await square(1).png().toBuffer()).toString("base64"), "image/png"),
    image(`data:image/jpeg;base64,${png}`, "image/jpeg"),
    image("bm90IGFuIGltYWdl", "image/png"),
  ]);
  await page.getByRole("tab", { name: "Images" }).click();
  const cards = await Promise.all((await page.locator(".image-card").all()).map(textOf));
  expect(cards).toHaveLength(6);
  // What has to be worked on comes first.
  expect(cards[0]).toContain("a text in its place");
  expect(cards[1]).toMatch(/made to fit.*1200×1200/);
  expect(cards[2]).toMatch(/png 40×40/);
  expect(cards[3]).toContain("a text in its place");
  expect(cards[4]).toMatch(/as it is.*gif 300×300/);
  expect(cards[5]).toContain("as it is");
  await end();
});

test("where WASM is refused, the structure is checked all the same", async () => {
  const { page } = await visit(browser, origin);
  await page.context().route(`${origin}/**`, async (route) => {
    const response = await route.fetch();
    const policy = response.headers()["content-security-policy"] ?? "";
    const headers = { ...response.headers(), "content-security-policy": policy.replace(" 'wasm-unsafe-eval'", "") };
    await route.fulfill({ response, headers });
  });
  await page.reload();
  const large = image((await square(3000).jpeg().toBuffer()).toString("base64"), "image/jpeg");
  const call = { type: "toolCall", id: "toolu_1", name: "bash", arguments: {} };
  const messages = [
    { role: "user", content: [large] },
    { role: "assistant", content: [call], stopReason: "toolUse" },
  ];
  await pick(page, "large.json", JSON.stringify(messages));
  await settled(page);
  await page.locator(".status progress").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.locator("#group-tool-result-pairing").waitFor();
  await page.getByRole("tab", { name: "Images" }).click();
  await page.locator(".tag", { hasText: "not checked" }).waitFor();
  await page.context().close();
});

test("images far down are not drawn until one comes to them", async () => {
  const { page, end } = await visit(browser, origin);
  const png = image((await square(40).png().toBuffer()).toString("base64"), "image/png");
  await open(
    page,
    "many.json",
    Array.from({ length: 60 }, () => png),
  );
  await page.getByRole("tab", { name: "Images" }).click();
  await page.locator(".image-card img").first().waitFor();
  expect(await page.locator(".image-card").count()).toBe(60);
  expect(await page.locator(".image-card img").count()).toBeLessThan(40);
  await page.locator(".image-card").last().scrollIntoViewIfNeeded();
  await page.locator(".image-card").last().locator("img").waitFor();
  await page.locator(".image-card").first().locator("img").waitFor({ state: "detached" });
  await end();
});

test("where the codecs cannot be had, or the work is cancelled, all else is there and images are said not to be checked", async () => {
  const { page } = await visit(browser, origin);
  await page.context().route("**/assets/webp_dec*", (route) => route.abort());
  const large = image((await square(3000).webp().toBuffer()).toString("base64"), "image/webp");
  await open(page, "large.json", [large]);
  await page.getByRole("tab", { name: "Images" }).click();
  expect(await textOf(page.locator(".image-card"))).toMatch(/could not be loaded|text in its place/);
  await page.context().close();

  const other = await visit(browser, origin);
  await other.page.context().route("**/assets/jsquash*", async () => {});
  await pick(other.page, "large.json", JSON.stringify([{ role: "user", content: [large] }]));
  await other.page.locator(".status-words", { hasText: "Working on images" }).waitFor();
  await other.page.getByRole("button", { name: "Cancel" }).click();
  await other.page.locator(".status-words", { hasText: "Cancelled while working on images" }).waitFor();
  await settled(other.page);
  await other.page.getByRole("tab", { name: "Images" }).click();
  await other.page.getByText("The work on images was cancelled").waitFor();
  // The worker of the codecs may fail as a whole; tried again, the result is complete.
  await other.page.context().unrouteAll({ behavior: "ignoreErrors" });
  await other.page.context().route("**/assets/codec.worker*", (route) => route.abort());
  const again = other.page.getByRole("button", { name: "Work on them again" });
  await again.click();
  await other.page.locator(".status progress").waitFor({ state: "detached" });
  await other.page.context().unrouteAll();
  await again.click();
  await other.page.locator(".image-card", { hasText: "made to fit" }).waitFor();
  expect(await other.page.locator(".tag", { hasText: "not checked" }).count()).toBe(0);
  await other.page.context().close();
});

function nameOf(url: string): string {
  return /\/([\w.-]+?)-[\w-]{8}\.js$/.exec(url)?.[1] ?? url;
}
