/** One place where something was found, with the way to it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Issue } from "../protocol.ts";
import type { Inspector } from "../state.ts";
import { visible } from "../visible.ts";
import { tag } from "./part.ts";

/** An item of a list of places; `facts` come before what is said. */
export function placeOf(issue: Issue, inspector: Inspector, facts?: TemplateResult): TemplateResult {
  const { row, place, text, lossy, before, after, line } = issue;
  const name = html`<code>${visible(place)}</code>`;
  const go =
    row >= 0
      ? html`<button type="button" class="link place" @click=${() => inspector.select(row, "transcript")}>${name}</button>`
      : line !== undefined
        ? html`<button type="button" class="link place" @click=${() => inspector.showLine(line)}>${name}</button>`
        : html`<span class="place">${name}</span>`;
  return html`
    <li>
      ${go}
      <span>${facts ?? nothing} ${visible(text)} ${lossy ? tag("!", "lossy", "amber") : nothing}
        ${before === undefined && after === undefined ? nothing : html`<span class="values">${before === undefined ? nothing : html`<del><span class="visually-hidden">removed: </span>${visible(before)}</del>`}${before !== undefined && after !== undefined ? " → " : nothing}${after === undefined ? nothing : html`<ins><span class="visually-hidden">added: </span>${visible(after)}</ins>`}</span>`}
      </span>
    </li>
  `;
}
