/** Messages as a session file that reads back as the same messages. */
import type { SessionContent } from "../../index.ts";

type Message = SessionContent["messages"][number];

/** Entries have had ids since version 2; readers of newer versions still understand the newest we write. */
const VERSION = 3;

/**
 * A session with one entry per message, in one line of descent. The models that were in use go before the messages, so
 * that whoever reads the file judges a change of model as it was judged before. `id` and `now` are for sessions that
 * had no header.
 */
export function toSessionText(
  messages: readonly Message[],
  source: Pick<SessionContent, "header" | "modelSnapshots">,
  fallback: { readonly id: string; readonly now: string },
): string {
  const { header } = source;
  const base = {
    version: typeof header?.version === "number" && header.version >= 2 ? header.version : VERSION,
    id: typeof header?.id === "string" && header.id !== "" ? header.id : fallback.id,
    timestamp: typeof header?.timestamp === "string" ? header.timestamp : fallback.now,
  };
  const first = { type: "session", ...base, cwd: "", ...header, ...base };
  const snapshots = source.modelSnapshots.map((data) => ({ type: "custom", customType: "model-snapshot", data }));
  const entries = messages.map((message) => ({ type: "message", message }));
  const lines = [...snapshots, ...entries].map((entry, index) => {
    const { type, ...fields } = entry;
    const timestamp = stampOf("message" in entry ? entry.message["timestamp"] : entry.data.timestamp) ?? base.timestamp;
    return { type, id: idOf(index), parentId: index === 0 ? null : idOf(index - 1), timestamp, ...fields };
  });
  return [first, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

function idOf(index: number): string {
  return index.toString(16).padStart(8, "0");
}

/** Entries are stamped in ISO 8601. */
function stampOf(timestamp: unknown): string | undefined {
  if (typeof timestamp !== "number" && typeof timestamp !== "string") return undefined;
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
