/**
 * Directive tags: what an agent writes into its text to steer the delivery, such as `[[reply_to: 42]]` or
 * `[[audio_as_voice]]`. The host obeys them; people are not shown them.
 */

/** What the tags of a text say, and the text without them. */
export interface Directives {
  /** The text without the tags. */
  readonly text: string;
  /** Is it an answer to the message that the agent was given? */
  readonly replyToCurrent: boolean;
  /** The id of the message it answers: at most 256 characters, without brackets and control characters. */
  readonly replyToId?: string;
  /** Is its audio to be sent as a voice message? */
  readonly audioAsVoice: boolean;
}

const LONGEST_ID = 256;

const TAG = /\[\[[ \t]*(?:(reply_to_current)|reply_to[ \t]*:([^\]\n]{0,1024})|(audio_as_voice))[ \t]*\]\][ \t]*/gi;

/** A line that opens or closes a fenced block of code. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Reads the directive tags of a text. Letter case and white space inside of the brackets do not matter. Tags in code,
 * fenced or between backticks, are text. Of several ids the last one counts.
 *
 * @example parseDirectives("[[reply_to: 42]] Yes.") // { text: "Yes.", replyToId: "42", ... }
 */
export function parseDirectives(text: string): Directives {
  const found = { replyToCurrent: false, replyToId: undefined as string | undefined, audioAsVoice: false };
  if (!text.includes("[[")) return { text, replyToCurrent: false, audioAsVoice: false };
  const rest = mapProse(text, (prose) =>
    prose.replace(TAG, (_tag, current: string | undefined, id: string | undefined, audio: string | undefined) => {
      if (current !== undefined) found.replyToCurrent = true;
      else if (audio !== undefined) found.audioAsVoice = true;
      else found.replyToId = cleanId(id ?? "") ?? found.replyToId;
      return "";
    }),
  );
  const { replyToId, ...flags } = found;
  // A tag on a line of its own leaves no empty line behind.
  const tidy = rest === text ? text : rest.replace(/^\s*\n/, "").trimEnd();
  return { ...flags, text: tidy, ...(replyToId !== undefined && { replyToId }) };
}

function cleanId(raw: string): string | undefined {
  const id = raw
    .replace(/[[\]\p{Cc}]/gu, "")
    .trim()
    .slice(0, LONGEST_ID);
  return id === "" ? undefined : id;
}

/** Applies a change to what is not code. */
function mapProse(text: string, change: (prose: string) => string): string {
  let fence: string | undefined;
  const lines = text.split("\n");
  return lines
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence === undefined) {
        fence = mark;
        return mark === undefined ? mapOutsideBackticks(line, change) : line;
      }
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      return line;
    })
    .join("\n");
}

function mapOutsideBackticks(line: string, change: (prose: string) => string): string {
  if (!line.includes("`")) return change(line);
  const parts = line.split("`");
  // An odd number of backticks leaves one that opens nothing.
  const closed = parts.length % 2 === 1 ? parts.length : parts.length - 1;
  return parts.map((part, index) => (index % 2 === 1 && index < closed ? part : change(part))).join("`");
}
