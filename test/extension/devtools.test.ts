// The panel in the real developer tools of Chromium, in front of a page that calls its providers.
import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { all, converse } from "../web/capture/exchanges.ts";
import { type ExtensionBrowser, openPanel, setTheme, startBrowser, toolsOf } from "./browser.ts";
import { type Provider, startProvider } from "./provider.ts";

let browser: ExtensionBrowser;
let provider: Provider;
let page: Page;
let tools: Page;
let panel: Frame;

beforeAll(async () => {
  [browser, provider] = await Promise.all([startBrowser(true), startProvider()]);
  ({ page, tools } = await toolsOf(browser.context));
  await page.goto(provider.origin);
});

afterAll(async () => {
  await browser?.stop();
  await provider?.stop();
});

/** Posts from the page; gives the status. */
const post = (url: string, body: unknown) =>
  page.evaluate(
    async ([to, text]) => {
      const headers = { "content-type": "application/json", "x-api-key": "sk-zzsecretzz" };
      const response = await fetch(to as string, { method: "POST", headers, body: text as string });
      await response.text();
      return response.status;
    },
    [url, JSON.stringify(body)],
  );

const cells = async (column: string) =>
  (await panel.locator(`.requests-table tbody .col-${column}`).allTextContents()).map((text) =>
    text.replace(/\s+/g, " ").trim(),
  );
const eventually = (check: () => Promise<unknown>) => expect.poll(check, { timeout: 20_000 });

test("requests sent before the panel was opened are listed, each API's, and the refusals were predicted", async () => {
  for (const [, { url, refused }] of all) expect(await post(url, refused)).toBe(400);
  await setTheme(tools, "dark");
  panel = await openPanel(tools);
  await eventually(() => cells("verdict")).toEqual(all.map(() => "✓ predicted"));
  expect(await cells("status")).toEqual(all.map(() => "400"));
});

test("the panel has the theme of the tools, also when it is changed", async () => {
  const theme = () => panel.locator("transcript-inspector").getAttribute("data-theme");
  await eventually(theme).toBe("dark");
  await setTheme(tools, "default");
  await eventually(theme).toBe("light");
});

test("the provider's words stand beside what was found", async () => {
  const rows = panel.locator(".requests-table tbody tr");
  for (const [index, [, { error, code }]] of all.entries()) {
    await rows.nth(index).click();
    expect(await panel.locator(".request-error").textContent()).toContain(error.error.message);
    expect(await panel.locator(".request-outcome").textContent()).toContain(code);
  }
  expect(await panel.locator("body").innerHTML()).not.toContain("zzsecretzz");
});

test("answers, streamed or in one piece, are put together and the next request is checked", async () => {
  await panel.getByRole("button", { name: "Clear" }).click();
  for (const [, { url, accepted }] of all) {
    expect(await post(url, accepted)).toBe(200);
    expect(await post(url, { ...accepted, whole: true })).toBe(200);
  }
  // Its stream is binary.
  expect(await post(converse.url, converse.accepted)).toBe(200);
  const count = all.length * 2 + 1;
  await eventually(() => cells("verdict")).toEqual(Array.from({ length: count }, () => "✓ in order"));
  const rows = panel.locator(".requests-table tbody tr");
  for (let index = 0; index < count; index++) {
    await rows.nth(index).click();
    await eventually(() => panel.locator(".request-detail").textContent()).toContain("The next request is in order");
  }
});

test("however a page sends them: by XHR, as a request, a blob or bytes, with credentials in the URL", async () => {
  await panel.getByRole("button", { name: "Clear" }).click();
  const [, { url, refused }] = all[0] as (typeof all)[number];
  await page.evaluate(
    async ([path, text]) => {
      const [to, body] = [`${path}?key=sk-zzsecretzz&access_token=sk-zzsecretzz`, text as string];
      const init = { method: "POST", headers: { "content-type": "application/json" } };
      const sent = [new Blob([body]), new TextEncoder().encode(body)].map((given) =>
        fetch(to, { ...init, body: given }),
      );
      for (const response of [...sent, fetch(new Request(to, { ...init, body }))]) await (await response).text();
      const request = new XMLHttpRequest();
      request.open("POST", to);
      request.setRequestHeader("authorization", "Bearer sk-zzsecretzz");
      request.send(body);
      await new Promise((resolve) => request.addEventListener("load", resolve));
    },
    [url, JSON.stringify(refused)],
  );
  await eventually(() => cells("verdict")).toEqual(Array.from({ length: 4 }, () => "✓ predicted"));
  await panel.locator(".requests-table tbody tr").last().click();
  expect(await panel.locator(".request-head code").textContent()).toMatch(
    /\?key=\[redacted\]&access_token=\[redacted\]$/,
  );
  expect(await panel.locator("body").innerHTML()).not.toContain("zzsecretzz");
});

