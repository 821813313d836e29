// What is taken along, what stays between visits, and what is stored nowhere.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import type { Browser, Download, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createJsquashEngine } from "../../src/images/engines/jsquash/index.ts";
import { prepareReplay, readSession } from "../../src/index.ts";
import { type Example, examples } from "../../web/examples.ts";
import { encodeContent } from "../../web/hash.ts";
import { toReplayTarget } from "../../web/presets.ts";
import { run } from "../adapters/command-line.ts";
import { modules } from "../images/engines.ts";
import { body, openAt, pick, settled, tree } from "./screens.ts";
import { launch, rowsOf, textOf, type Visit, verdict, visit } from "./visit.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const origin = inject("origin");
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser?.close());

async function during(hash: string, task: (visit: Visit) => Promise<void>): Promise<void> {
  const current = await visit(browser, origin, hash);
  await task(current);
  await current.end();
}

interface Messages {
  readonly messages: readonly unknown[];
}

const example = (id: string): Example => examples.find((one) => one.id === id) as Example;

async function save(page: Page, label: RegExp): Promise<{ name: string; text: string }> {
  await page.getByText("Export", { exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".menu-items").getByRole("button", { name: label }).click(),
  ]);
  return { name: saved.suggestedFilename(), text: await textFrom(saved) };
}

const textFrom = async (saved: Download): Promise<string> => readFile(await saved.path(), "utf8");

describe("taking along", () => {
  test("the copy is clean when it is opened again", () =>
    during("example=mistral-ids", async ({ page }) => {
      await settled(page);
      const { name, text } = await save(page, /Sanitized copy/);
      expect(name).toBe("openai-to-mistral.mistral.sanitized.jsonl");
      await pick(page, name, text);
      await page.locator(".file-name", { hasText: "sanitized" }).waitFor();
      expect(await verdict(page)).toBe("Mistral would accept this");
      expect(await page.locator(".chip").count()).toBe(0);
      expect((await save(page, /Sanitized copy/)).text).toBe(text);
    }));

  test("the repaired session has its good lines byte by byte, and nothing of the replay", () =>
    during("example=broken-line", async ({ page }) => {
      await settled(page);
      const original = String(await example("broken-line").text()).split("\n");
      const { name, text } = await save(page, /Repaired session/);
      expect(name).toBe("broken-line.repaired.jsonl");
      expect(text.split("\n")).toEqual(original.toSpliced(4, 1));
      await pick(page, name, text);
      await page.locator(".file-name", { hasText: "repaired" }).waitFor();
      await settled(page);
      expect(await page.locator(".chip", { hasText: "file repair" }).count()).toBe(0);
      expect((await save(page, /Repaired session/)).text).toBe(text);
    }));

  test("a body is repaired where it is refused, and is clean again", () =>
    during("", async ({ page }) => {
      await pick(page, "request.json", body);
      await settled(page);
      expect(await verdict(page)).toBe("Anthropic would refuse this");
      const { text } = await save(page, /Request body/);
      expect(JSON.parse(text)).toMatchObject({ system: "You are a careful engineer.", max_tokens: 1024 });
      await pick(page, "again.json", text);
      await page.locator(".file-name", { hasText: "again" }).waitFor();
      expect(await verdict(page)).toBe("Anthropic would accept this");
      expect((await save(page, /Request body/)).text).toBe(text);
    }));

  test("reports hold what was found; the one to be pasted holds no word of the transcript", () =>
    during("example=orphan-tool-use", async ({ page }) => {
      await settled(page);
      const report = JSON.parse((await save(page, /Report \(\.json\)/)).text) as {
        findings: { code: string }[];
        changes: { rule: string }[];
      };
      expect(report.findings.map(({ code }) => code)).toContain("call-unanswered");
      expect(report.changes.map(({ rule }) => rule)).toContain("tool-result-pairing");
      const markdown = (await save(page, /Report \(\.md\)/)).text;
      expect(markdown).toContain("call-unanswered");
      for (const words of ["billing", "toolu_", "orphan-tool-use", "npm test"]) expect(markdown).not.toContain(words);
      expect(JSON.parse((await save(page, /Report \(\.sarif\)/)).text)).toMatchObject({ version: "2.1.0" });
    }));

  test.each(["mistral-ids", "large-screenshot", "broken-line"])(
    "page, library, HTTP API and Deno give the same bytes: %s",
    (id) =>
      during(`example=${id}`, async ({ page }) => {
        await settled(page);
        const { text } = await save(page, /Sanitized copy/);
        const session = (await save(page, /Repaired session/)).text;
        const { messages, modelSnapshots } = readSession(session);
        const target = toReplayTarget(example(id).target);
        const digest = (all: readonly unknown[]) =>
          createHash("sha256")
            .update(all.map((one) => `${JSON.stringify(one)}\n`).join(""))
            .digest("hex");
        const images = { engine: createJsquashEngine({ modules }) };
        const inNode = await prepareReplay(messages, { target, modelSnapshots, images });
        const answer = await fetch(`${origin}/v1/sanitize`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ session, target }),
        });
        const inWorkerd = (await answer.json()) as Messages;
        const { provider, modelApi: api, modelId: model } = target;
        const named = Object.entries({ provider, api, model }).flatMap(([key, value]) =>
          value ? [`--${key}`, value] : [],
        );
        const { stdout } = await run(["sanitize", "-", ...named, "--json"], session);
        const inDeno = JSON.parse(stdout) as Messages;
        const here = createHash("sha256").update(text).digest("hex");
        expect([inNode, inWorkerd, inDeno].map(({ messages }) => digest(messages))).toEqual([here, here, here]);
      }),
  );
});

