/** The file by lines, the bad ones marked. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { RawIndex, RawLine } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part, tag } from "./part.ts";
import type { VirtualList } from "./virtual-list.ts";
import { counted, numbered, sized } from "./words.ts";

const ROW_HEIGHT = 28;

/** `<rs-raw>`: lines. */
export class RawPart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    index: { state: true },
    lines: { state: true },
    selected: { state: true },
    whole: { state: true },
  };

  declare index: RawIndex | undefined;
  declare lines: ReadonlyMap<number, RawLine>;
  /** Index of the selected line, from 0. */
  declare selected: number;
  declare whole: string;
  #key = -1;

  constructor() {
    super();
    this.lines = new Map();
    this.selected = -1;
    this.whole = "";
  }

  protected override updated(): void {
    const { opening } = this.inspector;
    if (opening && opening.key !== this.#key && this.inspector.result) {
      this.#key = opening.key;
      void this.#begin();
    }
    const { rawLine } = this.inspector;
    if (rawLine !== undefined && this.index) {
      this.inspector.rawLine = undefined;
      void this.#select(rawLine - 1);
      void this.querySelector<VirtualList>("rs-rows")?.reveal(rawLine - 1, true);
    }
  }

  protected override render(): TemplateResult {
    const { index, selected } = this;
    if (!index) return html`<p class="blank">…</p>`;
    const line = this.lines.get(selected + 1);
    return html`
      <div class="raw">
        <div class="page-bar">
          <h2>${counted(index.lines, "line")}</h2>
          ${
            index.bad.length > 0
              ? html`<p>${tag("✕", `${counted(index.bad.length, "line")} not as it should be`, "red")} <button type="button" @click=${() => this.#nextBad(-1)}>Previous</button> <button type="button" @click=${() => this.#nextBad(1)}>Next</button></p>`
              : html`<p>${tag("✓", "every line is in order", "green")}</p>`
          }
        </div>
        <rs-rows class="rows raw-rows" .count=${index.lines} .rowHeight=${ROW_HEIGHT} .selected=${selected} .label=${"Lines of the file"}
          .version=${`${this.lines.size} ${selected}`} .renderRow=${(at: number) => this.#row(at)} @range=${() => void this.#load()} @click=${this.#onClick} @keydown=${this.#onKey}></rs-rows>
        ${selected >= 0 && line ? this.#opened(line) : nothing}
      </div>
    `;
  }

  #row(at: number): TemplateResult {
    const line = this.lines.get(at + 1);
    return html`
      <div class=${`raw-row raw-${line?.state ?? "good"}`} role="gridcell">
        <span class="raw-number">${numbered(at + 1)}</span>
        ${line?.state === "dropped" ? tag("✕", "bad", "red") : line?.state === "changed" ? tag("~", "repaired", "violet") : nothing}
        <span class="raw-text">${line ? (line.note ? html`<strong>${line.note}</strong> ` : nothing) : "…"}${line ? visible(line.text) : nothing}</span>
      </div>
    `;
  }

  #opened({ line, offset, bytes, note, text }: RawLine): TemplateResult {
    const shown = this.whole || text;
    return html`
      <section class="raw-opened" aria-label=${`Line ${line}`}>
        <div class="page-bar"><h3>Line ${numbered(line)}</h3><p class="quiet">byte ${numbered(offset)}, ${sized(bytes)}</p></div>
        ${note ? html`<p class="issue tone-red">${note}</p>` : nothing}
        <pre tabindex="0" aria-label=${`Text of line ${line}`}>${visible(shown.slice(0, 20_000))}</pre>
        ${this.whole === "" && bytes > text.length ? html`<button type="button" class="more" @click=${() => this.#showWhole(line)}>Show all (${sized(bytes)})</button>` : nothing}
      </section>
    `;
  }

  async #begin(): Promise<void> {
    const index = await this.inspector.ask("rawIndex", {});
    if (!index) return;
    Object.assign(this, { lines: new Map(), selected: -1, whole: "" });
    this.index = index;
    await this.updateComplete;
    await this.#load();
    const bad = index.bad[0];
    if (bad !== undefined && this.inspector.rawLine === undefined) {
      await this.#select(bad - 1);
      await this.querySelector<VirtualList>("rs-rows")?.reveal(bad - 1);
    }
  }

  async #load(): Promise<void> {
    const list = this.querySelector<VirtualList>("rs-rows");
    if (!list || !this.index) return;
    const [from, to] = list.range;
    const missing: number[] = [];
    for (let line = from + 1; line <= Math.min(to, this.index.lines); line++)
      if (!this.lines.has(line)) missing.push(line);
    const first = missing[0];
    const last = missing.at(-1);
    if (first === undefined || last === undefined) return;
    const lines = await this.inspector.ask("raw", { from: first, count: last - first + 1 });
    if (!lines) return;
    const kept = this.lines.size > 3000 ? [] : this.lines;
    this.lines = new Map([...kept, ...lines.map((line) => [line.line, line] as const)]);
  }

  async #select(at: number): Promise<void> {
    this.selected = at;
    this.whole = "";
    if (this.lines.has(at + 1)) return;
    const lines = await this.inspector.ask("raw", { from: at + 1, count: 1 });
    if (lines) this.lines = new Map([...this.lines, ...lines.map((line) => [line.line, line] as const)]);
  }

  async #showWhole(line: number): Promise<void> {
    this.whole = (await this.inspector.ask("rawLine", { line })) ?? "";
  }

  #nextBad(by: 1 | -1): void {
    const bad = this.index?.bad ?? [];
    const next =
      by > 0 ? bad.find((line) => line > this.selected + 1) : bad.findLast((line) => line < this.selected + 1);
    const line = next ?? (by > 0 ? bad[0] : bad.at(-1));
    if (line === undefined) return;
    void this.#select(line - 1);
    void this.querySelector<VirtualList>("rs-rows")?.reveal(line - 1);
  }

  #onClick(event: Event): void {
    const at = (event.target as Element).closest<HTMLElement>(".rows-row")?.dataset["index"];
    if (at !== undefined) void this.#select(Number(at));
  }

  #onKey(event: KeyboardEvent): void {
    const list = this.querySelector<VirtualList>("rs-rows");
    const last = (this.index?.lines ?? 0) - 1;
    if (!list || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Math.max(0, this.selected);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + list.pageSize,
      PageUp: at - list.pageSize,
      Home: 0,
      End: last,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(last, step));
    void this.#select(next);
    void list.reveal(next, true);
  }
}
