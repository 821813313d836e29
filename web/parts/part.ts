/** What all parts of the page share. */
import { LitElement, type PropertyDeclarations } from "lit";
import type { Inspector } from "../state.ts";

/**
 * A part of the page that shows the inspector's state. Parts draw into the page itself rather than into a shadow root:
 * one style sheet, one tab order, and labels that reach across parts.
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
