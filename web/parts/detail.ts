/** The selected turn: what differs first, then before, after, and as JSON. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { DetailMode } from "../facts.ts";
import type { Side } from "../protocol.ts";
import type { TurnView } from "../turn-view.ts";
import { visible } from "../visible.ts";
import { blockCard, issueBox } from "./block.ts";
import { highlight } from "./highlight.ts";
import { Part, tag } from "./part.ts";
import { counted, flagWords, roleWord } from "./words.ts";

const MODES: readonly (readonly [id: DetailMode, label: string, key: string])[] = [
  ["diff", "Difference", "d"],
  ["before", "Before", "b"],
  ["after", "After", "a"],
  ["json", "JSON", "r"],
];

/** `<rs-detail>`: one turn. */
export class DetailPart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    row: { attribute: false },
    generation: { attribute: false },
    turn: { state: true },
    whole: { state: true },
  };

  declare row: number;
  declare generation: number;
  declare turn: TurnView | undefined;
  /** Texts that were asked for as a whole, by side and path. */
  declare whole: ReadonlyMap<string, string>;

  constructor() {
    super();
    this.row = -1;
    this.whole = new Map();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("row") && !changed.has("generation")) return;
    this.whole = new Map();
    if (this.row < 0) this.turn = undefined;
    else void this.#load(this.row, this.generation);
  }

  protected override updated(): void {
    highlight(this, this.inspector.query);
  }

  protected override render(): TemplateResult {
    const { turn, inspector } = this;
    if (this.row < 0 || !turn)
      return html`<p class="blank">${this.row < 0 ? "Select a turn to see what was found in it." : "…"}</p>`;
    const { mode } = inspector;
    return html`
      <div class="detail-head">
        <h2>${visible(roleWord(turn.role))} <span class="quiet">${placeOf(turn)}</span></h2>
        <span class="row-tags">${flagWords(turn.flags).map(({ mark, word, tone }) => tag(mark, word, tone))}</span>
        <div class="modes" role="group" aria-label="How the turn is shown">
          ${MODES.map(
            ([
              id,
              label,
              key,
            ]) => html`<button type="button" aria-pressed=${id === mode ? "true" : "false"} title=${`${label} (${key})`}
              @click=${() => inspector.set({ mode: id })}>${label}</button>`,
          )}
        </div>
      </div>
      <div class="detail-body">
        ${turn.issues.map(issueBox)}
        ${turn.mergedInto !== undefined && turn.mergedInto >= 0 ? html`<p><button type="button" class="link" @click=${() => inspector.select(turn.mergedInto ?? -1)}>Go to the turn it was merged into</button></p>` : nothing}
        ${mode === "json" ? this.#json(turn) : this.#blocks(turn, mode)}
      </div>
    `;
  }

  #blocks({ blocks, moreBlocks, before }: TurnView, mode: DetailMode): TemplateResult {
    const shown = blocks.filter((block) => mode === "diff" || (mode === "before" ? block.before : block.after));
    const side = mode === "diff" ? undefined : mode === "before" ? "before" : "after";
    return html`
      ${shown.map((block) => blockCard(block, side, this.whole, (which, path) => this.#showWhole(which, path), this.inspector))}
      ${shown.length === 0 ? html`<p class="blank">${before === -2 ? "The parts of the request besides its turns. JSON shows them." : mode === "diff" ? "The turn has no content." : "There is nothing on this side."}</p>` : nothing}
      ${moreBlocks > 0 ? html`<p class="quiet">${counted(moreBlocks, "more block")}: see JSON.</p>` : nothing}
    `;
  }

  #json({ row, before, after }: TurnView): TemplateResult {
    const both = before !== -1 && after !== -1 && before !== -2;
    const sides: readonly Side[] = both ? ["before", "after"] : [after === -1 ? "before" : "after"];
    return html`
      <div class="sides-frame">
        <div class=${both ? "sides sides-both" : "sides"}>${sides.map((side) => this.#tree(side, row, both))}</div>
      </div>
    `;
  }

  #tree(side: Side, row: number, named: boolean): TemplateResult {
    return html`
      <div>
        ${named ? html`<h3 class="side-title">${side === "before" ? "Before" : "After"}</h3>` : nothing}
        <rs-tree .inspector=${this.inspector} .side=${side} .path=${this.#path(side, row)} .generation=${this.inspector.result ? this.generation : 0}></rs-tree>
      </div>
    `;
  }

  #path(side: Side, row: number): string {
    const { result, opened } = this.inspector;
    const index = result?.rows[side][row] ?? -1;
    return index < 0 ? "" : `${opened?.kind === "body" ? (result?.base ?? "") : ""}/${index}`;
  }

  async #load(row: number, generation: number): Promise<void> {
    const turn = await this.inspector.ask("turn", { row });
    if (turn && row === this.row && generation === this.generation) this.turn = turn;
  }

  async #showWhole(side: Side, path: string): Promise<void> {
    const { row } = this;
    const text = await this.inspector.ask("text", { path, side });
    if (text !== undefined && row === this.row) this.whole = new Map([...this.whole, [`${side} ${path}`, text]]);
  }
}

function placeOf({ before, after, line }: TurnView): string {
  const inFile = line === undefined ? "" : ` · line ${line}`;
  if (before === -2) return "besides its turns";
  if (before === -1) return `added as ${after}`;
  if (after === -1) return `${before}, not in the copy${inFile}`;
  return `${before === after ? before : `${before} → ${after}`}${inFile}`;
}
