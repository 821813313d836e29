/** Whom the transcript is replayed to: a preset, or provider, API and model in one's own words. */
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { isSameTarget, knownApis, presets, type Target } from "../presets.ts";
import { Part } from "./part.ts";
import { troubleIn } from "./trouble.ts";

/** `<rs-target>`: chooses the target. */
export class TargetPart extends Part {
  protected override render(): TemplateResult {
    const { target, families, trouble } = this.inspector;
    const chosen = presets.findIndex((preset) => isSameTarget(preset, target));
    const providers = [
      ...new Set([...presets.map(({ provider }) => provider), ...families.flatMap((f) => f.providers)]),
    ];
    return html`
      <section class="card" aria-labelledby="target-title">
        <h2 id="target-title">Replay to</h2>
        <label>
          Preset
          <select name="preset" .value=${live(String(chosen))} @change=${this.#onPreset}>
            <option value="-1" disabled>As written below</option>
            ${presets.map(({ label }, index) => html`<option value=${index} ?selected=${index === chosen}>${label}</option>`)}
          </select>
        </label>
        <div class="fields">
          ${this.#field("provider", "Provider", "anthropic", providers)}
          ${this.#field("modelApi", "API", "the provider's default", knownApis)}
          ${this.#field("modelId", "Model", "any", [])}
        </div>
        ${troubleIn("target", trouble)}
      </section>
    `;
  }

  #field(name: keyof Target, label: string, hint: string, suggestions: readonly string[]): TemplateResult {
    return html`
      <label>
        ${label}
        <input
          name=${name}
          list=${`${name}-list`}
          placeholder=${hint}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${live(this.inspector.target[name])}
          @change=${this.#onField}
        />
      </label>
      <datalist id=${`${name}-list`}>${suggestions.map((text) => html`<option value=${text}></option>`)}</datalist>
    `;
  }

  #onPreset(event: Event): void {
    const preset = presets[Number((event.target as HTMLSelectElement).value)];
    if (preset) this.inspector.setTarget(preset);
  }

  /** An API and a model belong to their provider: with another one, they are asked for anew. */
  #onField(event: Event): void {
    const { name, value } = event.target as HTMLInputElement;
    const kept = name === "provider" ? { modelApi: "", modelId: "" } : {};
    this.inspector.setTarget({ ...this.inspector.target, ...kept, [name]: value.trim() });
  }
}
