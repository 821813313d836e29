/**
 * A stored session is continued by the next prompt: when it ends with an answer, it is judged as if that prompt were
 * there. Otherwise every session that is in order would be refused for its last answer.
 */
import type { ReplayResult, SessionMessage } from "../../src/index.ts";
import type { SessionDocument } from "./document.ts";

const BLOCK = { type: "text", text: "(your next prompt)" } as const;

/** Stands for the prompt. It is in the body that is built, and not among the messages. */
export const NEXT_PROMPT: SessionMessage = { role: "user", content: [BLOCK] };

/** The result without what stands for the prompt. */
export function withoutPrompt(result: ReplayResult, { messages: input }: SessionDocument): ReplayResult {
  const last = result.messages.at(-1);
  const content = Array.isArray(last?.content) ? last.content : [];
  if (!last || !content.includes(BLOCK)) return result;
  const kept = content.filter((block) => block !== BLOCK);
  const before = result.messages.slice(0, -1);
  const untouched = before.length === input.length && before.every((message, index) => message === input[index]);
  const messages = untouched ? input : kept.length === 0 ? before : [...before, { ...last, content: kept }];
  const place = `/${input.length}`;
  const isOfPrompt = (path: string | undefined): boolean => path === place || path?.startsWith(`${place}/`) === true;
  const changes = result.changes.filter(({ from }) => !isOfPrompt(from[0]));
  const { policy, findings, status, stats, body } = result;
  return { policy, findings, status, stats, messages, changes, ...(body !== undefined && { body }) };
}
