/** The keyboard: single keys where a person reads, combinations everywhere. */

import type { DetailMode } from "./facts.ts";
import { CHANGED, FLAG } from "./protocol.ts";
import type { Inspector } from "./state.ts";

/** What the list of shortcuts says. */
export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ["?", "this list"],
  ["Ctrl+O", "open a file"],
  ["Ctrl+V", "open what is in the clipboard"],
  ["j k, ↓ ↑", "next, previous turn"],
  ["Home End, g g G", "first, last turn"],
  ["Page Up Page Down", "a screen up, down"],
  ["n p, F8 Shift+F8", "next, previous finding"],
  ["] [", "next, previous changed turn"],
  ["Enter, Esc", "into the turn, back to the list"],
  ["/, Ctrl+F", "search"],
  [":, Ctrl+G", "go to a turn by its number"],
  ["d b a r", "difference, before, after, JSON"],
  ["u", "only changed turns"],
  ["t o", "fold thinking, tool output"],
  ["1 2 3", "in an opened image: before, half, after"],
  ["Ctrl+S", "save the repaired copy"],
  ["Ctrl+C", "on a row: copy the turn as JSON"],
];

const SINGLE = "single-keys";
let lastKey = { key: "", at: 0 };

/** Are single keys turned on? */
export function singleKeys(inspector: Inspector): boolean {
  return inspector.host.readSetting(SINGLE) !== "off";
}

/** Turns single keys on or off. */
export function setSingleKeys(inspector: Inspector, on: boolean): void {
  inspector.host.writeSetting(SINGLE, on ? "on" : "off");
}

/** Acts on a key. */
export function onKey(event: KeyboardEvent, app: HTMLElement, inspector: Inspector): void {
  if (event.defaultPrevented || app.querySelector("dialog[open]")) return;
  const act =
    withControl(event, app, inspector) ?? (isEditable(event.target) ? undefined : plain(event, app, inspector));
  if (!act) return;
  event.preventDefault();
  act();
}

type Act = () => void;

function withControl(event: KeyboardEvent, app: HTMLElement, inspector: Inspector): Act | undefined {
  if (event.key === "F8") return () => stepTo(inspector, app, FINDING, event.shiftKey ? -1 : 1);
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  switch (event.key.toLowerCase()) {
    case "o":
      return () => app.querySelector<HTMLElement>(".file-input")?.click();
    case "f": {
      const field = app.querySelector<HTMLInputElement>(".search-field");
      // The second one is the browser's own.
      if (!field || document.activeElement === field) return undefined;
      return () => field.focus();
    }
    case "g":
      return inspector.result ? () => app.querySelector<HTMLDialogElement>(".goto-dialog")?.showModal() : undefined;
    case "s":
      return inspector.result ? () => void app.dispatchEvent(new CustomEvent("save-copy")) : undefined;
    case "c": {
      const row = (event.target as Element).closest?.(".rows-row");
      if (!row || String(getSelection()) !== "" || inspector.row < 0) return undefined;
      return () => void copyTurn(inspector);
    }
    default:
      return undefined;
  }
}

async function copyTurn(inspector: Inspector): Promise<void> {
  const { row, result } = inspector;
  const side = (result?.rows.after[row] ?? -1) === -1 ? "before" : "after";
  const text = await inspector.ask("copy", { row, side });
  if (text === undefined) return;
  try {
    await inspector.host.copy(text);
    inspector.set({ note: "The turn was copied as JSON." });
  } catch {
    inspector.set({ note: "The browser did not allow to copy." });
  }
}

const MODES: Readonly<Record<string, DetailMode>> = { d: "diff", b: "before", a: "after", r: "json" };
const FINDING = FLAG.rejected | FLAG.left | CHANGED | FLAG.note;

function plain(event: KeyboardEvent, app: HTMLElement, inspector: Inspector): Act | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === "Escape") return () => toList(app, inspector);
  if (!singleKeys(inspector)) return undefined;
  if (event.key === "?") return () => app.querySelector<HTMLDialogElement>(".keys-dialog")?.showModal();
  if (!inspector.result) return undefined;
  const twice = event.key === lastKey.key && event.timeStamp - lastKey.at < 600 && !event.repeat;
  lastKey = { key: event.key, at: event.timeStamp };
  const mode = MODES[event.key];
  if (mode) return () => inspector.set({ mode });
  switch (event.key) {
    case "/":
      return () => app.querySelector<HTMLInputElement>(".search-field")?.focus();
    case ":":
      return () => app.querySelector<HTMLDialogElement>(".goto-dialog")?.showModal();
    case "j":
      return () => moveBy(inspector, app, 1);
    case "k":
      return () => moveBy(inspector, app, -1);
    case "g":
      return twice ? () => moveTo(inspector, app, 0) : undefined;
    case "G":
      return () => moveTo(inspector, app, inspector.items.length - 1);
    case "n":
    case "p":
      return () => stepTo(inspector, app, FINDING, event.key === "n" ? 1 : -1);
    case "]":
    case "[":
      return () => stepTo(inspector, app, CHANGED, event.key === "]" ? 1 : -1);
    case "u":
      return () => inspector.set({ onlyChanged: !inspector.showsOnlyChanged });
    case "t":
    case "o":
      return () => fold(app, event.key === "t" ? "thinking" : "tool");
    default:
      return undefined;
  }
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input:not([type=range], [type=checkbox]), textarea, select") !== null
  );
}

function toList(app: HTMLElement, inspector: Inspector): void {
  if (inspector.query !== "") void inspector.search("");
  app.querySelector<HTMLElement>("rs-transcript .rows-row[tabindex='0']")?.focus();
}

/** Moves by so many items of the list; what is left out between is stepped over. */
function moveBy(inspector: Inspector, app: HTMLElement, by: number): void {
  const rows = inspector.items.filter((item) => typeof item === "number");
  const at = rows.indexOf(inspector.row);
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
  if (next !== undefined) go(inspector, app, next);
}

function moveTo(inspector: Inspector, app: HTMLElement, index: number): void {
  const rows = inspector.items.filter((item) => typeof item === "number");
  const row = index === 0 ? rows[0] : rows.at(-1);
  if (row !== undefined) go(inspector, app, row);
}

/** The next or previous row with one of the bits, around the end. */
function stepTo(inspector: Inspector, app: HTMLElement, bits: number, by: 1 | -1): void {
  const { result, row } = inspector;
  if (!result) return;
  const { flags, count } = result.rows;
  for (let step = 1; step <= count; step++) {
    const at = (Math.max(row, by > 0 ? -1 : 0) + by * step + count * 2) % count;
    if (!((flags[at] as number) & bits)) continue;
    go(inspector, app, at);
    return;
  }
}

function go(inspector: Inspector, app: HTMLElement, row: number): void {
  inspector.select(row, "transcript");
  app.dispatchEvent(new CustomEvent("reveal-row", { detail: row }));
}

/** Folds or unfolds all blocks of a kind. */
function fold(app: HTMLElement, kind: string): void {
  const blocks = [...app.querySelectorAll<HTMLDetailsElement>(`details.block[data-kind^="${kind}"]`)];
  const open = !blocks.some((block) => block.open);
  for (const block of blocks) block.open = open;
}
