/** A fault: what happened, why, and what to do next. */
import { html, nothing, type TemplateResult } from "lit";
import { READ_AS, type ReadAs } from "../read-as.ts";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";

/** Faults of the shape, where a person may know better. */
const OF_SHAPE: ReadonlySet<string> = new Set([
  "unknown-shape",
  "not-a-session",
  "no-messages",
  "no-request",
  "provider-answer",
]);

/** `<rs-trouble>`: the fault that there is. */
export class TroublePart extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { trouble, opening } = this.inspector;
    if (!trouble) return nothing;
    const { message, advice, code, excerpt } = trouble;
    return html`
      <div class="trouble" role="alert">
        <h2>${opening ? html`${visible(opening.name)} could not be read` : "That did not work"}</h2>
        <p><strong>${visible(message)}</strong></p>
        <p>${visible(advice)} <code class="quiet">${code}</code></p>
        ${excerpt ? html`<pre class="excerpt" tabindex="0" aria-label="How it begins">${visible(excerpt)}</pre>` : nothing}
        <div class="bar">
          <button type="button" class="primary" @click=${() => this.closest("transcript-inspector")?.querySelector<HTMLElement>(".file-input")?.click()}>Open another file</button>
          ${
            opening && OF_SHAPE.has(code)
              ? html`
            <label class="inline"><span class="quiet">Treat it as</span>
              <select name="as" @change=${(event: Event) => this.inspector.treatAs((event.target as HTMLSelectElement).value as ReadAs)}>
                <option selected disabled value="">…</option>
                ${READ_AS.map(([id, label]) => html`<option value=${id}>${label}</option>`)}
              </select>
            </label>`
              : nothing
          }
          ${code === "worker-failed" ? html`<button type="button" @click=${() => this.inspector.again()}>Try again</button>` : nothing}
          <button type="button" @click=${() => this.inspector.close()}>Back to the beginning</button>
        </div>
      </div>
    `;
  }
}
