/** The policy of the target: what it is, and why. */
import { html, nothing, type TemplateResult } from "lit";
import type { TranscriptPolicy } from "../../src/index.ts";
import { visible } from "../visible.ts";
import { sourceLink } from "./link.ts";
import { Part } from "./part.ts";

/** What is shown in places of its own. */
const NOT_FLAGS = new Set(["target", "family", "limits", "why"]);

/** `<rs-policy>`: reasons, flags and limits. */
export class PolicyPart extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const policy = this.inspector.result?.policy;
    if (!policy) return nothing;
    const { provider, modelApi, modelId } = policy.target;
    return html`
      <dl class="facts">
        ${fact("Family", policy.family)} ${fact("Provider", provider)} ${fact("API", modelApi)} ${fact("Model", modelId)}
      </dl>
      ${reasons(policy)} ${flags(policy)} ${limits(policy)}
    `;
  }
}

function reasons({ why }: TranscriptPolicy): TemplateResult {
  return html`
    <h3>Why</h3>
    <ul class="plain reasons">
      ${why.map(
        ({ from, flags: explained, text, source }) => html`
          <li>
            <code class="from">${visible(from)}</code>
            <div>
              <p>${visible(text)}</p>
              <p class="quiet fine">
                ${explained.map((flag) => html`<code>${flag}</code> `)}
                ${source ? html`${sourceLink(source.url)} checked ${source.checked}` : nothing}
              </p>
            </div>
          </li>
        `,
      )}
    </ul>
  `;
}

function flags(policy: TranscriptPolicy): TemplateResult {
  const entries = Object.entries(policy).filter(([name]) => !NOT_FLAGS.has(name));
  return html`
    <h3>Flags</h3>
    <dl class="flags">
      ${entries.map(
        ([name, value]) => html`
          <div class=${value === false ? "off" : "on"}>
            <dt><code>${name}</code></dt>
            <dd><code>${typeof value === "string" ? value : JSON.stringify(value)}</code></dd>
          </div>
        `,
      )}
    </dl>
  `;
}

function limits(policy: TranscriptPolicy): TemplateResult | typeof nothing {
  const entries = Object.entries(policy.limits);
  if (entries.length === 0) return nothing;
  return html`
    <h3>Limits</h3>
    <dl class="flags">
      ${entries.map(
        ([name, limit]) => html`
          <div>
            <dt><code>${name}</code></dt>
            <dd>
              <code>${limit.value.toLocaleString("en")} ${limit.unit}</code>
              <span class="quiet">${sourceLink(limit.source)} checked ${limit.checked}</span>
            </dd>
          </div>
        `,
      )}
    </dl>
  `;
}

function fact(label: string, value: string): TemplateResult {
  return html`<div><dt>${label}</dt><dd>${value === "" ? html`<span class="quiet">not given</span>` : html`<code>${visible(value)}</code>`}</dd></div>`;
}
