/** The images of the transcript: what is planned for each, and what became of it. */
import { html, nothing, type TemplateResult } from "lit";
import { sizeText } from "../image-words.ts";
import type { ImageRow } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { counted } from "./words.ts";

/** How many are listed. */
const LISTED = 500;

/** `<rs-images>`: one row an image. */
export class ImagesPart extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { result } = this.inspector;
    if (!result) return nothing;
    const { images, imagesLeft } = result;
    if (images.length === 0) return html`<p class="empty">The transcript holds no images.</p>`;
    return html`
      <p class="quiet" role="status">
        ${imagesLeft > 0 ? `${counted(imagesLeft, "image")} of ${images.length} being worked on…` : counted(images.length, "image")}
      </p>
      <ul class="images">
        ${images.slice(0, LISTED).map(rowOf)}
      </ul>
      ${images.length > LISTED ? html`<p class="quiet">and ${images.length - LISTED} more</p>` : nothing}
    `;
  }
}

function rowOf({ path, before, action, reasons, after, failure }: ImageRow): TemplateResult {
  return html`
    <li class="image-row">
      <code>${visible(path)}</code>
      <span>${sizeText(before)}${after ? html` → <strong>${sizeText(after)}</strong>` : nothing}</span>
      <span class="quiet image-why">${outcomeText(action, reasons, failure)}</span>
    </li>
  `;
}

function outcomeText(action: ImageRow["action"], reasons: readonly string[], failure: string | undefined): string {
  if (action === "keep") return "stays as it is";
  const why = reasons.join(", ");
  if (action === "omit") return `becomes a text: ${why}`;
  return failure === undefined ? `made to fit: ${why}` : `${why}; could not be made to fit: ${visible(failure)}`;
}