test("what is copied comes to the clipboard", async () => {
  const [, { refused }] = all[0] as (typeof all)[number];
  const filter = panel.getByLabel("Filter requests");
  const pasted = async () => {
    await filter.fill("");
    await filter.press("ControlOrMeta+v");
    return filter.inputValue();
  };
  await panel.getByRole("button", { name: "Copy as cURL" }).click();
  await eventually(pasted).toContain(JSON.stringify(refused));
  expect(await pasted()).toMatch(/^curl 'http:/);
  expect(await pasted()).not.toContain("zzsecretzz");
  await panel.getByRole("button", { name: "Copy repaired body" }).click();
  await eventually(pasted).toMatch(/^\{.*tool_result/);
  await filter.fill("");
});

test("calls of workers, across origins, aborted and unanswered ones; preflights are none", async () => {
  await panel.getByRole("button", { name: "Clear" }).click();
  const other = provider.origin.replace("127.0.0.1", "localhost");
  const [, { url, accepted }] = all[0] as (typeof all)[number];
  await page.evaluate(
    async ([at, away, text]) => {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: text as string };
      await fetch(away as string, init).catch(() => {});
      const code = `fetch(${JSON.stringify(at)}, ${JSON.stringify(init)}).then((r) => r.text()).then(() => postMessage(1))`;
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      await new Promise((resolve) => worker.addEventListener("message", resolve));
      await fetch("http://127.0.0.1:9/v1/messages", init).catch(() => {});
      const abort = new AbortController();
      const waits = { ...init, body: JSON.stringify({ ...JSON.parse(text as string), wait: true }) };
      await fetch(at as string, { ...waits, signal: abort.signal });
      abort.abort();
    },
    [provider.origin + url, other + url, JSON.stringify(accepted)],
  );
  await eventually(async () => (await cells("status")).sort()).toEqual(["200", "200", "failed", "failed"]);
  await eventually(async () => (await cells("verdict")).sort()).toEqual([
    ...["– no answer", "– no answer"],
    ...["✓ in order", "✓ in order"],
  ]);
  await panel.locator(".requests-table tbody tr").last().click();
  expect(await panel.locator(".request-detail").textContent()).toContain("The next request is not checked");
});

test("a body that Chromium does not keep is said to be missing", async () => {
  await panel.getByRole("button", { name: "Clear" }).click();
  const [, { url, accepted }] = all[0] as (typeof all)[number];
  await page.evaluate(
    async ([to, text]) => {
      const body = (text as string).replace("Read a.txt", "x".repeat(20_000_000));
      await (
        await fetch(to as string, { method: "POST", headers: { "content-type": "application/json" }, body })
      ).text();
    },
    [url, JSON.stringify(accepted)],
  );
  await eventually(() => cells("verdict")).toEqual(["∅ body not kept"]);
});

test("the page's own navigation clears the list, unless it is to be preserved", async () => {
  const [, { url, accepted }] = all[0] as (typeof all)[number];
  await page.goto(`${provider.origin}/again`);
  await eventually(() => cells("verdict")).toEqual([]);
  await panel.getByLabel("Preserve log").check();
  await eventually(() => panel.getByLabel("Preserve log").isChecked()).toBe(true);
  await post(url, accepted);
  await eventually(() => cells("status")).toEqual(["200"]);
  await page.goto(`${provider.origin}/more`);
  await post(url, accepted);
  await eventually(() => cells("status")).toEqual(["200", "200"]);
});
