/** The requests of the page: a list that is filled as they are sent, and what is said of the chosen one. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { Part, tag } from "../parts/part.ts";
import { counted, sized } from "../parts/words.ts";
import { visible } from "../visible.ts";
import type { Listed } from "./feed.ts";
import { requestDetail } from "./request-detail.ts";
import { providerOf, type Requests } from "./requests.ts";
import { markOf, statusText, timeText } from "./words.ts";

const COLUMNS: readonly (readonly [name: string, label: string])[] = [
  ["time", "Time"],
  ["provider", "Provider"],
  ["model", "Model"],
  ["status", "Status"],
  ["turns", "Turns"],
  ["size", "Size"],
  ["verdict", "Verdict"],
];

/** The APIs, and how addresses of them usually end. */
const APIS: readonly (readonly [name: string, path: string])[] = [
  ["Anthropic Messages", "…/v1/messages"],
  ["Chat Completions", "…/chat/completions"],
  ["OpenAI Responses", "…/responses"],
  ["Gemini", "…:generateContent"],
  ["Bedrock Converse", "…/converse"],
];

/** `<rs-requests>`: the first view of the panel. */
export class RequestsView extends Part {
  static override properties: PropertyDeclarations = { ...Part.properties, requests: { attribute: false } };

  declare requests: Requests;

  override connectedCallback(): void {
    super.connectedCallback();
    this.requests.addEventListener("change", this.#redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.requests.removeEventListener("change", this.#redraw);
  }

  readonly #redraw = (): void => this.requestUpdate();

  protected override render(): TemplateResult {
    const { requests, inspector } = this;
    const { shown, chosen } = requests;
    return html`
      ${this.#bar()}
      <div class="requests-split">
        <div class="requests-list">${shown.length === 0 ? this.#nothing() : this.#table(shown)}</div>
        ${
          chosen
            ? html`<section class="request-detail" aria-label="The chosen request" tabindex="-1" @keydown=${this.#onDetailKey}>
                ${requestDetail(chosen, requests, inspector)}
              </section>`
            : nothing
        }
      </div>
      <p class="visually-hidden" role="status">${counted(shown.length, "request")}</p>
    `;
  }

  #bar(): TemplateResult {
    const { requests } = this;
    const { paused, preserve, dropped, passed } = requests.state;
    const { all, shown } = requests;
    const counts = [
      shown.length === all.length
        ? counted(all.length, "request")
        : `${shown.length} of ${counted(all.length, "request")}`,
      ...(dropped > 0 ? [`${dropped} older ones dropped`] : []),
      ...(passed > 0 ? [`${passed} passed over while paused`] : []),
    ];
    return html`
      <div class="requests-bar bar">
        <button type="button" class="pause" aria-pressed=${paused ? "true" : "false"} title="Stop taking requests" @click=${() => requests.pause(!paused)}>
          ${paused ? html`<span aria-hidden="true">▶</span> Paused` : html`<span class="recording" aria-hidden="true">●</span> Pause`}
        </button>
        <button type="button" ?disabled=${all.length === 0} @click=${() => requests.clear()}>Clear</button>
        <label class="check">
          <input type="checkbox" .checked=${preserve} @change=${(event: Event) => requests.preserve((event.target as HTMLInputElement).checked)} />
          Preserve log
        </label>
        <input class="filter" type="search" placeholder="Filter: model, 400, missed" aria-label="Filter requests" .value=${requests.filter}
          @input=${(event: Event) => requests.setFilter((event.target as HTMLInputElement).value)} />
        <span class="quiet">${counts.join(" · ")}</span>
      </div>
    `;
  }

  #nothing(): TemplateResult {
    const { requests } = this;
    if (requests.connected === false) {
      return html`
        <div class="blank requests-none">
          <h2>Nothing is recorded</h2>
          <p>The extension was updated or reloaded while the developer tools were open. Close them and open them again.</p>
        </div>
      `;
    }
    if (requests.all.length > 0) return html`<p class="blank">No request has all of these words.</p>`;
    return html`
      <div class="blank requests-none">
        <h2>Waiting for LLM requests from this page</h2>
        <p>Found by their shape, on any server, a proxy or your own machine too:</p>
        <ul class="known-apis">
          ${APIS.map(([name, path]) => html`<li><span>${name}</span> <code>${path}</code></li>`)}
        </ul>
        <p>
          Calls that a <em>server</em> makes are not seen here: paste a request body or a cURL command, or open a HAR
          file or a session.
        </p>
        ${isFirefox() ? html`<p>Nothing comes? Open the Network tab once: some versions of Firefox tell of requests only then.</p>` : nothing}
        <p>Nothing is sent anywhere. Credentials are removed before anything is kept, and all is gone when the tools are closed.</p>
      </div>
    `;
  }

