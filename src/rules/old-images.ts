/**
 * Removes images of turns that are over, when the caller asked for it: all but those of the last turns that were
 * answered, and of the current one.
 *
 * A turn begins at a user message, or at a tool result when none is open; it is over when an answer followed it and the
 * next user message has come. Turns without images count too. References to media in the text of such turns go as well.
 *
 * Why: every image is paid for in every request. It is off by default, because each turn that is over changes the
 * prefix of the prompt and so the provider's cache.
 *
 * Leaves alone: what the assistant said, and everything unless `images.keepTurns` is given.
 *
 * @example { "options": {"target":{"provider":"anthropic"},"images":{"keepTurns":1}},
 *   "in": [{"role":"user","content":[{"type":"image","data":"R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=","mimeType":"image/gif"}]},{"role":"assistant","content":[{"type":"text","text":"a"}]},{"role":"user","content":"b"},{"role":"assistant","content":[{"type":"text","text":"c"}]},{"role":"user","content":"d"}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"[image data removed - already processed by model]"}]},{"role":"assistant","content":[{"type":"text","text":"a"}]},{"role":"user","content":"b"},{"role":"assistant","content":[{"type":"text","text":"c"}]},{"role":"user","content":"d"}] }
 */
import { asText, mapBlocks, withContent } from "../contract/blocks.ts";
import type { LocalRule, Note, RuleContext, Why } from "../contract/rule.ts";
import { type Block, blocksOf, isRecord, type SessionMessage } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";
import { FAILED_RESULT_IMAGE, OLD_IMAGE, OLD_MEDIA_REFERENCE } from "../transcript/placeholders.ts";

const SEEN: Why = { text: "The model has seen the image in a turn that is over.", lossy: true };
const REFERENCE: Why = { text: "A reference to media of a turn that is over.", lossy: true };

export const oldImages: LocalRule = {
  id: "old-images",
  kind: "local",
  asks: true,
  stage: "payload",
  summary: "Removes images of turns that are over, if asked to.",
  whys: [SEEN, REFERENCE],
  rewinds: "anywhere",
  applies: () => true,
  message(message, at, note, context) {
    if (context.options.keepImagesOfTurns === undefined) return message;
    if (message.role !== "user" && message.role !== "toolResult") return message;
    if (!context.facts.of(turnsThatAreOver).has(at)) return message;
    if (typeof message.content === "string") {
      const content = withoutReferences(message.content);
      if (content === message.content) return message;
      note.set("content", REFERENCE);
      return { ...message, content };
    }
    return withContent(message, mapBlocks(message, visit, note, context));
  },
};

function visit(block: Block, index: number, note: Note): Block {
  if (!isRecord(block)) return block;
  if (block.type === "image") {
    note.rewrite(index, "type", SEEN);
    return asText(block, OLD_IMAGE);
  }
  if (block.type !== "text" || typeof block["text"] !== "string") return block;
  const text = withoutReferences(block["text"]);
  if (text === block["text"]) return block;
  note.rewrite(index, "text", REFERENCE);
  return { ...block, text };
}

/** `[media attached: ...]`, `[media attached 1/2: ...]`, `[Image: source: ...]` and `media://inbound/...`. */
const REFERENCES =
  /\[media attached(?: \d{1,6}\/\d{1,6})?: [^\]\n]{1,2000}\]|\[Image: source: [^\]\n]{1,2000}\]|media:\/\/inbound\/[\w.-]{1,200}/g;

function withoutReferences(text: string): string {
  if (!text.includes("[media attached") && !text.includes("[Image: source: ") && !text.includes("media://inbound/")) {
    return text;
  }
  return text.replace(REFERENCES, OLD_MEDIA_REFERENCE);
}

/** The places of messages that stand before the turns whose images are kept. */
function turnsThatAreOver(turns: readonly Turn[], { options }: RuleContext): ReadonlySet<Place> {
  const starts: number[] = [];
  let open = -1;
  let answered = false;
  turns.forEach(({ message }, index) => {
    if (message.role === "assistant") answered = answered || open >= 0;
    else if (begins(message, open)) {
      if (open >= 0 && answered) starts.push(open);
      if (open < 0 || answered) open = index;
      answered = false;
    }
  });
  const keep = options.keepImagesOfTurns ?? 0;
  if (starts.length <= keep) return new Set();
  const first = keep === 0 ? open : (starts[starts.length - keep] as number);
  return new Set(turns.slice(0, first).map(({ at }) => at));
}

/** What a failed tool showed is part of the turn that asked for it. */
function begins(message: SessionMessage, open: number): boolean {
  if (message.role === "toolResult") return open < 0;
  const [first] = blocksOf(message);
  const text = isRecord(first) ? first["text"] : undefined;
  return message.role === "user" && !(typeof text === "string" && text.startsWith(FAILED_RESULT_IMAGE));
}
