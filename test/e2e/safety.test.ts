// What the page must never do: leak, run what a transcript says, or shut people out.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { pick, screens, settled } from "./screens.ts";
import { accessibilityFaults, launch, textOf, verdict, visit } from "./visit.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const origin = inject("origin");
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser?.close());

const TABS = ["Transcript", "Findings", "Images", "Providers", "Policy", "Raw"];

describe("nothing leaves the tab", () => {
  test("all requests are the page's own parts, and none follow once it has loaded", async () => {
    const { page, requests, end } = await visit(browser, origin, "example=orphan-tool-use");
    await settled(page);
    await page.waitForLoadState("networkidle");
    for (const url of requests) expect(url.startsWith(`${origin}/`)).toBe(true);
    const loaded = requests.length;
    await pick(
      page,
      "mine.json",
      JSON.stringify([{ role: "user", content: "https://evil.example/x.png ![](https://evil.example/y.png)" }]),
    );
    await page.locator(".file-name", { hasText: "mine" }).waitFor();
    await settled(page);
    for (const name of TABS) await page.getByRole("tab", { name }).click();
    await page.getByText("Examples", { exact: true }).click();
    await page.getByRole("button", { name: "Call ids Mistral does not take" }).click();
    await expect.poll(() => verdict(page)).toBe("Mistral would refuse this");
    for (const name of TABS) await page.getByRole("tab", { name }).click();
    expect(requests.slice(loaded).filter((url) => !url.startsWith("blob:"))).toEqual([]);
    await end();
  });

  test("the browser refuses a request of the page and of its Web Worker", async () => {
    const hits: string[] = [];
    const elsewhere = createServer(({ url }, response) => {
      hits.push(url ?? "");
      response.setHeader("access-control-allow-origin", "*").end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => elsewhere.once("listening", resolve));
    const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    expect((await fetch(`${other}/here`)).ok).toBe(true);
    const { page } = await visit(browser, origin, "example=orphan-tool-use");
    await settled(page);
    const tryToLeak = async (url: string) =>
      fetch(url).then(
        () => "sent",
        () => "refused",
      );
    const [worker] = page.workers();
    for (const url of [`${other}/leak`, `${origin}/v1/rules`, `${origin}/assets/codec.wasm`]) {
      expect(await page.evaluate(tryToLeak, url)).toBe("refused");
      expect(await worker?.evaluate(tryToLeak, url)).toBe("refused");
    }
    expect(hits).toEqual(["/here"]);
    await page.context().close();
    await new Promise((resolve) => elsewhere.close(resolve));
  });

  test("page, scripts and workers carry the policy", async () => {
    const html = await (await fetch(origin)).text();
    const script = /src="\.(\/assets\/index-[\w-]+\.js)"/.exec(html)?.[1] ?? "";
    const text = await (await fetch(origin + script)).text();
    const workers = [...text.matchAll(/assets\/(?:core|codec)\.worker-[\w-]+\.js/g)].map(([name]) => `/${name}`);
    for (const path of ["/", script, ...workers]) {
      const { headers, ok } = await fetch(origin + path);
      expect([path, ok]).toEqual([path, true]);
      expect(headers.get("content-security-policy")).toContain("connect-src 'none'");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
});

describe("a hostile transcript", () => {
  const attack =
    '<img src=x onerror="globalThis.attacked=1"><svg onload="globalThis.attacked=1"><script>attacked=1</script>\u202Etxt.exe\u200B';
  const hostile = [
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
        { type: "image", mimeType: attack, data: "PHN2ZyBvbmxvYWQ9ImF0dGFja2VkPTEiPjwvc3ZnPg==" },
      ],
      stopReason: "toolUse",
    },
    { role: attack, content: attack },
    { role: "toolResult", toolCallId: attack, toolName: attack, content: [{ type: "text", text: attack }] },
  ];

  test("is shown as text, its hidden characters by their names", async () => {
    const { page, end } = await visit(browser, origin);
    const lines = [...hostile.map((one) => JSON.stringify(one)), `{"role":"${attack.replaceAll('"', "'")}`].join("\n");
    await pick(page, `${attack}.jsonl`.replaceAll("/", ""), lines);
    await page.locator(".file-name", { hasText: "txt.exe" }).waitFor();
    await settled(page);
    await page.getByTitle("Target in your own words").click();
    await page.getByLabel("Model", { exact: true }).fill(attack);
    await page.getByLabel("Model", { exact: true }).blur();
    await settled(page);
    for (const name of TABS) {
      await page.getByRole("tab", { name }).click();
      if (name === "Transcript") {
        for (const key of ["b", "a", "r", "d"]) {
          await page.locator(".row", { hasText: "assistant" }).first().click();
          await page.keyboard.press(key);
          await page.waitForTimeout(100);
        }
      }
      if (name === "Findings") {
        await page.locator(".group").evaluateAll((all) => {
          for (const group of all) (group as HTMLDetailsElement).open = true;
        });
        await page.locator("[name=error]").fill(`${attack} tool_use ids were found without tool_result blocks`);
        await page.getByRole("button", { name: "Explain" }).click();
      }
      expect(await textOf(page.locator("transcript-inspector"))).not.toMatch(/[\u202E\u200B]/);
      expect(await page.locator("transcript-inspector :is(svg, script, iframe)").count()).toBe(0);
      expect(await page.locator("transcript-inspector img:not([src^='blob:'])").count()).toBe(0);
    }
    await page.getByText("Export", { exact: true }).click();
    await page.getByRole("button", { name: /Plain page/ }).click();
    await page.locator(".plain .hidden-char").first().waitFor();
    expect(await page.evaluate(() => "attacked" in globalThis || "attacked" in {})).toBe(false);
    await end();
  });

  test("in a link and in what cannot be read is shown as text, too", async () => {
    const hash = new URLSearchParams({ v: "1", p: attack, tab: attack, m: attack });
    const { page, end } = await visit(browser, origin, hash.toString());
    const fine = async (words: string) => {
      const text = await textOf(page.locator("transcript-inspector"));
      expect(text).toContain(words);
      expect(text).not.toMatch(/[\u202E\u200B]/);
      expect(await page.locator("transcript-inspector :is(svg, script, iframe, img)").count()).toBe(0);
    };
    await fine("onerror");
    for (const text of [attack, JSON.stringify({ [attack]: 1 }), `{"a":${JSON.stringify(attack)}`]) {
      await pick(page, `${attack}.txt`.replaceAll("/", ""), text);
      await page.locator("[role=alert] .excerpt", { hasText: "onerror" }).waitFor();
      await fine("could not be read");
    }
    // Requests to choose among, and branches, are named by what a file says.
    const requests = ["a", "b"].map((id) => ({
      model: `${attack}${id}`,
      messages: [{ role: "user", content: attack }],
    }));
    await pick(page, "two.jsonl", requests.map((one) => JSON.stringify(one)).join("\n"));
    await page.getByLabel("Request", { exact: true }).waitFor();
    await settled(page);
    await fine("onerror");
    const entry = (id: string) => ({
      type: "message",
      id,
      parentId: attack,
      message: { role: "user", content: attack },
    });
    const tree = [
      { type: "session", id: attack, version: 3 },
      { ...entry(attack), parentId: null },
      entry("b"),
      entry("c"),
    ];
    await pick(page, "tree.jsonl", tree.map((one) => JSON.stringify(one)).join("\n"));
    await page.getByLabel("Branch", { exact: true }).waitFor();
    await settled(page);
    await page.locator(".search-field").fill(attack);
    await page.locator(".list-bar [role=status]").waitFor();
    await fine("onerror");
    expect(await page.evaluate(() => "attacked" in globalThis)).toBe(false);
    await end();
  });
});

describe("accessibility", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing on any screen, and nothing is wider than the page: ${colorScheme}`, async () => {
      const { page, end } = await visit(browser, origin, "", { colorScheme });
      const faults: string[] = [];
      for (const [index, { name, open }] of screens.entries()) {
        // Every other screen in the other theme, or with ALL_SCREENS=1 all of them in both.
        if (process.env["ALL_SCREENS"] !== "1" && index % 4 < 2 !== (colorScheme === "light")) continue;
        // Half of the screens are wide in one theme and narrow in the other.
        const width = (index % 2 === 0) === (colorScheme === "light") ? 1280 : 480;
        await page.setViewportSize({ width, height: 860 });
        await open(page, origin);
        for (const fault of await accessibilityFaults(page)) faults.push(`${name} ${width}: ${fault}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) faults.push(`${name} ${width}: ${overflow} px too wide`);
      }
      expect(faults).toEqual([]);
      await end();
    });
  }

  test("at 320 px, enlarged and with more space in texts, nothing is wider than the page, and what is pressed is large enough", async () => {
    const { page, end } = await visit(browser, origin, "example=orphan-tool-use");
    for (const name of TABS) {
      await page.getByRole("tab", { name }).click();
      // What 1280 pixels are at 200 and at 400 percent.
      for (const [width, spacing] of [
        [640, ""],
        [320, ""],
        [320, "* { line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em }"],
      ] as const) {
        await page.setViewportSize({ width, height: 640 });
        await page.evaluate((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [sheet];
        }, spacing);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([name, width, spacing, wide]).toEqual([name, width, spacing, 0]);
      }
      const small = await page
        .locator("button:visible, select:visible, input:visible:not([type=checkbox])")
        .evaluateAll((all) =>
          all.filter((one) => one.getBoundingClientRect().height < 23.5).map((one) => one.outerHTML.slice(0, 80)),
        );
      expect([name, small]).toEqual([name, []]);
    }
    await end();
  });

  test("forced colors keep what differs visible", async () => {
    const { page, end } = await visit(browser, origin, "example=mistral-ids", { forcedColors: "active" });
    await page.locator(".diff ins").first().waitFor();
    expect(
      await page
        .locator(".diff ins")
        .first()
        .evaluate((element) => getComputedStyle(element).borderStyle),
    ).toBe("solid");
    await end();
  });

  test("a whole task with the keyboard alone, always with a visible focus", async () => {
    const { page, end } = await visit(browser, origin);
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        const style = element && getComputedStyle(element);
        return {
          text: `${element?.textContent ?? ""} ${element?.getAttribute("aria-label") ?? ""}`.trim(),
          visible: style?.outlineStyle !== "none",
        };
      });
    const tabTo = async (words: string) => {
      for (let pressed = 0; pressed < 60; pressed++) {
        await page.keyboard.press("Tab");
        const current = await focused();
        expect([current.text, current.visible]).toEqual([current.text, true]);
        if (current.text.includes(words)) return;
      }
      throw new Error(`no way to ${words} by keyboard`);
    };
    await tabTo("Skip to the transcript");
    await tabTo("Call ids Mistral does not take");
    await page.keyboard.press("Enter");
    expect(await verdict(page)).toBe("Mistral would refuse this");
    await page.locator("rs-transcript .row-line").first().waitFor();
    await page.keyboard.press("n");
    const visited: (string | null)[] = [];
    for (let step = 0; step < 3; step++) {
      visited.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex") ?? null));
      await page.keyboard.press("F8");
      await page.waitForTimeout(100);
    }
    expect(visited.toSorted()).toEqual(["2", "3", "4"]);
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("detail");
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("row");
    await page.keyboard.press("?");
    await page.locator(".keys-dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+s")]);
    expect(saved.suggestedFilename()).toBe("openai-to-mistral.mistral.sanitized.jsonl");
    await page.locator(".splitter").focus();
    const width = () => page.locator(".splitter").getAttribute("aria-valuenow");
    expect(await width()).toBe("46");
    for (const [key, now] of [
      ["ArrowRight", "50"],
      ["Enter", "15"],
      ["Enter", "50"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(width).toBe(now);
    }
    await end();
  });
});
