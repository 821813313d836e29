/** Where the transcript comes from: a file, pasted text, or a built-in example. */
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { examples } from "../examples.ts";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { troubleIn } from "./trouble.ts";
import { counted, sized } from "./words.ts";

/** `<rs-source>`: opens transcripts. */
export class SourcePart extends Part {
  protected override render(): TemplateResult {
    const { source, exampleId, result, trouble } = this.inspector;
    const facts = [
      sized(source.text.size),
      ...(result ? [result.format, counted(result.messagesBefore, "message")] : []),
    ];
    return html`
      <section class="card" aria-labelledby="source-title">
        <h2 id="source-title">Transcript</h2>
        <p class="opened">
          <strong class="file-name">${visible(source.name)}</strong>
          <span class="quiet">${facts.join(", ")}</span>
        </p>
        <button class="drop" type="button" @click=${this.#chooseFile}>
          <span class="drop-action">Open a file</span>
          <span class="quiet">or drop it anywhere on the page</span>
        </button>
        <input class="file-input" type="file" accept=".jsonl,.json,.txt" hidden @change=${this.#onFile} />
        <div class="pair">
          <button type="button" @click=${this.#openDialog}>Paste text</button>
          <label class="grow">
            <span class="visually-hidden">Example</span>
            <select .value=${live(exampleId ?? "")} @change=${this.#onExample}>
              <option value="" disabled>Load an example</option>
              ${examples.map(({ id, label }) => html`<option value=${id} ?selected=${id === exampleId}>${label}</option>`)}
            </select>
          </label>
        </div>
        ${troubleIn("source", trouble)}
      </section>
      <dialog aria-labelledby="paste-title" @close=${this.#onDialogClose}>
        <form method="dialog">
          <h2 id="paste-title">Paste a transcript</h2>
          <label>
            A session file (JSONL), a JSON list of messages, or messages one a line
            <textarea rows="12" spellcheck="false" autocomplete="off"></textarea>
          </label>
          <div class="pair">
            <button class="primary" value="open">Open</button>
            <button value="cancel">Cancel</button>
          </div>
        </form>
      </dialog>
    `;
  }

  #chooseFile(): void {
    this.querySelector<HTMLInputElement>(".file-input")?.click();
  }

  #onFile(event: Event): void {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) this.inspector.open(file.name, file);
    input.value = ""; // so that the same file can be chosen again after it was edited
  }

  #onExample(event: Event): void {
    this.inspector.openExample((event.target as HTMLSelectElement).value);
  }

  #openDialog(): void {
    this.querySelector("dialog")?.showModal();
  }

  #onDialogClose(event: Event): void {
    const dialog = event.target as HTMLDialogElement;
    const field = dialog.querySelector("textarea");
    if (dialog.returnValue === "open" && field && field.value.trim() !== "") {
      this.inspector.open("pasted text", new Blob([field.value]));
      field.value = "";
    }
    dialog.returnValue = "";
  }
}
