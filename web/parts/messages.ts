/** The messages of the result, a page at a time, each with its JSON on demand. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { MessageRow } from "../protocol.ts";
import { Part } from "./part.ts";
import { counted } from "./words.ts";

const PAGE = 200;

/** `<rs-messages>`: what would be sent. */
export class MessagesPart extends Part {
  static override properties: PropertyDeclarations = { ...Part.properties, rows: { state: true } };

  declare rows: readonly MessageRow[];
  #generation = -1;

  constructor() {
    super();
    this.rows = [];
  }

  protected override updated(_changed: PropertyValues<this>): void {
    if (this.#generation === this.inspector.generation) return;
    this.#generation = this.inspector.generation;
    if (this.inspector.result) void this.#more(0);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { result } = this.inspector;
    if (!result) return nothing;
    const left = result.messagesAfter - this.rows.length;
    return html`
      <p class="quiet toolbar">The messages as they would be sent. Open one to see its JSON.</p>
      <div class="messages" role="list">
        ${this.rows.map((row) => html`<rs-message .inspector=${this.inspector} .row=${row}></rs-message>`)}
      </div>
      ${
        left > 0 && this.rows.length > 0
          ? html`<button type="button" class="more" @click=${() => this.#more(this.rows.length)}>
              Show ${counted(Math.min(PAGE, left), "more message")} of ${left.toLocaleString("en")}
            </button>`
          : nothing
      }
    `;
  }

  async #more(offset: number): Promise<void> {
    const generation = this.#generation;
    const page = await this.inspector.ask("rows", { offset, limit: PAGE });
    if (page && generation === this.#generation) this.rows = [...this.rows.slice(0, offset), ...page];
  }
}
