/**
 * Shows prompts that another session sent as what they are: not words of the user, but of an agent. They are stored in
 * the user's place, because providers know no other.
 */
import { isFilled, isRecord } from "../transcript/message.ts";
import { normalizeInputProvenance, stripInterSessionPrefix } from "../transcript/provenance.ts";
import { isForwardable } from "./rows.ts";
import type { DisplayMessage, Row, SenderSession, Settings } from "./types.ts";

const AGENT_KEY = /^agent:([^:]{1,256}):./;

/** The row in the assistant's place, with its sender and without the marker, if another session sent it. */
export function asForwarded(row: Row, settings: Settings): Row {
  if (!isForwardable(row)) return row;
  const sender = senderSession(row, settings);
  const name = sender?.label ?? sender?.agentId;
  const forwarded: DisplayMessage = {
    ...row,
    role: "assistant",
    senderLabel: name === undefined ? "Forwarded agent message" : `Forwarded from ${name}`,
    ...(sender && { senderSession: sender }),
  };
  const { content, text } = row;
  return {
    ...forwarded,
    ...(typeof content === "string" && { content: stripInterSessionPrefix(content) }),
    ...(Array.isArray(content) && { content: content.map(withoutMarker) }),
    ...(typeof text === "string" && { text: stripInterSessionPrefix(text) }),
  };
}

function withoutMarker(block: unknown): unknown {
  if (!isRecord(block) || typeof block["text"] !== "string") return block;
  const text = stripInterSessionPrefix(block["text"]);
  return text === block["text"] ? block : { ...block, text };
}

function senderSession(row: Row, settings: Settings): SenderSession | undefined {
  const sessionKey = normalizeInputProvenance(row["provenance"])?.sourceSessionKey;
  if (sessionKey === undefined) return undefined;
  const agentId = AGENT_KEY.exec(sessionKey)?.[1];
  const label = settings.sessionLabel?.(sessionKey);
  return { sessionKey, ...(agentId !== undefined && { agentId }), ...(isFilled(label) && { label: label.trim() }) };
}
