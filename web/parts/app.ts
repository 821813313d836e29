/** The frame of the app: what is open, the verdict, the views behind tabs; drop, paste and keys anywhere. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { TABS, type TabId } from "../hash.ts";
import { EmbeddedHost, type Host } from "../host.ts";
import { onKey } from "../keys.ts";
import type { RunResult } from "../protocol.ts";
import { Inspector } from "../state.ts";
import { applyTheme, storedTheme } from "../theme.ts";
import { Part } from "./part.ts";
import { numbered } from "./words.ts";

const LABELS: Readonly<Record<TabId, string>> = {
  transcript: "Transcript",
  findings: "Findings",
  images: "Images",
  providers: "Providers",
  policy: "Policy",
  raw: "Raw",
};

/** `<transcript-inspector>`: the whole app. Without a host of its own it keeps nothing and touches no address. */
export class App extends Part {
  static override properties: PropertyDeclarations = { ...Part.properties, dragging: { state: true } };

  declare dragging: boolean;
  /** Where it runs; set before the element is put into a page. */
  host: Host | undefined;
  /** Drag events are told for every element the pointer crosses: only the balance says whether it is over the page. */
  #dragDepth = 0;
  #stop: (() => void)[] = [];

  constructor() {
    super();
    this.dragging = false;
  }

  override connectedCallback(): void {
    if (!this.inspector) {
      const host = this.host ?? new EmbeddedHost();
      this.inspector = new Inspector(host);
      applyTheme(storedTheme(host), this);
      void this.inspector.begin();
    }
    super.connectedCallback();
    const { inspector } = this;
    this.#stop = [inspector.host.onHash(() => inspector.restoreFromHost())];
    // An embedded inspector is a part of a page: it takes only what is meant for it.
    const place: EventTarget = inspector.host.kind === "embedded" ? this : document;
    this.#listen(place, "paste", this.#onPaste);
    this.#listen(place, "dragenter", this.#onDragEnter);
    this.#listen(place, "dragleave", this.#onDragLeave);
    this.#listen(place, "dragover", this.#onDragOver);
    this.#listen(place, "drop", this.#onDrop);
    this.#listen(place, "keydown", this.#onKeyDown);
    this.#listen(place, "pointerdown", this.#closeMenus);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stop) stop();
  }

