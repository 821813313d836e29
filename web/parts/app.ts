/** The frame of the page: header, the transcript and its target, the outcome; drop and paste anywhere. */
import { html, type PropertyDeclarations, type TemplateResult } from "lit";
import { applyTheme, storedTheme, storeTheme, type Theme } from "../theme.ts";
import { Part } from "./part.ts";
import { counted } from "./words.ts";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** `<rs-app>`: the whole page. */
export class App extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    theme: { state: true },
    dragging: { state: true },
  };

  declare theme: Theme;
  declare dragging: boolean;
  /** Drag events are told for every element the pointer crosses: only the balance says whether it is over the page. */
  #dragDepth = 0;

  constructor() {
    super();
    this.theme = storedTheme();
    this.dragging = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("paste", this.#onPaste);
    document.addEventListener("dragenter", this.#onDragEnter);
    document.addEventListener("dragleave", this.#onDragLeave);
    document.addEventListener("dragover", this.#onDragOver);
    document.addEventListener("drop", this.#onDrop);
  }

  protected override render(): TemplateResult {
    const { inspector } = this;
    return html`
      <a class="skip" href="#outcome">Skip to the result</a>
      <header class="top">
        <h1><span class="mark">replaysafe</span> inspector</h1>
        <details class="privacy">
          <summary>Nothing leaves this tab</summary>
          <p>
            The transcript is read and repaired by a Web Worker of this page. The page is served with
            <code>Content-Security-Policy: connect-src 'none'</code>, so the browser itself refuses every request, of the
            page and of the worker. The Network panel of the developer tools shows that there is none.
          </p>
        </details>
        <label class="theme">
          Theme
          <select @change=${this.#onTheme}>
            ${THEMES.map((theme) => html`<option value=${theme} ?selected=${theme === this.theme}>${theme}</option>`)}
          </select>
        </label>
      </header>
      <main>
        <div class="setup">
          <rs-source .inspector=${inspector}></rs-source>
          <rs-target .inspector=${inspector}></rs-target>
        </div>
        <rs-outcome id="outcome" tabindex="-1" .inspector=${inspector}></rs-outcome>
      </main>
      <p class="visually-hidden" role="status">${this.#spoken()}</p>
      <div class="drop-overlay" ?hidden=${!this.dragging} aria-hidden="true">Drop the file to open it</div>
    `;
  }

  /** What a screen reader says when a run has ended. */
  #spoken(): string {
    const { working, result, trouble } = this.inspector;
    if (working) return "Working";
    if (trouble) return trouble.message;
    if (!result) return "";
    const errors = result.findings.filter(({ severity }) => severity === "error").length;
    return `${result.status}: ${counted(result.changes, "change")}, ${result.lossy} lossy, ${counted(errors, "error")} left`;
  }

  #onTheme(event: Event): void {
    this.theme = (event.target as HTMLSelectElement).value as Theme;
    applyTheme(this.theme);
    storeTheme(this.theme);
  }

  /** Text pasted into a field stays there; pasted anywhere else, it is opened. */
  readonly #onPaste = (event: ClipboardEvent): void => {
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim() === "") return;
    event.preventDefault();
    this.inspector.open("pasted text", new Blob([text]));
  };

  readonly #onDragEnter = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    this.#dragDepth++;
    this.dragging = true;
  };

  readonly #onDragLeave = (): void => {
    this.#dragDepth = Math.max(0, this.#dragDepth - 1);
    this.dragging = this.#dragDepth > 0;
  };

  readonly #onDragOver = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.#dragDepth = 0;
    this.dragging = false;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.inspector.open(file.name, file);
  };
}
