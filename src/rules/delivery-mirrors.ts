/**
 * Drops assistant entries that no model said: copies of what was delivered to a channel, and text that the gateway
 * injected. They exist for people who read the transcript.
 *
 * Why: replayed, the model sees its own answer twice, or words it never said; Bedrock Converse also refuses the broken
 * alternation.
 *
 * Leaves alone: other models of provider `openclaw`, and mirror marks of an unknown kind.
 *
 * @example { "in": [{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":"x"}],"provider":"openclaw","model":"delivery-mirror"}],
 *   "out": [{"role":"user","content":"a"}] }
 * @example { "in": [{"role":"assistant","content":[{"type":"text","text":"x"}],"provider":"openclaw","model":"acp-runtime"}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"x"}],"provider":"openclaw","model":"acp-runtime"}] }
 */
import type { LocalRule, Why } from "../contract/rule.ts";
import { isRecord, type SessionMessage } from "../transcript/message.ts";

const MIRROR: Why = {
  text: "A copy of a delivered reply, kept for people: the model did not say it here.",
  lossy: false,
};
const INJECTED: Why = { text: "Injected by the gateway: the model did not say it.", lossy: false };

const MIRROR_KINDS: ReadonlySet<unknown> = new Set([
  "channel-final",
  "channel-final-suppressed",
  "message-tool-source-reply",
  "cron-direct-delivery-context",
]);

export const deliveryMirrors: LocalRule = {
  id: "delivery-mirrors",
  kind: "local",
  stage: "history",
  summary: "Drops delivery mirrors and gateway-injected assistant entries.",
  whys: [MIRROR, INJECTED],
  applies: () => true,
  message(message) {
    if (message.role !== "assistant") return message;
    if (message["provider"] === "openclaw") {
      if (message["model"] === "delivery-mirror") return MIRROR;
      if (message["model"] === "gateway-injected") return INJECTED;
    }
    return hasMirrorMark(message) ? MIRROR : message;
  },
};

function hasMirrorMark(message: SessionMessage): boolean {
  const mark = message["openclawDeliveryMirror"];
  return isRecord(mark) && MIRROR_KINDS.has(mark["kind"]);
}
