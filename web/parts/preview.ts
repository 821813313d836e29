/** The first turns of a large file, while the rest is still being read. */
import { html, nothing, type TemplateResult } from "lit";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { roleWord } from "./words.ts";

/** `<rs-preview>`: rows without a verdict. */
export class PreviewPart extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { preview, partial } = this.inspector;
    if (!preview) return nothing;
    return html`
      <p class="blank preview-word">${partial ? "Cancelled: only the first turns were read. Nothing was checked." : "The first turns; the rest is being read."}</p>
      <ol class="preview">
        ${preview.rows.map(
          ({ row, role, summary }) =>
            html`<li class="row"><span class="row-index">${row}</span><span class="row-role role-dot" data-role=${role}>${visible(roleWord(role))}</span><span class="row-tags"></span><span class="row-line">${visible(summary)}</span></li>`,
        )}
      </ol>
    `;
  }
}
