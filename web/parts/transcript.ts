/** The turns before and after beside each other, and the selected one opened. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { Aside, Gap, Item } from "../items.ts";
import { FLAG, type RowView } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part, tag } from "./part.ts";
import { styleMap } from "./style-map.ts";
import type { VirtualList } from "./virtual-list.ts";
import { counted, flagWords, numbered, roleWord, short } from "./words.ts";

const ROW_HEIGHT = 48;
const MOST_KEPT = 2000;
const SPLIT = "split";
/** The smallest share of the list and of the detail, in percent. */
const NARROWEST = 15;

/** `<rs-transcript>`: list and detail. */
export class TranscriptPart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    views: { state: true },
    split: { state: true },
  };

  /** What is known of rows, by their number. */
  declare views: ReadonlyMap<number, RowView>;
  /** The share of the list, in percent. */
  declare split: number;
  #generation = -1;
  readonly #asked = new Set<number>();
  #app: Element | null = null;
  /** Has the list been scrolled to where it begins? */
  #placed = false;

  constructor() {
    super();
    this.views = new Map();
  }

  /** The share of the list before it was made narrow. */
  #widthBefore = 46;
  /** The frame in which the marks are drawn, so that an update waits for no layout. */
  #drawing: number | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const stored = Number(this.inspector.host.readSetting(SPLIT));
    this.split = stored >= 15 && stored <= 85 ? stored : 46;
    this.#app = this.closest("transcript-inspector");
    this.#app?.addEventListener("reveal-row", this.#onReveal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#app?.removeEventListener("reveal-row", this.#onReveal);
  }

  protected override willUpdate(): void {
    const { generation } = this.inspector;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#asked.clear();
    this.views = new Map();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.#keepPlace();
    void this.#load();
    this.#drawing ??= requestAnimationFrame(() => {
      this.#drawing = undefined;
      this.#drawMap();
    });
  }

  protected override firstUpdated(): void {
    const { row, scrolled } = this.inspector;
    const list = this.#list;
    // Goes on where the list was left, unless another turn was selected since.
    if (scrolled?.row === row) void list?.updateComplete.then(() => list.scrollTo({ top: scrolled.top }));
    else void list?.reveal(this.#indexOf(row));
    this.#placed = true;
  }

  readonly #keepPlace = (): void => {
    const list = this.#list;
    if (!list || !this.isConnected || !this.#placed) return;
    this.inspector.scrolled = { row: this.inspector.row, top: list.scrollTop };
  };

  protected override render(): TemplateResult | typeof nothing {
    const { inspector } = this;
    const { result, items } = inspector;
    if (!result) return nothing;
    const selected = this.#indexOf(inspector.row);
    return html`
      <div class="split" style=${styleMap({ "--split": `${this.split}%` })}>
        <section class="list-pane" aria-label="Turns">
          <rs-search .inspector=${inspector}></rs-search>
          ${
            items.length === 0
              ? html`<p class="blank">${inspector.hits ? "No turn holds that." : result.rows.count === 0 ? "There are no turns." : "No turn was changed."}</p>`
              : html`
                  <div class="list-frame">
                    <rs-rows class="rows" .count=${items.length} .rowHeight=${ROW_HEIGHT} .selected=${selected} .label=${"Turns"}
                      .version=${`${inspector.generation} ${inspector.row} ${this.views.size} ${inspector.layer}`}
                      .renderRow=${(index: number) => this.#row(items[index] as Item)}
                      @range=${() => void this.#load()} @scroll=${this.#keepPlace} @click=${this.#onClick} @keydown=${this.#onListKey}></rs-rows>
                    <canvas class="minimap" width="8" height="600" aria-hidden="true"></canvas>
                  </div>
                `
          }
        </section>
        <div class="splitter" role="separator" tabindex="0" aria-orientation="vertical" aria-label="Width of the list" aria-controls="detail"
          aria-valuemin=${NARROWEST} aria-valuemax=${100 - NARROWEST} aria-valuenow=${Math.round(this.split)} @keydown=${this.#onSplitKey} @pointerdown=${this.#onSplitDown}></div>
        <section class="detail-pane" id="detail" aria-label="The selected turn" tabindex="-1" @keydown=${this.#onDetailKey}>
          <rs-detail .inspector=${inspector} .row=${inspector.row} .generation=${inspector.generation}></rs-detail>
        </section>
      </div>
    `;
  }

  get #list(): VirtualList | null {
    return this.querySelector<VirtualList>("rs-rows");
  }

  #indexOf(row: number): number {
    return this.inspector.items.indexOf(row);
  }

  #row(item: Item): TemplateResult {
    if (typeof item !== "number") return "behind" in item ? this.#aside(item) : this.#gap(item);
    const { result, layer } = this.inspector;
    const view = this.views.get(item);
    const before = result?.rows.before[item] ?? -1;
    const after = result?.rows.after[item] ?? -1;
    const flags = this.#shownFlags(result?.rows.flags[item] ?? 0, layer);
    const state =
      flags & FLAG.dropped
        ? " row-dropped"
        : flags & FLAG.made
          ? " row-made"
          : flags & FLAG.merged
            ? " row-merged"
            : "";
    const tone = flags & (FLAG.rejected | FLAG.left) ? " row-refused" : "";
    const number = before === -2 ? "" : before >= 0 ? String(before) : `+${after}`;
    return html`
      <div class=${`row${state}${tone}`} role="gridcell">
        <span class="row-index" title=${before >= 0 ? "Index in the input" : "Index in the output"}>${number}</span>
        <span class="row-role role-dot" data-role=${view?.role ?? ""}>${view ? visible(roleWord(view.role)) : "…"}</span>
        <span class="row-tags">
          ${flagWords(flags)
            .slice(0, 3)
            .map(({ mark, word, tone: color }) => tag(mark, word, color))}
          ${view && view.tokens > 0 ? html`<span class="row-tokens" title="Tokens, about">${short(view.tokens)}</span>` : nothing}
        </span>
        <span class="row-line">${view ? (view.summary.trim() === "" ? html`<em>no content</em>` : visible(view.summary)) : nothing}</span>
      </div>
    `;
  }

  #shownFlags(flags: number, layer: string): number {
    if (layer === "file") return flags & FLAG.file;
    return layer === "replay" ? flags & ~FLAG.file : flags;
  }

  #aside(aside: Aside): TemplateResult {
    if ("why" in aside) {
      const { line, why } = aside;
      return html`
        <div class="row-gap row-aside row-lost" role="gridcell">
          <button type="button" tabindex="-1" title=${`${why} Look at the line.`} @click=${() => this.inspector.showLine(line)}>
            <span aria-hidden="true">✕</span> Line ${numbered(line)} of the file is broken. ${why}
          </button>
        </div>
      `;
    }
    const { leaf, label, own } = aside;
    return html`
      <div class="row-gap row-aside" role="gridcell">
        <button type="button" tabindex="-1" title="Look at this branch" @click=${() => this.inspector.chooseBranch(leaf)}>
          <span aria-hidden="true">↳</span> Another branch: ${counted(own, "message")}, “${visible(label)}”
        </button>
      </div>
    `;
  }

  #gap({ from, to }: Gap): TemplateResult {
    return html`
      <div class="row-gap" role="gridcell">
        <button type="button" tabindex="-1" @click=${() => this.inspector.expand(from, Math.min(to, from + 199))}>⋯ ${numbered(to - from + 1)} unchanged ${to === from ? "turn" : "turns"}</button>
      </div>
    `;
  }

  /** Asks for the rows in view that are not known. */
  async #load(): Promise<void> {
    const list = this.#list;
    const { items, generation } = this.inspector;
    if (!list) return;
    const [from, to] = list.range;
    const wanted: number[] = [];
    for (let index = from; index < Math.min(to, items.length); index++) {
      const item = items[index];
      if (typeof item === "number" && !this.views.has(item) && !this.#asked.has(item)) wanted.push(item);
    }
    const { row } = this.inspector;
    if (row >= 0 && !this.views.has(row) && !this.#asked.has(row) && items.includes(row)) wanted.push(row);
    if (wanted.length === 0) return;
    for (const one of wanted) this.#asked.add(one);
    const rows = await this.inspector.ask("rows", { rows: wanted });
    if (!rows || generation !== this.#generation) return;
    const kept = this.views.size > MOST_KEPT ? [] : this.views;
    if (this.views.size > MOST_KEPT) this.#asked.clear();
    this.views = new Map([...kept, ...rows.map((view) => [view.row, view] as const)]);
  }

  #onClick(event: Event): void {
    const row = (event.target as Element).closest<HTMLElement>(".rows-row");
    const item = this.inspector.items[Number(row?.dataset["index"] ?? -1)];
    if (typeof item === "number") this.inspector.select(item);
  }

  #onListKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const list = this.#list;
    const { items } = this.inspector;
    if (!list) return;
    const focused = (event.target as Element).closest<HTMLElement>(".rows-row")?.dataset["index"];
    const at = focused === undefined ? this.#indexOf(this.inspector.row) : Number(focused);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + list.pageSize,
      PageUp: at - list.pageSize,
      Home: 0,
      End: items.length - 1,
    };
    if (event.key === "Enter") this.#enter(event, items[at]);
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#moveTo(Math.max(0, Math.min(items.length - 1, step)), step >= at ? 1 : -1);
  }

  #enter(event: KeyboardEvent, item: Item | undefined): void {
    event.preventDefault();
    if (typeof item === "number") this.querySelector<HTMLElement>("#detail")?.focus();
    else if (item && "from" in item) this.inspector.expand(item.from, Math.min(item.to, item.from + 199));
  }

  /** Gaps and asides cannot be selected by arrows: the next turn beyond them is. */
  #moveTo(index: number, direction: 1 | -1): void {
    const { items } = this.inspector;
    for (const step of [direction, -direction]) {
      for (let at = index; at >= 0 && at < items.length; at += step) {
        const item = items[at];
        if (typeof item !== "number") continue;
        this.inspector.select(item);
        void this.#list?.reveal(at, true);
        return;
      }
    }
  }

  readonly #onReveal = (): void => {
    void this.#list?.reveal(this.#indexOf(this.inspector.row), true);
  };

  #onDetailKey(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.#onReveal();
  }

  #onSplitKey(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: this.split - 4,
      ArrowRight: this.split + 4,
      ArrowUp: this.split - 4,
      ArrowDown: this.split + 4,
      Home: NARROWEST,
      End: 100 - NARROWEST,
      Enter: this.split > NARROWEST ? NARROWEST : this.#widthBefore,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (event.key === "Enter" && this.split > NARROWEST) this.#widthBefore = this.split;
    this.#setSplit(next);
  }

  #onSplitDown(event: PointerEvent): void {
    const splitter = event.currentTarget as HTMLElement;
    const frame = splitter.parentElement as HTMLElement;
    splitter.setPointerCapture(event.pointerId);
    const move = ({ clientX, clientY }: PointerEvent): void => {
      const { left, top, width, height } = frame.getBoundingClientRect();
      const stacked = getComputedStyle(frame).flexDirection === "column";
      this.#setSplit(stacked ? ((clientY - top) / height) * 100 : ((clientX - left) / width) * 100);
    };
    splitter.addEventListener("pointermove", move);
    splitter.addEventListener("pointerup", () => splitter.removeEventListener("pointermove", move), { once: true });
  }

  #setSplit(percent: number): void {
    this.split = Math.max(NARROWEST, Math.min(100 - NARROWEST, percent));
    this.inspector.host.writeSetting(SPLIT, String(Math.round(this.split)));
  }

  /** Marks along the scroll bar: where something was refused or changed. */
  #drawMap(): void {
    const canvas = this.querySelector<HTMLCanvasElement>(".minimap");
    const context = canvas?.getContext("2d");
    const { result, items, layer } = this.inspector;
    if (!canvas || !context || !result) return;
    const style = getComputedStyle(this);
    const colors = [
      [FLAG.edited | FLAG.moved | FLAG.merged | FLAG.file, style.getPropertyValue("--mark-blue")],
      [FLAG.made, style.getPropertyValue("--mark-green")],
      [FLAG.dropped, style.getPropertyValue("--mark-amber")],
      [FLAG.rejected | FLAG.left, style.getPropertyValue("--mark-red")],
    ] as const;
    // Its height is set by the layout; a list that needs no scroll bar is mapped one to one.
    canvas.height = Math.max(1, canvas.clientHeight);
    const height = Math.min(ROW_HEIGHT, canvas.height / Math.max(items.length, 1));
    for (const [bits, color] of colors) {
      context.fillStyle = color;
      items.forEach((item, index) => {
        if (typeof item !== "number") return;
        const flags = this.#shownFlags(result.rows.flags[item] as number, layer);
        if (flags & bits) context.fillRect(1, index * height, 6, Math.max(2, Math.min(8, height)));
      });
    }
  }
}
