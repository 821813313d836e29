/** The first turns one below the other, to print or to read aloud. */
import { html, type PropertyDeclarations, type TemplateResult } from "lit";
import type { RowView } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { verdictOf } from "./verdict.ts";
import { counted, flagWords, KIND_WORDS, roleWord } from "./words.ts";

const MOST = 500;

/** `<rs-plain>`: verdict, findings and turns as a document. */
export class PlainPart extends Part {
  static override properties: PropertyDeclarations = { ...Part.properties, rows: { state: true } };

  declare rows: readonly RowView[];

  constructor() {
    super();
    this.rows = [];
  }

  protected override async firstUpdated(): Promise<void> {
    const count = Math.min(MOST, this.inspector.result?.rows.count ?? 0);
    this.rows = (await this.inspector.ask("rows", { rows: Array.from({ length: count }, (_, row) => row) })) ?? [];
  }

  protected override render(): TemplateResult {
    const { result, opening, target } = this.inspector;
    if (!result) return html`<p>No transcript is open.</p>`;
    const { head, text } = verdictOf(result, target.provider);
    return html`
      <article class="plain">
        <h3>${visible(opening?.name ?? "")}: ${visible(head)}</h3>
        <p>${text}</p>
        <ul>${result.groups.map(({ kind, title, count }) => html`<li>${KIND_WORDS[kind].word}: ${visible(title)} (${count})</li>`)}</ul>
        <h3>${counted(Math.min(MOST, result.rows.count), "turn")}${result.rows.count > MOST ? ` of ${result.rows.count}` : ""}</h3>
        <ol start="0">${this.rows.map(
          ({ role, summary, flags }) =>
            html`<li><strong>${visible(roleWord(role))}</strong> ${flagWords(flags).map(({ word }) => html`<em>[${word}]</em> `)} ${visible(summary)}</li>`,
        )}</ol>
      </article>
    `;
  }
}
