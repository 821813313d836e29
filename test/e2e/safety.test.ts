// What the page must never do: leak, run what a transcript says, or shut people out.
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "./server.ts";
import { accessibilityFaults, launch, textOf, verdict, verdictFor, visit } from "./visit.ts";

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

describe("nothing leaves the tab", () => {
  test("all requests are the page's own parts, and none follow the first result", async () => {
    const { page, requests, end } = await visit(browser, server.origin);
    await page.waitForLoadState("networkidle");
    for (const url of requests) expect(url.startsWith(`${server.origin}/`)).toBe(true);
    const loaded = requests.length;
    await page.getByLabel("Example").selectOption("foreign-ids");
    await verdictFor(page, "mistral");
    await page.getByRole("tab", { name: "Messages" }).click();
    await page.locator("rs-message summary").first().click();
    await page.locator("pre").waitFor();
    const later = requests.slice(loaded).filter((url) => !url.startsWith("blob:"));
    expect(later).toEqual([]);
    await end();
  });

  test("the browser refuses a request of the page and of its Web Worker", async () => {
    const { page } = await visit(browser, server.origin);
    const tryToLeak = async (url: string) =>
      fetch(url).then(
        () => "sent",
        () => "refused",
      );
    const [worker] = page.workers();
    for (const url of [`${server.origin}/v1/rules`, `${server.origin}/assets/codec.wasm`]) {
      expect(await page.evaluate(tryToLeak, url)).toBe("refused");
      expect(await worker?.evaluate(tryToLeak, url)).toBe("refused");
    }
    await page.context().close();
  });

  test("nothing is stored but the theme", async () => {
    const { page, end } = await visit(browser, server.origin);
    await page.getByLabel("Theme").selectOption("dark");
    const stored = await page.evaluate(async () => ({
      local: { ...localStorage },
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      cookies: document.cookie,
    }));
    expect(stored).toEqual({ local: { "replaysafe-theme": "dark" }, session: 0, databases: 0, cookies: "" });
    await page.reload();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    await end();
  });
});

describe("a hostile transcript", () => {
  const attack = '<img src=x onerror="globalThis.attacked=1"><svg onload="globalThis.attacked=1">\u202Etxt.exe\u200B';
  const text = JSON.stringify([
    { role: "user", content: attack },
    {
      role: "assistant",
      provider: attack,
      model: attack,
      content: [
        { type: attack },
        { type: "thinking", thinking: attack },
        { type: "text", text: attack },
        { type: "toolCall", id: attack, name: attack, arguments: { [attack]: attack, ["__proto__"]: { attacked: 1 } } },
      ],
      stopReason: "toolUse",
    },
    { role: attack, content: attack },
    { role: "toolResult", toolCallId: attack, toolName: attack, content: [{ type: "text", text: attack }] },
  ]);

  test("is shown as text, its hidden characters by their names", async () => {
    const { page, end } = await visit(browser, server.origin);
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: `${attack}.json`.replaceAll("/", ""), mimeType: "x/y", buffer: Buffer.from(text) });
    await page.locator(".file-name", { hasText: "txt.exe" }).waitFor();
    await verdict(page);
    await page.getByLabel("Provider", { exact: true }).fill(attack);
    await page.getByLabel("Provider", { exact: true }).blur();
    await page.getByLabel("Preset").selectOption({ label: "Anthropic: Claude Opus" });
    await verdictFor(page, "anthropic");
    for (const tab of ["Changes", "Messages", "Policy", "File"]) {
      await page.getByRole("tab", { name: tab }).click();
      if (tab === "Messages") {
        for (const summary of await page.locator("rs-message summary").all()) await summary.click();
        await page.locator("pre").first().waitFor();
      }
      if (tab !== "Policy") {
        await page.locator(".panel .hidden-char", { hasText: "U+202E" }).first().waitFor();
      }
      expect(await textOf(page.locator("body"))).not.toMatch(/[\u202E\u200B]/);
      expect(await page.locator("rs-app img, rs-app svg").count()).toBe(0);
    }
    expect(await page.evaluate(() => "attacked" in globalThis || "attacked" in {})).toBe(false);
    await end();
  });
});

describe("accessibility", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 480]) {
      test(`axe finds nothing: ${colorScheme}, ${width} px`, async () => {
        const viewport = { width, height: 900 };
        const { page, end } = await visit(browser, server.origin, { colorScheme, viewport });
        for (const tab of ["Changes", "Messages", "Policy", "File"]) {
          await page.getByRole("tab", { name: tab }).click();
          if (tab === "Messages") {
            await page.locator("rs-message summary").nth(1).click();
            await page.locator("pre").waitFor();
          }
          expect(await accessibilityFaults(page)).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
        }
        await page.locator(".privacy summary").click();
        await page.getByRole("button", { name: "Paste text" }).click();
        expect(await accessibilityFaults(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByLabel("Provider", { exact: true }).fill("");
        await page.getByLabel("Provider", { exact: true }).blur();
        await page.locator("rs-target [role=alert]").waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        await end();
      });
    }
  }

  test("a whole task with the keyboard alone, always with a visible focus", async () => {
    const { page, end } = await visit(browser, server.origin);
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        const style = element && getComputedStyle(element);
        const name = element?.getAttribute("name") ?? element?.id ?? "";
        return { name: name || (element?.textContent ?? "").trim(), visible: style?.outlineStyle !== "none" };
      });
    const tabTo = async (name: string) => {
      for (let pressed = 0; pressed < 40; pressed++) {
        await page.keyboard.press("Tab");
        const current = await focused();
        expect(current.visible).toBe(true);
        if (current.name.startsWith(name)) return;
      }
      throw new Error(`no way to ${name} by keyboard`);
    };
    await tabTo("Skip to the result");
    await tabTo("Open a file");
    await tabTo("preset");
    await page.keyboard.press("ArrowDown");
    await verdictFor(page, "openai");
    await tabTo("tab-changes");
    await page.keyboard.press("ArrowRight");
    expect((await focused()).name).toBe("tab-messages");
    await page.locator("rs-message").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("rs-message pre").waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("End");
    expect((await focused()).name).toBe("tab-file");
    await end();
  });
});
