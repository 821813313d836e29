/**
 * Drops hidden runtime context that belonged to earlier turns. Hosts store it as `custom` messages; only what stands
 * directly before the last user message is about the current turn.
 *
 * Why: old context (time, sender, state of the host) misleads the model.
 *
 * Leaves alone: targets whose models are bound to an unchanged prefix, where context is only ever appended; other
 * custom messages.
 *
 * @example { "in": [{"role":"custom","customType":"openclaw.runtime-context","content":"old"},{"role":"user","content":"a"},{"role":"custom","customType":"openclaw.runtime-context","content":"new"},{"role":"user","content":"b"}],
 *   "out": [{"role":"user","content":"a"},{"role":"custom","customType":"openclaw.runtime-context","content":"new"},{"role":"user","content":"b"}] }
 */
import type { LocalRule, Why } from "../contract/rule.ts";
import { isRecord, isUserSide, type SessionMessage } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";
import { RUNTIME_CONTEXT_CUSTOM_TYPE } from "../transcript/runtime-context.ts";

const OUTDATED: Why = { text: "Runtime context of an earlier turn.", lossy: false };

export const runtimeContextCarriers: LocalRule = {
  id: "runtime-context-carriers",
  kind: "local",
  asks: true,
  stage: "history",
  summary: "Drops hidden runtime context of earlier turns.",
  whys: [OUTDATED],
  rewinds: "anywhere",
  applies: (policy) => !policy.appendOnlyRuntimeContext,
  message: (message, at, _note, context) =>
    isCarrier(message) && !context.facts.of(currentCarriers).has(at) ? OUTDATED : message,
};

function isCarrier(message: SessionMessage): boolean {
  if (message["runtimeContextCarrier"] === true) return true;
  if (message.role !== "custom") return false;
  const details = message["details"];
  return (
    message["customType"] === RUNTIME_CONTEXT_CUSTOM_TYPE ||
    (isRecord(details) && details["runtimeContextCarrier"] === true)
  );
}

/** The carriers directly before the last user message. */
function currentCarriers(turns: readonly Turn[]): ReadonlySet<Place> {
  const current = new Set<Place>();
  const lastUser = turns.findLastIndex(({ message }) => isUserSide(message) && !isCarrier(message));
  for (let index = lastUser - 1; index >= 0; index--) {
    const { message, at } = turns[index] as Turn;
    if (!isCarrier(message)) break;
    current.add(at);
  }
  return current;
}
