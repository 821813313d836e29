/** Facts that several rules ask for. Each is computed at most once between two changes of the list. */
import { hasCalls } from "../transcript/calls.ts";
import { isAssistant, isUserSide } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";

/** The place of the last message. */
export function lastMessage(turns: readonly Turn[]): Place | undefined {
  return turns.at(-1)?.at;
}

/** The place of the last assistant message whose content is a list. */
export function latestAssistant(turns: readonly Turn[]): Place | undefined {
  return turns.findLast((turn) => isAssistant(turn.message))?.at;
}

/**
 * The place of the assistant message that the model is still working on: it stands behind the last message of the user's side, it is
 * the first assistant message there, it has a call, and a result has come. Its reasoning must be replayed as it was.
 */
export function activeToolTurn(turns: readonly Turn[]): Place | undefined {
  const start = turns.findLastIndex((turn) => isUserSide(turn.message)) + 1;
  let active: Place | undefined;
  for (let index = start; index < turns.length; index++) {
    const { message, at } = turns[index] as Turn;
    if (message.role === "assistant") {
      if (active === undefined && hasCalls(message)) active = at;
      else if (active === undefined) return undefined;
    } else if (message.role === "toolResult" && active !== undefined) return active;
  }
  return undefined;
}
