/** What is open, whom it is replayed to, and what can be taken along. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { examples } from "../examples.ts";
import { isSameTarget, knownApis, presets } from "../presets.ts";
import { READ_AS, type ReadAs } from "../read-as.ts";
import { applyTheme, storedTheme, storeTheme, THEMES, type Theme } from "../theme.ts";
import { visible, visibleText } from "../visible.ts";
import { menu, Part } from "./part.ts";
import { counted, numbered, sized } from "./words.ts";

/** `<rs-toolbar>`: opens, chooses, exports. */
export class ToolbarPart extends Part {
  protected override render(): TemplateResult {
    const { inspector } = this;
    const { opening } = inspector;
    return html`
      <div class="toolbar">
        <h1><button type="button" class="brand" title="Back to the beginning" @click=${() => inspector.close()}><span class="mark">replaysafe</span><span class="brand-what"> inspector</span></button></h1>
        <input class="file-input" type="file" accept=".jsonl,.json,.har,.txt,.gz" aria-label="File" tabindex="-1" hidden multiple @change=${this.#onFile} />
        <div class="bar">
          <button type="button" title="Open a file (Ctrl+O)" @click=${() => this.querySelector<HTMLElement>(".file-input")?.click()}>Open</button>
          <button type="button" title="Paste a text (Ctrl+V)" @click=${() => openDialog(this, ".paste-dialog")}>Paste</button>
          ${opening ? menu("Examples", "Open a built-in example", exampleItems(this)) : nothing}
        </div>
        ${opening ? this.#opened(opening.name) : html`<span class="grow"></span>`}
        ${this.#target()}
        ${this.#more()}
      </div>
    `;
  }

