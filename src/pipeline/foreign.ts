/**
 * Recognizes messages of a provider's request body handed in as session messages. Their tool calls and results stand
 * where no rule looks, so a repair would lose them: this is said instead of passed over.
 */
import type { Finding } from "../transcript/changes.ts";
import { blocksOf, isRecord, type SessionMessage } from "../transcript/message.ts";

/** How many are listed before the rest is passed over. */
const LISTED = 20;

/** One error finding for each message that is not of the session model. */
export function findForeign(messages: readonly unknown[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (let index = 0; index < messages.length && findings.length < LISTED; index++) {
    const found = foreignPart(messages[index]);
    if (!found) continue;
    findings.push({
      code: "foreign-message",
      severity: "error",
      document: "input",
      path: `/${index}${found}`,
      message:
        "Of a provider's request body: its tool calls or results would be lost. Make calls `toolCall` blocks and results `toolResult` messages.",
      sources: [],
    });
  }
  return findings;
}

const FOREIGN_ROLES: ReadonlySet<unknown> = new Set(["tool", "function", "model"]);

/** The pointer, within the message, of what is not of the session model. */
function foreignPart(message: unknown): string | undefined {
  if (!isRecord(message)) return undefined;
  if (FOREIGN_ROLES.has(message["role"])) return "/role";
  if (hasItems(message["parts"]) && message["content"] === undefined) return "/parts";
  if (message["role"] === "assistant") return hasItems(message["tool_calls"]) ? "/tool_calls" : undefined;
  if (message["role"] !== "user") return undefined;
  const block = blocksOf(message as SessionMessage).findIndex((one) => isRecord(one) && one.type === "tool_result");
  return block < 0 ? undefined : `/content/${block}`;
}

function hasItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
