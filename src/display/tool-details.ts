/** What the details of a tool result tell people: what a tool changed in the files. The rest is the host's own. */
import { isRecord } from "../transcript/message.ts";
import { cutText } from "./limits.ts";
import type { Fields } from "./rows.ts";
import type { Settings } from "./types.ts";

/** The details that may be shown; undefined when there are none, or when they are not asked for. */
export function publicDetails(details: unknown, settings: Settings): Fields | undefined {
  if (settings.keepToolDetails !== true || !isRecord(details)) return undefined;
  const { changed, created, diff } = details;
  const visible = {
    ...(typeof changed === "boolean" && { changed }),
    ...(typeof created === "boolean" && { created }),
    ...(typeof diff === "string" && diff.trim() !== "" && { diff: cutText(diff, settings.maxChars) }),
  };
  return Object.keys(visible).length > 0 ? visible : undefined;
}
