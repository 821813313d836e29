// A visit to the page, and the witnesses of what must never happen during one.
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright";
import { expect } from "vitest";
import { chromiumLaunch } from "../chromium.ts";

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

/** Opens the page and waits for the first result. */
export async function visit(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
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
  await page.goto(origin);
  await page.locator("rs-group").first().waitFor();
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
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** The text of a part of the page, with white space as one sees it. */
export async function textOf(part: Locator): Promise<string> {
  return ((await part.textContent()) ?? "").replace(/\s+/g, " ").trim();
}

/** The verdict, once no run is going on. */
export async function verdict(page: Page): Promise<string> {
  await page.locator('[aria-busy="false"]').waitFor();
  return (await textOf(page.locator("#verdict-title"))).replace(/^\W+/, "");
}

/** Waits for the verdict of a target. */
export async function verdictFor(page: Page, provider: string): Promise<string> {
  await page.locator('[aria-busy="false"] .verdict-head code', { hasText: new RegExp(`^${provider}$`) }).waitFor();
  return verdict(page);
}
