/** The verdict in a line: what the provider would say, and what the repair makes of it. */
import { html, nothing, type TemplateResult } from "lit";
import { KEEP_SAFE, saveExport } from "../exporting.ts";
import type { LayerFilter } from "../hash.ts";
import { presets } from "../presets.ts";
import type { ExportKind, RunResult } from "../protocol.ts";
import { visible } from "../visible.ts";
import { menu, Part } from "./part.ts";
import { openDialog } from "./toolbar.ts";
import { counted, difference, numbered, short, sized } from "./words.ts";

interface Verdict {
  readonly tone: string;
  readonly mark: string;
  readonly head: string;
  readonly text: string;
}

/** `<rs-verdict>`: verdict, numbers, layers, exports. */
export class VerdictPart extends Part {
  #stop: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const app = this.closest("transcript-inspector");
    const save = (): void => void this.#save(this.inspector.opened?.kind === "body" ? "body" : "copy");
    app?.addEventListener("save-copy", save);
    this.#stop = () => app?.removeEventListener("save-copy", save);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { result, working, layer } = this.inspector;
    if (!result) return nothing;
    const { tone, mark, head, text } = verdictOf(result, this.inspector.target.provider);
    return html`
      <section class=${`verdict verdict-${tone}`} aria-label="Verdict" aria-busy=${working ? "true" : "false"}>
        <p class="verdict-head"><strong id="verdict"><span class="verdict-mark" aria-hidden="true">${mark}</span> ${visible(head)}</strong> <span class="verdict-text">${text}</span></p>
        <div class="chips">
          ${this.#chip("rejected", result.counts.rejected, "refused", "red", layer !== "file")}
          ${this.#chip("left", result.counts.left, "still refused", "red", layer !== "file")}
          ${this.#chip("changed", result.counts.changed, result.counts.changed === 1 ? "change" : "changes", "blue", layer !== "file")}
          ${this.#chip("note", result.counts.note, result.counts.note === 1 ? "note" : "notes", "plain", layer !== "file")}
          ${this.#chip("file", result.counts.file, result.counts.file === 1 ? "file repair" : "file repairs", "violet", layer !== "replay")}
        </div>
        <dl class="numbers">
          ${amount("Turns", numbered(result.before.turns), numbered(result.after.turns), "")}
          ${amount("Tokens ≈", short(result.before.tokens), short(result.after.tokens), difference(result.before.tokens, result.after.tokens))}
          ${amount("Size ≈", inKilobytes(result.before.bytes), inKilobytes(result.after.bytes), difference(result.before.bytes, result.after.bytes))}
        </dl>
        <div class="bar take">
          <label class="inline">
            <span class="quiet">Layer</span>
            <select name="layer" title="The file itself, or the copy that is sent" @change=${(event: Event) => this.inspector.set({ layer: (event.target as HTMLSelectElement).value as LayerFilter })}>
              ${LAYERS.map(([id, label]) => html`<option value=${id} ?selected=${id === layer}>${label}</option>`)}
            </select>
          </label>
          ${menu("Export", "Take the result along", this.#exports(), "end")}
        </div>
      </section>
    `;
  }

  #chip(group: string, count: number, word: string, tone: string, shown: boolean): TemplateResult | typeof nothing {
    if (count === 0 || !shown) return nothing;
    return html`<button type="button" class=${`chip tone-${tone}`} @click=${() => {
      this.inspector.group = group;
      this.inspector.show("findings");
    }}><strong>${numbered(count)}</strong> ${word}</button>`;
  }

  #exports(): TemplateResult {
    const { opened, result } = this.inspector;
    const provider = visible(result?.policy.target.provider ?? "");
    const session = opened?.kind === "session";
    const item = (kind: ExportKind, label: TemplateResult | string, hint: string) => html`
      <button type="button" data-export=${kind} @click=${() => this.#save(kind)}><span>${label}</span><small class="quiet">${hint}</small></button>
    `;
    return html`
      ${session ? html`<p class="menu-title">The file</p>${item("session", "Repaired session (.jsonl)", "Only broken lines are touched; all others byte by byte")}` : nothing}
      <p class="menu-title">The copy that is sent</p>
      ${session ? item("copy", html`Sanitized copy for ${provider} (.jsonl)`, KEEP_SAFE) : nothing}
      ${session && result?.judged === false ? nothing : item("body", html`Request body for ${provider} (.json)`, session ? "Built from the sanitized copy" : "Only what is refused is touched")}
      ${session ? nothing : item("curl", "cURL command, without credentials", "To try the repaired body")}
      <p class="menu-title">The report</p>
      ${item("report", "Report (.json)", "Every change and finding, for programs")}
      ${item("markdown", "Report (.md)", "Without any text of the transcript, to paste into an issue")}
      ${item("sarif", "Report (.sarif)", "For tools that show code scans")}
      <p class="menu-title">The view</p>
      <button type="button" @click=${() => openDialog(this, ".share-dialog")}><span>Copy a link…</span><small class="quiet">To this view, or with the transcript in it</small></button>
      <button type="button" @click=${() => openDialog(this, ".plain-dialog")}><span>Plain page, to print or read aloud</span><small class="quiet">The first 500 turns without a moving list</small></button>
    `;
  }

  async #save(kind: ExportKind): Promise<void> {
    await saveExport(this.inspector, kind);
  }
}

