/** The panel of the developer tools as a host: nothing is stored, and the theme is the tools' own. */
import { EmbeddedHost, type Host, type HostTab } from "../host.ts";
import type { DevtoolsApi } from "./devtools-api.ts";

/** Keeps settings for as long as the tools are open. */
export class PanelHost extends EmbeddedHost {
  override readonly kind: Host["kind"] = "panel";
  override readonly tabs: readonly HostTab[];
  readonly #panels: Pick<DevtoolsApi["panels"], "themeName"> | undefined;

  /** @param tabs views of the panel's own @param panels undefined in a page of its own */
  constructor(tabs: readonly HostTab[], panels: Pick<DevtoolsApi["panels"], "themeName"> | undefined) {
    super();
    this.tabs = tabs;
    this.#panels = panels;
  }

  override readSetting(key: string): string | undefined {
    return super.readSetting(key) ?? (key === "theme" && this.#panels ? themeOf(this.#panels.themeName) : undefined);
  }

  /** Pages of developer tools may not use the clipboard's own interface: the older way is left. */
  override async copy(text: string): Promise<void> {
    try {
      await super.copy(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      if (!done) throw new Error("The browser does not allow to copy.");
    }
  }
}

/** Chromium calls its light theme `default`. */
export function themeOf(name: string): "light" | "dark" {
  return name === "dark" ? "dark" : "light";
}
