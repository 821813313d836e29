/** The sentences that stand for what was left out. They are part of the documented behavior: tests compare them. */

/** In place of a user turn or tool result that became empty. */
export const EMPTY_CONTENT = "[empty content omitted]";

/** In place of an assistant turn that held only reasoning which cannot be replayed. */
export const REASONING_OMITTED = "[assistant reasoning omitted]";

/** In place of an assistant turn that held only calls which cannot be replayed. */
export const CALLS_OMITTED = "[tool calls omitted]";

/** In place of an assistant turn that failed before it said anything. */
export const FAILED_TURN = "[assistant turn failed before producing content]";

/** The user turn behind a transcript that has nothing but assistant turns, for targets that refuse to end with one. */
export const CONTINUE = "(continue)";

/** The user turn before a transcript that begins with the assistant. */
export const BOOTSTRAP = "(session bootstrap)";