  #opened(name: string): TemplateResult {
    const { opened, opening, result } = this.inspector;
    const facts = opened?.entries ? [entriesText(opened.entries)] : [];
    return html`
      <p class="opened">
        <strong class="file-name">${visible(name)}</strong>
        ${opened ? this.#readAs(opened.format) : nothing}
        <span class="quiet">${visible([...facts, sized(opened?.bytes ?? opening?.blob.size ?? 0)].join(" · "))}</span>
        ${this.inspector.files.length > 1 ? this.#files() : nothing}
        ${opened && opened.choices.length > 1 ? this.#choices(opened.choices, opened.picked) : nothing}
        ${opened && opened.branches.length > 1 && result ? this.#branches() : nothing}
      </p>
    `;
  }

  #files(): TemplateResult {
    const { files, opening } = this.inspector;
    return html`
      <select class="small" aria-label="One of the files" @change=${(event: Event) => this.inspector.openFiles(files, Number((event.target as HTMLSelectElement).value))}>
        ${files.map((file, index) => html`<option value=${index} ?selected=${file === opening?.blob}>File ${index + 1} of ${files.length}: ${visibleText(file.name.slice(0, 80))}</option>`)}
      </select>
    `;
  }

  /** What the file was taken for, and what else it may be. */
  #readAs(format: string): TemplateResult {
    const as = this.inspector.opening?.as;
    const onChange = ({ target }: Event): void =>
      this.inspector.treatAs(((target as HTMLSelectElement).value || undefined) as ReadAs | undefined);
    return html`
      <select class="small" name="read-as" aria-label="Read as" title="What it was taken for: choose if it is something else" .value=${live(as ?? "")} @change=${onChange}>
        <option value="" ?selected=${as === undefined}>${as === undefined ? visibleText(format) : "by its shape"}</option>
        ${READ_AS.map(([id, label]) => html`<option value=${id} ?selected=${id === as}>read as ${label}</option>`)}
      </select>
    `;
  }

  #choices(choices: readonly { readonly label: string }[], picked: number): TemplateResult {
    return html`
      <select class="small" aria-label="Request" @change=${(event: Event) => this.inspector.pick(Number((event.target as HTMLSelectElement).value))}>
        ${choices.map(({ label }, index) => html`<option value=${index} ?selected=${index === picked}>${index + 1}. ${visibleText(label.slice(0, 80))}</option>`)}
      </select>
    `;
  }

  #branches(): TemplateResult {
    const branches = this.inspector.opened?.branches ?? [];
    return html`
      <select class="small" aria-label="Branch" @change=${(event: Event) => this.inspector.chooseBranch(Number((event.target as HTMLSelectElement).value))}>
        ${branches.map(({ leaf, label, messages, active }) => html`<option value=${leaf} ?selected=${active}>Branch: ${visibleText(label)} (${counted(messages, "message")})</option>`)}
      </select>
    `;
  }

  #target(): TemplateResult {
    const { target } = this.inspector;
    const chosen = presets.findIndex((preset) => isSameTarget(preset, target));
    const providers = [...new Set(presets.map(({ provider }) => provider))];
    const server = target.baseUrl === undefined ? "" : hostIn(target.baseUrl);
    const named = [target.provider, target.modelId].filter((text) => text !== "").join(" · ");
    const own = server === "" ? named : `${named} at ${server}`;
    return html`
      <div class="target">
        <label class="inline">
          <span class="quiet">Replay to</span>
          <select name="preset" .value=${live(String(chosen))} @change=${this.#onPreset}>
            ${chosen < 0 ? html`<option value="-1" selected>${visibleText(own).slice(0, 60) || "no provider"}</option>` : nothing}
            ${presets.map(({ label }, index) => html`<option value=${index} ?selected=${index === chosen}>${label}</option>`)}
          </select>
        </label>
        ${menu(
          html`<span class="visually-hidden">Target in your own words</span><span aria-hidden="true">…</span>`,
          "Target in your own words",
          html`
            <div class="fields">
              ${this.#field("provider", "Provider", "anthropic", providers)}
              ${this.#field("modelApi", "API", "the provider's default", knownApis)}
              ${this.#field("modelId", "Model", "any", [])}
              ${server === "" ? nothing : html`<p class="quiet">At <code>${visible(server)}</code>, until another provider is named.</p>`}
            </div>
          `,
          "end",
        )}
      </div>
    `;
  }

  #field(
    name: "provider" | "modelApi" | "modelId",
    label: string,
    hint: string,
    suggestions: readonly string[],
  ): TemplateResult {
    return html`
      <label>
        ${label}
        <input name=${name} list=${`${name}-list`} placeholder=${hint} autocomplete="off" autocapitalize="off" spellcheck="false"
          .value=${live(this.inspector.target[name])} @change=${this.#onField} />
      </label>
      <datalist id=${`${name}-list`}>${suggestions.map((text) => html`<option value=${text}></option>`)}</datalist>
    `;
  }

  #more(): TemplateResult {
    return html`
      <div class="bar">
        ${this.inspector.host.kind === "panel" ? nothing : this.#theme()}
        <button type="button" class="icon" title="Keyboard shortcuts (?)" @click=${() => openDialog(this, ".keys-dialog")}><span aria-hidden="true">?</span><span class="visually-hidden">Keyboard shortcuts</span></button>
      </div>
    `;
  }

  /** Panels have the theme of the tools around them. */
  #theme(): TemplateResult {
    const theme = storedTheme(this.inspector.host);
    return html`
      <label class="inline">
        <span class="visually-hidden">Theme</span>
        <select class="theme" title="Theme" @change=${this.#onTheme}>
          ${THEMES.map((one) => html`<option value=${one} ?selected=${one === theme}>${one}</option>`)}
        </select>
      </label>
    `;
  }

  #onFile(event: Event): void {
    const input = event.target as HTMLInputElement;
    this.inspector.openFiles([...(input.files ?? [])]);
    input.value = ""; // so that the same file can be chosen again after it was edited
  }

  #onPreset(event: Event): void {
    const preset = presets[Number((event.target as HTMLSelectElement).value)];
    if (preset)
      this.inspector.setTarget({ provider: preset.provider, modelApi: preset.modelApi, modelId: preset.modelId });
  }

  /** An API, a model and a server belong to their provider: with another one, they are asked for anew. */
  #onField(event: Event): void {
    const { name, value } = event.target as HTMLInputElement;
    const target = name === "provider" ? { modelApi: "", modelId: "" } : this.inspector.target;
    this.inspector.setTarget({ provider: "", ...target, [name]: value.trim() });
  }

  #onTheme(event: Event): void {
    const theme = (event.target as HTMLSelectElement).value as Theme;
    applyTheme(theme, this.closest("transcript-inspector") as HTMLElement);
    storeTheme(this.inspector.host, theme);
  }
}

function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

function entriesText(count: number): string {
  return count === 1 ? "1 entry" : `${numbered(count)} entries`;
}

/** Shows a dialog of the app. */
export function openDialog(part: HTMLElement, selector: string): void {
  part.closest("transcript-inspector")?.querySelector<HTMLDialogElement>(selector)?.showModal();
}

function exampleItems(part: ToolbarPart): TemplateResult {
  return html`${examples.map(
    ({ id, label }) => html`<button type="button" @click=${() => part.inspector.openExample(id)}>${label}</button>`,
  )}`;
}
