/**
 * The history of a Codex session, item by item.
 *
 * The items of one answer (reasoning, text, calls) become one assistant message; an output is a message of its own and
 * ends the answer. A compaction replaces the history, a rollback takes turns from its end.
 */
import { type Block, isFilled, isRecord, type SessionMessage } from "../../../transcript/message.ts";
import { timeOf } from "../foreign.ts";
import { toAnswerBlocks, toBlocks, toOpaque, toThinking } from "./blocks.ts";
import { callFrom } from "./calls.ts";
import type { Fields } from "./records.ts";

const API = "openai-responses";

/** What Codex itself writes in the user's place, by how it begins. The model sees it, people do not. */
const WRITTEN_BY_HOST =
  /^\s*(?:<(?:environment_context|user_instructions|INSTRUCTIONS|turn_aborted|skill|user_shell_command|subagent_notification)>|# AGENTS\.md instructions for )/;

/** Which model answers. */
export interface Route {
  readonly provider: string;
  readonly model?: string | undefined;
}

/** A history that grows. */
export interface History {
  readonly messages: readonly SessionMessage[];
  /** Adds an item of the Responses API; false when its type is not known and it became an opaque block. */
  add(item: Fields, timestamp: unknown, route: Route): boolean;
  /** Replaces everything by what a compaction left. */
  compact(payload: Fields, timestamp: unknown, route: Route): void;
  /** Takes the last turns of the user away, with all that followed them. */
  rollBack(count: number): void;
}

type Answer = SessionMessage & { content: Block[]; stopReason: string };

/** An empty history. */
export function createHistory(): History {
  let messages: SessionMessage[] = [];
  /** Where the turns of the user begin. */
  let turns: number[] = [];
  const callNames = new Map<string, { readonly id: string; readonly name: string }>();
  /** The answer that is still being put together. */
  let open: Answer | undefined;

  function answer(timestamp: unknown, { provider, model }: Route): Answer {
    if (open === undefined) {
      const base = { role: "assistant", api: API, provider, ...(model !== undefined && { model }) };
      open = { ...base, ...timeOf(timestamp), content: [], stopReason: "stop" };
      messages.push(open);
    }
    return open;
  }

  function addMessage(item: Fields, timestamp: unknown, route: Route): void {
    const { role, content } = item;
    if (role === "assistant") {
      const turn = answer(timestamp, route);
      for (const block of toAnswerBlocks(item)) turn.content.push(block);
      return;
    }
    open = undefined;
    const message = { content: toBlocks(content), ...timeOf(timestamp) };
    if (role === "user") {
      const byHost = isWrittenByHost(content);
      if (!byHost) turns.push(messages.length);
      messages.push({ role, ...message, ...(byHost && { display: false }) });
      // Instructions of the program: no turn of the conversation, and not for people.
    } else messages.push({ role: "custom", customType: `codex.${String(role)}`, ...message, display: false });
  }

  function addOutput(item: Fields, timestamp: unknown): void {
    open = undefined;
    const { output, call_id: callId } = item;
    const call = typeof callId === "string" ? callNames.get(callId) : undefined;
    const wrapped = isRecord(output) ? output : undefined;
    messages.push({
      role: "toolResult",
      toolCallId: call?.id ?? callId,
      ...(call && { toolName: call.name }),
      content: toBlocks(wrapped ? wrapped["content"] : output),
      isError: wrapped?.["success"] === false,
      ...timeOf(timestamp),
    });
  }

  function add(item: Fields, timestamp: unknown, route: Route): boolean {
    switch (item["type"]) {
      case "message":
        addMessage(item, timestamp, route);
        return true;
      case "reasoning":
        answer(timestamp, route).content.push(toThinking(item));
        return true;
      case "function_call":
      case "custom_tool_call":
      case "local_shell_call": {
        const { block, callId } = callFrom(item);
        const turn = answer(timestamp, route);
        turn.content.push(block);
        turn.stopReason = "toolUse";
        if (callId !== undefined) callNames.set(callId, { id: block.id, name: block.name });
        return true;
      }
      case "function_call_output":
      case "custom_tool_call_output":
        addOutput(item, timestamp);
        return true;
      // Snapshots of the working tree are the program's own.
      case "ghost_snapshot":
      case "compaction_trigger":
        return true;
      default:
        // Tools of the provider, encrypted summaries and what is new: parts of an answer that nobody else reads.
        answer(timestamp, route).content.push(toOpaque(item));
        return PROVIDER_ITEMS.has(item["type"]);
    }
  }

  return {
    get messages() {
      return messages;
    },
    add,
    compact(payload, timestamp, route) {
      messages = [];
      turns = [];
      open = undefined;
      const { message, replacement_history: replacement } = payload;
      if (Array.isArray(replacement)) for (const item of replacement) if (isRecord(item)) add(item, timestamp, route);
      if (messages.length === 0 && isFilled(message)) {
        messages.push({ role: "compactionSummary", summary: message, ...timeOf(timestamp) });
      }
      open = undefined;
    },
    rollBack(count) {
      open = undefined;
      const [first] = turns.splice(Math.max(0, turns.length - count));
      if (first !== undefined) messages.length = first;
    },
  };
}

const PROVIDER_ITEMS: ReadonlySet<unknown> = new Set([
  "web_search_call",
  "tool_search_call",
  "tool_search_output",
  "image_generation_call",
  "code_interpreter_call",
  "file_search_call",
  "mcp_call",
  "compaction",
  "compaction_summary",
  "context_compaction",
  "agent_message",
]);

function isWrittenByHost(content: unknown): boolean {
  const texts = toBlocks(content).flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  return texts.length > 0 && texts.every((text) => WRITTEN_BY_HOST.test(text));
}
