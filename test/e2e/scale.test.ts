// Ten thousand turns: a list that stays small, and a way to stop reading and checking. What it takes is printed, not
// judged: other jobs share the machine. INSPECTOR_MEGABYTES=100 makes the file as large as the page is meant for.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { body, pick, settled } from "./screens.ts";
import { longestTask, watchTasks } from "./tasks.ts";
import { launch, textOf, visit } from "./visit.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const origin = inject("origin");
const TURNS = 10_000;
const MEGABYTES = Number(process.env["INSPECTOR_MEGABYTES"] ?? 25);
let browser: Browser;
let folder: string;
let large: string;
let parseTime: number;

beforeAll(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), "scale-"));
  large = join(folder, "large.jsonl");
  const text = session();
  const start = performance.now();
  for (const line of text.split("\n")) if (line !== "") JSON.parse(line);
  parseTime = performance.now() - start;
  await writeFile(large, text);
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A session of so many megabytes: questions, calls, results, answers. */
function session(): string {
  const words = "lorem ipsum dolor sit amet ".repeat(Math.ceil(MEGABYTES * 3.7));
  const text = (start: string) => [{ type: "text", text: `${start} ${words}` }];
  const assistant = { role: "assistant", provider: "openai", api: "openai-responses", model: "gpt-5.4" };
  const make = (index: number): object => {
    const id = `call_${index - (index % 4)}|fc_${index - (index % 4)}`;
    if (index % 4 === 0) return { role: "user", content: text(`Question ${index}`) };
    if (index % 4 === 1)
      return {
        ...assistant,
        content: [
          ...text(`Look ${index}`),
          { type: "toolCall", id, name: "read", arguments: { path: `file-${index}` } },
        ],
        stopReason: "toolUse",
      };
    if (index % 4 === 2)
      return { role: "toolResult", toolCallId: id, toolName: "read", content: text(`Found ${index}`) };
    return { ...assistant, content: text(`Answer ${index}`), stopReason: "stop" };
  };
  const time = "2026-11-03T09:30:00.000Z";
  const lines: object[] = [{ type: "session", version: 3, id: "large", timestamp: time, cwd: "/" }];
  for (let index = 0; index < TURNS; index++) {
    lines.push({
      type: "message",
      id: `e${index}`,
      parentId: index === 0 ? null : `e${index - 1}`,
      timestamp: time,
      message: make(index),
    });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Milliseconds from now until a part of the page is there, by the page's own clock. */
async function until(page: Page, selector: string, begin: () => Promise<void>): Promise<number> {
  await page.evaluate((wanted) => {
    const global = globalThis as unknown as { seen: Promise<number>; begun: number };
    global.seen = new Promise((resolve) => {
      const look = (): void => {
        if (global.begun && document.querySelector(wanted)) resolve(performance.now() - global.begun);
        else requestAnimationFrame(look);
      };
      document.addEventListener(
        "change",
        () => {
          global.begun ||= performance.now();
        },
        { capture: true },
      );
      look();
    });
  }, selector);
  await begin();
  return page.evaluate(() => (globalThis as unknown as { seen: Promise<number> }).seen);
}

test("first rows and the result come in time; the list stays small and reaches its end", async () => {
  const { page, end } = await visit(browser, origin);
  await watchTasks(page);
  const rows = await until(page, ".preview .row", () => page.locator(".file-input").setInputFiles(large));
  const start = Date.now();
  await settled(page);
  const whole = rows + Date.now() - start;
  const longest = await longestTask(page);
  console.info(
    `first rows ${rows.toFixed(0)} ms, result ${whole} ms, ${(whole / parseTime).toFixed(1)} x JSON.parse, longest task ${longest} ms`,
  );
  expect(await textOf(page.locator("#tab-transcript .count"))).toBe("10,000");
  await page.getByLabel("Only changed").uncheck();
  await page.locator(".rows-row[tabindex='0']").focus();
  await page.keyboard.press("End");
  await page.locator(".row-line", { hasText: "Answer 9999" }).waitFor();
  expect(await page.locator(".rows-row").count()).toBeLessThanOrEqual(60);
  // The focus stays on its row when that is scrolled out of view.
  await page.locator("rs-rows").evaluate((list) => list.scrollTo(0, 0));
  await page.locator(".row-line", { hasText: "Question 0" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"))).toBe("10000");
  expect(await page.locator("[role=grid]").getAttribute("aria-rowcount")).toBe("10000");
  await page.keyboard.press("/");
  await page.keyboard.type("Found 9998");
  await page.locator(".list-bar [role=status]", { hasText: /^1 turn$/ }).waitFor();
  await end();
});

test("reading and checking can be stopped, the page answers meanwhile, and a second run is whole", async () => {
  const { page, end } = await visit(browser, origin);
  await page.locator(".file-input").setInputFiles(large);
  await page.locator(".preview .row").first().waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".status-words", { hasText: "Cancelled while" }).waitFor();
  await page.getByText("only the first turns were read").waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await settled(page);
  expect(await textOf(page.locator("#tab-transcript .count"))).toBe("10,000");
  await page.locator("[name=preset]").selectOption({ label: "Mistral" });
  await page.locator('.verdict[aria-busy="true"]').waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".status-words", { hasText: "Cancelled while checking" }).waitFor();
  await end();
});

test("a text of two hundred thousand lines can be scrolled to its end", async () => {
  const { page, end } = await visit(browser, origin);
  const input = { list: Array.from({ length: 200_000 }, (_, index) => index) };
  const path = join(folder, "many.json");
  await writeFile(path, JSON.stringify({ ...(JSON.parse(body) as object), metadata: input }));
  await page.locator(".file-input").setInputFiles(path);
  await settled(page);
  await page.getByRole("tab", { name: "Raw" }).click();
  await page.getByText(/^200,0\d\d lines$/).waitFor();
  await page.locator(".raw-rows .rows-row").first().click();
  await page.keyboard.press("End");
  await page.locator(".raw-text", { hasText: /^\}$/ }).waitFor();
  await page.locator(".raw-text", { hasText: "199999" }).waitFor();
  expect(await page.locator(".rows-row").count()).toBeLessThanOrEqual(60);
  await end();
});

test("the last choice of a provider wins", async () => {
  const { page, end } = await visit(browser, origin);
  await pick(
    page,
    "many.json",
    JSON.stringify(
      Array.from({ length: 3000 }, (_, index) => ({
        role: index % 2 ? "assistant" : "user",
        content: [{ type: "text", text: `Turn ${index}` }],
        stopReason: "stop",
      })),
    ),
  );
  await settled(page);
  for (const label of ["Mistral", "Google: Gemini", "OpenAI: Responses", "xAI: Grok", "Mistral"]) {
    await page.locator("[name=preset]").selectOption({ label });
  }
  await settled(page);
  await page.waitForTimeout(500);
  expect(await textOf(page.locator("#verdict"))).toContain("Mistral");
  await end();
});
