/** What was wrong with the opened text itself, apart from what the rules did to its messages. */
import { html, nothing, type TemplateResult } from "lit";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { counted, sized } from "./words.ts";

const SHOWN = 500;

/** `<rs-file>`: the file and its problems. */
export class FilePart extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { result, source } = this.inspector;
    if (!result) return nothing;
    const { problems, format, messagesBefore } = result;
    return html`
      <dl class="facts">
        <div><dt>Name</dt><dd>${visible(source.name)}</dd></div>
        <div><dt>Read as</dt><dd>${format}</dd></div>
        <div><dt>Size</dt><dd>${sized(source.text.size)}</dd></div>
        <div><dt>Messages on the active branch</dt><dd>${messagesBefore.toLocaleString("en")}</dd></div>
      </dl>
      <h3>Problems</h3>
      ${problems.length === 0 ? html`<p class="empty">Every line could be read.</p>` : nothing}
      <ul class="plain problems">
        ${problems.slice(0, SHOWN).map(
          ({ severity, line, message }) => html`
            <li>
              <span>
                <span class=${`badge severity-${severity}`}>${severity}</span>
                ${line === undefined ? nothing : html`<code class="path">line ${line.toLocaleString("en")}</code>`}
              </span>
              <p>${visible(message)}</p>
            </li>
          `,
        )}
      </ul>
      ${problems.length > SHOWN ? html`<p class="quiet">${counted(problems.length - SHOWN, "more problem")}.</p>` : nothing}
    `;
  }
}
