/** The state of the view as it stands behind `#` in the address. The transcript is only in it when a person asks for that. */
import type { Target } from "./presets.ts";

/** The views. */
export const TABS = ["transcript", "findings", "images", "providers", "policy", "raw"] as const;
/** A view of the app itself; hosts may have more. */
export type TabId = (typeof TABS)[number];
/** Which changes are looked at: all, those of the file, those of the copy. */
export type LayerFilter = "both" | "file" | "replay";

/** What is looked at, and how. */
export interface ViewState {
  readonly target: Target;
  readonly tab: string;
  /** The row that is selected; -1: none. */
  readonly row: number;
  readonly onlyChanged: boolean | undefined;
  readonly layer: LayerFilter;
  /** The group of findings that is opened, by its code or rule. */
  readonly rule: string | undefined;
  readonly example: string | undefined;
  /** The transcript, packed. */
  readonly content: string | undefined;
}

const VERSION = "1";
/** An address may be hostile: nothing in it is long but the content. */
const LONGEST = 200;

/** The state as text. What is as usual is left out. */
export function formatHash(state: ViewState): string {
  const { target, tab, row, onlyChanged, layer, rule, example, content } = state;
  const fields = new URLSearchParams({ v: VERSION });
  if (example !== undefined) fields.set("example", example);
  fields.set("p", target.provider);
  if (target.modelApi) fields.set("api", target.modelApi);
  if (target.modelId) fields.set("m", target.modelId);
  if (tab !== "transcript") fields.set("tab", tab);
  if (row >= 0) fields.set("turn", String(row));
  if (onlyChanged !== undefined) fields.set("only", onlyChanged ? "changed" : "all");
  if (layer !== "both") fields.set("layer", layer);
  if (rule !== undefined) fields.set("rule", rule);
  if (content !== undefined) fields.set("c", content);
  return fields.toString();
}

/** What was understood of a text. */
export interface ParsedHash extends Partial<ViewState> {
  /** It was written by a newer version of the page. */
  readonly newer?: boolean;
}

/** Reads a state. What is not understood is left out. */
export function parseHash(text: string): ParsedHash {
  const fields = new URLSearchParams(text);
  const field = (name: string): string | undefined => fields.get(name)?.slice(0, LONGEST) || undefined;
  const version = field("v");
  const provider = field("p");
  const [tab, turn, only, layer, rule, example] = ["tab", "turn", "only", "layer", "rule", "example"].map(field);
  return {
    ...(version !== undefined && /^\d+$/.test(version) && Number(version) > Number(VERSION) && { newer: true }),
    ...(provider !== undefined && {
      target: { provider, modelApi: field("api") ?? "", modelId: field("m") ?? "" },
    }),
    ...(tab !== undefined && (TABS as readonly string[]).includes(tab) && { tab }),
    ...(turn !== undefined && /^\d{1,8}$/.test(turn) && { row: Number(turn) }),
    ...((only === "changed" || only === "all") && { onlyChanged: only === "changed" }),
    ...((layer === "file" || layer === "replay") && { layer }),
    ...(rule !== undefined && { rule }),
    ...(example !== undefined && { example }),
    ...(fields.get("c") && { content: fields.get("c") ?? undefined }),
  };
}

/** What is said of an address that a newer page has written. */
export const NEWER = "The link was made by a newer version of this page: not everything in it was understood.";

/** How many bytes a link may hold, packed. */
export const MOST_CONTENT: number = 32 * 1024;
/** How many bytes they may become. */
const MOST_UNPACKED = 8 * 1024 * 1024;

/** Bytes as they stand in an address; the first character says how. */
export function encodeContent(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `1${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The text that an address holds. @throws Error when it is damaged, or larger than it may be */
export async function decodeContent(content: string): Promise<Blob> {
  if (!content.startsWith("1")) throw new Error("The link was made by another version of this page.");
  if (content.length > MOST_CONTENT * 1.4) throw new Error("The link holds more than a link may hold.");
  const text = atob(content.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]);
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    bytes += step.value.byteLength;
    if (bytes > MOST_UNPACKED) {
      await reader.cancel();
      throw new Error("Unpacked, the link holds more than a link may hold.");
    }
    pieces.push(step.value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(pieces);
}
