/** What is said of a request: what was found in it, what the provider answered, and what the next one will meet. */
import { html, nothing, type TemplateResult } from "lit";
import type { Finding } from "../../src/index.ts";
import { formatNames } from "../inputs/label.ts";
import { tag } from "../parts/part.ts";
import { counted, sized } from "../parts/words.ts";
import type { Inspector } from "../state.ts";
import { visible } from "../visible.ts";
import { copyCase, copyCurl, copyRepaired, inspect } from "./actions.ts";
import type { Listed } from "./feed.ts";
import { providerOf, type Requests } from "./requests.ts";
import { isWorthReporting, markOf, outcomeMark, outcomeText, stateText, statusText } from "./words.ts";

/** How many findings are shown here; the inspector has them all. */
const SHOWN = 5;
const LONGEST_ERROR = 2000;

/** The detail of a request. */
export function requestDetail(request: Listed, requests: Requests, inspector: Inspector): TemplateResult {
  const { format, target, url, milliseconds, bytes, declaredBytes } = request;
  const facts = [
    formatNames[format],
    sized(Math.max(bytes, declaredBytes ?? 0)),
    ...(milliseconds > 0 ? [milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`] : []),
  ];
  const { mark, word, tone } = markOf(request);
  return html`
    <header class="request-head">
      <div>
        <h2>${visible(providerOf(request))} <span class="quiet">${visible(target.modelId ?? "")}</span> ${tag(mark, word, tone)}</h2>
        <p class="quiet">${facts.join(" · ")} · <code>${visible(url)}</code></p>
      </div>
      ${request.state === "whole" ? actions(request, requests, inspector) : nothing}
    </header>
    ${request.state === "whole" ? body(request, requests, inspector) : notJudged(request)}
  `;
}

function notJudged(request: Listed): TemplateResult {
  const { text, advice } = stateText(request) ?? { text: "", advice: "" };
  return html`<section class="request-part"><h3>Not judged</h3><p>${text}</p><p class="quiet">${advice}</p></section>`;
}

function body(request: Listed, requests: Requests, inspector: Inspector): TemplateResult {
  const { verdict, failed } = request;
  if (verdict)
    return html`${foundPart(verdict.findings)} ${answerPart(request, requests, inspector)} ${nextPart(request)}`;
  return html`<p class="blank">${failed ? "It could not be judged: it is too large, or this is a fault of replaysafe." : "Checking…"}</p>`;
}

function actions(request: Listed, requests: Requests, inspector: Inspector): TemplateResult {
  const busy = inspector.working !== undefined && requests.inspected === request.id;
  return html`
    <div class="bar request-actions">
      <button type="button" class="primary" @click=${() => inspect(request, requests, inspector)}>Inspect</button>
      <button type="button" ?disabled=${busy} @click=${() => copyRepaired(request, requests, inspector)}>Copy repaired body</button>
      <button type="button" title="Without credentials" @click=${() => copyCurl(request, requests, inspector)}>Copy as cURL</button>
    </div>
  `;
}

function foundPart(findings: readonly Finding[]): TemplateResult {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const others = findings.length - errors;
  const title = errors > 0 ? `Would be refused: ${counted(errors, "error")}` : "Nothing found that would be refused";
  return html`
    <section class="request-part">
      <h3>${title}${others > 0 ? html` <span class="quiet">and ${counted(others, "remark")}</span>` : nothing}</h3>
      ${listOf(findings)}
    </section>
  `;
}

function listOf(findings: readonly Finding[]): TemplateResult | typeof nothing {
  if (findings.length === 0) return nothing;
  const order = ["error", "warning", "note"];
  const sorted = [...findings].sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
  const more = sorted.length - SHOWN;
  return html`
    <ul class="request-findings">
      ${sorted.slice(0, SHOWN).map(
        ({ code, severity, path, message }) => html`
          <li>
            ${severity === "error" ? tag("✕", code, "red") : tag(severity === "warning" ? "!" : "i", code, severity === "warning" ? "amber" : "plain")}
            <code class="quiet">${visible(path)}</code>
            <p>${visible(message)}</p>
          </li>
        `,
      )}
    </ul>
    ${more > 0 ? html`<p class="quiet">and ${more} more: Inspect shows all of them.</p>` : nothing}
  `;
}

function answerPart(request: Listed, requests: Requests, inspector: Inspector): TemplateResult {
  const { verdict, status } = request;
  if (!verdict) return html``;
  const { prediction, error } = verdict;
  const { mark, word, tone } = outcomeMark(prediction);
  return html`
    <section class="request-part">
      <h3>The provider answered ${statusText(status)}</h3>
      ${error === undefined ? nothing : html`<pre class="request-error">${visible(wordsOf(error))}</pre>`}
      <p class=${`request-outcome outcome-${prediction.outcome}`}>${tag(mark, word, tone)} ${outcomeText(prediction)}</p>
      ${
        isWorthReporting(prediction)
          ? html`<button type="button" title="The form of the request without a word of what is in it" @click=${() => copyCase(request, requests, inspector)}>
              Report this: copy redacted case
            </button>`
          : nothing
      }
    </section>
  `;
}

/** The message within the error, where it is JSON. */
function wordsOf(error: string): string {
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.){1,4000}")/.exec(error)?.[1];
  try {
    return message === undefined ? error.slice(0, LONGEST_ERROR) : String(JSON.parse(message)).slice(0, LONGEST_ERROR);
  } catch {
    return error.slice(0, LONGEST_ERROR);
  }
}

function nextPart({ verdict, hasAnswer, status }: Listed): TemplateResult | typeof nothing {
  if (!verdict || verdict.error !== undefined) return nothing;
  const { answer, next } = verdict;
  if (!hasAnswer) {
    if (status < 200 || status > 299) return nothing;
    return html`<section class="request-part"><h3>The next request is not checked</h3><p class="quiet">The browser did not keep the answer.</p></section>`;
  }
  const problems = answer.problems.map((problem) => html`<p>${tag("!", visible(problem), "amber")}</p>`);
  if (answer.turns === 0) {
    if (problems.length === 0) return nothing;
    return html`<section class="request-part"><h3>The next request is not checked</h3>${problems}</section>`;
  }
  const errors = next.filter(({ severity }) => severity === "error");
  const title =
    errors.length > 0
      ? "The next request would be refused"
      : `The next request is in order${answer.complete ? "" : ", as far as the answer came"}`;
  return html`
    <section class="request-part">
      <h3>${title}</h3>
      <p class="quiet">
        ${answer.complete ? "The answer" : "What came of the answer"}${answer.stopReason ? html` (<code>${visible(answer.stopReason)}</code>)` : nothing}
        was put behind the request, with results for its calls, and checked.
      </p>
      ${problems}
      ${listOf(next)}
    </section>
  `;
}
