/** Text from a transcript, with what cannot be seen made visible: it may be meant to deceive. */
import { html, type TemplateResult } from "lit";
import { piecesOf } from "./pieces.ts";

/** The text as a template. Each run is isolated, so that its direction stays its own. */
export function visible(text: string): TemplateResult {
  return html`<bdi>${piecesOf(text).map((piece) => (piece.hidden ? html`<span class="hidden-char">${piece.text}</span>` : piece.text))}</bdi>`;
}

/** The same as a plain text, for places that hold no elements, such as options of a list. */
export function visibleText(text: string): string {
  return piecesOf(text)
    .map((piece) => piece.text)
    .join("");
}
