/** The same transcript for every provider: can it go there? */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { isSameTarget, type Preset, presets, toReplayTarget } from "../presets.ts";
import type { ProviderColumn } from "../protocol.ts";
import { Part, tag } from "./part.ts";
import { counted, numbered } from "./words.ts";

const STATES: Readonly<Record<ProviderColumn["status"], readonly [mark: string, word: string, tone: string]>> = {
  accepted: ["✓", "accepted", "green"],
  changed: ["✓", "accepted", "green"],
  rejected: ["✕", "refused", "red"],
};

/** Stands for a provider that could not be asked. */
const UNKNOWN: ProviderColumn = { judged: false, status: "changed", rejected: {}, changed: {}, left: 0 };

/** `<rs-providers>`: rules and checks by provider. */
export class ProvidersPart extends Part {
  static override properties: PropertyDeclarations = { ...Part.properties, columns: { state: true } };

  declare columns: readonly (ProviderColumn | undefined)[];
  #key = "";

  constructor() {
    super();
    this.columns = [];
  }

  protected override updated(): void {
    const { opening, opened } = this.inspector;
    const key = `${opening?.key} ${opening?.leaf} ${opening?.pick}`;
    // A part that was left still updates: it would ask for ever.
    if (!this.isConnected || key === this.#key || !this.inspector.result || this.inspector.working) return;
    this.#key = key;
    this.columns = [];
    if (opened) void this.#compute(key);
  }

  /** A request body speaks one API: only providers of that API can be asked. */
  get #presets(): readonly Preset[] {
    const { opened, target } = this.inspector;
    if (opened?.kind !== "body") return presets;
    const api = opened.target?.modelApi ?? target.modelApi;
    return presets.filter(({ modelApi }) => modelApi === api);
  }

  async #compute(key: string): Promise<void> {
    for (const [index, preset] of this.#presets.entries()) {
      if (!this.isConnected) {
        this.#key = "";
        return;
      }
      const column = await this.inspector.ask("provider", { target: toReplayTarget(preset) });
      if (key !== this.#key) return;
      if (!column && this.inspector.working) {
        // A newer run took the worker: the rest is asked for when that has ended.
        this.#key = "";
        return;
      }
      this.columns = this.columns.toSpliced(index, 1, column ?? UNKNOWN);
    }
  }

  protected override render(): TemplateResult {
    const all = this.#presets;
    const known = this.columns.filter((column) => column !== undefined);
    const codes = idsOf(known.map(({ rejected }) => rejected));
    const rules = idsOf(known.map(({ changed }) => changed));
    const body = this.inspector.opened?.kind === "body";
    return html`
      <div class="page page-wide">
        <div class="page-bar">
          <h2>Where can this transcript go?</h2>
          <p class="quiet" role="status">${known.length < all.length ? `${known.length} of ${all.length} providers asked…` : counted(all.length, "provider")}</p>
        </div>
        ${body ? html`<p class="quiet">A request body speaks one API, so only providers that speak it are asked. A session can go anywhere.</p>` : nothing}
        <div class="matrix-frame" tabindex="0" role="region" aria-label="Table of providers">
          <table class="matrix">
            <thead>
              <tr><td></td>${all.map((preset) => this.#head(preset))}</tr>
            </thead>
            <tbody>
              <tr class="matrix-verdict"><th scope="row">As it is</th>${all.map((_, index) => this.#verdict(this.columns[index]))}</tr>
              <tr class="matrix-verdict"><th scope="row">Repaired</th>${all.map((_, index) => this.#repaired(this.columns[index]))}</tr>
              ${codes.length > 0 ? html`<tr class="matrix-title"><th scope="colgroup" colspan=${all.length + 1}>Refused</th></tr>` : nothing}
              ${codes.map((id) => this.#row(id, all, "rejected"))}
              ${rules.length > 0 ? html`<tr class="matrix-title"><th scope="colgroup" colspan=${all.length + 1}>Changed by</th></tr>` : nothing}
              ${rules.map((id) => this.#row(id, all, "changed"))}
            </tbody>
          </table>
        </div>
      </div>
    `;
  }

  #head(preset: Preset): TemplateResult {
    const current = isSameTarget(preset, this.inspector.target);
    const [name, model] = preset.label.split(": ");
    return html`<th scope="col" aria-current=${current ? "true" : nothing}><button type="button" class="link" title=${`Replay to ${preset.label}`} @click=${() => this.#choose(preset)}>${name}${model ? html`<br /><span class="quiet">${model}</span>` : nothing}</button></th>`;
  }

  #verdict(column: ProviderColumn | undefined): TemplateResult {
    if (!column) return html`<td class="quiet">…</td>`;
    if (!column.judged) return html`<td>${tag("·", "not checked", "plain")}</td>`;
    return html`<td>${tag(...STATES[column.status])}</td>`;
  }

  #repaired(column: ProviderColumn | undefined): TemplateResult {
    if (!column) return html`<td class="quiet">…</td>`;
    return html`<td>${column.left > 0 ? tag("✕", `${column.left} left`, "red") : tag("✓", column.judged ? "passes" : "rules ran", "green")}</td>`;
  }

  #row(id: string, all: readonly Preset[], kind: "rejected" | "changed"): TemplateResult {
    return html`
      <tr>
        <th scope="row"><code>${id}</code></th>
        ${all.map((preset, index) => {
          const count = this.columns[index]?.[kind][id];
          if (count === undefined) return html`<td class="quiet">${this.columns[index] ? "·" : "…"}</td>`;
          return html`<td class=${`cell-${kind}`}><button type="button" class="link" aria-label=${`${id}: ${count}, ${kind} by ${preset.label}`} @click=${() => this.#choose(preset, kind, id)}>${kind === "rejected" ? "✕" : "~"} ${numbered(count)}</button></td>`;
        })}
      </tr>
    `;
  }

  #choose({ provider, modelApi, modelId }: Preset, kind?: "rejected" | "changed", rule?: string): void {
    if (kind) {
      this.inspector.rule = rule;
      this.inspector.group = kind;
      this.inspector.show("findings");
    }
    this.inspector.setTarget({ provider, modelApi, modelId });
  }
}

function idsOf(counts: readonly Readonly<Record<string, number>>[]): string[] {
  return [...new Set(counts.flatMap((count) => Object.keys(count)))];
}
