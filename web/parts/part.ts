/** What all parts of the app share. */
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { Inspector } from "../state.ts";

/**
 * A part that shows the inspector's state. Parts draw into the page itself rather than into a shadow root: one style
 * sheet, one tab order, and labels that reach across parts.
 */
export abstract class Part extends LitElement {
  static override properties: PropertyDeclarations = { inspector: { attribute: false } };

  declare inspector: Inspector;

  /** Draws into the element itself. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.inspector.addEventListener("change", this.#refresh);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.inspector.removeEventListener("change", this.#refresh);
  }

  readonly #refresh = (): void => this.requestUpdate();
}

/** A small label with a mark and a word, so that color is never all that tells. */
export function tag(mark: string, word: string | TemplateResult, tone: string): TemplateResult {
  return html`<span class=${`tag tone-${tone}`}><span aria-hidden="true">${mark}</span> ${word}</span>`;
}

/** A menu that opens below its button. It closes when a choice is made, on Escape, and when the focus leaves it. */
export function menu(
  label: TemplateResult | string,
  title: string,
  items: TemplateResult,
  side = "start",
): TemplateResult {
  const close = (event: Event): void => {
    const details = (event.currentTarget as Element).closest("details");
    if (details) details.open = false;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    const details = event.currentTarget as HTMLDetailsElement;
    if (!details.open) return;
    event.stopPropagation();
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  const onLeave = (event: FocusEvent): void => {
    const details = event.currentTarget as HTMLDetailsElement;
    if (event.relatedTarget instanceof Node && !details.contains(event.relatedTarget)) details.open = false;
  };
  return html`
    <details class=${`menu menu-${side}`} @keydown=${onKey} @focusout=${onLeave}>
      <summary class="button" title=${title}>${label}<span class="caret" aria-hidden="true"></span></summary>
      <div class="menu-items" @click=${(event: Event) => ((event.target as Element).closest("button") ? close(event) : nothing)}>
        ${items}
      </div>
    </details>
  `;
}
