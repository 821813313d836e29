// The built page as a person meets it: Chromium in front of the worker.
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { examples } from "../../web/examples.ts";
import { type RunningServer, startServer } from "./server.ts";
import { launch, textOf, type Visit, verdict, verdictFor, visit } from "./visit.ts";

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

/** Runs a test in a visit of its own. */
async function during(body: (visit: Visit) => Promise<void>): Promise<void> {
  const current = await visit(browser, server.origin);
  await body(current);
  await current.end();
}

const file = (name: string, text: string) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

const rulesOn = (page: Page) => page.locator("rs-group .rule").allTextContents();

test("an example is there, with its changes by rule", () =>
  during(async ({ page }) => {
    expect(await verdict(page)).toBe("Repaired");
    expect(await textOf(page.locator(".file-name"))).toBe(examples[0]?.fileName);
    expect(await rulesOn(page)).toEqual(expect.arrayContaining(["thinking-signatures", "tool-result-pairing"]));
    const dropped = page.locator(".change", { has: page.locator(".action-drop") }).first();
    expect(await textOf(dropped)).toMatch(/drop \/\d+.* gone/);
    expect(await textOf(page.locator("#tab-changes .count"))).toBe(String(await page.locator(".change").count()));
    expect(await textOf(page.locator("rs-app > [role=status]"))).toMatch(/^repaired: \d+ changes/);
  }));

test("each example can be chosen and brings its target", () =>
  during(async ({ page }) => {
    for (const { id, fileName, target } of examples.toReversed()) {
      await page.getByLabel("Example").selectOption(id);
      await page.locator(".file-name", { hasText: fileName }).waitFor();
      expect(await verdictFor(page, target.provider)).toBe("Repaired");
      expect(await page.getByLabel("Provider", { exact: true }).inputValue()).toBe(target.provider);
    }
  }));

test("another provider gives another report", () =>
  during(async ({ page }) => {
    const before = await rulesOn(page);
    await page.getByLabel("Preset").selectOption({ label: "Mistral" });
    await verdictFor(page, "mistral");
    expect(await rulesOn(page)).not.toEqual(before);
    await page.getByRole("tab", { name: "Policy" }).click();
    expect(await textOf(page.locator(".flags").first())).toContain("strict9");
    const links = await page
      .locator("a.source")
      .evaluateAll((all) => all.map((link) => [(link as HTMLAnchorElement).protocol, link.getAttribute("rel")]));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toEqual(["https:", "noopener noreferrer"]);
  }));

test("a target in one's own words; the API is the provider's default", () =>
  during(async ({ page }) => {
    await page.getByLabel("Provider", { exact: true }).fill("google");
    await page.getByLabel("Provider", { exact: true }).blur();
    await verdictFor(page, "google");
    expect(await page.getByLabel("API", { exact: true }).inputValue()).toBe("");
    expect(await page.getByLabel("Preset").inputValue()).toBe("-1");
    await page.getByRole("tab", { name: "Policy" }).click();
    expect(await textOf(page.locator(".facts"))).toContain("google-generative-ai");
  }));

describe("a transcript of one's own", () => {
  const messages = [
    { role: "user", content: [{ type: "text", text: "Hello" }] },
    { role: "assistant", content: [{ type: "text", text: "Good day." }], stopReason: "stop" },
    { role: "user", content: [{ type: "text", text: "What can you do?" }] },
  ];
  const text = JSON.stringify(messages);

  test("is chosen", () =>
    during(async ({ page }) => {
      await page.locator("input[type=file]").setInputFiles(file("mine.json", text));
      await page.getByText("mine.json").first().waitFor();
      expect(await verdict(page)).toBe("Clean");
      expect(await textOf(page.locator(".panel"))).toContain("No rule had to change anything");
    }));

  test("is dropped anywhere", () =>
    during(async ({ page }) => {
      const transfer = await page.evaluateHandle((content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], "dropped.jsonl"));
        return data;
      }, text);
      await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
      expect(await page.locator(".drop-overlay").isVisible()).toBe(true);
      await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
      await page.getByText("dropped.jsonl").first().waitFor();
      expect(await page.locator(".drop-overlay").isVisible()).toBe(false);
      expect(await verdict(page)).toBe("Clean");
    }));

  test("is pasted into the page, and into the dialog, but not taken from a field", () =>
    during(async ({ page }) => {
      const paste = (selector: string) =>
        page.locator(selector).evaluate((element, content) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", content);
          element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }, text);
      await paste("input[name=modelId]");
      expect(await textOf(page.locator(".file-name"))).toBe(examples[0]?.fileName);
      await paste("main");
      await page.locator(".file-name", { hasText: "pasted text" }).waitFor();
      expect(await verdict(page)).toBe("Clean");
      await page.getByLabel("Example").selectOption("dangling");
      await page.getByRole("button", { name: "Paste text" }).click();
      await page.locator("dialog textarea").fill(text);
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.locator(".file-name", { hasText: "pasted text" }).waitFor();
      expect(await verdict(page)).toBe("Clean");
    }));

  test("that cannot be read is said where it was opened, and the page goes on", () =>
    during(async ({ page }) => {
      for (const bad of ["", "no transcript", "[]", '{"contents":[]}', '[{"role":']) {
        await page.locator("input[type=file]").setInputFiles(file("bad.json", bad));
        expect(await textOf(page.locator("rs-source [role=alert]"))).toContain("Open a session file");
        expect(await page.locator("rs-verdict").count()).toBe(0);
        await page.locator("input[type=file]").setInputFiles(file("good.json", text));
        expect(await verdict(page)).toBe("Clean");
      }
      await page.getByLabel("Provider", { exact: true }).fill("");
      await page.getByLabel("Provider", { exact: true }).blur();
      expect(await textOf(page.locator("rs-target [role=alert]"))).toContain("No provider");
    }));
});

