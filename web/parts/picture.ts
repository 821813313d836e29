/** A picture of the transcript, drawn only while it is in view. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { Side } from "../protocol.ts";
import { Part } from "./part.ts";

/** `<rs-picture>`: one image. Its file is released when it is out of view. */
export class PicturePart extends Part {
  static override properties: PropertyDeclarations = {
    ...Part.properties,
    path: { attribute: false },
    side: { attribute: false },
    alt: { attribute: false },
    url: { state: true },
    failed: { state: true },
  };

  declare path: string;
  declare side: Side;
  declare alt: string;
  declare url: string | undefined;
  declare failed: boolean;
  #observer: IntersectionObserver | undefined;
  #inView = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new IntersectionObserver((entries) => {
      this.#inView = entries.some(({ isIntersecting }) => isIntersecting);
      if (this.#inView) void this.#load();
      else this.#release();
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#release();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("path") && !changed.has("side")) return;
    this.#release();
    this.failed = false;
    if (this.#inView) void this.#load();
  }

  protected override render(): TemplateResult {
    if (this.failed) return html`<span class="picture-none">cannot be drawn</span>`;
    return html`${this.url ? html`<img src=${this.url} alt=${this.alt} @error=${this.#onError} />` : nothing}`;
  }

  async #load(): Promise<void> {
    if (this.url !== undefined || !this.inspector.result) return;
    const { path, side } = this;
    const blob = await this.inspector.ask("image", { path, side });
    if (path !== this.path || side !== this.side || !this.#inView || !this.isConnected) return;
    if (blob) this.url = URL.createObjectURL(blob);
    else this.failed = true;
  }

  #release(): void {
    if (this.url !== undefined) URL.revokeObjectURL(this.url);
    this.url = undefined;
  }

  #onError(): void {
    this.#release();
    this.failed = true;
  }
}
