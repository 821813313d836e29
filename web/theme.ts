/** Light, dark, or what the system says. Remembered where the host allows it. */
import type { Host } from "./host.ts";

/** What a person can choose. */
export type Theme = "system" | "light" | "dark";

/** In the order of the list. */
export const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** The theme of the last visit. */
export function storedTheme(host: Host): Theme {
  const stored = host.readSetting("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Shows the app in a theme; a page of its own takes it as a whole. */
export function applyTheme(theme: Theme, app: HTMLElement): void {
  app.dataset["theme"] = theme;
}

/** Remembers a theme for the next visit. */
export function storeTheme(host: Host, theme: Theme): void {
  host.writeSetting("theme", theme);
}
