/** Search, and what of the list is shown. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { Part } from "./part.ts";
import { counted, numbered } from "./words.ts";

const PAUSE = 200;

/** `<rs-search>`: the bar above the list. */
export class SearchPart extends Part {
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected override render(): TemplateResult {
    const { inspector } = this;
    const { query, hits, result } = inspector;
    return html`
      <div class="list-bar" role="search">
        <input class="search-field" type="search" placeholder="Search turns ( / )" aria-label="Search turns" autocomplete="off" spellcheck="false"
          .value=${live(query)} @input=${this.#onInput} @keydown=${this.#onKey} />
        ${
          hits
            ? html`<span class="quiet" role="status">${hits.length === 0 ? "none" : counted(hits.length, "turn")}</span>
              <button type="button" class="icon" title="Previous (Shift+Enter)" @click=${() => this.#step(-1)}><span aria-hidden="true">↑</span><span class="visually-hidden">Previous hit</span></button>
              <button type="button" class="icon" title="Next (Enter)" @click=${() => this.#step(1)}><span aria-hidden="true">↓</span><span class="visually-hidden">Next hit</span></button>`
            : html`<label class="check"><input type="checkbox" .checked=${live(inspector.showsOnlyChanged)} @change=${this.#onOnly} /> Only changed</label>
              ${result && inspector.showsOnlyChanged ? nothing : html`<span class="quiet">${numbered(result?.rows.count ?? 0)}</span>`}`
        }
      </div>
    `;
  }

  #onOnly(event: Event): void {
    this.inspector.set({ onlyChanged: (event.target as HTMLInputElement).checked });
  }

  #onInput(event: Event): void {
    const { value } = event.target as HTMLInputElement;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.inspector.search(value), PAUSE);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.stopPropagation();
      clearTimeout(this.#timer);
      void this.inspector.search("");
      this.closest("rs-transcript")?.querySelector<HTMLElement>(".rows-row[tabindex='0']")?.focus();
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.#step(event.shiftKey ? -1 : 1);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      this.closest("rs-transcript")?.querySelector<HTMLElement>(".rows-row[tabindex='0']")?.focus();
    }
  }

  #step(by: 1 | -1): void {
    const { hits, row } = this.inspector;
    if (!hits || hits.length === 0) return;
    const at = hits.indexOf(row);
    const next = hits[(at + by + hits.length) % hits.length];
    if (next !== undefined) this.inspector.select(next);
  }
}