describe("what stands elsewhere", () => {
  test("a broken line stands where a turn is missing, and leads to the file", () =>
    during("example=broken-line", async ({ page }) => {
      await settled(page);
      const rows = page.locator(".rows-row");
      expect(await textOf(rows.nth(3))).toBe("✕ Line 5 of the file is broken. Not JSON, and no whole record is on it.");
      expect(await textOf(rows.nth(4))).toContain("1 replacement in src/time.ts");
      await rows.nth(3).getByRole("button").click();
      await page.locator(".raw-opened", { hasText: "Line 5" }).waitFor();
    }));

  test("what is done about a refusal is said, also where another turn holds it", () =>
    during("example=orphan-tool-use", async ({ page }) => {
      await settled(page);
      expect(await textOf(page.locator(".issue .does"))).toBe(
        "What is done: Puts exactly one result behind every tool call.",
      );
    }));
});

describe("more than one transcript", () => {
  test("of several files each can be looked at", () =>
    during("", async ({ page }) => {
      const session = (id: string) => Buffer.from(String(example(id).text()));
      await page.locator(".file-input").setInputFiles(
        ["mistral-ids", "broken-line"].map((id) => ({
          name: `${id}.jsonl`,
          mimeType: "application/jsonl",
          buffer: session(id),
        })),
      );
      await settled(page);
      const files = page.getByLabel("One of the files");
      expect(await files.locator("option").allTextContents()).toEqual([
        "File 1 of 2: mistral-ids.jsonl",
        "File 2 of 2: broken-line.jsonl",
      ]);
      await files.selectOption({ index: 1 });
      await page.locator(".file-name", { hasText: "broken-line" }).waitFor();
      await settled(page);
      expect(await files.inputValue()).toBe("1");
      await pick(page, "one.jsonl", session("mistral-ids"));
      await settled(page);
      expect(await files.count()).toBe(0);
    }));

  test("other branches stand gray where they leave the one that is shown, and can be gone to", () =>
    during("", async ({ page }) => {
      await pick(page, "tree.jsonl", tree);
      await settled(page);
      await page.locator(".row-line", { hasText: "Goes on" }).waitFor();
      expect(await page.locator(".rows-row").allInnerTexts()).toEqual([
        expect.stringContaining("Hello"),
        "↳ Another branch: 2 messages, “Left behind”",
        expect.stringContaining("Second answer"),
        expect.stringContaining("Goes on"),
      ]);
      await page.getByRole("button", { name: /Another branch/ }).click();
      await page.locator(".row-line", { hasText: "Left behind" }).waitFor();
      await page.getByRole("button", { name: /Another branch.*Goes on/ }).waitFor();
      expect(await page.getByLabel("Branch").locator("option:checked").textContent()).toContain("Left behind");
    }));
});

