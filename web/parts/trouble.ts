/** A fault, shown where it happened, with what to do about it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Trouble } from "../protocol.ts";
import { visible } from "../visible.ts";

/** The fault, if it belongs to this part of the page. */
export function troubleIn(where: Trouble["where"], trouble: Trouble | undefined): TemplateResult | typeof nothing {
  if (trouble?.where !== where) return nothing;
  return html`
    <div class="trouble" role="alert">
      <p><strong>${visible(trouble.message)}</strong></p>
      <p>${visible(trouble.advice)} <code class="quiet">${trouble.code}</code></p>
    </div>
  `;
}
