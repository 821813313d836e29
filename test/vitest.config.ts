import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumLaunch } from "./chromium.ts";
import { generate } from "./generate.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const inBrowser = "test/conformance/chromium.test.ts";

// So that vitest run by hand finds the cases, too.
await generate();

export default defineConfig({
  root,
  test: {
    projects: [
      {
        root,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: [inBrowser, "test/e2e/**", "test/extension/**"],
          // Other jobs share the machine.
          testTimeout: 30_000,
          // No test changes what another sees, so the library is loaded once.
          isolate: false,
        },
      },
      {
        root,
        test: {
          name: "page",
          include: ["test/e2e/*.test.ts"],
          globalSetup: "test/e2e/setup.ts",
          // Each file starts a browser.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: "extension",
          include: ["test/extension/*.test.ts"],
          // Each file starts a browser.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Playwright shows the page of the developer tools only if it is asked to.
          env: { PW_CHROMIUM_ATTACH_TO_OTHER: "1" },
        },
      },
      {
        root,
        // Found while the tests run, packages would be bundled and the page loaded anew. The codecs stay as they are:
        // their glue looks for files beside itself.
        optimizeDeps: { include: ["zod/mini"], exclude: ["@jsquash/jpeg", "@jsquash/webp"] },
        test: {
          name: "chromium",
          include: [inBrowser],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
