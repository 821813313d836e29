/** The images: what each was, what became of it, what it costs; one of them opened to be compared. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ImageRow } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part, tag } from "./part.ts";
import { counted, difference, imageText, numbered, REASON_WORDS, short, sized } from "./words.ts";

const PAGE = 60;

const STATES: Readonly<Record<ImageRow["state"], readonly [mark: string, word: string, tone: string]>> = {
  kept: ["✓", "as it is", "green"],
  fitted: ["~", "made to fit", "blue"],
  replaced: ["−", "a text in its place", "amber"],
  gone: ["−", "gone", "amber"],
  waiting: ["…", "waiting", "plain"],
};

/** `<rs-images>`: a card an image. */
export class ImagesPart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    opened: { state: true },
    shown: { state: true },
  };

  declare opened: string | undefined;
  declare shown: number;

  constructor() {
    super();
    this.shown = PAGE;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { result } = this.inspector;
    if (!result) return nothing;
    const { images, unchecked } = result;
    if (images.length === 0) return html`<div class="page"><p class="blank">There are no images.</p></div>`;
    // What has to be worked on comes first: it is what one has come for.
    const sorted = [
      ...images.filter(({ state }) => state !== "kept"),
      ...images.filter(({ state }) => state === "kept"),
    ];
    const opened = images.find(({ path }) => path === this.opened);
    const [before, after] = [sum(images, "before"), sum(images, "after")];
    return html`
      <div class="page">
        <div class="page-bar">
          <h2>${counted(images.length, "image")}</h2>
          <p class="quiet">${sized(before.bytes)} → ${sized(after.bytes)} ${difference(before.bytes, after.bytes)} · about ${short(before.tokens)} → ${short(after.tokens)} tokens ${difference(before.tokens, after.tokens)}</p>
        </div>
        ${unchecked ? html`<p class="issue tone-amber">${tag("!", "not checked", "amber")} The work on images was cancelled, or the codecs could not be loaded. Everything else holds. <button type="button" class="link" @click=${() => this.inspector.run()}>Work on them again</button></p>` : nothing}
        ${opened ? html`<rs-compare .inspector=${this.inspector} .image=${opened} @close=${() => this.#open(undefined)}></rs-compare>` : nothing}
        <ul class="image-grid">${repeat(
          sorted.slice(0, this.shown),
          ({ path }) => path,
          (image) => this.#card(image),
        )}</ul>
        ${images.length > this.shown ? html`<button type="button" class="more" @click=${() => this.#more()}>Show ${numbered(Math.min(PAGE, images.length - this.shown))} more</button>` : nothing}
      </div>
    `;
  }

  #card(image: ImageRow): TemplateResult {
    const { path, before, after, state, reasons, why, row } = image;
    return html`
      <li class="image-card">
        <button type="button" class="image-open" @click=${() => this.#open(path)} aria-label=${`Compare the image at ${path}`}>
          <rs-picture .inspector=${this.inspector} .path=${path} .side=${"before"} .alt=${""}></rs-picture>
        </button>
        <div class="image-facts">
          <p>${tag(...STATES[state])} <button type="button" class="link" @click=${() => this.inspector.select(row, "transcript")}><code>${visible(path)}</code></button></p>
          <p>${before ? imageText(before) : "not an image"}${after ? html` → <strong>${imageText(after)}</strong>` : nothing}</p>
          ${before ? html`<p class="quiet">about ${numbered(before.tokens)}${after ? ` → ${numbered(after.tokens)}` : ""} tokens</p>` : nothing}
          <p class="quiet">${visible(reasons.length > 0 ? reasons.map((reason) => REASON_WORDS[reason]).join(", ") : why)}</p>
        </div>
      </li>
    `;
  }

  #open(path: string | undefined): void {
    this.opened = path;
  }

  #more(): void {
    this.shown += PAGE;
  }
}

function sum(
  images: readonly ImageRow[],
  side: "before" | "after",
): { readonly bytes: number; readonly tokens: number } {
  let [bytes, tokens] = [0, 0];
  for (const image of images) {
    const stays = image.state === "kept" || image.state === "waiting" ? image.before : image.after;
    const size = side === "before" ? image.before : stays;
    bytes += size?.bytes ?? 0;
    tokens += size?.tokens ?? 0;
  }
  return { bytes, tokens };
}
