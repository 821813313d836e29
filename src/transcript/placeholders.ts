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

/** The text that stands for an image: the label says where it was met. */
export function imageText(label: string | undefined, text: string): string {
  return `[${label ?? "session:history"}] ${text}`;
}

/** In place of images in a user turn, for a model that reads none. */
export const NO_IMAGES = "(image omitted: model does not support images)";

/** In place of images in a tool result, for a model that reads none. */
export const NO_TOOL_IMAGES = "(tool image omitted: model does not support images)";

/** In place of an image that the provider said it could not read. */
export const UNREAD_IMAGE = "(image omitted: the provider could not read it)";

/** How the text begins that stands before the images of a failed tool. */
export const FAILED_RESULT_IMAGE = "Attached to the failed tool result";

/** In place of the images of a tool result that had nothing else: they stand in the user turn behind it. */
export const SEE_IMAGE = "(see attached image)";

/** In place of an image of a turn that is over. */
export const OLD_IMAGE = "[image data removed - already processed by model]";

/** In place of a reference to media of a turn that is over. */
export const OLD_MEDIA_REFERENCE = "[media reference removed - already processed by model]";

/** In place of the output of a tool that returned nothing. */
export const NO_OUTPUT = "(no output)";

/** What a sentence begins with that stands for a document. */
export const OMITTED_DOCUMENT = "document omitted";

/** Beside a document that stands alone. */
export const SEE_DOCUMENT = "(see attached document)";

/** The answer between tool results and a user turn, for servers that want one. */
export const RESULTS_ARRIVED = "The tool results have arrived.";

/** The result that stands for a missing one. */
export const UNKNOWN_OUTCOME =
  "No result was recorded for this tool call. Its outcome is unknown: check whether it took effect before you repeat it.";
