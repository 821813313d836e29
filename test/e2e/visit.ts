// A visit to the page, and the witnesses of what must never happen during one.
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright";
import { expect } from "vitest";
import { chromiumLaunch } from "../chromium.ts";
import { openAt } from "./screens.ts";

/** Starts the browser of this machine. */
export function launch(): Promise<Browser> {
  return chromium.launch(chromiumLaunch);
}

/** An open page and what it did wrong. */
export interface Visit {
  readonly page: Page;
  /** Console errors, uncaught errors and violations of the content security policy. */
  readonly faults: string[];
  /** Every address that was asked for. */
  readonly requests: string[];
  /** Closes the page. Fails when there was a fault. */
  end(): Promise<void>;
}

/** Opens the page with a state behind `#`. */
export async function visit(
  browser: Browser,
  origin: string,
  hash = "",
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  page.on("request", (request) => requests.push(request.url()));
  await page.exposeFunction("reportViolation", (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      (globalThis as unknown as { reportViolation(text: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  await openAt(page, origin, hash);
  await page.locator("rs-toolbar .toolbar").waitFor();
  return {
    page,
    faults,
    requests,
    async end() {
      const seen = [...faults];
      await context.close();
      expect(seen).toEqual([]);
    },
  };
}

/** What axe finds wrong with the page as it stands, in lines. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ["violations"],
      // Not among the rules that axe applies by itself. An open menu lies over other targets until it is closed.
      rules: { "target-size": { enabled: !document.querySelector("details.menu[open]") } },
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** The text of a part of the page, with white space as one sees it. */
export async function textOf(part: Locator): Promise<string> {
  return ((await part.textContent()) ?? "").replace(/\s+/g, " ").trim();
}

/** The words of the verdict, once no run is going on. */
export async function verdict(page: Page): Promise<string> {
  await page.locator('.verdict[aria-busy="false"]').waitFor();
  return (await textOf(page.locator("#verdict"))).replace(/^\W+/, "");
}

/** The rows in view: number, role and tags. */
export async function rowsOf(page: Page): Promise<string[]> {
  await page.locator("rs-transcript .row-line").first().waitFor();
  return Promise.all((await page.locator("rs-transcript .row").all()).map(textOf));
}
