/** Light, dark, or what the system says. Remembered where the browser allows it. */

/** What a person can choose. */
export type Theme = "system" | "light" | "dark";

const KEY = "replaysafe-theme";

/** The theme of the last visit. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    // Storage may be forbidden: then the system decides on each visit.
    return "system";
  }
}

/** Shows the page in a theme. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

/** Remembers a theme for the next visit. */
export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds for this visit.
  }
}
