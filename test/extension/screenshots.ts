// Writes what a person sees of the panel.
import { mkdir } from "node:fs/promises";
import { all, converse } from "../web/capture/exchanges.ts";
import { openPanel, setDock, setTheme, startBrowser, toolsOf } from "./browser.ts";
import { startProvider } from "./provider.ts";

const folder = "dist/screenshots";
/** The size of the tools, so that a panel at the right is 550 px wide. */
const sizes = { right: { width: 771, height: 860 }, bottom: { width: 1280, height: 860 } } as const;

await mkdir(folder, { recursive: true });
const provider = await startProvider();
try {
  for (const dock of ["right", "bottom"] as const)
    for (const theme of ["default", "dark"] as const) await take(dock, theme);
} finally {
  await provider.stop();
}

async function take(dock: "right" | "bottom", theme: "default" | "dark"): Promise<void> {
  const browser = await startBrowser(true);
  try {
    const { page, tools } = await toolsOf(browser.context);
    await tools.setViewportSize(sizes[dock]);
    await setDock(tools, dock);
    await setTheme(tools, theme);
    await page.goto(provider.origin);
    const shoot = async (name: string): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await tools.screenshot({ path: `${folder}/panel-${name}-${dock}-${theme === "dark" ? "dark" : "light"}.png` });
    };
    const panel = await openPanel(tools);
    await panel.locator(".requests-none").waitFor();
    await shoot("empty");
    for (const [, { url, refused, accepted }] of all) {
      await post(url, refused);
      await post(url, accepted);
    }
    const [, { url, refused, accepted }] = all[0] as (typeof all)[number];
    await post(url, { ...accepted, refuse: true });
    await post(url, { ...accepted, cut: 4 });
    await post(url, { ...accepted, cut: 6 });
    await post(url, { ...refused, whole: true });
    await post(converse.url, { ...converse.accepted, damaged: true });
    await post("/v1/messages", { ...accepted, system: "x".repeat(20_000_000) });
    const rows = panel.locator(".requests-table tbody tr");
    await panel.getByText("body not kept").waitFor();
    await panel.getByText("missed").waitFor();
    await shoot("list");
    for (const [index, name] of [
      [0, "predicted"],
      [8, "missed"],
      [9, "next-refused"],
      [10, "broke-off"],
      [11, "overcautious"],
      [12, "damaged"],
      [13, "missing"],
    ] as const) {
      await rows.nth(index).click();
      await shoot(name);
    }
    await rows.nth(0).click();
    await panel.getByRole("button", { name: "Inspect", exact: true }).click();
    await panel.locator("rs-verdict").waitFor();
    await shoot("inspect");

    async function post(to: string, body: unknown): Promise<void> {
      await page.evaluate(
        async ([at, text]) => {
          const init = { method: "POST", headers: { "content-type": "application/json" }, body: text as string };
          await fetch(at as string, init)
            .then((response) => response.text())
            .catch(() => {});
        },
        [to, JSON.stringify(body)],
      );
    }
  } finally {
    await browser.stop();
  }
}
