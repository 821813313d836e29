/**
 * Heartbeats: hosts wake their agent from time to time, and mostly the agent has nothing to say. Neither the prompt nor
 * such an answer is shown.
 */
import { isRecord } from "../transcript/message.ts";
import { isSilentReply } from "../transcript/silent.ts";
import { blockList, isReasoning, isTextBlock } from "./rows.ts";
import type { Row, Settings } from "./types.ts";

/** Prompts by which hosts wake their agent: the whole text, or its first lines. */
const PROMPTS: readonly string[] = [
  "[OpenClaw heartbeat poll]",
  "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly. Do not infer or repeat old tasks from prior " +
    "chats. If nothing needs attention, reply HEARTBEAT_OK.",
];

/** The prompt that lists tasks in between. */
const TASKS_BEGIN = "Run the following periodic tasks (only those due based on their intervals):";
const TASKS_END = /After completing all due tasks, (?:reply (?:HEARTBEAT_OK|NO_REPLY)\.|use heartbeat_respond)/;

const TOKEN = "HEARTBEAT_OK";
const TOKEN_AT_END = /HEARTBEAT_OK\W{0,4}$/;

/** An acknowledgement may say a little beside the token, in UTF-16 code units; what is longer is news. */
const LONGEST_REMARK = 300;
/** With its markup and repeated tokens no acknowledgement is longer. */
const LONGEST_ACK = 4096;

/** Is it the user turn by which the host wakes its agent? */
export function isHeartbeatPrompt(row: Row, settings: Settings): boolean {
  if (row.role !== "user") return false;
  const text = plainText(row).trim();
  if (text === "") return false;
  const own = settings.heartbeatPrompt?.trim();
  const prompts = own ? [...PROMPTS, own] : PROMPTS;
  if (prompts.some((prompt) => text === prompt || text.startsWith(`${prompt}\n`))) return true;
  return text.startsWith(TASKS_BEGIN) && TASKS_END.test(text);
}

/** Does the assistant's row say that there is nothing to say? Reasoning alone says no more. */
export function isHeartbeatAck(row: Row): boolean {
  if (row.role !== "assistant" || hasCalls(row) || isRecord(row.content)) return false;
  if (!blockList(row).every((block) => isTextBlock(block) || isReasoning(block))) return false;
  const text = plainText(row);
  return text.trim() === "" || isSilentReply(text) || isAckText(text.trim());
}

function hasCalls(row: Row): boolean {
  const calls = row["tool_calls"];
  return Array.isArray(calls) && calls.length > 0;
}

function isAckText(text: string): boolean {
  if (text.length > LONGEST_ACK || !text.includes(TOKEN)) return false;
  const unmarked = text
    .replace(/<[^<>]*>/g, " ")
    .replaceAll("&nbsp;", " ")
    .trim()
    .replace(/^[*`~_]+/, "")
    .replace(/[*`~_]+$/, "");
  return [text, unmarked].some((one) => {
    const rest = withoutTokens(one);
    return rest !== undefined && rest.replace(/\s+/g, " ").length <= LONGEST_REMARK;
  });
}

/** The text without tokens at its ends; undefined when it has none there. */
function withoutTokens(text: string): string | undefined {
  let rest = text.trim();
  let found = false;
  for (;;) {
    const atEnd = rest.startsWith(TOKEN) ? undefined : TOKEN_AT_END.exec(rest)?.index;
    if (rest.startsWith(TOKEN)) rest = rest.slice(TOKEN.length).trim();
    else if (atEnd !== undefined) rest = rest.slice(0, atEnd).trim();
    else return found ? rest : undefined;
    found = true;
  }
}

/** The text of the row without line breaks between its blocks, as hosts compare it. */
function plainText(row: Row): string {
  const content = row.content ?? row["text"];
  if (typeof content === "string") return content;
  return blockList(row)
    .filter(isTextBlock)
    .map(({ text }) => text)
    .join("");
}
