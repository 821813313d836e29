/** Everything found, by code and rule; what a pasted error means; what was checked and found in order. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { Issue, IssueGroup, IssueKind, QuietCheck } from "../protocol.ts";
import { visible } from "../visible.ts";
import { sourceLink } from "./link.ts";
import { Part, tag } from "./part.ts";
import { placeOf } from "./place.ts";
import { counted, KIND_WORDS, KINDS, numbered } from "./words.ts";

const PAGE = 100;
/** Up to so many groups are opened at first. */
const OPEN = 4;

/** `<rs-findings>`: the report of a run. */
export class FindingsPart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    pages: { state: true },
    byTurn: { state: true },
  };

  /** Places that were asked for besides the first ones, by group. */
  declare pages: ReadonlyMap<string, readonly Issue[]>;
  declare byTurn: boolean;
  #generation = -1;
  /** The group that an address or a cell of the table asked for. */
  #wanted: string | undefined;
  #pressed: string | undefined;

  constructor() {
    super();
    this.pages = new Map();
    this.byTurn = false;
  }

  protected override willUpdate(): void {
    if (this.#generation === this.inspector.generation) return;
    this.#generation = this.inspector.generation;
    this.pages = new Map();
    this.#wanted = this.inspector.rule;
  }

  protected override updated(): void {
    if (this.#wanted === undefined || this.#wanted === this.#pressed) return;
    this.#pressed = this.#wanted;
    this.querySelector(`#group-${CSS.escape(this.#wanted)}`)?.scrollIntoView({ block: "nearest" });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { result, layer, group: wanted } = this.inspector;
    if (!result) return nothing;
    const groups = result.groups.filter((group) => layer === "both" || group.layer === layer);
    const shown = KINDS.flatMap((kind) =>
      [...groups]
        .filter((group) => group.kind === kind)
        .sort((a, b) => Number(b.layer === "file") - Number(a.layer === "file")),
    ).filter((group) => !wanted || wanted === "all" || group.kind === wanted || group.layer === wanted);
    return html`
      <div class="page">
        <rs-explain .inspector=${this.inspector}></rs-explain>
        <div class="page-bar">
          <h2>${counted(shown.length, "kind")} of findings</h2>
          <label class="inline"><span class="quiet">Show</span>
            <select name="kind" @change=${(event: Event) => this.inspector.set({ group: (event.target as HTMLSelectElement).value })}>
              ${[
                ["all", "all"],
                ["left", "still refused"],
                ["rejected", "refused"],
                ["changed", "changed"],
                ["note", "notes"],
                ["file", "repairs of the file"],
              ].map(
                ([id = "", label]) => html`<option value=${id} ?selected=${id === (wanted ?? "all")}>${label}</option>`,
              )}
            </select>
          </label>
          <label class="inline"><span class="quiet">Group by</span>
            <select name="by" @change=${(event: Event) => {
              this.byTurn = (event.target as HTMLSelectElement).value === "turn";
            }}>
              <option value="rule" ?selected=${!this.byTurn}>rule</option>
              <option value="turn" ?selected=${this.byTurn}>turn</option>
            </select>
          </label>
        </div>
        ${shown.length === 0 ? html`<p class="blank">${result.judged ? (result.groups.length === 0 ? "Nothing was found." : "Nothing of the kind was found.") : "Nothing was found. There is no checker for this API: only the rules of its policy ran."}</p>` : nothing}
        ${this.byTurn ? html`<rs-turn-findings .inspector=${this.inspector} .kind=${kindOf(wanted)} .layer=${wanted === "file" ? "file" : layer === "both" ? undefined : layer} .generation=${this.inspector.generation}></rs-turn-findings>` : nothing}
        ${this.byTurn ? nothing : shown.map((group, index) => this.#group(group, index < OPEN || group.id === this.#wanted))}
        ${quiet("Passed", result.passed, "These were checked, or ran, and found nothing to do.")}
        ${quiet("Not for this target", result.notApplicable, "The target's API or policy does not ask for these.")}
      </div>
    `;
  }

  #group(group: IssueGroup, open: boolean): TemplateResult {
    const { kind, layer, id, title, says, does, stage, sources, count, lossy, first } = group;
    const { mark, word, tone } = KIND_WORDS[kind];
    const shown = [...first, ...(this.pages.get(`${kind} ${id}`) ?? [])];
    return html`
      <details class=${`group tone-${layer === "file" ? "violet" : tone}`} ?open=${open} id=${`group-${id}`} @toggle=${(event: Event) => this.#onToggle(event, id)}>
        <summary @click=${() => {
          this.#pressed = id;
        }}>
          ${tag(layer === "file" ? "≡" : mark, layer === "file" ? "In the file" : word, layer === "file" ? "violet" : tone)}
          <span class="group-title">${visible(title)}</span>
          <span class="group-facts"><code>${visible(id)}</code> ${tag("", numbered(count), "plain")}${lossy > 0 ? tag("!", `${numbered(lossy)} lossy`, "amber") : nothing}</span>
        </summary>
        <div class="group-body">
          ${says === undefined ? nothing : html`<blockquote><span class="quiet">The provider says:</span> ${visible(says)}</blockquote>`}
          ${does === undefined ? nothing : html`<p><span class="quiet">What is done:</span> ${visible(does)}</p>`}
          ${stage === undefined ? nothing : html`<p class="quiet">${layer === "file" ? "Repair of the stored file" : `Replay hygiene, ${stage}; the stored file is not touched`}</p>`}
          ${sources.length > 0 ? html`<p class="quiet">Known from ${sources.map(({ url, checked }) => html`${sourceLink(url)} (looked at ${checked}) `)}</p>` : nothing}
          <ol class="places">${shown.map((issue) => placeOf(issue, this.inspector))}</ol>
          ${shown.length < count ? html`<button type="button" class="more" @click=${() => this.#more(group, shown.length)}>Show ${numbered(Math.min(PAGE, count - shown.length))} more of ${numbered(count - shown.length)}</button>` : nothing}
        </div>
      </details>
    `;
  }

  /** Groups that are open from the start tell of it, too: only what a person opens is put into the address. */
  #onToggle({ target }: Event, id: string): void {
    if (this.#pressed !== id) return;
    this.inspector.set({ rule: (target as HTMLDetailsElement).open ? id : undefined });
  }

  async #more({ id, kind }: IssueGroup, offset: number): Promise<void> {
    const { generation } = this.inspector;
    const page = await this.inspector.ask("issues", { id, kind, offset, limit: PAGE });
    if (!page || generation !== this.#generation) return;
    const key = `${kind} ${id}`;
    this.pages = new Map([...this.pages, [key, [...(this.pages.get(key) ?? []), ...page]]]);
  }
}

function kindOf(wanted: string | undefined): IssueKind | undefined {
  return KINDS.find((kind) => kind === wanted);
}

function quiet(title: string, checks: readonly QuietCheck[], text: string): TemplateResult | typeof nothing {
  if (checks.length === 0) return nothing;
  return html`
    <details class="group quiet-group">
      <summary>${tag(title === "Passed" ? "✓" : "·", `${title} (${checks.length})`, title === "Passed" ? "green" : "plain")}<span class="group-title quiet">${text}</span></summary>
      <ul class="checks">${checks.map(({ id, summary }) => html`<li><code>${id}</code><span>${summary}</span></li>`)}</ul>
    </details>
  `;
}