  #table(shown: readonly Listed[]): TemplateResult {
    const { selected } = this.requests;
    const focusable = shown.some(({ id }) => id === selected) ? selected : shown.at(0)?.id;
    return html`
      <table class="requests-table" role="grid" aria-label="Requests" @keydown=${this.#onListKey}>
        <thead>
          <tr>${COLUMNS.map(([name, label]) => html`<th scope="col" class=${`col-${name}`}>${label}</th>`)}</tr>
        </thead>
        <tbody>${shown.map((request) => this.#row(request, request.id === selected, request.id === focusable))}</tbody>
      </table>
    `;
  }

  #row(request: Listed, selected: boolean, focusable: boolean): TemplateResult {
    const { id, sentAt, target, status, turns, bytes, declaredBytes, url } = request;
    const { mark, word, tone } = markOf(request);
    const cells: Readonly<Record<string, TemplateResult | string>> = {
      time: timeText(sentAt),
      provider: visible(providerOf(request)),
      model: visible(target.modelId ?? "–"),
      status: html`<span class=${status >= 400 || status === 0 ? "status-bad" : ""}>${statusText(status)}</span>`,
      turns: turns === undefined ? "–" : String(turns),
      size: sized(Math.max(bytes, declaredBytes ?? 0)),
      verdict: tag(mark, word, tone),
    };
    return html`
      <tr data-id=${id} aria-selected=${selected ? "true" : "false"} tabindex=${focusable ? 0 : -1} title=${visible(url)}
        @click=${() => this.requests.select(id)}>
        ${COLUMNS.map(([name]) => html`<td class=${`col-${name}`}>${cells[name]}</td>`)}
      </tr>
    `;
  }

  /** Arrows choose a request; Enter goes into what is said of it. */
  readonly #onListKey = (event: KeyboardEvent): void => {
    const { shown, selected } = this.requests;
    const current = shown.findIndex(({ id }) => id === selected);
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(current + 1, shown.length - 1),
      ArrowUp: Math.max(current - 1, 0),
      Home: 0,
      End: shown.length - 1,
    };
    const goal = shown[goals[event.key] ?? -1];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const focused = Number((event.target as HTMLElement).closest("tr")?.dataset["id"]);
      this.requests.select(focused);
      void this.updateComplete.then(() => this.querySelector<HTMLElement>(".request-detail")?.focus());
    }
    if (!goal) return;
    event.preventDefault();
    this.requests.select(goal.id);
    void this.updateComplete.then(() => this.#focusRow(goal.id));
  };

  readonly #onDetailKey = (event: KeyboardEvent): void => {
    const { selected } = this.requests;
    if (event.key !== "Escape" || selected === undefined) return;
    event.preventDefault();
    this.#focusRow(selected);
  };

  #focusRow(id: number): void {
    const row = this.querySelector<HTMLElement>(`tr[data-id="${id}"]`);
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  }
}

function isFirefox(): boolean {
  return navigator.userAgent.includes("Firefox/");
}
