// The pages of the extension in tabs, with a stand-in for the developer tools; all else is real.
import type { Page } from "playwright";
import { addressOf, type ExtensionBrowser } from "./browser.ts";

/** The two pages, and what they did wrong. */
export interface Mocked {
  readonly recorder: Page;
  readonly panel: Page;
  /** Errors and violations of the content security policy. */
  readonly faults: string[];
  /** Addresses that were asked for, of both pages. */
  readonly requests: string[];
  /** What was copied. */
  copied(): Promise<string>;
  /** Tells of a request, as the network log does. */
  emit(entry: unknown, content?: string | null, encoding?: string): Promise<void>;
  /** The inspected page is left. */
  navigate(): Promise<void>;
  end(): Promise<void>;
}

interface Stand {
  __emit(entry: object, content: string | null, encoding: string): void;
  __navigate(): void;
  __copied?: string;
  __fault(text: string): void;
}

let lastTab = 0;

/** @param before entries that the log has before the recorder listens @param theme of the tools */
export async function openMocked(
  { context }: ExtensionBrowser,
  { before = [] as unknown[], theme = "default", width = 1000, panelLater = false } = {},
): Promise<Mocked & { openPanel(): Promise<void> }> {
  const faults: string[] = [];
  const requests: string[] = [];
  const tab = ++lastTab;
  const [recorder, panel] = [await context.newPage(), await context.newPage()];
  await panel.setViewportSize({ width, height: 700 });
  for (const page of [recorder, panel]) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") faults.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
    page.on("request", (request) => requests.push(request.url()));
    await page.exposeFunction("__fault", (text: string) => faults.push(text));
    await page.addInitScript(standIn, { before, theme, tab });
  }
  await recorder.goto(addressOf("devtools.html"));
  const openPanel = async (): Promise<void> => {
    await panel.goto(addressOf("panel.html"));
    await panel.locator("rs-requests").waitFor();
  };
  if (!panelLater) await openPanel();
  return {
    recorder,
    panel,
    faults,
    requests,
    openPanel,
    copied: () =>
      panel
        .waitForFunction(() => (globalThis as unknown as Stand).__copied)
        .then((text) => text.jsonValue() as Promise<string>),
    emit: (entry, content = null, encoding = "") =>
      recorder.evaluate(
        ([sent, text, how]) =>
          (globalThis as unknown as Stand).__emit(sent as object, text as string | null, how as string),
        [entry, content, encoding],
      ),
    navigate: () => recorder.evaluate(() => (globalThis as unknown as Stand).__navigate()),
    async end() {
      await Promise.all([recorder.close(), panel.close()]);
    },
  };
}

/** Runs in the pages, before their own scripts. */
function standIn({ before, theme, tab }: { before: unknown[]; theme: string; tab: number }): void {
  const stand = globalThis as unknown as Stand & { chrome?: object };
  const finished: ((entry: object) => void)[] = [];
  const navigated: ((url: string) => void)[] = [];
  const devtools = {
    inspectedWindow: { tabId: tab },
    network: {
      onRequestFinished: { addListener: (listener: (entry: object) => void) => finished.push(listener) },
      onNavigated: { addListener: (listener: (url: string) => void) => navigated.push(listener) },
      getHAR: (callback: (log: object) => void) => setTimeout(() => callback({ entries: before })),
    },
    panels: { themeName: theme, create() {} },
  };
  stand.chrome ??= {};
  Object.defineProperty(stand.chrome, "devtools", { configurable: true, value: devtools });
  stand.__emit = (entry, content, encoding) => {
    const getContent = (callback: (content: string | null, encoding: string) => void) =>
      setTimeout(() => callback(content, encoding));
    for (const listener of finished) listener({ ...entry, getContent });
  };
  stand.__navigate = () => {
    for (const listener of navigated) listener("http://x.test/");
  };
  navigator.clipboard.writeText = async (text) => {
    stand.__copied = text;
  };
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    stand.__fault(`policy: ${violatedDirective} ${blockedURI}`);
  });
}
