/** The changes of one rule, a page at a time. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { ChangeGroup, NumberedChange } from "../protocol.ts";
import { visible } from "../visible.ts";
import { changeItem } from "./change.ts";
import { Part } from "./part.ts";
import { counted } from "./words.ts";

const PAGE = 100;

/** `<rs-group>`: a rule, and what it did. */
export class GroupPart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    group: { attribute: false },
    generation: { attribute: false },
    onlyLossy: { attribute: false },
    shown: { state: true },
  };

  declare group: ChangeGroup;
  /** Differs for every result. */
  declare generation: number;
  declare onlyLossy: boolean;
  declare shown: readonly NumberedChange[];

  constructor() {
    super();
    this.shown = [];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("generation") && !changed.has("onlyLossy") && !changed.has("group")) return;
    const { first, count } = this.group;
    this.shown = this.onlyLossy ? first.filter(({ change }) => change.lossy) : first;
    if (this.onlyLossy && first.length < count) void this.#more(0);
  }

  protected override render(): TemplateResult {
    const { rule, stage, summary, count, lossy } = this.group;
    const total = this.onlyLossy ? lossy : count;
    const left = total - this.shown.length;
    return html`
      <details class="group" open>
        <summary>
          <span class="group-head">
            <code class="rule">${visible(rule)}</code>
            <span class="badge">${counted(total, "change")}</span>
            ${lossy > 0 ? html`<span class="badge lossy">${lossy.toLocaleString("en")} lossy</span>` : nothing}
            <span class="stage quiet">${stage}</span>
          </span>
          <span class="group-summary">${visible(summary)}</span>
        </summary>
        <ol class="plain">${this.shown.map(changeItem)}</ol>
        ${
          left > 0
            ? html`<button type="button" class="more" @click=${() => this.#more(this.shown.length)}>
                Show ${Math.min(PAGE, left).toLocaleString("en")} more of ${left.toLocaleString("en")}
              </button>`
            : nothing
        }
      </details>
    `;
  }

  async #more(offset: number): Promise<void> {
    const { group, onlyLossy, generation } = this;
    const page = await this.inspector.ask("changes", { rule: group.rule, offset, limit: PAGE, onlyLossy });
    if (!page || generation !== this.generation || onlyLossy !== this.onlyLossy || group !== this.group) return;
    this.shown = [...this.shown.slice(0, offset), ...page];
  }
}
