/** Reads a rollout of Codex, of the wrapped form or of the old bare one. */
import { isFilled, isRecord } from "../../../transcript/message.ts";
import type { Located, ReportProblem, SessionEntry, SessionHeader } from "../../types.ts";
import { countUnknown, createModelLog, type ForeignSession } from "../foreign.ts";
import { createHistory, type Route } from "./history.ts";
import { type Fields, isOldRolloutHeader, isRolloutRecord } from "./records.ts";

const API = "openai-responses";
const PROVIDER = "openai";

/** Reads the records of a file that was recognized as a rollout. */
export function readCodex(records: readonly Located<unknown>[], report: ReportProblem): ForeignSession {
  const entries: SessionEntry[] = [];
  const unknownRecords = countUnknown(report, "Codex", "left out");
  const unknownItems = countUnknown(report, "Codex", "kept as a block that only its provider understands");
  const history = createHistory();
  const models = createModelLog();
  let header: SessionHeader | undefined;
  let route: Route = { provider: PROVIDER };

  for (const record of records) {
    const { value } = record;
    if (!isRecord(value)) {
      report(record, "not-an-entry", "error", "Not an object; it was left out.");
      continue;
    }
    const { type, timestamp } = value;
    if (isFilled(type)) entries.push(value as SessionEntry);
    if (isOldRolloutHeader(value)) header ??= headerFrom(value);
    else if (!isRolloutRecord(value)) {
      const isItem = isFilled(type) && value["payload"] === undefined;
      const isState = type === undefined && value["record_type"] === "state";
      if (!isItem && !isState) unknownRecords.add(record, type);
      if (isItem && !history.add(value, timestamp, route)) unknownItems.add(record, type);
    } else {
      const { payload } = value;
      if (type === "session_meta") {
        // A fork begins with its own line and repeats that of the session it came from.
        header ??= headerFrom(payload);
        if (isFilled(payload["model_provider"])) route = { ...route, provider: payload["model_provider"] };
      } else if (type === "turn_context") {
        if (isFilled(payload["model"])) route = { ...route, model: payload["model"] };
        models.note(route.provider, API, route.model, timestamp);
      } else if (type === "response_item") {
        if (!history.add(payload, timestamp, route)) unknownItems.add(record, payload["type"]);
      } else if (type === "compacted") history.compact(payload, timestamp, route);
      else if (payload["type"] === "thread_rolled_back") history.rollBack(turnsIn(payload));
    }
  }
  unknownRecords.report();
  unknownItems.report();
  return { ...(header && { header }), entries, messages: history.messages, modelSnapshots: models.snapshots };
}

function headerFrom({ id, timestamp, cwd }: Fields): SessionHeader {
  return {
    type: "session",
    ...(isFilled(id) && { id }),
    ...(isFilled(timestamp) && { timestamp }),
    ...(isFilled(cwd) && { cwd }),
  };
}

function turnsIn({ num_turns: turns }: Fields): number {
  return typeof turns === "number" && turns > 0 ? Math.floor(turns) : 0;
}
