// The keyboard: every key of the list does what the list says.
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { SHORTCUTS } from "../../web/keys.ts";
import { pick, settled } from "./screens.ts";
import { launch, textOf, visit } from "./visit.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const origin = inject("origin");
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser?.close());

const text = (words: string) => ({ type: "text", text: words });

/** Forty turns; the odd ones have a thought and a call, each with its result, and every tenth thought has no signature. */
const session = Array.from({ length: 40 }, (_, index) => {
  const id = `toolu_${index - (index % 4)}`;
  if (index % 4 === 0) return { role: "user", content: [text(`Turn ${index}`)] };
  if (index % 4 === 1) {
    const signature = index === 5 || index === 25 ? {} : { thinkingSignature: "c2lnbmF0dXJl" };
    const thought = { type: "thinking", thinking: "Hm.", ...signature };
    const call = { type: "toolCall", id, name: "bash", arguments: { command: "ls" } };
    const from = { provider: "anthropic", api: "anthropic-messages", model: "claude-opus-4-6" };
    return { role: "assistant", ...from, content: [thought, text(`Turn ${index}`), call], stopReason: "toolUse" };
  }
  if (index % 4 === 2)
    return { role: "toolResult", toolCallId: id, toolName: "bash", content: [text(`Turn ${index}`)] };
  return { role: "assistant", content: [text(`Turn ${index}`)], stopReason: "stop" };
});

const turn = async (page: Page): Promise<number> =>
  Number(/Turn (\d+)/.exec(await textOf(page.locator(".rows-row[aria-selected=true] .row-line")))?.[1]);

test("keys move between turns, findings and views", async () => {
  const { page, end } = await visit(browser, origin, "", { permissions: ["clipboard-read", "clipboard-write"] });
  await pick(page, "keys.json", JSON.stringify(session));
  await settled(page);
  const press = async (keys: string, wanted: number) => {
    for (const key of keys.split(" ")) await page.keyboard.press(key);
    await expect.poll(async () => `${keys}: ${await turn(page)}`).toBe(`${keys}: ${wanted}`);
  };
  // Findings are visited once each, forward and back, and then from the start again.
  await press("n", 25);
  await press("n", 5);
  await press("p", 25);
  await press("p", 5);
  await press("F8", 25);
  await press("Shift+F8", 5);
  await press("]", 25);
  await press("[", 5);
  // Few turns were changed, so the others are left out until they are asked for.
  expect(await page.getByLabel("Only changed").isChecked()).toBe(true);
  await press("j", 6);
  await press("j", 24);
  await page.keyboard.press("u");
  await page.locator(".row-gap").first().waitFor({ state: "detached" });
  await press("j", 25);
  await press("k k", 23);
  await press("ArrowDown ArrowDown", 25);
  await press("ArrowUp", 24);
  await press("Home", 0);
  await press("End", 39);
  await press("g g", 0);
  await press("Shift+G", 39);
  await press(
    "PageUp PageUp",
    await turn(page).then(async (last) => {
      const height = await page.locator("rs-rows").evaluate((rows) => rows.clientHeight);
      return last - 2 * (Math.floor(height / 48) - 1);
    }),
  );
  await press("PageDown PageDown", 39);
  await page.keyboard.press(":");
  await page.keyboard.type("21");
  await press("Enter", 21);
  await page.keyboard.press("Control+g");
  await page.keyboard.type("5");
  await press("Enter", 5);

  const shown = page.locator(".modes [aria-pressed=true]");
  for (const [key, label] of [
    ["b", "Before"],
    ["a", "After"],
    ["r", "JSON"],
    ["d", "Difference"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => textOf(shown)).toBe(label);
  }
  for (const [key, kind] of [
    ["t", "thinking"],
    ["o", "tool"],
  ] as const) {
    const blocks = page.locator(`.block[data-kind^=${kind}]`);
    const open = () => blocks.first().evaluate((block) => (block as HTMLDetailsElement).open);
    await page.keyboard.press(key);
    expect([kind, await open()]).toEqual([kind, false]);
    await page.keyboard.press(key);
    expect([kind, await open()]).toEqual([kind, true]);
  }
  await page.keyboard.press("Control+c");
  await page.locator(".status-words", { hasText: "copied as JSON" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ role: "assistant", content: [text("Turn 5"), { type: "toolCall" }] });

  // Search takes the keys that a field takes, and is left as it came.
  const focused = () => page.evaluate(() => document.activeElement?.className ?? "");
  await page.keyboard.press("Control+f");
  expect(await focused()).toBe("search-field");
  await page.keyboard.type("Turn 30");
  await page.locator(".list-bar [role=status]", { hasText: /^1 turn$/ }).waitFor();
  await press("Enter", 30);
  // A finding that is gone to is shown, although the search does not have it.
  await page.keyboard.press("F8");
  await expect.poll(() => turn(page)).toBe(5);
  expect(await page.locator(".search-field").inputValue()).toBe("");
  await end();
});

test("keys open, paste, tell of themselves, and can be turned off", async () => {
  const { page, end } = await visit(browser, origin, "", { permissions: ["clipboard-read", "clipboard-write"] });
  // What waits for the dialog has to be in place before the key is pressed.
  const asked = page.waitForEvent("filechooser");
  await page.locator("rs-empty h2").first().click();
  await page.keyboard.press("Control+o");
  const chooser = await asked;
  await chooser.setFiles({
    name: "chosen.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(session)),
  });
  await page.locator(".file-name", { hasText: "chosen" }).waitFor();
  await page.evaluate((words) => navigator.clipboard.writeText(words), JSON.stringify([session[0]]));
  await page.keyboard.press("Control+v");
  await page.locator(".file-name", { hasText: "pasted" }).waitFor();
  await settled(page);
  await page.locator(".search-field").focus();
  await page.keyboard.press("Control+v");
  expect(await page.locator(".search-field").inputValue()).toContain("Turn 0");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const dialog = page.locator(".keys-dialog[open]");
  expect(await dialog.locator("dt").allTextContents()).toEqual(SHORTCUTS.map(([keys]) => keys));
  await dialog.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await page.keyboard.press("?");
  expect(await page.locator("dialog[open]").count()).toBe(0);
  expect(await textOf(page.locator(".modes [aria-pressed=true]"))).toBe("Difference");
  await page.reload();
  await page.keyboard.press("?");
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await dialog.getByRole("checkbox").check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await dialog.waitFor();
  await end();
});
