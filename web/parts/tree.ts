/** A JSON value as a tree: what is not unfolded stays in the worker. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { JsonNode, Side } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { styleMap } from "./style-map.ts";
import { counted, numbered } from "./words.ts";

interface Line {
  readonly node: JsonNode;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
}

/** Levels that are unfolded at first. */
const OPEN_LEVELS = 3;
/** Fewer children than this are unfolded at first. */
const FEW = 20;

/** `<rs-tree>`: the value at a pointer. */
export class TreePart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    side: { attribute: false },
    path: { attribute: false },
    generation: { attribute: false },
    children_: { state: true },
    open: { state: true },
    focused: { state: true },
  };

  declare side: Side;
  declare path: string;
  declare generation: number;
  declare children_: ReadonlyMap<string, readonly JsonNode[]>;
  declare open: ReadonlySet<string>;
  declare focused: string;
  #whole = new Map<string, string>();

  constructor() {
    super();
    this.children_ = new Map();
    this.open = new Set();
    this.focused = "";
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("path") && !changed.has("side") && !changed.has("generation")) return;
    this.children_ = new Map();
    this.open = new Set();
    this.focused = "";
    this.#whole = new Map();
    void this.#unfold(this.path, OPEN_LEVELS);
  }

  protected override render(): TemplateResult {
    const lines = this.#lines(this.path, 1);
    const first = lines[0]?.node.path ?? "";
    return html`
      <div class="tree" role="tree" aria-label=${`JSON ${this.side} the repair`} @keydown=${(event: KeyboardEvent) => this.#onKey(event, lines)} @click=${this.#onClick}>
        ${lines.map((line) => this.#line(line, (this.focused || first) === line.node.path))}
      </div>
    `;
  }

  #line({ node, level, position, siblings }: Line, focused: boolean): TemplateResult {
    const { key, kind, path, text, size } = node;
    const folds = kind === "object" || kind === "array";
    const open = this.open.has(path);
    return html`
      <div class="tree-line" role="treeitem" data-path=${path} data-kind=${kind} aria-level=${level} aria-posinset=${position} aria-setsize=${siblings}
        aria-expanded=${folds && size > 0 ? (open ? "true" : "false") : nothing} tabindex=${focused ? 0 : -1} style=${styleMap({ "--level": String(level) })}>
        ${
          kind === "more"
            ? html`<span class="link">… ${numbered(size)} more</span>`
            : html`<span class="tree-mark" aria-hidden="true">${folds && size > 0 ? (open ? "▾" : "▸") : ""}</span><span class="tree-key">${visible(key)}</span><span class="quiet">: </span>${this.#value(kind, path, text, size)}`
        }
      </div>
    `;
  }

  #value(kind: JsonNode["kind"], path: string, text: string, size: number): TemplateResult {
    if (kind === "object") return html`<span class="quiet">{ ${counted(size, "key")} }</span>`;
    if (kind === "array") return html`<span class="quiet">[ ${counted(size, "item")} ]</span>`;
    if (kind !== "string") return html`<span class=${`tree-${kind}`}>${text}</span>`;
    const whole = this.#whole.get(path) ?? text;
    return html`<span class="tree-string">"${visible(whole)}"</span>${whole.length < size ? html` <button type="button" class="link" tabindex="-1" data-whole=${path}>all ${numbered(size)}</button>` : nothing}`;
  }

  #lines(path: string, level: number): Line[] {
    const nodes = this.children_.get(path) ?? [];
    return nodes.flatMap((node, index) => {
      const line: Line = { node, level, position: index + 1, siblings: nodes.length };
      return this.open.has(node.path) && node.kind !== "more" ? [line, ...this.#lines(node.path, level + 1)] : [line];
    });
  }

  async #unfold(path: string, levels = 1): Promise<void> {
    const { side, path: root } = this;
    const nodes = this.children_.get(path) ?? (await this.inspector.ask("nodes", { path, side, offset: 0 }));
    if (!nodes || root !== this.path || side !== this.side) return;
    this.children_ = new Map([...this.children_, [path, nodes]]);
    this.open = new Set([...this.open, path]);
    if (levels < 2) return;
    for (const { kind, size, path: inner } of nodes) {
      if ((kind === "object" || kind === "array") && size > 0 && size < FEW) await this.#unfold(inner, levels - 1);
    }
  }

  #fold(path: string): void {
    this.open = new Set([...this.open].filter((one) => one !== path));
  }

  async #more(node: JsonNode): Promise<void> {
    const offset = Number(node.key);
    const next = await this.inspector.ask("nodes", { path: node.path, side: this.side, offset });
    const shown = this.children_.get(node.path)?.filter(({ kind }) => kind !== "more");
    if (next && shown) this.children_ = new Map([...this.children_, [node.path, [...shown, ...next]]]);
  }

  #onClick(event: Event): void {
    const target = event.target as HTMLElement;
    const whole = target.dataset["whole"];
    if (whole !== undefined) return void this.#showWhole(whole);
    const line = target.closest<HTMLElement>(".tree-line");
    const path = line?.dataset["path"];
    if (path === undefined) return;
    const node = [...this.children_.values()]
      .flat()
      .find((one) => one.path === path && one.kind === line?.dataset["kind"]);
    if (node) this.#press(node);
  }

  #press(node: JsonNode): void {
    this.focused = node.path;
    if (node.kind === "more") void this.#more(node);
    else if (node.kind === "object" || node.kind === "array") {
      if (this.open.has(node.path)) this.#fold(node.path);
      else if (node.size > 0) void this.#unfold(node.path);
    }
  }

  async #showWhole(path: string): Promise<void> {
    const text = await this.inspector.ask("text", { path, side: this.side });
    if (text === undefined) return;
    this.#whole.set(path, text);
    this.requestUpdate();
  }

  #onKey(event: KeyboardEvent, lines: readonly Line[]): void {
    const path = (event.target as Element).closest<HTMLElement>(".tree-line")?.dataset["path"];
    const at = lines.findIndex(({ node }) => node.path === path);
    const line = lines[at];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node, level } = line;
    const open = this.open.has(node.path);
    const folds = (node.kind === "object" || node.kind === "array") && node.size > 0;
    const parent = lines.slice(0, at).findLastIndex((one) => one.level < level);
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: lines.length - 1,
    };
    let goal = goals[event.key];
    if (event.key === "ArrowRight") {
      if (folds && !open) void this.#unfold(node.path);
      else if (folds) goal = at + 1;
    } else if (event.key === "ArrowLeft") {
      if (folds && open) this.#fold(node.path);
      else goal = parent;
    } else if (event.key === "Enter" || event.key === " ") this.#press(node);
    else if (event.key === "*") {
      for (const one of lines)
        if (one.level === level && (one.node.kind === "object" || one.node.kind === "array"))
          void this.#unfold(one.node.path);
    } else if (goal === undefined) goal = this.#typed(event.key, lines, at);
    if (goal === undefined && !["ArrowRight", "ArrowLeft", "Enter", " ", "*"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = goal === undefined ? undefined : lines[goal];
    if (next) void this.#focus(next.node.path);
  }

  /** The next line whose key begins with the letter. Only from Shift on: single letters are the app's. */
  #typed(key: string, lines: readonly Line[], at: number): number | undefined {
    if (!/^[A-Z]$/.test(key)) return undefined;
    const found = [...lines.slice(at + 1), ...lines.slice(0, at)].find(({ node }) =>
      node.key.toUpperCase().startsWith(key),
    );
    return found && lines.indexOf(found);
  }

  async #focus(path: string): Promise<void> {
    this.focused = path;
    await this.updateComplete;
    this.querySelector<HTMLElement>(".tree-line[tabindex='0']")?.focus();
  }
}
