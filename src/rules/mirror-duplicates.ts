/**
 * Drops an assistant turn that repeats the one before it and cost nothing: a copy that was stored without a mark.
 *
 * A copy has the same content (in any order of keys), ended with `stop`, has a usage record of zeros, and neither turn
 * calls a tool.
 *
 * Leaves alone: a repetition that was billed, since the model did say it twice.
 *
 * @example { "in": [{"role":"assistant","content":[{"type":"text","text":"x"}],"stopReason":"stop","usage":{"input":9,"output":2}},{"role":"assistant","content":[{"type":"text","text":"x"}],"stopReason":"stop","usage":{"input":0,"output":0}}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"x"}],"stopReason":"stop","usage":{"input":9,"output":2}}] }
 */
import type { WalkRule, Why } from "../contract/rule.ts";
import { isToolCall } from "../transcript/calls.ts";
import { deepEqual } from "../transcript/equal.ts";
import { blocksOf, type SessionMessage } from "../transcript/message.ts";
import { isZeroUsage } from "../transcript/usage.ts";

const COPY: Why = { text: "An unbilled copy of the assistant turn before it.", lossy: false };

/** The message kept last. */
interface Memory {
  previous: SessionMessage | undefined;
}

export const mirrorDuplicates: WalkRule<Memory> = {
  id: "mirror-duplicates",
  kind: "walk",
  stage: "history",
  summary: "Drops unbilled copies of the assistant turn before.",
  whys: [COPY],
  applies: () => true,
  remember: (base) => ({ previous: base?.previous }),
  message(message, _at, _note, _context, memory) {
    if (isCopy(message, memory.previous)) return COPY;
    memory.previous = message;
    return message;
  },
};

function isCopy(message: SessionMessage, previous: SessionMessage | undefined): boolean {
  if (previous?.role !== "assistant" || message.role !== "assistant" || message["stopReason"] !== "stop") return false;
  const blocks = blocksOf(message);
  return (
    blocks.length > 0 &&
    isZeroUsage(message["usage"]) &&
    !blocks.some(isToolCall) &&
    deepEqual(message.content, previous.content)
  );
}
