/** Everything found, turn by turn. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { IssueKind, Layer, NamedIssue, TurnIssues } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part, tag } from "./part.ts";
import { placeOf } from "./place.ts";
import { KIND_WORDS, numbered, roleWord } from "./words.ts";

const PAGE = 50;

/** `<rs-turn-findings>`: a group a turn. */
export class TurnFindingsPart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    kind: { attribute: false },
    layer: { attribute: false },
    generation: { attribute: false },
    turns: { state: true },
    total: { state: true },
  };

  /** Undefined: all kinds. */
  declare kind: IssueKind | undefined;
  /** Undefined: both layers. */
  declare layer: Layer | undefined;
  declare generation: number;
  declare turns: readonly TurnIssues[];
  declare total: number;

  constructor() {
    super();
    this.turns = [];
    this.total = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("kind") || changed.has("layer") || changed.has("generation")) void this.#load([]);
  }

  protected override render(): TemplateResult {
    const left = this.total - this.turns.length;
    return html`
      <div class="page-bar"><p class="quiet" role="status">${numbered(this.total)} ${this.total === 1 ? "place" : "places"} with findings</p></div>
      ${this.turns.map((one) => this.#turn(one))}
      ${left > 0 ? html`<button type="button" class="more" @click=${() => this.#load(this.turns)}>Show ${numbered(Math.min(PAGE, left))} more of ${numbered(left)}</button>` : nothing}
    `;
  }

  #turn({ turn, issues }: TurnIssues): TemplateResult {
    const before = turn ? (this.inspector.result?.rows.before[turn.row] ?? -1) : -1;
    const number = before >= 0 ? ` ${before}` : "";
    return html`
      <details class="group turn-group" open>
        <summary>
          <span class="group-title">${turn ? html`${visible(roleWord(turn.role))}${number} <span class="quiet">${visible(turn.summary)}</span>` : "Not of a turn"}</span>
          <span class="group-facts">${tag("", numbered(issues.length), "plain")}</span>
        </summary>
        <div class="group-body"><ol class="places">${issues.map((issue) => placeOf(issue, this.inspector, factsOf(issue)))}</ol></div>
      </details>
    `;
  }

  async #load(shown: readonly TurnIssues[]): Promise<void> {
    const { kind, layer, generation } = this;
    const found = await this.inspector.ask("turnIssues", { kind, layer, offset: shown.length, limit: PAGE });
    if (!found || kind !== this.kind || layer !== this.layer || generation !== this.generation) return;
    this.turns = [...shown, ...found.turns];
    this.total = found.total;
  }
}

function factsOf({ kind, layer, id }: NamedIssue): TemplateResult {
  const { mark, word, tone } = KIND_WORDS[kind];
  return html`${layer === "file" ? tag("≡", "In the file", "violet") : tag(mark, word, tone)} <code class="quiet">${visible(id)}</code>`;
}
