/**
 * Puts recordings to the text they speak. Hosts store the audio of an answer as a row of its own, with a mark that names
 * the text by its SHA-256 or in full.
 */
import { hashPrefix } from "../transcript/hash.ts";
import { isRecord } from "../transcript/message.ts";
import { blockList, isForwarded, textOf } from "./rows.ts";
import type { Row } from "./types.ts";

/** The text of a row that is only there for its recording. */
const STAND_IN = "Audio reply";

/** The rows with recordings moved into the last row before that says their text; others stay. */
export function mergeSpeech(rows: readonly Row[]): readonly Row[] {
  if (!rows.some((row) => markOf(row) !== undefined)) return rows;
  const merged: Row[] = [];
  /** Where a text was said last, by the text and by its hash. */
  const said = new Map<string, number>();
  for (const row of rows) {
    const mark = markOf(row);
    const at = mark && [mark["textSha256"], mark["spokenText"]].map((key) => said.get(keyOf(key))).find(isIndex);
    const target = at === undefined ? undefined : merged[at];
    if (at !== undefined && target !== undefined) {
      merged[at] = withRecording(target, row);
      continue;
    }
    merged.push(row);
    const text = mark === undefined && row.role === "assistant" && !isForwarded(row) ? textOf(row).trim() : "";
    if (text === "") continue;
    said.set(keyOf(text), merged.length - 1);
    said.set(keyOf(hashPrefix(text, 64)), merged.length - 1);
  }
  return merged;
}

/** The mark of a row that holds nothing but a recording. */
function markOf(row: Row): Readonly<Record<string, unknown>> | undefined {
  const mark = row["openclawTtsSupplement"];
  if (!isRecord(mark) || row.role !== "assistant") return undefined;
  const blocks = blockList(row).filter(isRecord);
  const texts = blocks.filter((block) => block["type"] === "text");
  const isRecording = texts.every(({ text }) => typeof text !== "string" || ["", STAND_IN].includes(text.trim()));
  return isRecording && texts.length < blocks.length ? mark : undefined;
}

function withRecording(target: Row, recording: Row): Row {
  const blocks = blockList(recording).filter((block) => isRecord(block) && block["type"] !== "text");
  const text = textOf(target).trim();
  const own = Array.isArray(target.content) ? blockList(target) : text === "" ? [] : [{ type: "text", text }];
  return { ...target, content: [...own, ...blocks] };
}

function keyOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function isIndex(value: number | undefined): value is number {
  return value !== undefined;
}
