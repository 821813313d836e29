/** The policy of the target: what it is, why, from where that is known, and what a person sets instead. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { LimitOverride, Limits, PolicyFlags, PolicyOverrides, TranscriptPolicy } from "../../src/index.ts";
import { saveExport } from "../exporting.ts";
import { CHOICES } from "../policy-fields.ts";
import { visible } from "../visible.ts";
import { sourceLink } from "./link.ts";
import { Part, tag } from "./part.ts";

/** What is shown in places of its own. */
const NOT_FLAGS = new Set(["target", "family", "limits", "why"]);

/** `<rs-policy>`: reasons, flags and limits. */
export class PolicyPart extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { result, policy: overrides } = this.inspector;
    const policy = result?.policy;
    if (!policy) return nothing;
    const count = countOf(overrides);
    return html`
      <div class="page">
        <div class="page-bar">
          <h2>Policy <code>${policy.family}</code></h2>
          <div class="bar">
            ${count > 0 ? tag("~", `${count} set by you`, "blue") : nothing}
            <button type="button" ?disabled=${count === 0} @click=${() => this.inspector.setPolicy({})}>Reset</button>
            <button type="button" ?disabled=${count === 0} title="What you have set, as JSON for the library and the command line" @click=${() => saveExport(this.inspector, "profile")}>Export profile</button>
          </div>
        </div>
        <p class="quiet">${targetText(policy)} What you set here wins, and the result follows at once. Nothing of it is sent or stored.</p>
        <h3>Flags</h3>
        <ul class="settings">${names(policy).map((name) => this.#flag(name, policy))}</ul>
        <h3>Limits</h3>
        <ul class="settings">${LIMIT_NAMES.map((name) => this.#limit(name, policy))}</ul>
      </div>
    `;
  }

  #flag(name: keyof PolicyFlags, policy: TranscriptPolicy): TemplateResult {
    const set = name in this.inspector.policy;
    const value: unknown = this.inspector.policy[name] ?? policy[name];
    const why = policy.why.filter(({ flags }) => flags.includes(name));
    return html`
      <li class=${set ? "setting setting-own" : "setting"}>
        <label class="setting-name"><code>${name}</code>${this.#input(name, value)}</label>
        <div class="setting-why">
          ${why.length === 0 ? html`<p class="quiet">The default.</p>` : why.map(({ text, source, from }) => html`<p>${visible(text)} <span class="quiet"><code>${visible(from)}</code> ${source ? html`${sourceLink(source.url)} ${source.checked}` : nothing}</span></p>`)}
        </div>
        ${set ? html`<button type="button" class="link" @click=${() => this.#unset(name)}>Undo</button>` : nothing}
      </li>
    `;
  }

  #input(name: keyof PolicyFlags, value: unknown): TemplateResult {
    if (typeof value === "boolean") {
      return html`<input type="checkbox" name=${name} .checked=${live(value)} @change=${(event: Event) => this.#set(name, (event.target as HTMLInputElement).checked)} />`;
    }
    const choices = CHOICES[name];
    if (choices) {
      return html`<select name=${name} @change=${(event: Event) => this.#set(name, (event.target as HTMLSelectElement).value)}>
        ${value === undefined ? html`<option selected disabled value="">none</option>` : nothing}
        ${choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${choice}</option>`)}
      </select>`;
    }
    if (name === "imageFormats" && Array.isArray(value)) {
      return html`<input name=${name} .value=${live(value.join(" "))} spellcheck="false" @change=${(event: Event) =>
        this.#set(
          name,
          (event.target as HTMLInputElement).value.split(/[\s,]+/).filter((one) => one !== ""),
        )} />`;
    }
    return html`<code>${value === undefined ? "none" : JSON.stringify(value)}</code>`;
  }

  #limit(name: keyof Limits, policy: TranscriptPolicy): TemplateResult {
    const own = this.inspector.policy.limits?.[name];
    const limit = own ? { source: "", ...own } : policy.limits[name];
    const set = own !== undefined;
    const unit = limit?.unit ?? LIMIT_UNITS[name];
    return html`
      <li class=${set ? "setting setting-own" : "setting"}>
        <label class="setting-name"><code>${name}</code>
          <span class="setting-limit"><input type="number" min="1" name=${name} placeholder="none" .value=${live(limit ? String(limit.value) : "")} @change=${(event: Event) => this.#setLimit(name, (event.target as HTMLInputElement).value, unit)} /> <span class="quiet">${unit}</span></span>
        </label>
        <div class="setting-why"><p class="quiet">${limit ? (set ? "Set by you." : html`${sourceLink(limit.source)} ${limit.checked}`) : "No limit is known."}</p></div>
        ${set ? html`<button type="button" class="link" @click=${() => this.#setLimit(name, "", unit)}>Undo</button>` : nothing}
      </li>
    `;
  }

  #set(name: keyof PolicyFlags, value: unknown): void {
    this.inspector.setPolicy({ ...this.inspector.policy, [name]: value } as PolicyOverrides);
  }

  #unset(name: keyof PolicyFlags): void {
    const { [name]: _, ...rest } = this.inspector.policy;
    this.inspector.setPolicy(rest);
  }

  #setLimit(name: keyof Limits, text: string, unit: LimitOverride["unit"]): void {
    const { limits = {}, ...rest } = this.inspector.policy;
    const { [name]: _, ...others } = limits;
    const value = Number(text);
    const next = text.trim() === "" || !(value > 0) ? others : { ...others, [name]: { value, unit } };
    this.inspector.setPolicy(Object.keys(next).length === 0 ? rest : { ...rest, limits: next });
  }
}

const LIMIT_UNITS: Readonly<Record<keyof Limits, LimitOverride["unit"]>> = {
  imageSidePx: "px",
  imageBytes: "bytes",
  images: "images",
  imagesPerMessage: "images",
  manyImages: "images",
  manyImagesSidePx: "px",
  requestBytes: "bytes",
  toolCallIdLength: "characters",
  toolNameLength: "characters",
};
const LIMIT_NAMES = Object.keys(LIMIT_UNITS) as (keyof Limits)[];

/** Flags that somebody explains come first; what a person sets does not move. */
function names(policy: TranscriptPolicy): (keyof PolicyFlags)[] {
  const all = [
    ...new Set([...Object.keys(policy).filter((name) => !NOT_FLAGS.has(name)), "toolCallIdMode"]),
  ] as (keyof PolicyFlags)[];
  const explained = (name: keyof PolicyFlags): number =>
    policy.why.some(({ flags, from }) => from !== "override" && flags.includes(name)) ? 0 : 1;
  return all.sort((a, b) => explained(a) - explained(b));
}

function countOf({ limits = {}, ...flags }: PolicyOverrides): number {
  return Object.keys(flags).length + Object.keys(limits).length;
}

function targetText({ target }: TranscriptPolicy): TemplateResult {
  const { provider, modelApi, modelId } = target;
  return html`For <code>${visible(provider)}</code>${modelApi ? html` by <code>${visible(modelApi)}</code>` : nothing}${modelId ? html`, model <code>${visible(modelId)}</code>` : nothing}.`;
}
