/** What is going on, and the way to stop it; a word about what was done last. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { Progress } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { counted, numbered, sized } from "./words.ts";

/** How often a screen reader is told, in milliseconds. */
const PACE = 5000;

/** `<rs-status>`: the last line of the app. */
export class StatusPart extends Part {
  static override properties: PropertyDeclarations = { ...Part.properties, spoken: { state: true } };

  declare spoken: string;
  #saidAt = 0;
  #lastWords = "";

  constructor() {
    super();
    this.spoken = "";
  }

  protected override updated(): void {
    const { working } = this.inspector;
    const words = this.#words();
    const now = Date.now();
    if (words === this.#lastWords || (working && now - this.#saidAt < PACE)) return;
    this.#lastWords = words;
    this.#saidAt = now;
    this.spoken = words;
  }

  protected override render(): TemplateResult {
    const { working, partial, result, note } = this.inspector;
    return html`
      <footer class="status">
        ${working ? html`<progress max=${working.total || nothing} value=${working.total > 0 ? working.done : nothing} aria-label="Progress"></progress>` : nothing}
        <span class="status-words">${visible(this.#words())}</span>
        ${partial && !working ? html`<button type="button" @click=${() => this.inspector.again()}>Go on</button>` : nothing}
        ${working ? html`<button type="button" class="cancel" @click=${() => this.inspector.cancel()}>Cancel</button>` : nothing}
        ${result && !working && !note ? html`<span class="quiet status-time">${numbered(Math.round(result.milliseconds))} ms</span>` : nothing}
      </footer>
      <p class="visually-hidden" role="status">${this.spoken}</p>
    `;
  }

  #words(): string {
    const { working, partial, result, note, trouble, opening } = this.inspector;
    if (working) return workingWords(working);
    if (trouble) return trouble.message;
    if (note) return note;
    if (partial) return PARTIAL[partial];
    if (!result) return opening ? "" : "No transcript is open.";
    const { rejected, changed, lossy, left } = result.counts;
    return `Done: ${numbered(rejected)} refused, ${counted(changed, "change")}, ${numbered(lossy)} lossy, ${counted(left, "error")} left.`;
  }
}

const PARTIAL = {
  reading: "Cancelled while reading: the file is not checked.",
  rules: "Cancelled while checking: there is no result for this target.",
  images: "Cancelled while working on images: the rest of the result is complete.",
} as const;

function workingWords({ phase, done, total }: Progress): string {
  switch (phase) {
    case "reading":
      return `Reading: ${sized(done)} of ${sized(total)}`;
    case "rules":
      return "Checking and repairing…";
    case "images":
      return `Working on images: ${numbered(done)} of ${numbered(total)} done`;
    case "providers":
      return `Asking providers: ${numbered(done)} of ${numbered(total)}`;
  }
}
