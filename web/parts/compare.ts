/** One image before and after, with a slider between the two. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ImageRow } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { styleMap } from "./style-map.ts";
import { imageText, numbered } from "./words.ts";

/** `<rs-compare>`: before and after. */
export class ComparePart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    image: { attribute: false },
    share: { state: true },
    actual: { state: true },
    difference: { state: true },
  };

  declare image: ImageRow;
  /** The share of the original that is shown, in percent. */
  declare share: number;
  /** One pixel of the image a pixel of the page. */
  declare actual: boolean;
  declare difference: boolean;

  constructor() {
    super();
    this.share = 50;
    this.actual = false;
    this.difference = false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("image")) return;
    const slider = this.querySelector<HTMLElement>("[type=range]") ?? this.querySelector<HTMLElement>(".close");
    slider?.focus({ preventScroll: true });
    this.scrollIntoView();
  }

  protected override render(): TemplateResult {
    const { path, before, after, afterPath, state } = this.image;
    const both = after !== undefined && afterPath !== undefined;
    const style = before
      ? { "--ratio": `${before.width} / ${before.height}`, "--share": `${this.share}%`, "--width": `${before.width}px` }
      : {};
    return html`
      <section class="compare" aria-label="The image before and after" @keydown=${this.#onKey}>
        <div class="page-bar">
          <h3><code>${visible(path)}</code></h3>
          <div class="bar">
            <button type="button" aria-pressed=${this.actual ? "true" : "false"} @click=${() => this.#toggle("actual")}>1:1</button>
            ${both ? html`<button type="button" aria-pressed=${this.difference ? "true" : "false"} @click=${() => this.#toggle("difference")}>Difference</button>` : nothing}
            <button type="button" class="close" @click=${() => this.dispatchEvent(new Event("close"))}>Close</button>
          </div>
        </div>
        <div class=${`stage${this.actual ? " stage-actual" : ""}${this.difference ? " stage-difference" : ""}`} style=${styleMap(style)} tabindex="0" role="group" aria-label="Both images, one over the other">
          ${both ? html`<rs-picture class="stage-after" .inspector=${this.inspector} .path=${afterPath} .side=${"after"} .alt=${"After the repair"}></rs-picture>` : nothing}
          <rs-picture class=${both ? "stage-before stage-cut" : "stage-before"} .inspector=${this.inspector} .path=${path} .side=${"before"} .alt=${"Before the repair"}></rs-picture>
        </div>
        ${both && !this.difference ? html`<input type="range" min="0" max="100" .value=${live(String(this.share))} aria-label="Share of the original shown" aria-valuetext=${`${this.share} percent of the original`} @input=${this.#onInput} />` : nothing}
        <p class="compare-words"><span>Before: ${before ? imageText(before) : "no image"}${before ? `, about ${numbered(before.tokens)} tokens` : ""}</span>
          <span>${after ? `After: ${imageText(after)}, about ${numbered(after.tokens)} tokens` : state === "kept" ? "It stays as it is." : visible(this.image.why)}</span></p>
      </section>
    `;
  }

  #onInput(event: Event): void {
    this.share = Number((event.target as HTMLInputElement).value);
  }

  #toggle(what: "actual" | "difference"): void {
    this[what] = !this[what];
  }

  #onKey(event: KeyboardEvent): void {
    const shares: Readonly<Record<string, number>> = { "1": 100, "2": 50, "3": 0 };
    const share = shares[event.key];
    if (event.key === "Escape") this.dispatchEvent(new Event("close"));
    else if (share === undefined || event.ctrlKey || event.metaKey) return;
    else this.share = share;
    event.preventDefault();
    event.stopPropagation();
  }
}
