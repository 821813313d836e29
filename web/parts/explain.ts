/** The box for a pasted error: what it means, and the block that it is about. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { ExplainedError } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part, tag } from "./part.ts";

/** `<rs-explain>`: explains an error. */
export class ExplainPart extends Part {
  static override properties: PropertyDeclarations = { ...Part.properties, found: { state: true } };

  declare found: readonly ExplainedError[] | undefined;
  #generation = -1;

  protected override willUpdate(): void {
    if (this.#generation === this.inspector.generation) return;
    this.#generation = this.inspector.generation;
    this.found = undefined;
  }

  protected override render(): TemplateResult {
    return html`
      <form class="explain" @submit=${this.#onSubmit}>
        <label>Explain an error: paste what the provider answered
          <textarea name="error" rows="2" spellcheck="false" autocomplete="off" placeholder="400 invalid_request_error: messages.3: \`tool_use\` ids were found without …" @keydown=${this.#onKey}></textarea>
        </label>
        <button type="submit" class="primary">Explain</button>
      </form>
      <div role="status">${this.found ? this.#answer(this.found) : nothing}</div>
    `;
  }

  #answer(found: readonly ExplainedError[]): TemplateResult {
    if (found.length === 0)
      return html`<p class="explained">These words are not known. The findings below are what the checker sees itself.</p>`;
    return html`${found.map(
      ({ code, cause, quote, row, place, remedies, confirmed, api }) => html`
        <div class="explained">
          <p><strong>${visible(cause)}</strong> <code class="quiet">${code}</code> ${confirmed ? tag("✓", "found in this transcript", "green") : tag("i", "not found in this transcript", "plain")}</p>
          <p class="quiet">By the words “${visible(quote)}”${api ? ` of ${api}` : ""}.</p>
          ${remedies.length > 0 ? html`<p>What answers it: ${visible(remedies[0]?.summary ?? "")} <code class="quiet">${remedies[0]?.id}</code></p>` : nothing}
          ${place === undefined ? nothing : html`<p>${row >= 0 ? html`<button type="button" class="link" @click=${() => this.inspector.select(row, "transcript")}>Go to the block <code>${visible(place)}</code></button>` : html`<code>${visible(place)}</code>`}</p>`}
        </div>
      `,
    )}`;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
      (event.target as HTMLTextAreaElement).form?.requestSubmit();
  }

  async #onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const text = new FormData(event.target as HTMLFormElement).get("error");
    if (typeof text !== "string" || text.trim() === "") return;
    const found = await this.inspector.ask("explain", { text });
    if (found) this.found = found;
  }
}
