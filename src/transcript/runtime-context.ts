/**
 * Context that the host wrote for the model, found in text that people or models are supposed to have written.
 *
 * A host adds instructions and data to a prompt: between delimiters, behind a preface, or as blocks of metadata. None
 * of it is part of the conversation. Models repeat it, and legacy sessions stored it in the visible text; so it is
 * taken out of assistant texts before replay and out of everything that is displayed.
 */

import { mayHaveInboundMetadata, stripInboundMetadata, stripLeadingTimestamp, TIMESTAMP } from "./inbound-metadata.ts";

/** The `customType` of messages that carry runtime context to the model: role `custom`, never displayed. */
export const RUNTIME_CONTEXT_CUSTOM_TYPE: string = "openclaw.runtime-context";

/** The part that both delimiters share. */
const DELIMITER_CORE = "_OPENCLAW_INTERNAL_CONTEXT>>>";
const DELIMITER_LINE = new RegExp(`^[ \\t]*(?:${TIMESTAMP})?<<<(BEGIN|END)${DELIMITER_CORE}[ \\t]*$`, "gm");

const NOTICE = "This context is runtime-generated, not user-authored. Keep internal details private.";
/** Part of one word of {@link NOTICE}: in a preface, any white space may stand between the words. */
const NOTICE_WORD = "-generated,";

const EVENT = "[Internal task completion event]";
const EVENT_BLOCK = `OpenClaw runtime context (internal):\n${NOTICE}\n\n${EVENT}`;
const NEXT_EVENT = `\n\n---\n\n${EVENT}`;
const RESULT_BEGIN = "<<<BEGIN_UNTRUSTED_CHILD_RESULT>>>";
const RESULT_END = "<<<END_UNTRUSTED_CHILD_RESULT>>>";
const ACTION = "\n\nAction:\n";

/** The first may have lost sentences at its start. */
const PREFACES: readonly string[] = [
  "OpenClaw runtime context for the active user request in this turn. Do not reply to or describe this context. " +
    "Use it to continue answering the active user request now. Do not wait for another message.",
  "Do not reply to or describe this context. Use it to continue answering the active user request now. " +
    "Do not wait for another message.",
  "Use it to continue answering the active user request now. Do not wait for another message.",
  "Do not wait for another message.",
  "OpenClaw runtime context for the immediately preceding user message.",
  "OpenClaw runtime event.",
];
const ANY_PREFACE = PREFACES.map(anySpacing).join("|");
const PREFACE = new RegExp(`^[ \\t]*(?:${ANY_PREFACE})\\s+${anySpacing(NOTICE)}[ \\t]*(?:\\r?\\n|$)`, "gm");

/** What is uncovered by a removal is looked at again. Only texts made for it need more than three rounds. */
const MAX_ROUNDS = 16;

/**
 * Removes internal context from a text, as for the replay of assistant turns:
 *
 * 1. blocks between `<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>` and `<<<END_OPENCLAW_INTERNAL_CONTEXT>>>`, nested ones
 *    included. A delimiter counts only if nothing but a time stamp shares its line, so that prose may name it. A block
 *    without an end reaches to the end of the text: showing internals is worse than losing an echo. An end without a
 *    block goes alone.
 * 2. legacy event blocks (`OpenClaw runtime context (internal):`) and prefaces (`OpenClaw runtime event.` with the
 *    notice that it is private)
 * 3. inbound metadata: blocks whose header ends with `⟦openclaw:ctx⟧`, or has one of the older names such as
 *    `Sender (untrusted metadata):`; blocks of the memory plugin; delivery hints
 * 4. the time stamp `[Mon 2026-01-05 09:30 UTC] ` at the start, if something else was removed: on its own it is no sign
 *    of an echo
 *
 * What stood before and after a block is joined by a blank line. The same string comes back if there is nothing to
 * remove. The time taken grows with the length of the text only, whatever is in it.
 */
export function stripInternalContext(text: string): string {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = stripOnce(current);
    if (next === current) break;
    current = next;
  }
  return current;
}

function stripOnce(text: string): string {
  const hasNotice = text.includes(NOTICE_WORD);
  const visible = hasNotice || text.includes(DELIMITER_CORE) ? stripRuntimeContext(text, hasNotice) : text;
  const clean = mayHaveInboundMetadata(visible) ? stripInboundMetadata(visible) : visible;
  return clean === text ? text : stripLeadingTimestamp(clean);
}

