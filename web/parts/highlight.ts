/** Marks what is searched for, without touching the page: ranges that the style sheet colors. */

const NAME = "search";
const MOST = 500;

interface Highlights {
  set(name: string, highlight: unknown): void;
  delete(name: string): void;
}

/** Marks every place of a text within a part. Browsers without the means show nothing. */
export function highlight(part: HTMLElement, text: string): void {
  const { highlights } = CSS as unknown as { readonly highlights?: Highlights };
  const Highlight = (globalThis as { Highlight?: new (...ranges: Range[]) => unknown }).Highlight;
  if (!highlights || !Highlight) return;
  const wanted = text.trim().toLowerCase();
  if (wanted === "") {
    highlights.delete(NAME);
    return;
  }
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < MOST; node = walker.nextNode()) {
    const words = (node.textContent ?? "").toLowerCase();
    for (
      let at = words.indexOf(wanted);
      at >= 0 && ranges.length < MOST;
      at = words.indexOf(wanted, at + wanted.length)
    ) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, Math.min(at + wanted.length, node.textContent?.length ?? 0));
      ranges.push(range);
    }
  }
  highlights.set(NAME, new Highlight(...ranges));
}