const LAYERS: readonly (readonly [LayerFilter, string])[] = [
  ["both", "file and copy"],
  ["file", "file repair"],
  ["replay", "replay copy"],
];

/** Never in bytes: it is an estimate, and there is little room. */
function inKilobytes(bytes: number): string {
  return bytes < 1000 ? `${(bytes / 1000).toFixed(1)} kB` : sized(bytes);
}

function amount(label: string, before: string, after: string, delta: string): TemplateResult {
  return html`<div><dt>${label}</dt><dd>${before === after ? before : html`${before} <span aria-hidden="true">→</span><span class="visually-hidden">to</span> ${after}`}${delta ? html` <span class="delta">${delta}</span>` : nothing}</dd></div>`;
}

/** What is wrong with the file itself, in a sentence with a space before it. */
function fileText({ groups, counts }: RunResult): string {
  const lines = groups.filter(({ layer, lossy }) => layer === "file" && lossy > 0);
  const broken = lines.reduce((sum, { count }) => sum + count, 0);
  const line = lines[0]?.first[0]?.line;
  if (broken === 1 && line !== undefined) return ` Line ${numbered(line)} of the file is broken.`;
  if (broken > 1) return ` ${numbered(broken)} lines of the file are broken.`;
  return counts.file > 0 ? " The file itself is repaired too." : "";
}

/** The verdict in words. */
export function verdictOf(result: RunResult, provider: string): Verdict {
  const { counts, status, judged, imagesLeft, awaitsPrompt, unchecked } = result;
  const who = presets.find((preset) => preset.provider === provider)?.label.split(":")[0] ?? provider;
  const file = fileText(result);
  const prompt = awaitsPrompt ? " The session ends with an answer; your next prompt follows it." : "";
  if (imagesLeft > 0) {
    const head = counts.rejected > 0 ? `${who} would refuse this` : `Images are being worked on`;
    return {
      tone: counts.rejected > 0 ? "red" : "blue",
      mark: counts.rejected > 0 ? "✕" : "~",
      head,
      text: `${counted(imagesLeft, "image")} still to be worked on.`,
    };
  }
  if (status === "unrepairable") {
    const text = unchecked ? "Images were left unchecked." : "The repair leaves errors: see the findings.";
    return { tone: "red", mark: "✕", head: `${who} would refuse even the repaired copy`, text };
  }
  if (counts.rejected > 0) {
    return {
      tone: "red",
      mark: "✕",
      head: `${who} would refuse this`,
      text: `The repaired copy passes.${file}${prompt}`,
    };
  }
  if (counts.changed > 0 || counts.file > 0) {
    const head = !judged
      ? `Repaired for ${who}`
      : counts.changed > 0
        ? `${who} would accept this`
        : "The file needs a repair";
    const text = !judged
      ? "There is no checker for this API: the rules of its policy ran."
      : counts.changed > 0
        ? "Nothing is refused as it is; the rules of the policy still change something."
        : "";
    return {
      tone: counts.file > 0 && counts.changed === 0 ? "violet" : "blue",
      mark: "~",
      head,
      text: `${text}${file}${prompt}`,
    };
  }
  const text = judged
    ? "No check found anything, and no rule had to change anything."
    : "No rule had to change anything. There is no checker for this API.";
  return {
    tone: "green",
    mark: "✓",
    head: judged ? `${who} would accept this` : "Nothing to repair",
    text: `${text}${prompt}`,
  };
}
