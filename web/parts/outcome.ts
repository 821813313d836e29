/** The outcome: the verdict, and the views of the result behind tabs. */
import { html, nothing, type TemplateResult } from "lit";
import type { RunResult } from "../protocol.ts";
import type { Tab } from "../state.ts";
import { Part } from "./part.ts";
import { troubleIn } from "./trouble.ts";

interface TabInfo {
  readonly id: Tab;
  readonly label: string;
  count(result: RunResult): number | undefined;
}

const TABS: readonly TabInfo[] = [
  { id: "changes", label: "Changes", count: ({ changes }) => changes },
  { id: "messages", label: "Messages", count: ({ messagesAfter }) => messagesAfter },
  { id: "images", label: "Images", count: ({ images }) => images.length || undefined },
  { id: "policy", label: "Policy", count: () => undefined },
  { id: "file", label: "File", count: ({ problems }) => problems.length || undefined },
];

/** `<rs-outcome>`: what a run gave. */
export class OutcomePart extends Part {
  protected override render(): TemplateResult {
    const { inspector } = this;
    const { result, trouble, working } = inspector;
    if (!result) return html`${troubleIn("core", trouble)} ${this.#waiting()}`;
    return html`
      <div aria-busy=${working ? "true" : "false"}>
        <rs-verdict .inspector=${inspector}></rs-verdict>
        <div class="tabs" role="tablist" aria-label="Views of the result" @keydown=${this.#onKey}>
          ${TABS.map((tab) => this.#tab(tab, result))}
        </div>
        <div class="panel" role="tabpanel" id="panel" tabindex="0" aria-labelledby=${`tab-${inspector.tab}`}>
          ${this.#view()}
        </div>
      </div>
    `;
  }

  #waiting(): TemplateResult {
    const { working, trouble } = this.inspector;
    if (working) return html`<p class="empty">Working…</p>`;
    if (!trouble || trouble.where === "core") return html`${nothing}`;
    const where = trouble.where === "source" ? "the transcript" : "the target";
    return html`<p class="empty">No result: there is a problem with ${where}.</p>`;
  }

  #tab({ id, label, count }: TabInfo, result: RunResult): TemplateResult {
    const selected = this.inspector.tab === id;
    const number = count(result);
    return html`
      <button
        type="button"
        role="tab"
        id=${`tab-${id}`}
        aria-controls="panel"
        aria-selected=${selected ? "true" : "false"}
        tabindex=${selected ? 0 : -1}
        @click=${() => this.inspector.show(id)}
      >
        ${label} ${number === undefined ? nothing : html`<span class="count">${number.toLocaleString("en")}</span>`}
      </button>
    `;
  }

  #view(): TemplateResult {
    const { inspector } = this;
    switch (inspector.tab) {
      case "changes":
        return html`<rs-changes .inspector=${inspector}></rs-changes>`;
      case "messages":
        return html`<rs-messages .inspector=${inspector}></rs-messages>`;
      case "images":
        return html`<rs-images .inspector=${inspector}></rs-images>`;
      case "policy":
        return html`<rs-policy .inspector=${inspector}></rs-policy>`;
      case "file":
        return html`<rs-file .inspector=${inspector}></rs-file>`;
    }
  }

  /** Arrows move between tabs, Home and End to the ends; a tab shows its view as soon as it has the focus. */
  #onKey(event: KeyboardEvent): void {
    const current = TABS.findIndex(({ id }) => id === this.inspector.tab);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: (current + 1) % TABS.length,
      ArrowLeft: (current + TABS.length - 1) % TABS.length,
      Home: 0,
      End: TABS.length - 1,
    };
    const next = TABS[steps[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    this.inspector.show(next.id);
    this.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  }
}
