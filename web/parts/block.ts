/** A block of a turn: what it says, what was found at it, and what became of it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Side } from "../protocol.ts";
import type { Inspector } from "../state.ts";
import type { BlockIssue, BlockSide, BlockView, DiffPart } from "../turn-view.ts";
import { visible } from "../visible.ts";
import { tag } from "./part.ts";
import { imageText, KIND_WORDS, numbered } from "./words.ts";

const ACTION_WORDS: Readonly<
  Record<NonNullable<BlockIssue["action"]>, readonly [mark: string, word: string, tone: string]>
> = {
  drop: ["−", "dropped", "amber"],
  insert: ["+", "added", "green"],
  rewrite: ["~", "rewritten", "blue"],
  move: ["↕", "moved", "violet"],
  merge: ["⊕", "merged", "violet"],
};

const STATE_WORDS: Readonly<
  Record<BlockView["state"], readonly [mark: string, word: string, tone: string] | undefined>
> = {
  same: undefined,
  edited: ["~", "edited", "blue"],
  removed: ["−", "removed", "amber"],
  added: ["+", "added", "green"],
  moved: ["↕", "moved", "violet"],
};

/** What was found or done, with the provider's own words where there are any. */
export function issueBox(issue: BlockIssue): TemplateResult {
  const { kind, id, text, says, does, action, lossy, field, before, after } = issue;
  const [mark, word, tone] = action
    ? ACTION_WORDS[action]
    : [KIND_WORDS[kind].mark, KIND_WORDS[kind].word, KIND_WORDS[kind].tone];
  return html`
    <div class=${`issue tone-${tone}`}>
      <p class="issue-head">${tag(mark, word, tone)}${lossy ? tag("!", "lossy", "amber") : nothing} ${field ? html`<code>${visible(field)}</code>:` : nothing} <span>${visible(text)}</span> <code class="quiet">${visible(id)}</code></p>
      ${says === undefined ? nothing : html`<blockquote><span class="quiet">The provider says:</span> ${visible(says)}</blockquote>`}
      ${does === undefined ? nothing : html`<p class="does"><span class="quiet">What is done:</span> ${does}</p>`}
      ${
        field !== undefined && (before !== undefined || after !== undefined)
          ? html`<p class="values">${before === undefined ? nothing : html`<del><span class="visually-hidden">removed: </span>${value(before)}</del>`} ${before !== undefined && after !== undefined ? html`<span aria-hidden="true" class="quiet">→</span>` : nothing} ${after === undefined ? nothing : html`<ins><span class="visually-hidden">added: </span>${value(after)}</ins>`}</p>`
          : nothing
      }
    </div>
  `;
}

function value(text: string): TemplateResult {
  return text.trim() === "" ? html`<span class="quiet">${text === "" ? "empty" : "blank"}</span>` : visible(text);
}

/** One block. `side`: only one side of it. */
export function blockCard(
  block: BlockView,
  side: Side | undefined,
  whole: ReadonlyMap<string, string>,
  showWhole: (side: Side, path: string) => void,
  inspector: Inspector,
): TemplateResult {
  const { label, state, issues } = block;
  const refused = issues.some(({ kind }) => kind === "rejected" || kind === "left");
  const word = STATE_WORDS[state];
  return html`
    <details class=${`block block-${state}${refused ? " block-refused" : ""}`} data-kind=${label} open>
      <summary><span class="block-label">${visible(label)}</span> ${word ? tag(...word) : nothing}${refused ? tag("✕", "refused", "red") : nothing}</summary>
      ${side ? nothing : issues.map(issueBox)}
      ${side ? sideView(block[side], side) : diffView()}
    </details>
  `;

  function diffView(): TemplateResult | typeof nothing {
    const { before, after, parts } = block;
    if (before?.image || after?.image)
      return html`${imageLine(before, "before")}${after && after.image?.bytes !== before?.image?.bytes ? imageLine(after, "after") : nothing}`;
    if (parts) return html`<div class="text diff">${parts.map(partView)}</div>`;
    if (state === "same" || state === "moved") return sideView(after ?? before, after ? "after" : "before");
    return html`${before ? html`<del class="whole"><span class="visually-hidden">removed: </span>${sideView(before, "before")}</del>` : nothing}${after ? html`<ins class="whole"><span class="visually-hidden">added: </span>${sideView(after, "after")}</ins>` : nothing}`;
  }

  function sideView(shown: BlockSide | undefined, which: Side): TemplateResult | typeof nothing {
    if (!shown) return html`<p class="quiet">Not on this side.</p>`;
    if (shown.image) return imageLine(shown, which);
    const text = whole.get(`${which} ${shown.path}`) ?? shown.body.text;
    const left = shown.body.length - text.length;
    return html`
      <div class="text">${text.trim() === "" ? html`<em class="quiet">${text === "" ? "empty" : "blank"}</em>` : visible(text)}</div>
      ${left > 0 ? html`<button type="button" class="more" @click=${() => showWhole(which, shown.path)}>Show all (${numbered(shown.body.length)} characters)</button>` : nothing}
    `;
  }

  function imageLine(shown: BlockSide | undefined, which: Side): TemplateResult | typeof nothing {
    if (!shown) return nothing;
    if (!shown.image) return sideView(shown, which);
    return html`
      <figure class="block-image">
        <rs-picture .inspector=${inspector} .path=${shown.path} .side=${which} .alt=${`The image ${which} the repair`}></rs-picture>
        <figcaption>${imageText(shown.image)}, about ${numbered(shown.image.tokens)} tokens</figcaption>
      </figure>
    `;
  }
}

function partView({ value: text, kind }: DiffPart): TemplateResult {
  if (kind === "added") return html`<ins><span class="visually-hidden">added: </span>${visible(text)}</ins>`;
  if (kind === "removed") return html`<del><span class="visually-hidden">removed: </span>${visible(text)}</del>`;
  return visible(text);
}
