/** What the app needs of the place it runs in: a page, an embedding, or a panel of developer tools. */
import type { TemplateResult } from "lit";

/** A view that only one host has, before the others. */
export interface HostTab {
  readonly id: string;
  readonly label: string;
  count(): number | undefined;
  render(): TemplateResult;
}

/** The place the app runs in. Views never look at `window.location` or storage themselves. */
export interface Host {
  readonly kind: "page" | "embedded" | "panel";
  /** Views of the host's own, shown before the others. */
  readonly tabs: readonly HostTab[];
  /** The state of the view as it was stored, without `#`. */
  readHash(): string;
  /** Stores the state of the view; `push` makes a step that one can go back from. */
  writeHash(hash: string, push: boolean): void;
  /** Calls back when the person went back or forward, or edited the address. Returns the way to stop that. */
  onHash(changed: () => void): () => void;
  /** An address that opens the page with this state; undefined where there is none. */
  linkTo(hash: string): string | undefined;
  readSetting(key: string): string | undefined;
  writeSetting(key: string, value: string): void;
  /** Hands a file to the person. */
  save(name: string, blob: Blob): void;
  copy(text: string): Promise<void>;
}

/** Keeps nothing: for embeddings. */
export class EmbeddedHost implements Host {
  readonly kind: Host["kind"] = "embedded";
  readonly tabs: readonly HostTab[] = [];
  #hash = "";
  readonly #settings = new Map<string, string>();

  readHash(): string {
    return this.#hash;
  }

  writeHash(hash: string, _push: boolean): void {
    this.#hash = hash;
  }

  onHash(_changed: () => void): () => void {
    return () => {};
  }

  linkTo(_hash: string): string | undefined {
    return undefined;
  }

  readSetting(key: string): string | undefined {
    return this.#settings.get(key);
  }

  writeSetting(key: string, value: string): void {
    this.#settings.set(key, value);
  }

  save(name: string, blob: Blob): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    // The browser reads the blob after this task: release it later.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  copy(text: string): Promise<void> {
    return navigator.clipboard.writeText(text);
  }
}

const PREFIX = "replaysafe-";

/** The page itself: the view's state is in the address, three settings are in the browser's storage. */
export class PageHost extends EmbeddedHost {
  override readonly kind = "page";

  override readHash(): string {
    return location.hash.slice(1);
  }

  override writeHash(hash: string, push: boolean): void {
    if (hash === this.readHash()) return;
    const url = hash === "" ? location.pathname + location.search : `#${hash}`;
    if (push) history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  }

  override onHash(changed: () => void): () => void {
    addEventListener("popstate", changed);
    return () => removeEventListener("popstate", changed);
  }

  override linkTo(hash: string): string {
    return `${location.origin}${location.pathname}#${hash}`;
  }

  override readSetting(key: string): string | undefined {
    try {
      return localStorage.getItem(PREFIX + key) ?? undefined;
    } catch {
      // Storage may be forbidden: then each visit begins anew.
      return undefined;
    }
  }

  override writeSetting(key: string, value: string): void {
    try {
      localStorage.setItem(PREFIX + key, value);
    } catch {
      // It holds for this visit.
    }
  }
}
