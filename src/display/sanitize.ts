/**
 * Makes a row fit to be shown: without what only hosts and providers use, without control tokens, with the texts of the
 * phase that counts. Rows that say nothing but a control token go.
 */
import { isRecord } from "../transcript/message.ts";
import { publicBlock } from "./blocks.ts";
import { isControlReply, stripControlTokens } from "./control-replies.ts";
import { parseDirectives } from "./directives.ts";
import { withoutPaths } from "./media.ts";
import { isCommentary, visibleTexts } from "./phases.ts";
import {
  blockList,
  type Fields,
  hasDisplayableBlock,
  isForwarded,
  isReasoning,
  isTextBlock,
  isToolRow,
  marksOf,
  withoutFields,
} from "./rows.ts";
import { publicDetails } from "./tool-details.ts";
import type { Row, Settings } from "./types.ts";
import { publicCost, publicUsage } from "./usage.ts";

/** Sanitizes rows, and drops control replies and commentary. */
export function sanitizeRows(rows: readonly Row[], settings: Settings): readonly Row[] {
  return rows.flatMap((row) => {
    if (saysNothing(row)) return [];
    const next = sanitizeRow(row, settings);
    return saysNothing(next) ? [] : [next];
  });
}

/** The row as people may see it, with its texts whole. */
export function sanitizeRow(row: Row, settings: Settings): Row {
  const plain = sanitizeFields(row, settings);
  const change = textChange(plain, settings);
  const content = sanitizeContent(plain, change, settings);
  const { text } = plain;
  const said = typeof text === "string" ? change(text) : text;
  if (content === plain.content && said === text) return plain;
  return { ...plain, content, ...(said !== text && { text: said }) };
}

/** Is the assistant's row only a control reply or commentary? */
export function saysNothing(row: Row): boolean {
  if (row.role !== "assistant" || isForwarded(row)) return false;
  if (isCommentary(row)) return true;
  const said = saidText(row);
  return said !== undefined && isControlReply(said) && !hasDisplayableBlock(row);
}

/** What an assistant's row says, reasoning apart; undefined when it holds anything but text. */
export function saidText(row: Row): string | undefined {
  if (typeof row["text"] === "string") return row["text"];
  if (typeof row.content === "string") return row.content;
  const said = blockList(row).filter((block) => !isReasoning(block));
  return said.length > 0 && said.every(isTextBlock) ? said.map(({ text }) => text).join("\n") : undefined;
}

function sanitizeContent(row: Row, change: (text: string) => string, settings: Settings): unknown {
  const { content } = row;
  if (typeof content === "string") return change(content);
  const inTool = isToolRow(row);
  // Old sessions hold a single block in place of a list.
  if (isRecord(content)) return publicBlock(content, settings, inTool);
  if (!Array.isArray(content)) return content;
  const blocks = mapChanged(content, (block) => {
    const visible = publicBlock(block, settings, inTool);
    return isTextBlock(visible) ? withText(visible, change(visible.text)) : visible;
  });
  return row.role === "assistant" ? visibleTexts(blocks) : blocks;
}

/** The list with changed entries; the same list when none changed. */
function mapChanged(list: readonly unknown[], change: (value: unknown) => unknown): readonly unknown[] {
  const next = list.map(change);
  return next.some((value, index) => value !== list[index]) ? next : list;
}

function withText(block: Fields & { readonly text: string }, text: string): Fields {
  return text === block.text ? block : { ...block, text };
}

/** What becomes of the texts of a row. */
function textChange(row: Row, settings: Settings): (text: string) => string {
  // What was forwarded is another agent's own words.
  if (row.role !== "assistant" || isForwarded(row)) return same;
  const withoutTags = settings.keepDirectives === true ? same : (text: string) => parseDirectives(text).text;
  return keepsControlTokens(row) ? withoutTags : (text) => stripControlTokens(withoutTags(text));
}

function same(text: string): string {
  return text;
}

/** Is a token all the text there is beside something that is shown? */
function keepsControlTokens(row: Row): boolean {
  if (!hasDisplayableBlock(row)) return false;
  const { content } = row;
  const texts =
    typeof content === "string"
      ? [content]
      : blockList(row)
          .filter(isTextBlock)
          .map(({ text }) => text);
  return texts.length > 0 && texts.every(isControlReply);
}

/** Fields that are shown in part or not at all. */
const PRIVATE_FIELDS = ["providerReplay", "details", "usage", "cost", "__openclaw", "openclawDelivery"] as const;

function sanitizeFields(row: Row, settings: Settings): Row {
  const present = PRIVATE_FIELDS.filter((key) => Object.hasOwn(row, key));
  if (present.length === 0) return row;
  const shown: Record<string, unknown> = {};
  const gone: string[] = [];
  for (const key of present) {
    const value = publicField(row, key, settings);
    if (value === undefined) gone.push(key);
    else shown[key] = value;
  }
  return { ...withoutFields(row, gone), ...shown };
}

function publicField(row: Row, key: (typeof PRIVATE_FIELDS)[number], settings: Settings): Fields | undefined {
  const isAssistant = row.role === "assistant";
  switch (key) {
    case "providerReplay":
      return undefined;
    case "details":
      return isToolRow(row) ? publicDetails(row["details"], settings) : undefined;
    case "usage":
      return isAssistant ? publicUsage(row["usage"]) : undefined;
    case "cost":
      return isAssistant ? publicCost(row["cost"]) : undefined;
    case "__openclaw":
      return publicMarks(row);
    case "openclawDelivery":
      return withoutKeys(row["openclawDelivery"], ["mediaUrls"]);
  }
}

function publicMarks(row: Row): Fields | undefined {
  const marks = withoutKeys(marksOf(row), ["upstreamUserText"]);
  if (marks === undefined || !("media" in marks)) return marks;
  const { media, ...rest } = marks;
  const facts = Array.isArray(media) ? { ...rest, media: media.map(withoutPaths) } : rest;
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** A copy of the object without some keys; undefined when it is none, or nothing is left. */
function withoutKeys(value: unknown, keys: readonly string[]): Fields | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter(([key]) => !keys.includes(key));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
