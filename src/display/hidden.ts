/**
 * Leaves out what is not for people: hidden rows, runtime context, reports of subagents, heartbeats, empty user turns,
 * and copies of what stands right above.
 */
import { isRecord } from "../transcript/message.ts";
import { isCompletionReport, isSubagentAnnouncement } from "../transcript/provenance.ts";
import { RUNTIME_CONTEXT_CUSTOM_TYPE } from "../transcript/runtime-context.ts";
import { isHeartbeatAck, isHeartbeatPrompt } from "./heartbeat.ts";
import {
  hasDisplayableBlock,
  hasMediaFacts,
  hasOtherBlock,
  isBlankContent,
  isForwarded,
  marksOf,
  roleOf,
  textOf,
} from "./rows.ts";
import type { Row, Settings } from "./types.ts";

/** The rows that are shown. */
export function visibleRows(rows: readonly Row[], settings: Settings): readonly Row[] {
  return rows.filter((row, index) => !isHidden(row, settings) && !repeats(row, rows[index - 1]));
}

function isHidden(row: Row, settings: Settings): boolean {
  if (row["display"] === false) return true;
  if (row.role === "custom") return row["customType"] === RUNTIME_CONTEXT_CUSTOM_TYPE;
  if (isForwarded(row)) return false;
  const content = row.content ?? row["text"];
  if (roleOf(row) === "user") {
    if (isCompletionReport(row["provenance"]) || isSubagentAnnouncement(textOf(row))) return true;
    return (isBlankContent(content) && !hasMediaFacts(row)) || isHeartbeatPrompt(row, settings);
  }
  // An empty answer is shown as one.
  return roleOf(row) === "assistant" && !isBlankContent(content) && isHeartbeatAck(row);
}

/** Does the row say again what the one before says, as copies of the host do? */
function repeats(row: Row, before: Row | undefined): boolean {
  if (before === undefined || !isCopyOf(row, before)) return false;
  const text = textOf(row).trim();
  return text !== "" && text === textOf(before).trim() && !hasOtherBlock(row) && !hasOtherBlock(before);
}

function isCopyOf(row: Row, before: Row): boolean {
  if (modelOfHost(before) === "acp-runtime" && modelOfHost(row) === "gateway-injected") return true;
  const mirror = row["openclawDeliveryMirror"];
  if (modelOfHost(row) !== "delivery-mirror" || !isRecord(mirror) || mirror["kind"] !== "channel-final") return false;
  if (roleOf(before) !== "assistant" || modelOfHost(before) === "delivery-mirror" || isForwarded(before)) return false;
  const { id, mirrorIdentity } = marksOf(before);
  const source = mirror["sourceAssistantMessageId"];
  if (typeof source === "string") {
    return (
      source !== "" && source === id && !hasDisplayableBlock(before) && !hasMediaFacts(before) && !hasMediaFacts(row)
    );
  }
  return typeof mirrorIdentity === "string" && mirrorIdentity.trim() !== "";
}

/** The pretended model of a row that the host wrote in the assistant's place. */
function modelOfHost(row: Row): string | undefined {
  const isHost = row.role === "assistant" && row["provider"] === "openclaw";
  return isHost && typeof row["model"] === "string" ? row["model"] : undefined;
}
