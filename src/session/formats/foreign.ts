/** What reading a file of another agent gives, in the words of our own sessions. */
import type { SessionMessage } from "../../transcript/message.ts";
import type { ModelSnapshot } from "../../transcript/snapshot.ts";
import { parseTimestamp } from "../../transcript/time.ts";
import type { Located, ReportProblem, SessionEntry, SessionHeader } from "../types.ts";

/** A file of another agent, read. */
export interface ForeignSession {
  readonly header?: SessionHeader;
  readonly entries: readonly SessionEntry[];
  readonly messages: readonly SessionMessage[];
  readonly modelSnapshots: readonly ModelSnapshot[];
}

/** Milliseconds since 1970, as messages count; a time that is not understood stays as it is. */
export function timeOf(value: unknown): { readonly timestamp?: number | string } {
  const time = parseTimestamp(value) ?? (typeof value === "string" || typeof value === "number" ? value : undefined);
  return time === undefined ? {} : { timestamp: time };
}

/** Takes down which models were in use, one after the other. */
export interface ModelLog {
  readonly snapshots: readonly ModelSnapshot[];
  /** Notes the model of a turn; says nothing new when it is the one before. */
  note(provider: string, modelApi: string, modelId: unknown, timestamp: unknown): void;
}

/** An empty log. */
export function createModelLog(): ModelLog {
  const snapshots: ModelSnapshot[] = [];
  return {
    snapshots,
    note(provider, modelApi, modelId, timestamp) {
      if (typeof modelId !== "string" || modelId.trim() === "") return;
      const last = snapshots.at(-1);
      if (last?.provider === provider && last.modelApi === modelApi && last.modelId === modelId) return;
      snapshots.push({ ...timeOf(timestamp), provider, modelApi, modelId });
    },
  };
}

/** Counts records that nobody knows, and reports each type once, at the first record of it. */
export interface UnknownRecords {
  /** Counts a record. */
  add(at: Located<unknown>, type: unknown): void;
  /** Reports what was counted. */
  report(): void;
}

/** How many types are counted apart: a hostile file may have one a line. */
const MOST_TYPES = 20;
const LONGEST_TYPE = 40;

/** An empty count; `fate` says what becomes of the records. */
export function countUnknown(report: ReportProblem, agent: string, fate: string): UnknownRecords {
  const counts = new Map<string, { readonly at: Located<unknown>; count: number }>();
  return {
    add(at, type) {
      const known = counts.size < MOST_TYPES || counts.has(nameOf(type));
      const name = known ? nameOf(type) : "of other types";
      const entry = counts.get(name);
      if (entry) entry.count += 1;
      else counts.set(name, { at, count: 1 });
    },
    report() {
      for (const [name, { at, count }] of counts) {
        const records = count === 1 ? "A record" : `${count} records`;
        report(at, "unknown-records", "warning", `${records} ${name}, not known of ${agent}: ${fate}.`);
      }
    },
  };
}

function nameOf(type: unknown): string {
  return typeof type === "string" ? `of type ${JSON.stringify(type.slice(0, LONGEST_TYPE))}` : "without a type";
}
