/** Does a row say anything that people would read? */
import { FAILED_TURN } from "../transcript/placeholders.ts";
import { isControlReply } from "./control-replies.ts";
import { blockList, isTextBlock } from "./rows.ts";
import type { Row } from "./types.ts";

/** Has the row a text other than blank, a control token, or the sentence that a turn failed? */
export function hasVisibleText(row: Row): boolean {
  const texts = Array.isArray(row.content)
    ? blockList(row)
        .filter(isTextBlock)
        .map(({ text }) => text)
    : [row.content];
  return [...texts, row["text"]].some((text) => {
    if (typeof text !== "string") return false;
    const visible = text.trim();
    return visible !== "" && visible !== FAILED_TURN && !isControlReply(visible);
  });
}
