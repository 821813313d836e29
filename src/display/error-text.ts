/**
 * Makes failed turns readable: what the assistant said before it failed, or a sentence when it said nothing. What the
 * provider answered may hold secrets and goes, from turns that a person stopped, too.
 */
import { isFailed } from "../transcript/message.ts";
import { FAILED_TURN } from "../transcript/placeholders.ts";
import { blockList, hasDisplayableBlock, hasMediaFacts, isReasoning, isTextBlock, withoutFields } from "./rows.ts";
import { sanitizeRow, saysNothing } from "./sanitize.ts";
import type { Row, Settings } from "./types.ts";
import { hasVisibleText } from "./visible-text.ts";

const NO_REPLY_PRODUCED = "The agent run failed before producing a reply.";

const ERROR_FIELDS = ["diagnostics", "errorBody", "errorCode", "errorMessage", "errorType"] as const;

/** The rows, failed ones with a text for people. */
export function withReadableErrors(rows: readonly Row[], settings: Settings): readonly Row[] {
  return rows.map((row) => {
    if (row.role !== "assistant" || !isFailed(row)) return row;
    if (row["stopReason"] === "aborted") return withoutFields(row, ERROR_FIELDS);
    const shown = sanitizeRow(row, settings);
    const says = hasDisplayableBlock(row) || hasMediaFacts(row) || (!saysNothing(shown) && hasVisibleText(shown));
    if (says) return withoutFields(withoutFallback(row), ERROR_FIELDS);
    const bare = withoutFields(shown, [...ERROR_FIELDS, "phase", "text"]);
    return { ...bare, content: [{ type: "text", text: NO_REPLY_PRODUCED }] };
  });
}

/** Without reasoning, which led nowhere, and without the sentence of failure before what was said. */
function withoutFallback(row: Row): Row {
  const { content, text } = row;
  return {
    ...row,
    ...(typeof content === "string" && { content: behindFallback(content) }),
    ...(Array.isArray(content) && { content: contentBehindFallback(row) }),
    ...(typeof text === "string" && { text: behindFallback(text) }),
  };
}

function contentBehindFallback(row: Row): readonly unknown[] {
  const blocks = blockList(row).filter((block) => !isReasoning(block));
  const first = blocks.findIndex(isTextBlock);
  const block = blocks[first];
  if (!isTextBlock(block) || !block.text.startsWith(FAILED_TURN)) return blocks;
  const text = behindFallback(block.text);
  return text === "" ? blocks.toSpliced(first, 1) : blocks.with(first, { ...block, text });
}

function behindFallback(text: string): string {
  return text.startsWith(FAILED_TURN) ? text.slice(FAILED_TURN.length) : text;
}