  #listen<E extends Event>(place: EventTarget, type: string, listener: (event: E) => void): void {
    place.addEventListener(type, listener as EventListener);
    this.#stop.push(() => place.removeEventListener(type, listener as EventListener));
  }

  /** Opens a transcript from a program: a session file or a request body. */
  open(name: string, content: Blob | string): void {
    this.inspector.open(name, typeof content === "string" ? new Blob([content]) : content);
  }

  protected override render(): TemplateResult {
    const { inspector } = this;
    const { opening, result, preview, trouble } = inspector;
    const tabs = inspector.host.tabs;
    const shown = result !== undefined || preview !== undefined || tabs.some(({ id }) => id === inspector.tab);
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the transcript</a>
      <header>
        <rs-toolbar .inspector=${inspector}></rs-toolbar>
        ${opening && result ? html`<rs-verdict .inspector=${inspector}></rs-verdict>` : nothing}
        ${shown || tabs.length > 0 ? this.#tabs() : nothing}
      </header>
      <main id="main">
        ${trouble ? html`<rs-trouble .inspector=${inspector}></rs-trouble>` : nothing}
        ${shown ? this.#panel() : trouble || inspector.working ? nothing : html`<rs-empty .inspector=${inspector}></rs-empty>`}
        ${!shown && !trouble && inspector.working ? html`<p class="blank">Reading…</p>` : nothing}
      </main>
      <rs-status .inspector=${inspector}></rs-status>
      <rs-dialogs .inspector=${inspector}></rs-dialogs>
      <div class="drop-overlay" ?hidden=${!this.dragging} aria-hidden="true">Drop files to open them</div>
    `;
  }

  #tabs(): TemplateResult {
    const { inspector } = this;
    const all = [
      ...inspector.host.tabs.map(({ id, label, count }) => ({ id, label, count: count() })),
      ...TABS.map((id) => ({ id, label: LABELS[id], count: inspector.result && countFor(id, inspector.result) })),
    ];
    return html`
      <div class="tabs" role="tablist" aria-label="Views" @keydown=${this.#onTabKey}>
        ${all.map(({ id, label, count }) => {
          const selected = id === inspector.tab;
          return html`<button type="button" role="tab" id=${`tab-${id}`} aria-controls="panel"
            aria-selected=${selected ? "true" : "false"} tabindex=${selected ? 0 : -1}
            @click=${() => inspector.show(id)}>${label}${count ? html` <span class="count">${numbered(count)}</span>` : nothing}</button>`;
        })}
      </div>
    `;
  }

  #panel(): TemplateResult {
    const { tab } = this.inspector;
    return html`
      <div class="panel" role="tabpanel" id="panel" tabindex="-1" aria-labelledby=${`tab-${tab}`}>${this.#view()}</div>
    `;
  }

  #view(): TemplateResult {
    const { inspector } = this;
    const own = inspector.host.tabs.find(({ id }) => id === inspector.tab);
    if (own) return own.render();
    if (!inspector.result) return html`<rs-preview .inspector=${inspector}></rs-preview>`;
    switch (inspector.tab as TabId) {
      case "findings":
        return html`<rs-findings .inspector=${inspector}></rs-findings>`;
      case "images":
        return html`<rs-images .inspector=${inspector}></rs-images>`;
      case "providers":
        return html`<rs-providers .inspector=${inspector}></rs-providers>`;
      case "policy":
        return html`<rs-policy .inspector=${inspector}></rs-policy>`;
      case "raw":
        return html`<rs-raw .inspector=${inspector}></rs-raw>`;
      default:
        return html`<rs-transcript .inspector=${inspector}></rs-transcript>`;
    }
  }

  /** Arrows move the focus between tabs; a tab is shown when it is pressed, since it may begin work. */
  #onTabKey(event: KeyboardEvent): void {
    const tabs = [...this.querySelectorAll<HTMLElement>("[role=tab]")];
    const current = tabs.indexOf(event.target as HTMLElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: (current + 1) % tabs.length,
      ArrowLeft: (current + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = tabs[steps[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }

  #skip(event: Event): void {
    event.preventDefault();
    const goal = this.querySelector<HTMLElement>(".rows-row[tabindex='0'], #panel, #main button");
    goal?.focus();
  }

  /** A press beside an open menu closes it. */
  readonly #closeMenus = ({ target }: Event): void => {
    for (const menu of this.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
      if (!(target instanceof Node && menu.contains(target))) menu.open = false;
    }
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => onKey(event, this, this.inspector);

  /** Text pasted into a field stays there; pasted anywhere else, it is opened. */
  readonly #onPaste = (event: ClipboardEvent): void => {
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [contenteditable]"))
      return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (files.length === 0 && text.trim() === "") return;
    event.preventDefault();
    if (files.length > 0) this.inspector.openFiles(files);
    else this.inspector.open("pasted.jsonl", new Blob([text]));
  };

  readonly #onDragEnter = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    this.#dragDepth++;
    this.dragging = true;
  };

  readonly #onDragLeave = (): void => {
    this.#dragDepth = Math.max(0, this.#dragDepth - 1);
    this.dragging = this.#dragDepth > 0;
  };

  readonly #onDragOver = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.#dragDepth = 0;
    this.dragging = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.inspector.openFiles(files);
  };
}

function countFor(id: TabId, { rows, groups, images }: RunResult): number | undefined {
  if (id === "transcript") return rows.count;
  if (id === "findings") return groups.length;
  return id === "images" ? images.length : undefined;
}
