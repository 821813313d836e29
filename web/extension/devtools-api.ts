/** What is used of the browser's developer tools; Chromium's and Firefox's are the same in this. */

/** A request of the network log. */
export interface NetworkEntry {
  /** As in HAR; whatever is in it is checked where it is read. */
  readonly request?: unknown;
  /** Firefox gives the content type in place of the encoding. Entries of an older log may have no such function. */
  getContent?(callback: (content: string | null, encoding: string) => void): unknown;
}

interface Listeners<Listener> {
  addListener(listener: Listener): void;
}

/** `chrome.devtools`, as far as it is used. */
export interface DevtoolsApi {
  readonly inspectedWindow: { readonly tabId: number };
  readonly network: {
    readonly onRequestFinished: Listeners<(entry: NetworkEntry) => void>;
    readonly onNavigated: Listeners<(url: string) => void>;
    getHAR(callback: (log: { readonly entries?: readonly NetworkEntry[] } | undefined) => void): unknown;
  };
  readonly panels: {
    /** `default` in Chromium, `light` in Firefox, or `dark`. */
    readonly themeName: string;
    create(title: string, icon: string, page: string): unknown;
    /** Firefox. */
    readonly onThemeChanged?: Listeners<(theme: string) => void>;
    /** Chromium. */
    setThemeChangeHandler?(handler: (theme: string) => void): void;
  };
}

declare const chrome: { readonly devtools?: DevtoolsApi } | undefined;

/** The developer tools around this page; undefined in a page of its own. */
export function devtoolsApi(): DevtoolsApi | undefined {
  return typeof chrome === "undefined" ? undefined : chrome?.devtools;
}
