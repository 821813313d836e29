/** A list of rows of one height, of which only those in view are in the page. */
import { html, LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { styleMap } from "./style-map.ts";

/** Rows drawn above and below those in view. */
const OVERSCAN = 6;
/** Never more rows than this are in the page. */
const MOST_ROWS = 58;
/** Browsers do not lay out elements that are much higher. Above it, the scroll bar is a scale. */
const MOST_PIXELS = 12_000_000;

/** `<rs-rows>`: a grid whose rows are drawn by the owner. */
export class VirtualList extends LitElement {
  static override properties: PropertyDeclarations = {
    count: { attribute: false },
    rowHeight: { attribute: false },
    selected: { attribute: false },
    label: { attribute: false },
    columns: { attribute: false },
    renderRow: { attribute: false },
    version: { attribute: false },
    range: { state: true },
  };

  declare count: number;
  declare rowHeight: number;
  /** Index of the row that the keyboard is at. It stays in the page wherever one scrolls to. */
  declare selected: number;
  declare label: string;
  declare renderRow: (index: number) => TemplateResult;
  /** Differs when rows are to be drawn anew. */
  declare version: unknown;
  declare range: readonly [from: number, to: number];
  #offset = 0;
  #observer: ResizeObserver | undefined;

  constructor() {
    super();
    this.range = [0, 0];
    this.selected = -1;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("scroll", this.#measure, { passive: true });
    this.#observer = new ResizeObserver(this.#measure);
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("scroll", this.#measure);
    this.#observer?.disconnect();
  }

  /** Brings a row into view, and gives it the focus if asked. */
  async reveal(index: number, focus = false): Promise<void> {
    await this.updateComplete;
    const top = index * this.rowHeight;
    const { clientHeight } = this;
    const from = this.#scrolled;
    if (top < from) this.#scrollTo(top);
    else if (top + this.rowHeight > from + clientHeight) this.#scrollTo(top + this.rowHeight - clientHeight);
    this.#measure();
    if (!focus) return;
    await this.updateComplete;
    this.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }

  /** How many whole rows are in view. */
  get pageSize(): number {
    return Math.max(1, Math.floor(this.clientHeight / this.rowHeight) - 1);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("count")) this.#measure();
  }

  protected override render(): TemplateResult {
    const [from, to] = this.range;
    const { count, selected, rowHeight } = this;
    const indices: number[] = [];
    if (selected >= 0 && selected < Math.min(from, count)) indices.push(selected);
    for (let index = from; index < Math.min(to, count); index++) indices.push(index);
    if (selected >= Math.min(to, count) && selected < count) indices.push(selected);
    return html`
      <div class="rows-space" role="grid" aria-label=${this.label} aria-rowcount=${count} style=${styleMap({ height: `${this.#height}px` })}>
        ${repeat(
          indices,
          (index) => index,
          (index) => html`
            <div
              class="rows-row"
              role="row"
              data-index=${index}
              aria-rowindex=${index + 1}
              aria-selected=${index === selected ? "true" : "false"}
              tabindex=${index === selected || (selected < 0 && index === from) ? 0 : -1}
              style=${styleMap({ transform: `translateY(${index * rowHeight - this.#offset}px)`, height: `${rowHeight}px` })}
            >
              ${this.renderRow(index)}
            </div>
          `,
        )}
      </div>
    `;
  }

  get #height(): number {
    return Math.min(MOST_PIXELS, this.count * this.rowHeight);
  }

  /** How far one has scrolled, in pixels of the whole list. */
  get #scrolled(): number {
    const whole = this.count * this.rowHeight;
    if (whole <= MOST_PIXELS) return this.scrollTop;
    return (this.scrollTop / (MOST_PIXELS - this.clientHeight)) * (whole - this.clientHeight);
  }

  #scrollTo(top: number): void {
    const whole = this.count * this.rowHeight;
    const scale = whole <= MOST_PIXELS ? 1 : (MOST_PIXELS - this.clientHeight) / (whole - this.clientHeight);
    this.scrollTop = top * scale;
  }

  readonly #measure = (): void => {
    const top = this.#scrolled;
    const visible = Math.ceil((this.clientHeight || 600) / this.rowHeight) + 1;
    const first = Math.floor(top / this.rowHeight);
    const from = Math.max(0, first - OVERSCAN);
    const to = from + Math.min(MOST_ROWS, visible + 2 * OVERSCAN);
    const offset = Math.round(top - this.scrollTop);
    if (from === this.range[0] && to === this.range[1] && offset === this.#offset) return;
    this.#offset = offset;
    this.range = [from, to];
    this.dispatchEvent(new CustomEvent("range", { detail: this.range }));
  };
}
