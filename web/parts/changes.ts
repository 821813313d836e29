/** All changes, by rule, under what the checks still find wrong. */
import { html, nothing, type TemplateResult } from "lit";
import type { Finding } from "../../src/index.ts";
import { visible } from "../visible.ts";
import { sourceLink } from "./link.ts";
import { Part } from "./part.ts";
import { counted } from "./words.ts";

const SHOWN_FINDINGS = 50;

/** `<rs-changes>`: the report of a run. */
export class ChangesPart extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { inspector } = this;
    const { result, onlyLossy, generation } = inspector;
    if (!result) return nothing;
    const groups = onlyLossy ? result.groups.filter(({ lossy }) => lossy > 0) : result.groups;
    return html`
      ${result.findings.length > 0 ? findingList(result.findings) : nothing}
      ${result.changes === 0 ? html`<p class="empty">No rule had to change anything for this target.</p>` : this.#toolbar()}
      ${groups.map(
        (group) =>
          html`<rs-group .inspector=${inspector} .group=${group} .generation=${generation} .onlyLossy=${onlyLossy}></rs-group>`,
      )}
    `;
  }

  #toolbar(): TemplateResult {
    const { result, onlyLossy } = this.inspector;
    return html`
      <div class="toolbar">
        <p class="quiet">${counted(result?.groups.length ?? 0, "rule")} changed something, in the order they ran.</p>
        <label class="check">
          <input
            type="checkbox"
            .checked=${onlyLossy}
            ?disabled=${result?.lossy === 0}
            @change=${(event: Event) => this.inspector.setOnlyLossy((event.target as HTMLInputElement).checked)}
          />
          Lossy only
        </label>
      </div>
      ${onlyLossy && result?.lossy === 0 ? html`<p class="empty">No change lost anything.</p>` : nothing}
    `;
  }
}

function findingList(findings: readonly Finding[]): TemplateResult {
  return html`
    <section class="findings" aria-labelledby="findings-title">
      <h3 id="findings-title">Still wrong after the repair: ${counted(findings.length, "finding")}</h3>
      <ul class="plain">
        ${findings.slice(0, SHOWN_FINDINGS).map(
          ({ code, severity, path, message, sources }) => html`
            <li>
              <span class=${`badge severity-${severity}`}>${severity}</span>
              <code>${visible(code)}</code> <code class="path">${visible(path || "/")}</code>
              <p>${visible(message)} ${sources.map(({ url }) => sourceLink(url))}</p>
            </li>
          `,
        )}
      </ul>
      ${
        findings.length > SHOWN_FINDINGS
          ? html`<p class="quiet">${counted(findings.length - SHOWN_FINDINGS, "more finding")}.</p>`
          : nothing
      }
    </section>
  `;
}
