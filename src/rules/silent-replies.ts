/**
 * Drops the `NO_REPLY` token, by which a model says that it has nothing to send. If nothing but reasoning is left, the
 * turn goes: it says nothing, and providers refuse or misread a turn of reasoning alone.
 *
 * Leaves alone: text that only mentions the token; a turn with a tool call or an unknown block keeps everything but the
 * token.
 *
 * @example { "in": [{"role":"assistant","content":[{"type":"text","text":"hello"},{"type":"text","text":"NO_REPLY"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"hello"}]}] }
 * @example { "in": [{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"NO_REPLY"}]}], "out": [] }
 */
import { mapBlocks, withContent } from "../contract/blocks.ts";
import type { LocalRule, Note, Why } from "../contract/rule.ts";
import { type Block, isAssistant, isBlankText, isThinking } from "../transcript/message.ts";
import { isSilentReply } from "../transcript/silent.ts";

const SILENT: Why = { text: "NO_REPLY means that nothing was said.", lossy: false };
const SILENT_TURN: Why = { text: "The turn says NO_REPLY and holds nothing else to replay.", lossy: false };

export const silentReplies: LocalRule = {
  id: "silent-replies",
  kind: "local",
  stage: "history",
  summary: "Drops NO_REPLY texts, and turns that hold nothing besides but reasoning.",
  whys: [SILENT, SILENT_TURN],
  applies: () => true,
  message(message, _at, note, context) {
    if (!isAssistant(message)) return message;
    const content = mapBlocks(message, visit, note, context);
    if (content === message.content) return message;
    return content.every(isThinkingOrBlank) && (content.length === 0 || content.some(isThinking))
      ? SILENT_TURN
      : withContent(message, content);
  },
};

function visit(block: Block, index: number, note: Note): Block | undefined {
  const { text } = block;
  if (typeof text !== "string" || !isSilentReply(text)) return block;
  note.drop(index, SILENT);
  return undefined;
}

function isThinkingOrBlank(block: Block): boolean {
  return isThinking(block) || isBlankText(block);
}
