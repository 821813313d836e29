// Chromium with the extension in it.
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Frame, type Page } from "playwright";
import { chromiumLaunch } from "../chromium.ts";

/** The built extension. */
export const extensionFolder = fileURLToPath(new URL("../../dist/extension-chrome", import.meta.url));

/** The id that Chromium gives to an unpacked extension: a hash of its path. */
const id = [...createHash("sha256").update(extensionFolder).digest("hex").slice(0, 32)]
  .map((digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)])
  .join("");

/** The address of a page of the extension. */
export function addressOf(page: string): string {
  return `chrome-extension://${id}/${page}`;
}

/** A running browser. */
export interface ExtensionBrowser {
  readonly context: BrowserContext;
  stop(): Promise<void>;
}

/** Starts Chromium with the extension. @param tools opens the developer tools for every tab, too */
export async function startBrowser(tools: boolean): Promise<ExtensionBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "replaysafe-extension-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumLaunch.executablePath,
    headless: true,
    // Playwright turns extensions off otherwise.
    ignoreDefaultArgs: ["--disable-extensions"],
    args: [
      ...chromiumLaunch.args,
      `--load-extension=${extensionFolder}`,
      ...(tools ? ["--auto-open-devtools-for-tabs"] : []),
    ],
    viewport: tools ? null : { width: 1280, height: 800 },
  });
  return {
    context,
    async stop() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The developer tools and the page that they inspect. */
export interface Tools {
  readonly page: Page;
  readonly tools: Page;
}

/** Waits until the extension records, and for the page of the tools, whose page Playwright shows with PW_CHROMIUM_ATTACH_TO_OTHER=1. */
export async function toolsOf(context: BrowserContext): Promise<Tools> {
  for (let tries = 0; tries < 500; tries++) {
    const tools = context.pages().find((page) => page.url().startsWith("devtools://"));
    const page = context.pages().find((one) => !one.url().startsWith("devtools://"));
    const recorder = tools?.frames().find((frame) => frame.url().endsWith("/devtools.html"));
    if (tools && page && recorder) {
      await recorder.waitForLoadState("load");
      return { page, tools };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no developer tools among ${context.pages().map((page) => page.url())}`);
}

/** Sets the theme of the tools; panels that are opened later have it. */
export async function setTheme(tools: Page, theme: "default" | "dark"): Promise<void> {
  await inTools(
    tools,
    `import("./core/common/common.js").then(({ Settings }) => {
      Settings.Settings.instance().moduleSetting("ui-theme").set("${theme}");
      return "set";
    })`,
  );
}

/** Puts the tools beside the page. */
export async function setDock(tools: Page, side: "right" | "bottom"): Promise<void> {
  await inTools(
    tools,
    `import("./ui/legacy/legacy.js").then(({ DockController }) => {
      DockController.DockController.instance().setDockSide("${side}");
      return "set";
    })`,
  );
}

/** Opens the panel as a person would, and gives its frame. */
export async function openPanel(tools: Page): Promise<Frame> {
  await inTools(
    tools,
    `import("./ui/legacy/legacy.js").then(async ({ ViewManager }) => {
      const views = ViewManager.ViewManager.instance();
      const key = [...views.views.keys()].find((name) => name.startsWith("chrome-extension"));
      if (key !== undefined) await views.showView(key);
      return key ?? "";
    })`,
  );
  for (let tries = 0; tries < 300; tries++) {
    const frame = tools.frames().find((one) => one.url().endsWith("/panel.html"));
    if (frame) return frame;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the panel has no frame");
}

/** The tools need a while until their modules answer. The script is a text: the test's own build would rewrite imports. */
async function inTools(tools: Page, script: string): Promise<void> {
  let problem: unknown = "it is not there yet";
  for (let tries = 0; tries < 300; tries++) {
    try {
      if ((await tools.evaluate(script)) !== "") return;
    } catch (error) {
      problem = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the developer tools do not answer: ${problem}`);
}
