/** The policies agree with what was recorded for 23 provider families: what a case shows, the flags must say. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { resolveTranscriptPolicy } from "../../src/policy/resolve.ts";
import type { ReplayTarget, TranscriptPolicy } from "../../src/policy/types.ts";

type Message = { role?: string; content?: unknown } | null;
interface Case {
  readonly id: string;
  readonly context: ReplayTarget;
  readonly input: readonly Message[];
  readonly expected: unknown;
  readonly validated?: "=expected" | readonly Message[];
}

const folder = new URL("../cases/reference/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.startsWith("matrix-"));

function read(file: string): Case[] {
  const lines = readFileSync(new URL(file, folder), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Case).filter(({ expected }) => Array.isArray(expected));
}

function blocks(messages: readonly Message[]): Record<string, unknown>[] {
  return messages.flatMap((message) => (Array.isArray(message?.content) ? message.content : [])).filter(Boolean);
}

const isThinking = ({ type }: Record<string, unknown>) => type === "thinking" || type === "redacted_thinking";
const count = (messages: readonly Message[], role: string) => messages.filter((m) => m?.role === role).length;
const neighbors = (messages: readonly Message[], role: string) =>
  messages.some((message, index) => message?.role === role && messages[index + 1]?.role === role);

/** What the case shows, each fact next to what the policy says about it. */
function* facts(one: Case, policy: TranscriptPolicy): Generator<[fact: string, shown: boolean, said: boolean]> {
  const expected = one.expected as readonly Message[];
  const first = expected[0];
  const added = first?.content === "(session bootstrap)" && one.input[0]?.content !== first.content;
  if (added || first?.role === "assistant") yield ["bootstrap", added, policy.applyGoogleTurnOrdering];

  const merges = policy.validateAnthropicTurns && policy.mergeUserTurns;
  const joins = policy.validateAnthropicTurns || policy.validateGeminiTurns;
  if (Array.isArray(one.validated)) {
    if (count(one.validated, "user") < count(expected, "user")) yield ["users merged", true, merges];
    if (count(one.validated, "assistant") < count(expected, "assistant")) yield ["assistants merged", true, joins];
  } else if (one.validated === "=expected") {
    if (neighbors(expected, "user")) yield ["users merged", false, merges];
    if (neighbors(expected, "assistant")) yield ["assistants merged", false, joins];
  }

  const before = blocks(one.input);
  const after = blocks(expected);
  if (!policy.preserveLatestThinking) yield ["thinking left", after.some(isThinking), false];
  if (!policy.responsesItems && !before.some(isThinking)) {
    const plain = (id: unknown) => typeof id === "string" && /^call_\d_ab-CD$/.test(id);
    const ids = before.map(({ id }) => id).filter(plain);
    const stay = after.some(({ id }) => plain(id));
    if (ids.length > 0 && after.some(({ type }) => type === "toolCall")) {
      yield ["ids rewritten", !stay, policy.sanitizeToolCallIds];
    }
  }
  if (one.id.endsWith("/thinking-unsigned") && !blocks(expected).some(isThinking)) {
    const judged = policy.preserveSignatures || policy.sanitizeThinkingSignatures;
    yield ["unsigned thinking gone", true, judged || policy.dropReasoningFromHistory];
  }
}

describe.each(files)("%s", (file) => {
  test.each(read(file))("$id", (one) => {
    for (const [fact, shown, said] of facts(one, resolveTranscriptPolicy(one.context))) {
      expect({ [fact]: said }).toEqual({ [fact]: shown });
    }
  });
});

test("there are 23 families", () => {
  expect(files.length).toBe(23);
});
