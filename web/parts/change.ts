/** One change: what was done, where, why, and the value before and after. */
import { html, nothing, type TemplateResult } from "lit";
import type { Change } from "../../src/index.ts";
import type { NumberedChange } from "../protocol.ts";
import { visible } from "../visible.ts";

const MARKS: Readonly<Record<Change["action"], string>> = {
  drop: "−",
  insert: "+",
  rewrite: "~",
  move: "↕",
  merge: "⊕",
};

/** The change as an item of a list. */
export function changeItem({ number, change }: NumberedChange): TemplateResult {
  const { action, message, lossy, undoneBy, preview } = change;
  return html`
    <li class="change" id=${`change-${number}`}>
      <span class=${`action action-${action}`}><span aria-hidden="true">${MARKS[action]}</span> ${action}</span>
      <div class="what">
        <div class="where">
          <p>${route(change)}</p>
          ${lossy ? html`<span class="badge lossy">lossy</span>` : nothing}
          ${undoneBy === undefined ? nothing : html`<span class="badge">undone by a later change</span>`}
          <p class="reason">${visible(message)}</p>
        </div>
        ${preview?.before === undefined && preview?.after === undefined ? nothing : values(preview)}
      </div>
    </li>
  `;
}

/** From where to where, as pointers into the messages before and after. */
function route({ from, to, anchor }: Change): TemplateResult {
  const origin =
    from.length > 0
      ? from.map((pointer, index) => html`${index > 0 ? " + " : nothing}${path(pointer)}`)
      : html`<span class="quiet">new${anchor === undefined ? nothing : html`, beside ${path(anchor)}`}</span>`;
  const goal = to === undefined ? html`<span class="quiet">gone</span>` : path(to);
  return html`${origin} <span aria-hidden="true" class="quiet">→</span><span class="visually-hidden"> to </span> ${goal}`;
}

function path(pointer: string): TemplateResult {
  return html`<code class="path">${visible(pointer || "/")}</code>`;
}

function values({ before, after }: NonNullable<Change["preview"]>): TemplateResult {
  return html`
    <dl class="values">
      ${before === undefined ? nothing : html`<div class="before"><dt>before</dt><dd>${value(before)}</dd></div>`}
      ${after === undefined ? nothing : html`<div class="after"><dt>after</dt><dd>${value(after)}</dd></div>`}
    </dl>
  `;
}

function value(text: string): TemplateResult {
  return text.trim() === "" ? html`<span class="quiet">${text === "" ? "empty" : "blank"}</span>` : visible(text);
}
