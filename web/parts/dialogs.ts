/** The dialogs: paste, keys, privacy, a link, a turn by its number, the plain page. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { encodeContent, formatHash, MOST_CONTENT } from "../hash.ts";
import { SHORTCUTS, setSingleKeys, singleKeys } from "../keys.ts";
import { version } from "../version.ts";
import { Part } from "./part.ts";
import { sized } from "./words.ts";

/** `<rs-dialogs>`: all of them, closed. */
export class DialogsPart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    sharing: { state: true },
    plain: { state: true },
  };

  /** What was said about the link. */
  declare sharing: string;
  declare plain: boolean;

  constructor() {
    super();
    this.sharing = "";
    this.plain = false;
  }

  protected override render(): TemplateResult {
    return html`${this.#paste()} ${this.#keys()} ${privacy()} ${this.#share()} ${this.#goto()} ${this.#plainPage()}`;
  }

  #paste(): TemplateResult {
    return html`
      <dialog class="paste-dialog" aria-labelledby="paste-title" @close=${this.#onPasted}>
        <form method="dialog">
          <h2 id="paste-title">Paste a transcript</h2>
          <label>A session file, a request body, a HAR entry, or a cURL command
            <textarea name="text" rows="12" spellcheck="false" autocomplete="off"></textarea>
          </label>
          <div class="bar"><button class="primary" value="open">Open</button><button value="cancel">Cancel</button></div>
        </form>
      </dialog>
    `;
  }

  #keys(): TemplateResult {
    const { inspector } = this;
    return html`
      <dialog class="keys-dialog" aria-labelledby="keys-title">
        <form method="dialog">
          <h2 id="keys-title">Keyboard</h2>
          <label class="check"><input type="checkbox" .checked=${singleKeys(inspector)} @change=${(event: Event) => setSingleKeys(inspector, (event.target as HTMLInputElement).checked)} /> Single keys act (turn off where they get in the way)</label>
          <dl class="keys">${SHORTCUTS.map(([keys, what]) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${what}</dd></div>`)}</dl>
          <p class="quiet">replaysafe ${version}</p>
          <div class="bar"><button class="primary" value="close">Close</button></div>
        </form>
      </dialog>
    `;
  }

  #share(): TemplateResult {
    const linkable = this.inspector.host.linkTo("") !== undefined;
    return html`
      <dialog class="share-dialog" aria-labelledby="share-title" @close=${() => {
        this.sharing = "";
      }}>
        <form method="dialog">
          <h2 id="share-title">Copy a link</h2>
          ${
            linkable
              ? html`
            <p>A link to the view says whom the transcript is replayed to and what is selected. Who opens it needs the file.</p>
            <div class="bar"><button type="button" @click=${() => this.#copyLink(false)}>Copy link to the view</button></div>
            <p class="issue tone-amber">A link with content holds the whole transcript, with everything that is in it. Whoever has the link can read it; it is in the histories of browsers and chats.</p>
            <div class="bar"><button type="button" @click=${() => this.#copyLink(true)}>Copy link with content</button></div>
          `
              : html`<p>There is no address to link to from here.</p>`
          }
          <p role="status">${this.sharing}</p>
          <div class="bar"><button class="primary" value="close">Close</button></div>
        </form>
      </dialog>
    `;
  }

  #goto(): TemplateResult {
    return html`
      <dialog class="goto-dialog" aria-labelledby="goto-title" @close=${this.#onGoto}>
        <form method="dialog">
          <h2 id="goto-title">Go to a turn</h2>
          <label>Its number in the input <input name="turn" type="number" min="0" /></label>
          <div class="bar"><button class="primary" value="go">Go</button><button value="cancel" formnovalidate>Cancel</button></div>
        </form>
      </dialog>
    `;
  }

  #plainPage(): TemplateResult {
    return html`
      <dialog class="plain-dialog" aria-labelledby="plain-title" @toggle=${(event: ToggleEvent) => {
        this.plain = event.newState === "open";
      }}>
        <form method="dialog" class="bar plain-bar"><h2 id="plain-title">Plain page</h2><button type="button" @click=${() => print()}>Print</button><button class="primary" value="close">Close</button></form>
        ${this.plain ? html`<rs-plain .inspector=${this.inspector}></rs-plain>` : nothing}
      </dialog>
    `;
  }

  #onPasted(event: Event): void {
    const dialog = event.target as HTMLDialogElement;
    const field = dialog.querySelector("textarea");
    if (dialog.returnValue === "open" && field && field.value.trim() !== "") {
      this.inspector.open("pasted.jsonl", new Blob([field.value]));
      field.value = "";
    }
    dialog.returnValue = "";
  }

  #onGoto(event: Event): void {
    const dialog = event.target as HTMLDialogElement;
    const field = dialog.querySelector("input");
    const text = field?.value ?? "";
    if (field) field.value = "";
    const row = this.inspector.result?.rows.before.indexOf(Number(text)) ?? -1;
    if (dialog.returnValue !== "go" || text === "") return;
    dialog.returnValue = "";
    if (row < 0) {
      this.inspector.set({ note: "There is no turn of that number." });
      return;
    }
    this.inspector.select(row, "transcript");
    this.closest("transcript-inspector")?.dispatchEvent(new CustomEvent("reveal-row"));
  }

  async #copyLink(withContent: boolean): Promise<void> {
    const { inspector } = this;
    let content: string | undefined;
    if (withContent) {
      const bytes = await inspector.ask("content", { most: MOST_CONTENT });
      if (!bytes) {
        this.sharing = `The transcript is too large for a link: packed, it has more than ${sized(MOST_CONTENT)}. Hand on the file instead.`;
        return;
      }
      content = encodeContent(bytes);
    }
    const { target, tab, row, onlyChanged, layer, rule, exampleId } = inspector;
    const example = withContent ? undefined : exampleId;
    const link = inspector.host.linkTo(formatHash({ target, tab, row, onlyChanged, layer, rule, example, content }));
    try {
      await inspector.host.copy(link ?? "");
      this.sharing = withContent ? "The link was copied. It holds the transcript." : "The link was copied.";
    } catch {
      this.sharing = "The browser did not allow to copy.";
    }
  }
}

function privacy(): TemplateResult {
  return html`
    <dialog class="privacy-dialog" aria-labelledby="privacy-title">
      <form method="dialog">
        <h2 id="privacy-title">How to check that nothing leaves this tab</h2>
        <ol>
          <li>Open the Network panel of the developer tools, then open a file here: no request is made to any other place. The parts that work on images are scripts of this page; they are loaded when the first image needs them.</li>
          <li>Look at the headers of this page: <code>Content-Security-Policy: connect-src 'none'</code>. The browser itself refuses every connection of the page and of its Web Workers, whatever their code says.</li>
          <li>Cut the network after the page has loaded. It goes on working.</li>
        </ol>
        <p class="quiet">In the browser's storage are the theme, the width of the list, the last target and whether single keys act. Never anything of a transcript.</p>
        <div class="bar"><button class="primary" value="close">Close</button></div>
      </form>
    </dialog>
  `;
}
