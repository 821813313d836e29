/**
 * Turns the host's own entries into the user text a model is sent: custom messages, summaries of what was compacted or
 * of a branch that was left, and shell commands the user ran.
 *
 * Why: no provider knows these roles, and left in place they hide that two user turns stand side by side.
 *
 * Leaves alone: nothing. Entries marked `excludeFromContext`, and those that say nothing, are dropped.
 *
 * @example { "in": [{"role":"custom","customType":"note","content":"remember","timestamp":3}], "out": [{"role":"user","content":"remember","timestamp":3}] }
 * @example { "in": [{"role":"bashExecution","command":"ls","output":"a","exitCode":0,"excludeFromContext":true}], "out": [] }
 */
import type { LocalRule, Why } from "../contract/rule.ts";
import { type Block, contentList, isFilled, type SessionMessage } from "../transcript/message.ts";

const AS_USER: Why = { text: "An entry of the host is sent as user text.", lossy: false };
const EXCLUDED: Why = { text: "The entry is marked as not for the model.", lossy: false };
const SAYS_NOTHING: Why = { text: "The entry says nothing.", lossy: false };

export const contextMessages: LocalRule = {
  id: "context-messages",
  kind: "local",
  stage: "payload",
  summary: "Turns custom messages, summaries and shell commands into user text.",
  whys: [AS_USER, EXCLUDED, SAYS_NOTHING],
  applies: () => true,
  message(message, _at, note) {
    const content = contentFor(message);
    if (content === message) return message;
    if (message["excludeFromContext"] === true) return EXCLUDED;
    if (content === undefined) return SAYS_NOTHING;
    note.set("role", AS_USER);
    const { timestamp } = message;
    return { role: "user", content, ...(timestamp !== undefined && { timestamp }) };
  },
};

/** The user text; undefined when there is none; the message itself when it is not the host's. */
function contentFor(message: SessionMessage): unknown {
  switch (message.role) {
    case "custom":
      return isFilled(message.content) ? message.content : listOrNothing(contentList(message));
    case "compactionSummary":
      return summaryText("Summary of the conversation before this point:", message["summary"]);
    case "branchSummary":
      return summaryText("Summary of a part of this conversation that was left:", message["summary"]);
    case "bashExecution":
      return commandText(message);
    default:
      return message;
  }
}

function listOrNothing(blocks: readonly Block[]): readonly Block[] | undefined {
  return blocks.length > 0 ? blocks : undefined;
}

function summaryText(title: string, summary: unknown): string | undefined {
  return isFilled(summary) ? `${title}\n\n${summary}` : undefined;
}

function commandText(message: SessionMessage): string | undefined {
  const { command, output, exitCode, cancelled, truncated, fullOutputPath } = message;
  if (!isFilled(command)) return undefined;
  const lines = [`The user ran a shell command: ${command}`];
  if (isFilled(output)) lines.push("Output:", output);
  if (truncated === true)
    lines.push(`The output was cut${isFilled(fullOutputPath) ? `; all of it is in ${fullOutputPath}` : ""}.`);
  if (cancelled === true) lines.push("The command was cancelled.");
  else if (typeof exitCode === "number" && exitCode !== 0) lines.push(`Exit code: ${exitCode}`);
  return lines.join("\n");
}
