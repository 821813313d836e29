/** Links to the sources that the catalogs name, and to nothing else. */
import { html, type TemplateResult } from "lit";
import { visible } from "../visible.ts";

/** A link to a source; only text when it is not an https URL. */
export function sourceLink(url: string): TemplateResult {
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") return html`<span class="quiet">${visible(url)}</span>`;
  return html`<a class="source" href=${url} target="_blank" rel="noopener noreferrer">${new URL(url).hostname}</a>`;
}
