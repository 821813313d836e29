// Writes every screen at two widths and in both themes to dist/screenshots. `npm run screenshots -- name` writes some.
import { mkdir } from "node:fs/promises";
import { chromium } from "playwright";
import { chromiumLaunch } from "../chromium.ts";
import { screens } from "./screens.ts";
import { startServer } from "./server.ts";

const folder = "dist/screenshots";
const wanted = process.argv.slice(2);

await mkdir(folder, { recursive: true });
const [server, browser] = await Promise.all([startServer(), chromium.launch(chromiumLaunch)]);
try {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 480]) {
      const context = await browser.newContext({ viewport: { width, height: 860 }, colorScheme });
      const page = await context.newPage();
      for (const { name, open } of screens) {
        if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
        await open(page, server.origin);
        await page.waitForTimeout(150);
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