describe("the address", () => {
  test("holds the view, and leads back and forward", () =>
    during("example=mistral-ids", async ({ page }) => {
      await settled(page);
      await page.getByRole("tab", { name: "Findings" }).click();
      await page.locator("[name=layer]").selectOption("replay");
      expect(page.url()).toMatch(/#v=1&example=mistral-ids&p=mistral.*&tab=findings.*&layer=replay/);
      const url = page.url();
      await page.goBack();
      await page.locator("rs-transcript .row").first().waitFor();
      await page.goForward();
      await page.locator("rs-findings").waitFor();
      await page.goto("about:blank");
      await page.goto(url);
      await settled(page);
      expect(await page.locator("[name=layer]").inputValue()).toBe("replay");
      expect(await page.locator("#tab-findings").getAttribute("aria-selected")).toBe("true");
    }));

  test("that is of a newer page, or senseless, is said or passed over", () =>
    during("v=9&example=mistral-ids&tab=future", async ({ page }) => {
      await settled(page);
      expect(await page.locator("#tab-transcript").getAttribute("aria-selected")).toBe("true");
      expect(await textOf(page.locator(".status-words"))).toContain("made by a newer version of this page");
      await openAt(page, origin, "example=nothing-of-the-kind".replace("example=", "x=1&example%3D="));
      await page.locator("rs-empty").waitFor();
      await openAt(page, origin, "c=1AAAA");
      expect(await textOf(page.locator("[role=alert]"))).toContain("Ask for the file instead");
      const bomb = encodeContent(deflateRawSync(Buffer.alloc(9 * 2 ** 20)));
      await openAt(page, origin, `c=${bomb}`);
      expect(await textOf(page.locator("[role=alert]"))).toContain(
        "Unpacked, the link holds more than a link may hold",
      );
      // Edited in the address bar, without the page being loaded anew.
      await page.evaluate((hash) => location.assign(`#${hash}`), `c=${encodeContent(deflateRawSync(body))}`);
      expect(await verdict(page)).toBe("Anthropic would refuse this");
    }));

  test("holds the transcript when a person asks for it, if it is small", async () => {
    const { page, end } = await visit(browser, origin, "example=orphan-tool-use", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const share = async (label: string) => {
      await page.getByText("Export", { exact: true }).click();
      await page.getByRole("button", { name: /Copy a link/ }).click();
      await page.getByRole("button", { name: label }).click();
      const said = await textOf(page.locator(".share-dialog [role=status]", { hasText: /\w/ }));
      await page.locator(".share-dialog").getByRole("button", { name: "Close" }).click();
      return said;
    };
    await settled(page);
    const rows = await rowsOf(page);
    expect(await share("Copy link with content")).toContain("It holds the transcript");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto("about:blank");
    await page.goto(link);
    await settled(page);
    expect(await rowsOf(page)).toEqual(rows);
    const noise = Array.from({ length: 4000 }, (_, index) =>
      createHash("sha256").update(String(index)).digest("base64"),
    ).join("");
    await pick(page, "large.json", JSON.stringify([{ role: "user", content: [{ type: "text", text: noise }] }]));
    await page.locator(".file-name", { hasText: "large" }).waitFor();
    await settled(page);
    expect(await share("Copy link with content")).toContain("too large for a link");
    await end();
  });
});

test("a file goes on where it was left: its turn, and how far it was scrolled", () =>
  during("", async ({ page }) => {
    const file = (words: string, count: number) =>
      JSON.stringify(
        Array.from({ length: count }, (_, index) => ({
          role: index % 2 ? "assistant" : "user",
          content: [{ type: "text", text: `${words} ${index}` }],
          stopReason: "stop",
        })),
      );
    const show = async (name: string, text: string) => {
      await pick(page, name, text);
      await page.locator(".file-name", { hasText: name }).waitFor();
      await settled(page);
      await page.locator("rs-transcript .row-line").first().waitFor();
    };
    const list = page.locator("rs-rows");
    const selected = () => textOf(page.locator(".rows-row[aria-selected=true] .row-line"));
    await show("one.json", file("One", 200));
    await list.evaluate((rows) => rows.scrollTo(0, 4000));
    await page.locator(".row-line", { hasText: "One 85" }).click();
    const top = await list.evaluate((rows) => rows.scrollTop);
    await page.getByRole("tab", { name: "Findings" }).click();
    await page.getByRole("tab", { name: "Transcript" }).click();
    await expect.poll(() => list.evaluate((rows) => rows.scrollTop)).toBe(top);
    await show("two.json", file("Two", 90));
    expect(await selected()).toBe("Two 0");
    await show("one.json", file("One", 200));
    await expect.poll(selected).toBe("One 85");
    await expect.poll(() => list.evaluate((rows) => rows.scrollTop)).toBe(top);
    expect(page.url()).toContain("turn=85");
  }));

test("the chosen theme is there from the first picture on", async () => {
  const { page, end } = await visit(browser, origin, "", { colorScheme: "dark" });
  await page.locator("select.theme").selectOption("light");
  await page.addInitScript(() => {
    const global = globalThis as unknown as { seen: Set<string> };
    global.seen = new Set();
    const look = (): void => {
      if (document.body) global.seen.add(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await page.locator("rs-empty").waitFor();
  await page.waitForTimeout(200);
  const light = "rgb(246, 247, 249)";
  expect(await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).toEqual([light]);
  await end();
});

test("the theme is the system's until it is chosen; only settings are stored", () =>
  during("example=mistral-ids", async ({ page }) => {
    const background = () =>
      page.locator("transcript-inspector").evaluate((app) => getComputedStyle(app).backgroundColor);
    await settled(page);
    const light = await background();
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.locator("select.theme").selectOption("light");
    expect(await background()).toBe(light);
    await page.reload();
    await page.locator(".verdict").waitFor();
    expect(await background()).toBe(light);
    await page.locator(".splitter").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("[name=preset]").selectOption({ label: "Google: Gemini" });
    await settled(page);
    const stored = await page.evaluate(async () => ({
      local: Object.keys(localStorage).toSorted(),
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      values: Object.values(localStorage).join(" "),
      cookies: document.cookie,
    }));
    expect(stored).toEqual({
      caches: [],
      workers: 0,
      values: expect.not.stringMatching(/configuration|toml|call_/),
      local: ["replaysafe-split", "replaysafe-target", "replaysafe-theme"],
      session: 0,
      databases: 0,
      cookies: "",
    });
  }));

test("the element works in another page, from its script and style sheet alone", async () => {
  const page = await browser.newPage();
  const html =
    '<!doctype html><html lang="en"><title>x</title><link rel="stylesheet" href="/transcript-inspector.css"><script type="module" src="/transcript-inspector.js"></script><transcript-inspector></transcript-inspector>';
  await page.route(`${origin}/other/page.html`, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(`${origin}/other/page.html`);
  await page.locator("rs-empty").waitFor();
  await page
    .locator("transcript-inspector")
    .evaluate(
      (app, text) => (app as HTMLElement & { open(name: string, text: string): void }).open("given.json", text),
      body,
    );
  expect(await verdict(page)).toBe("Anthropic would refuse this");
  expect(new URL(page.url()).hash).toBe("");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.close();
});

test("the page works under a path of its own, and names the packages within its scripts", async () => {
  const context = await browser.newContext();
  await context.route(`${origin}/tools/inspector/**`, async (route) => {
    const url = route.request().url().replace("/tools/inspector/", "/");
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const page = await context.newPage();
  await page.goto(`${origin}/tools/inspector/#example=large-screenshot`);
  expect(await verdict(page)).toBe("Anthropic would refuse this");
  await page.getByRole("tab", { name: "Images" }).click();
  await page.locator(".image-card", { hasText: "made to fit" }).waitFor();
  await context.close();
  const notices = await (await fetch(`${origin}/SCRIPT-NOTICES.txt`)).text();
  for (const name of ["diff", "lit", "lit-html", "zod"]) expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
});
