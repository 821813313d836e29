/** One message of the result: a line, and its JSON when it is opened. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { MessageRow } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { counted } from "./words.ts";

/** How much of a message is drawn at once. */
const LONGEST_JSON = 20_000;

/** `<rs-message>`: an item of the list of messages. */
export class MessagePart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    row: { attribute: false },
    json: { state: true },
    whole: { state: true },
  };

  declare row: MessageRow;
  declare json: string | undefined;
  declare whole: boolean;

  constructor() {
    super();
    this.whole = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute("role", "listitem");
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("row")) return;
    this.json = undefined;
    this.whole = false;
    const details = this.querySelector("details");
    if (details) details.open = false;
  }

  protected override render(): TemplateResult {
    const { index, role, blocks, changes, made } = this.row;
    return html`
      <details class="message" @toggle=${this.#onToggle}>
        <summary>
          <span class="index">${index}</span>
          <span class="role">${visible(role)}</span>
          <span class="line">${this.#line()}</span>
          <span class="tags">
            ${made ? html`<span class="badge made">+ made by a rule</span>` : nothing}
            ${changes > 0 && !made ? html`<span class="badge touched">~ ${counted(changes, "change")}</span>` : nothing}
            <span class="blocks quiet">${visible(blocks.join(" "))}</span>
          </span>
        </summary>
        ${this.json === undefined ? nothing : this.#body(this.json)}
      </details>
    `;
  }

  #line(): TemplateResult {
    const { summary, blocks } = this.row;
    if (summary.trim() !== "") return visible(summary);
    return html`<span class="quiet">${blocks.length === 0 ? "no content" : "blank"}</span>`;
  }

  #body(json: string): TemplateResult {
    const hidden = json.length - LONGEST_JSON;
    const clipped = hidden > 0 && !this.whole;
    return html`
      <pre class="json" tabindex="0" aria-label="Message as JSON">${visible(clipped ? json.slice(0, LONGEST_JSON) : json)}</pre>
      ${
        clipped
          ? html`<button type="button" class="more" @click=${this.#showWhole}>
              Show the other ${hidden.toLocaleString("en")} characters
            </button>`
          : nothing
      }
    `;
  }

  async #onToggle(event: Event): Promise<void> {
    if (!(event.target as HTMLDetailsElement).open || this.json !== undefined) return;
    const { row } = this;
    const json = await this.inspector.ask("message", { index: row.index });
    if (row === this.row) this.json = json;
  }

  #showWhole(): void {
    this.whole = true;
  }
}
