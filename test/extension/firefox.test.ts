// The panel in the real developer tools of Firefox: the same pages, other limits.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, converse } from "../web/capture/exchanges.ts";
import { type Firefox, startFirefox } from "./marionette.ts";
import { type Provider, startProvider } from "./provider.ts";

const binary = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";
const extension = fileURLToPath(new URL("../../dist/extension-firefox", import.meta.url));

describe.skipIf(!existsSync(binary) && process.env["CI"] !== "true")("Firefox", () => {
  let firefox: Firefox;
  let provider: Provider;

  beforeAll(async () => {
    [firefox, provider] = await Promise.all([startFirefox(binary), startProvider()]);
  });

  afterAll(async () => {
    await firefox?.stop();
    await provider?.stop();
  });

  const post = (url: string, body: unknown) =>
    firefox.inPage(
      `const [url, text] = given;
       const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: text });
       await response.text();
       return response.status;`,
      url,
      JSON.stringify(body),
    );

  /** The extension has a process of its own: what its panel shows is asked for there. */
  const panelText = (before = "") =>
    firefox.inBrowser(`
      const { require } = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
      const { gDevTools } = require("devtools/client/framework/devtools");
      const toolbox = gDevTools.getToolboxes()[0];
      const id = toolbox.currentToolId;
      const frame = toolbox.doc.getElementById("toolbox-panel-" + id).querySelector("iframe") ??
        toolbox.doc.getElementById("toolbox-panel-iframe-" + id);
      const browser = frame.contentDocument.querySelector("browser") ?? frame;
      return await new Promise((resolve) => {
        const manager = browser.messageManager;
        manager.addMessageListener("replaysafe-test", function heard({ data }) {
          manager.removeMessageListener("replaysafe-test", heard);
          resolve(data);
        });
        const script = ${JSON.stringify(before)} + "; sendAsyncMessage('replaysafe-test', content.document.body.innerText)";
        manager.loadFrameScript("data:application/javascript," + encodeURIComponent(script), false);
      });
    `);

  test("requests from before the panel are listed and judged; one that Firefox cut off is not; binary streams are read", async () => {
    expect(await firefox.send("Addon:Install", { path: extension, temporary: true })).toBeTruthy();
    await firefox.send("WebDriver:Navigate", { url: provider.origin });
    const opened = await firefox.inBrowser(`
      const { require } = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
      const { gDevTools } = require("devtools/client/framework/devtools");
      const toolbox = await gDevTools.showToolboxForTab(gBrowser.selectedTab, { toolId: "inspector" });
      for (let tries = 0; tries < 100; tries++) {
        if ((toolbox.getAdditionalTools?.() ?? []).some(({ id }) => id.includes("webext-devtools-panel"))) return "ready";
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return "no panel";
    `);
    expect(opened).toBe("ready");
    for (const [, { url, refused }] of all) expect(await post(url, refused)).toBe(400);
    const [, { url, accepted }] = all[0] as (typeof all)[number];
    const long = { ...accepted, messages: [{ role: "user", content: "x".repeat(2_000_000) }] };
    expect(await post(url, long)).toBe(200);
    const shown = await firefox.inBrowser(`
      const { require } = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
      const { gDevTools } = require("devtools/client/framework/devtools");
      const toolbox = gDevTools.getToolboxes()[0];
      const { id } = toolbox.getAdditionalTools().find(({ id }) => id.includes("webext-devtools-panel"));
      await toolbox.selectTool(id);
      return "shown";
    `);
    expect(shown).toBe("shown");
    const words = async () => String(await panelText()).replace(/\s+/g, " ");
    await expect.poll(words, { timeout: 30_000 }).toMatch(/(?:predicted.*){4}body cut off/);
    expect(await words()).toContain("5 requests");
    expect(await post(converse.url, converse.accepted)).toBe(200);
    await expect.poll(words, { timeout: 30_000 }).toContain("in order");
    await panelText("content.document.querySelector('tbody tr:last-child').click()");
    await expect.poll(words, { timeout: 30_000 }).toContain("The next request is in order The answer (tool_use)");
    const clear = "[...content.document.querySelectorAll('button')].find((one) => one.textContent === 'Clear').click()";
    await panelText(clear);
    await expect.poll(words, { timeout: 30_000 }).toContain("Open the Network tab once");
  });
});
