/** What a model is shown of a branch: its messages, with what was compacted away replaced by its summary. */
import { isFilled, isRecord, type SessionMessage } from "../transcript/message.ts";
import type { ModelSnapshot } from "../transcript/snapshot.ts";
import { parseTimestamp } from "../transcript/time.ts";
import { messageOf } from "./entries.ts";
import type { LocatedEntry, ReportProblem, SessionEntry } from "./types.ts";

/** The messages of a branch. The latest compaction covers the earlier ones. */
export function messagesOf(branch: readonly LocatedEntry[], report: ReportProblem): SessionMessage[] {
  const at = branch.findLastIndex(({ value }) => value.type === "compaction" && typeof value["summary"] === "string");
  const compaction = branch[at];
  if (compaction === undefined) return branch.flatMap(({ value }) => toMessage(value) ?? []);
  const kept = branch.slice(firstKept(branch, at, compaction, report), at);
  const rest = branch.slice(at + 1);
  return [
    summaryMessage(compaction.value, "compactionSummary", "tokensBefore"),
    ...kept.concat(rest).flatMap(({ value }) => toMessage(value) ?? []),
  ];
}

/** The models that were in use on a branch, oldest first. */
export function modelSnapshotsOf(branch: readonly LocatedEntry[]): ModelSnapshot[] {
  const snapshots: ModelSnapshot[] = [];
  // A change of model does not say which API is spoken; the turns of that model behind it do.
  const apis = new Map<string, string>();
  for (const { value } of branch.toReversed()) {
    const message = value.type === "message" ? messageOf(value) : undefined;
    if (message?.role === "assistant" && isFilled(message["api"])) {
      apis.set(modelKey(message["provider"], message["model"]), message["api"]);
    }
    const snapshot = toSnapshot(value, apis);
    if (snapshot) snapshots.push(snapshot);
  }
  return snapshots.reverse();
}

/** The index of the first entry before the compaction that was kept; the compaction's own when none was. */
function firstKept(
  branch: readonly LocatedEntry[],
  at: number,
  compaction: LocatedEntry,
  report: ReportProblem,
): number {
  const id = compaction.value["firstKeptEntryId"];
  const ordinal = compaction.value["firstKeptEntryIndex"];
  // Files without ids count lines, the header being line 0.
  const found = isFilled(id)
    ? branch.findIndex(({ value }) => value.id === id)
    : typeof ordinal === "number"
      ? branch.findIndex((entry) => entry.ordinal >= ordinal)
      : -1;
  if (found >= 0 && found <= at) return found;
  const text = "The first entry that the compaction kept is not on the branch; nothing before the compaction was kept.";
  report(
    compaction,
    "missing-kept-entry",
    "warning",
    text,
    isFilled(id) ? "/firstKeptEntryId" : "/firstKeptEntryIndex",
  );
  return at;
}

function toMessage(entry: SessionEntry): SessionMessage | undefined {
  switch (entry.type) {
    case "message":
      return messageOf(entry);
    case "custom_message": {
      const { customType, content, display, details } = entry;
      return { role: "custom", ...optional({ customType, content, display, details }), ...timeOf(entry) };
    }
    case "branch_summary":
      return isFilled(entry["summary"]) ? summaryMessage(entry, "branchSummary", "fromId") : undefined;
    default:
      return undefined;
  }
}

function summaryMessage(entry: SessionEntry, role: string, key: string): SessionMessage {
  return { role, summary: entry["summary"], ...optional({ [key]: entry[key] }), ...timeOf(entry) };
}

/** Messages count in milliseconds, entries are stamped in ISO 8601. */
function timeOf({ timestamp }: SessionEntry): { timestamp?: number | string } {
  const time = parseTimestamp(timestamp) ?? timestamp;
  return time === undefined ? {} : { timestamp: time };
}

function optional(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function toSnapshot(entry: SessionEntry, apis: ReadonlyMap<string, string>): ModelSnapshot | undefined {
  if (entry.type === "model_change") {
    const { timestamp, provider, modelId } = entry;
    return snapshotOf({ timestamp, provider, modelId, modelApi: apis.get(modelKey(provider, modelId)) });
  }
  const data = entry.type === "custom" && entry["customType"] === "model-snapshot" ? entry["data"] : undefined;
  return isRecord(data) ? snapshotOf(data) : undefined;
}

function snapshotOf({ timestamp, provider, modelApi, modelId }: Readonly<Record<string, unknown>>): ModelSnapshot {
  return {
    ...((typeof timestamp === "number" || typeof timestamp === "string") && { timestamp }),
    ...(typeof provider === "string" && { provider }),
    ...(typeof modelApi === "string" && { modelApi }),
    ...(typeof modelId === "string" && { modelId }),
  };
}

function modelKey(provider: unknown, model: unknown): string {
  return JSON.stringify([provider, model]);
}