test("the result can be taken along, and is clean when it is opened again", () =>
  during(async ({ page }) => {
    const download = async (name: string) => {
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), "utf8") };
    };
    const lines = await download("Download JSONL");
    const json = await download("Download JSON");
    expect(lines.name).toBe("everything-at-once.anthropic.replay.jsonl");
    expect(json.name).toBe("everything-at-once.anthropic.replay.json");
    const messages = lines.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(JSON.parse(json.text)).toEqual(messages);
    const answer = await fetch(`${server.origin}/v1/sanitize`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ session: examples[0]?.text, target: examples[0]?.target }),
    });
    expect(((await answer.json()) as { messages: unknown }).messages).toEqual(messages);
    await page.locator("input[type=file]").setInputFiles(file(lines.name, lines.text));
    await page.locator(".file-name", { hasText: lines.name }).waitFor();
    expect(await verdict(page)).toBe("Clean");
  }));

test("the result can be copied", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page, end } = await visit(browser, server.origin, { permissions });
  await page.getByRole("button", { name: "Copy as JSON" }).click();
  await page.getByText("Copied.").waitFor();
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toHaveLength(Number(await textOf(page.locator("#tab-messages .count"))));
  await end();
});

test("a Web Worker that does not start is said, with what to do", async () => {
  const page = await browser.newPage();
  await page.route("**/core.worker-*", (route) => route.abort());
  await page.goto(server.origin);
  expect(await textOf(page.locator("rs-outcome [role=alert]"))).toMatch(/Web Worker .* failed.* Reload the page/);
  await page.unroute("**/core.worker-*");
  await page.getByLabel("Preset").selectOption({ label: "Mistral" });
  expect(await verdictFor(page, "mistral")).toBe("Repaired");
  await page.close();
});

describe("ten thousand messages", () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    index % 2 === 0
      ? { role: "user", content: [{ type: "text", text: `Question ${index}` }] }
      : {
          role: "assistant",
          content: [
            { type: "thinking", thinking: `Thought ${index}` },
            { type: "text", text: `Answer ${index}` },
          ],
          stopReason: "stop",
        },
  );
  const text = many.map((message) => JSON.stringify(message)).join("\n");

  test("are listed a page at a time", () =>
    during(async ({ page }) => {
      await page.locator("input[type=file]").setInputFiles(file("many.jsonl", text));
      await page.locator(".numbers", { hasText: "10,000" }).waitFor();
      const thinking = page.locator("rs-group", { hasText: "thinking-signatures" });
      expect(await thinking.locator(".change").count()).toBe(20);
      await thinking.getByRole("button", { name: "Show 100 more of" }).click();
      await expect.poll(() => thinking.locator(".change").count()).toBe(120);
      await page.getByRole("tab", { name: "Messages" }).click();
      await expect.poll(() => page.locator("rs-message").count()).toBe(200);
      await page.getByRole("button", { name: "Show 200 more messages" }).click();
      await expect.poll(() => page.locator("rs-message").count()).toBe(400);
      await page.locator("rs-message").nth(399).locator("summary").click();
      expect(await textOf(page.locator("rs-message").nth(399).locator("pre"))).toContain("Answer 399");
    }));

  test("do not hold up a newer run: the last choice wins", () =>
    during(async ({ page }) => {
      await page.locator("input[type=file]").setInputFiles(file("many.jsonl", text));
      for (const label of ["Mistral", "Google: Gemini", "OpenAI: Responses", "xAI: Grok", "Mistral"]) {
        await page.getByLabel("Preset").selectOption({ label });
      }
      await verdictFor(page, "mistral");
      expect(await textOf(page.locator(".numbers"))).toContain("10,000");
      await page.waitForTimeout(500);
      expect(await textOf(page.locator(".verdict-head code"))).toBe("mistral");
    }));
});