function stripRuntimeContext(text: string, hasNotice: boolean): string {
  const undelimited = removeCuts(text, delimitedBlocks(text));
  return hasNotice ? stripPrefaces(removeCuts(undelimited, legacyEventBlocks(undelimited))) : undelimited;
}

interface Cut {
  readonly start: number;
  readonly end: number;
  /** A block leaves a paragraph break behind, a line leaves nothing. */
  readonly kind: "block" | "line";
}

function removeCuts(text: string, cuts: readonly Cut[]): string {
  if (cuts.length === 0) return text;
  const parts: string[] = [];
  let part = "";
  let from = 0;
  for (const cut of cuts) {
    part += text.slice(from, cut.start);
    from = cut.end;
    if (cut.kind === "line") continue;
    parts.push(part);
    part = "";
  }
  parts.push(part + text.slice(from));
  const last = parts.length - 1;
  return parts
    .map((each, index) => (index > 0 ? each.trimStart() : each))
    .map((each, index) => (index < last ? each.trimEnd() : each))
    .filter((each) => each !== "")
    .join("\n\n");
}

function delimitedBlocks(text: string): readonly Cut[] {
  const cuts: Cut[] = [];
  let depth = 0;
  let start = 0;
  for (const match of text.matchAll(DELIMITER_LINE)) {
    const end = match.index + match[0].length;
    if (match[1] === "BEGIN") {
      if (depth === 0) start = match.index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) cuts.push({ start, end, kind: "block" });
    } else {
      cuts.push(lineCut(text, match.index, end));
    }
  }
  if (depth > 0) cuts.push({ start, end: text.length, kind: "block" });
  return cuts;
}

/** The line and its line break; for the last line, the line break before it. */
function lineCut(text: string, start: number, end: number): Cut {
  if (text.startsWith("\r\n", end)) return { start, end: end + 2, kind: "line" };
  if (end < text.length) return { start, end: end + 1, kind: "line" };
  return { start: start > 0 && text[start - 1] === "\n" ? start - 1 : start, end, kind: "line" };
}

function legacyEventBlocks(text: string): readonly Cut[] {
  const cuts: Cut[] = [];
  const endOfEvent = eventEndFinder(text);
  let start = text.indexOf(EVENT_BLOCK);
  while (start !== -1) {
    const eventStart = start + EVENT_BLOCK.length;
    let end = endOfEvent(eventStart) ?? endOfParagraph(text, eventStart);
    while (text.startsWith(NEXT_EVENT, end)) {
      const next = endOfEvent(end + NEXT_EVENT.length);
      if (next === undefined) break;
      end = next;
    }
    cuts.push({ start, end, kind: "block" });
    start = text.indexOf(EVENT_BLOCK, end);
  }
  return cuts;
}

/**
 * Finds the end of the event whose text starts at a position: the end of the paragraph behind `Action:`, which follows
 * the result. An event that lacks one of them before the next event begins has no such end.
 */
function eventEndFinder(text: string): (from: number) => number | undefined {
  const nextResult = finder(text, RESULT_BEGIN);
  const nextResultEnd = finder(text, RESULT_END);
  const nextAction = finder(text, ACTION);
  const nextEvent = finder(text, EVENT);
  const nextEventAfterResult = finder(text, EVENT);
  return (from) => {
    const result = nextResult(from);
    if (result === text.length || nextEvent(from) < result) return undefined;
    const resultEnd = nextResultEnd(result);
    const action = nextAction(resultEnd);
    if (action === text.length || nextEventAfterResult(resultEnd) < action) return undefined;
    return endOfParagraph(text, action + ACTION.length);
  };
}

/** Finds the next `needle`, or the length of the text. Asked with growing numbers, it reads the text once in total. */
function finder(text: string, needle: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = text.indexOf(needle, from);
      found = at === -1 ? text.length : at;
    }
    return found;
  };
}

function endOfParagraph(text: string, from: number): number {
  const end = text.indexOf("\n\n", from);
  return end === -1 ? text.length : end;
}

function stripPrefaces(text: string): string {
  const stripped = text.replace(PREFACE, "");
  return stripped === text ? text : stripped.replace(/\n{3,}/g, "\n\n").trim();
}

function anySpacing(sentence: string): string {
  const words = sentence.split(" ").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return words.join("\\s+");
}
