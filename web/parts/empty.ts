/** Nothing is open yet: what to do, and what happens to what is opened. */
import { html, type TemplateResult } from "lit";
import { examples } from "../examples.ts";
import { Part } from "./part.ts";
import { openDialog } from "./toolbar.ts";

/** `<rs-empty>`: the beginning. */
export class EmptyPart extends Part {
  protected override render(): TemplateResult {
    return html`
      <div class="empty">
        <h2 class="empty-title">See what a provider would refuse, and what repair changes</h2>
        <button type="button" class="drop" @click=${() => this.#choose()}>
          <strong>Drop a session or a request body here</strong>
          <span class="quiet">or press to open a file (Ctrl+O), or paste its text (Ctrl+V)</span>
        </button>
        <div class="bar empty-bar">
          <button type="button" class="primary" @click=${() => this.#choose()}>Open a file</button>
          <button type="button" @click=${() => openDialog(this, ".paste-dialog")}>Paste text</button>
        </div>
        <p class="promise">Files stay in this tab. No network requests are made. <button type="button" class="link" @click=${() => openDialog(this, ".privacy-dialog")}>How do I check?</button></p>
        <h3>Or look at an example, each named for its failure</h3>
        <ul class="examples">
          ${examples.map(
            ({ id, label, detail, target }) => html`
              <li>
                <button type="button" class="example" data-example=${id} @click=${() => this.inspector.openExample(id)}>
                  <strong>${label}</strong>
                  <span class="quiet">${detail}</span>
                  <code class="quiet">${target.provider}</code>
                </button>
              </li>
            `,
          )}
        </ul>
        <p class="accepted quiet">Understood are session files (JSONL) of OpenClaw, pi, Claude Code and Codex, lists of messages, request bodies of Anthropic Messages, OpenAI Chat Completions and Responses, Gemini, Bedrock Converse and Mistral, HAR files, “Copy as cURL” commands, and any of them packed with gzip.</p>
      </div>
    `;
  }

  #choose(): void {
    this.closest("transcript-inspector")?.querySelector<HTMLElement>(".file-input")?.click();
  }
}
