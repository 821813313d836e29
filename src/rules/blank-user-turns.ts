/**
 * Drops user turns in which nothing was said: a blank string, or blocks of blank text only. Blank texts beside others
 * go alone.
 *
 * Why: providers refuse blank text ("text content blocks must be non-empty").
 *
 * Leaves alone: a turn whose media is kept outside the message; and when there is nothing else in the transcript, the
 * last blank turn stays with a placeholder, since providers refuse an empty list too.
 *
 * @example { "in": [{"role":"user","content":"  "},{"role":"user","content":[{"type":"text","text":" "},{"type":"text","text":"k"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"k"}]}] }
 * @example { "in": [{"role":"user","content":" "}], "out": [{"role":"user","content":"[empty content omitted]"}] }
 */
import { mapBlocks, withContent } from "../contract/blocks.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isBlankText, isRecord, type SessionMessage } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";
import { EMPTY_CONTENT } from "../transcript/placeholders.ts";

const BLANK: Why = { text: "Nothing was said in this user turn.", lossy: false };
const BLANK_TEXT: Why = { text: "Blank text is refused by providers.", lossy: false };
const LAST_ONE: Why = {
  text: "The only turn is blank; a placeholder keeps the request from being empty.",
  lossy: false,
};

export const blankUserTurns: LocalRule = {
  id: "blank-user-turns",
  kind: "local",
  asks: true,
  stage: "history",
  summary: "Drops blank user turns and blank texts of user turns.",
  whys: [BLANK, BLANK_TEXT, LAST_ONE],
  rewinds: "openTurn",
  applies: () => true,
  message(message, at, note, context) {
    if (message.role !== "user") return message;
    if (isBlankTurn(message)) {
      if (hasStoredMedia(message)) return withoutText(message, note);
      if (context.facts.of(onlyBlankTurn) !== at) return BLANK;
      note.set("content", LAST_ONE);
      return { ...message, content: EMPTY_CONTENT };
    }
    return Array.isArray(message.content) ? withContent(message, mapBlocks(message, visit, note, context)) : message;
  },
};

function isBlankTurn({ content, parts }: SessionMessage): boolean {
  if (Array.isArray(content)) return content.every(isBlankText);
  // What another format says elsewhere is not blank.
  if (Array.isArray(parts)) return false;
  return content === undefined || content === null || (typeof content === "string" && content.trim() === "");
}

/** The place of the last turn when every turn is a blank user turn. */
function onlyBlankTurn(turns: readonly Turn[]): Place | undefined {
  const all = turns.every(({ message }) => message.role === "user" && isBlankTurn(message) && !hasStoredMedia(message));
  return all ? turns.at(-1)?.at : undefined;
}

/** Facts about media that the host stores beside the message and adds when it builds the request. */
function hasStoredMedia(message: SessionMessage): boolean {
  const own = message["__openclaw"];
  const media = isRecord(own) ? own["media"] : undefined;
  return (
    Array.isArray(media) &&
    media.some((fact) => isRecord(fact) && MEDIA_KEYS.some((key) => typeof fact[key] === "string"))
  );
}

const MEDIA_KEYS = ["path", "url", "type", "mimeType", "contentType"] as const;

function withoutText(message: SessionMessage, note: Note): SessionMessage {
  if (typeof message.content === "string") return message;
  note.set("content", BLANK_TEXT);
  return { ...message, content: "" };
}

function visit(block: Block, index: number, note: Note): Block | undefined {
  if (!isBlankText(block)) return block;
  note.drop(index, BLANK_TEXT);
  return undefined;
}
