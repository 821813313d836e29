/** The verdict in a line, and the ways to take the repaired messages along. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { RunResult } from "../protocol.ts";
import { visible } from "../visible.ts";
import { Part } from "./part.ts";
import { counted } from "./words.ts";

const VERDICTS: Readonly<Record<RunResult["status"], { mark: string; label: string; text: string }>> = {
  clean: { mark: "✓", label: "Clean", text: "Nothing had to be changed." },
  repaired: { mark: "~", label: "Repaired", text: "All rules for this target ran; no fault that they know is left." },
  unrepairable: { mark: "✕", label: "Unrepairable", text: "Errors are left: the provider would refuse this." },
};

const COPY =
  "This is a copy to be sent once. Do not store it over the session: what one provider refuses, another needs.";
const BEST_EFFORT = "The messages are a best effort, to be read by people. Do not send them.";

/** `<rs-verdict>`: status, numbers, download and copy. */
export class VerdictPart extends Part {
  static override properties: PropertyDeclarations = { ...Part.properties, note: { state: true } };

  /** What the last copy or download did. */
  declare note: string;

  constructor() {
    super();
    this.note = "";
  }

  protected override render(): TemplateResult | typeof nothing {
    const { result, working } = this.inspector;
    if (!result) return nothing;
    const { mark, label, text } = VERDICTS[result.status];
    return html`
      <section class="verdict" aria-labelledby="verdict-title">
        <div class="verdict-head">
          <h2 id="verdict-title" class=${`status status-${result.status}`}><span aria-hidden="true">${mark}</span> ${label}</h2>
          <p>
            <code>${visible(result.policy.target.provider)}</code>
            ${text} ${working ? html`<span class="quiet">Working on a newer run…</span>` : nothing}
          </p>
        </div>
        <dl class="numbers">
          ${numberOf("Changes", result.changes.toLocaleString("en"))}
          ${numberOf("Lossy", result.lossy.toLocaleString("en"))}
          ${numberOf("Messages", messagesText(result))}
          ${numberOf("Time", `${result.milliseconds.toFixed(0)} ms`)}
        </dl>
        <div class="take">
          <button type="button" @click=${() => this.#download("jsonl")}>Download JSONL</button>
          <button type="button" @click=${() => this.#download("json")}>Download JSON</button>
          <button type="button" @click=${this.#copy}>Copy as JSON</button>
          <span role="status" class="quiet">${this.note}</span>
        </div>
        <p class="quiet fine">${result.status === "unrepairable" ? BEST_EFFORT : COPY}</p>
      </section>
    `;
  }

  async #download(format: "json" | "jsonl"): Promise<void> {
    const blob = await this.inspector.ask("export", { format });
    if (!blob) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = this.#fileName(format);
    link.click();
    // The browser reads the blob after this task: release it later.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    this.note = `Saved ${counted(this.inspector.result?.messagesAfter ?? 0, "message")}.`;
  }

  async #copy(): Promise<void> {
    const blob = await this.inspector.ask("export", { format: "json" });
    if (!blob) return;
    try {
      await navigator.clipboard.writeText(await blob.text());
      this.note = "Copied.";
    } catch {
      this.note = "The browser did not allow it. Download the file instead.";
    }
  }

  #fileName(format: string): string {
    const base = this.inspector.source.name.replace(/\.(jsonl|json|txt)$/i, "");
    const name = `${base}.${this.inspector.result?.policy.target.provider ?? ""}.replay.${format}`;
    return name.replace(/[^\p{L}\p{N} ._-]+/gu, "-");
  }
}

function numberOf(label: string, value: string): TemplateResult {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

function messagesText({ messagesBefore, messagesAfter }: RunResult): string {
  const after = messagesAfter.toLocaleString("en");
  return messagesBefore === messagesAfter ? after : `${messagesBefore.toLocaleString("en")} → ${after}`;
}
