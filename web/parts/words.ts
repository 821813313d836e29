/** Numbers, sizes and what was found, in words. */
import type { ImageReason } from "../../src/index.ts";
import { numbered } from "../numbered.ts";
import { FLAG, type ImageSize, type IssueKind } from "../protocol.ts";

export { numbered };

/** `1 change`, `12 changes`. */
export function counted(count: number, noun: string): string {
  return `${numbered(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `812 bytes`, `4.1 kB`, `96 MB`. */
export function sized(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `812`, `4.1k`, `1.2M`. */
export function short(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000
    ? `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`
    : `${(count / 1_000_000).toFixed(1)}M`;
}

/** Such as `−34 %`; empty when nothing differs by as much as half a percent. */
export function difference(before: number, after: number): string {
  if (before === 0) return "";
  const percent = Math.round(((after - before) / before) * 100);
  if (percent === 0) return "";
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)} %`;
}

/** A mark, a word and a style for each bit of a row's flags, the most telling first. */
const FLAG_WORDS: readonly {
  readonly bit: number;
  readonly mark: string;
  readonly word: string;
  readonly tone: string;
}[] = [
  { bit: FLAG.left, mark: "✕", word: "still refused", tone: "red" },
  { bit: FLAG.rejected, mark: "✕", word: "refused", tone: "red" },
  { bit: FLAG.dropped, mark: "−", word: "dropped", tone: "amber" },
  { bit: FLAG.made, mark: "+", word: "added", tone: "green" },
  { bit: FLAG.merged, mark: "⊕", word: "merged", tone: "violet" },
  { bit: FLAG.moved, mark: "↕", word: "moved", tone: "violet" },
  { bit: FLAG.edited, mark: "~", word: "edited", tone: "blue" },
  { bit: FLAG.file, mark: "≡", word: "file repaired", tone: "violet" },
  { bit: FLAG.note, mark: "i", word: "note", tone: "plain" },
  { bit: FLAG.image, mark: "▣", word: "image", tone: "plain" },
];

/** What a row is about. What is still refused need not be said to be refused. */
export function flagWords(flags: number): typeof FLAG_WORDS {
  const told = flags & FLAG.left ? flags & ~FLAG.rejected : flags;
  return FLAG_WORDS.filter(({ bit }) => told & bit);
}

/** What each kind of finding is called. */
export const KIND_WORDS: Readonly<
  Record<IssueKind, { readonly mark: string; readonly word: string; readonly tone: string }>
> = {
  left: { mark: "✕", word: "Still refused", tone: "red" },
  rejected: { mark: "✕", word: "Refused", tone: "red" },
  changed: { mark: "~", word: "Changed", tone: "blue" },
  note: { mark: "i", word: "Note", tone: "plain" },
};

/** The kinds, the most telling first. */
export const KINDS: readonly IssueKind[] = ["left", "rejected", "changed", "note"];

/** Why an image is not left alone. */
export const REASON_WORDS: Readonly<Record<ImageReason, string>> = {
  side: "a side is too long",
  "many-images": "a side is too long for a request with many images",
  bytes: "its file is too large",
  format: "the target does not read its format",
  animated: "the target reads no animations",
  truncated: "its end is missing",
  "too-many-images": "there are too many images",
  "too-many-in-message": "there are too many images in the message",
  "request-bytes": "the request would be too large",
};

/** Such as `png 2880×1800, 3.4 MB`. */
export function imageText({ format, width, height, bytes }: ImageSize): string {
  return `${format} ${width}×${height}, ${sized(bytes)}`;
}

/** Roles as people say them. */
export function roleWord(role: string): string {
  return role === "toolResult" ? "tool result" : role;
}
