// Conditions that public bug reports describe. Every sentence of a report is an assertion on the messages that
// prepareReplay returns, or on the body where only that can show it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { prepareReplay } from "../../src/index.ts";
import { deepFreeze, sameJson } from "../oracles/values.ts";
import { list } from "./bodies/run.ts";
import {
  answers,
  blocks,
  calls,
  entries,
  expectAlternating,
  expectIds,
  expectLastNotAssistant,
  expectNothingEmpty,
  expectPaired,
  expectThinkingSigned,
  type Message,
  results,
  roles,
  signaturesOf,
  texts,
  textsBy,
  thoughts,
} from "./messages.ts";

type Messages = Parameters<typeof prepareReplay>[0];
type Options = Parameters<typeof prepareReplay>[1];

interface Report {
  readonly id: string;
  readonly symptom: string;
  readonly target: Options["target"];
  readonly options?: Partial<Options>;
  readonly input: Message[];
  readonly mustHold: readonly string[];
  readonly expected: readonly unknown[] | null;
}

/** What came out of a report's input, and a way to run a variant of it. */
interface Run {
  readonly report: Report;
  readonly messages: readonly Message[];
  /** The request. */
  readonly body: Message;
  again(input: readonly unknown[]): Promise<readonly Message[]>;
}

type Check = (run: Run) => void | Promise<void>;

function readReport(id: string): Report {
  return JSON.parse(readFileSync(new URL(`reports/${id}.json`, import.meta.url), "utf8"));
}

async function replay({ target, options }: Report, input: readonly unknown[]): Promise<Pick<Run, "messages" | "body">> {
  const frozen = deepFreeze(JSON.parse(JSON.stringify(input))) as Messages;
  const { messages, body } = await prepareReplay(frozen, { target, ...options });
  return { messages: messages as readonly Message[], body: body as Message };
}

// ------------------------------------------------------------------------------------------------- the sentences

const checks: Record<string, Record<string, Check>> = {
  "003": {
    "the result toolu_gone is not sent as a tool_result": ({ messages }) => expect(results(messages)).toEqual([]),
    "roles still alternate user/assistant": ({ messages }) =>
      expect(roles(messages)).toEqual(["user", "assistant", "user"]),
    "last message is a user message with text 'any progress?'": ({ messages }) => {
      expect(messages.at(-1)?.["role"]).toBe("user");
      expect(texts(messages).at(-1)).toBe("any progress?");
    },
  },
  "005": {
    "exactly one result for toolu_w": ({ messages }) => {
      expect(results(messages)).toHaveLength(1);
      expect(calls(messages)).toHaveLength(1);
    },
    "the surviving result is adjacent to its call": ({ messages }) => expectPaired(messages),
    "the real result is preferred over the synthetic one where the policy can tell them apart": async (run) => {
      // The report's own synthetic text is anybody's; ours can be told by its details.
      const details = { openclawSyntheticMissingToolResult: true };
      const input = run.report.input.map((message, index) => (index === 2 ? { ...message, details } : message));
      expect(textsBy("toolResult", await run.again(input))).toEqual(["wrote 10 kB"]);
    },
  },
  "008": {
    "two distinct call ids": ({ messages }) => {
      expect(calls(messages)).toHaveLength(2);
      expectIds(messages, /^[A-Za-z0-9_-]{1,64}$/);
    },
    "two results, paired by position (ONE->1, TWO->2)": ({ messages }) =>
      expect(answers(messages)).toEqual([
        [{ path: "1" }, "ONE"],
        [{ path: "2" }, "TWO"],
      ]),
  },
  "009": {
    "both ids match ^[a-zA-Z0-9_-]+$ and are 1..64 long": ({ messages }) =>
      expectIds(messages, /^[a-zA-Z0-9_-]{1,64}$/),
    "call id equals result id": ({ messages }) => expectPaired(messages),
    "already valid ids elsewhere stay unchanged": async (run) => {
      const call = { type: "toolCall", id: "toolu_01AbC", name: "Bash", arguments: {} };
      const turn = { role: "assistant", content: [call], stopReason: "toolUse" };
      const answer = { role: "toolResult", toolCallId: "toolu_01AbC", content: [{ type: "text", text: "ok" }] };
      const messages = await run.again([...run.report.input, turn, answer]);
      expect(calls(messages).at(-1)?.["id"]).toBe("toolu_01AbC");
      expect(results(messages).at(-1)?.["toolCallId"]).toBe("toolu_01AbC");
    },
  },
  "010": {
    "the two ids stay different after replacement of invalid characters": ({ messages }) =>
      expectIds(messages, /^[A-Za-z0-9_-]{1,64}$/),
    "X stays with path x and Y with path y": ({ messages }) =>
      expect(answers(messages)).toEqual([
        [{ path: "x" }, "X"],
        [{ path: "y" }, "Y"],
      ]),
  },
  "013": {
    "the signature produced before the compaction is not sent": ({ messages }) =>
      expect(JSON.stringify(messages)).not.toContain("EqQBCkYIAxgCKkDtZXN0"),
    "the assistant turn still exists and has non-empty text": ({ messages }) =>
      expect(textsBy("assistant", messages)).toContain("Earlier answer."),
    "thinking is not sent as a thinking block without signature": ({ messages }) => expectThinkingSigned(messages),
  },
  "015": {
    "no thinking block without signature is sent": ({ messages }) => expectThinkingSigned(messages),
    "call/result pair survives": ({ messages }) => expect(answers(messages)).toEqual([[{ path: "a" }, "A"]]),
    "assistant content is not empty": ({ messages }) => expectNothingEmpty(messages),
  },
  "016": {
    "no thinking block with blank signature": ({ messages }) => expectThinkingSigned(messages),
    "assistant turn survives with non-empty placeholder text (roles still alternate)": ({ messages }) => {
      expect(roles(messages)).toEqual(["user", "assistant", "user"]);
      expect(textsBy("assistant", messages).map((text) => text.trim() !== "")).toEqual([true]);
    },
  },
  "020": {
    "redacted thinking is sent as redacted_thinking with data exactly equal to the stored payload": (run) =>
      expect(thoughts(run.messages)).toEqual([blocks(run.report.input[1])[0]]),
    "it stays first in the turn": ({ body, report }) =>
      expect(entries(body, "messages", "content")[1]?.[0]).toEqual({
        type: "redacted_thinking",
        data: blocks(report.input[1])[0]?.["thinkingSignature"],
      }),
  },
  "021": {
    "outgoing payload does not end with an assistant message": ({ messages }) => expectLastNotAssistant(messages),
    "stored transcript is not modified": async ({ report }) => {
      const input = JSON.parse(JSON.stringify(report.input)) as Messages;
      await prepareReplay(input, { target: report.target, ...report.options });
      expect(sameJson(input, report.input)).toBe(true);
    },
    "user text kept": ({ messages }) => expect(textsBy("user", messages)).toContain("do it"),
  },
  "027": {
    "no assistant message with empty content is sent": ({ messages }) => expectNothingEmpty(messages),
    "no two consecutive user messages with the same role unmerged": ({ messages }) => expectAlternating(messages),
    "both user texts kept": ({ messages }) => expect(textsBy("user", messages)).toEqual(["hi", "hello?"]),
  },
  "028": {
    "messages is never empty after cleaning": ({ messages }) => expect(messages.length).toBeGreaterThan(0),
    "the only user turn becomes a non-empty placeholder": ({ messages }) => {
      expect(roles(messages)).toEqual(["user"]);
      expectNothingEmpty(messages);
    },
  },
  "029": {
    "no unanswered tool call": ({ messages }) => expectPaired(messages),
    "no empty thinking block from the failed turn": ({ messages }) =>
      expect(thoughts(messages).filter(({ thinking }) => thinking === "")).toEqual([]),
    "text 'Starting' may stay; if the turn becomes empty it is dropped and users merge": ({ messages }) => {
      expectAlternating(messages);
      expectNothingEmpty(messages);
      const said = textsBy("assistant", messages);
      if (roles(messages).includes("assistant")) expect(said).toContain("Starting");
      expect(textsBy("user", messages)).toEqual(["do a thing", "go on"]);
    },
  },
  "071": {
    "replayed name matches ^[a-zA-Z0-9_-]{1,64}$ or call+result are removed/turned into text together": (run) => {
      for (const { name } of calls(run.messages)) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expectPaired(run.messages);
    },
  },
  "075": {
    "assistant message with tool_calls has a reasoning_content string ('I should search')": ({ body }) => {
      const asking = list(body["messages"]).filter(({ tool_calls: own }) => list(own).length > 0);
      expect(asking.map(({ reasoning_content: reasoning }) => reasoning)).toEqual(["I should search"]);
    },
  },
  "077": {
    "thinking text is sent back as a thinking block although its signature is blank (DeepSeek rule differs from Anthropic)":
      ({ messages }) => expect(thoughts(messages).map(({ thinking }) => thinking)).toEqual(["plan"]),
  },
  "078": {
    "orphan result removed": ({ messages }) => expect(results(messages)).toEqual([]),
    "first message is a user message": ({ messages }) => expect(messages[0]?.["role"]).toBe("user"),
  },
  "079": {
    "result directly after call, 'queued' after it": ({ messages }) => {
      expectPaired(messages);
      expect(roles(messages)).toEqual(["user", "assistant", "toolResult", "user"]);
      expect(texts(messages).at(-1)).toBe("queued");
    },
  },
  "087": {
    "no empty assistant message sent": ({ messages }) => expectNothingEmpty(messages),
    "texts a,b,ping kept in order": ({ messages }) => {
      const own = ["a", "b", "ping"];
      expect(texts(messages).filter((text) => own.includes(text))).toEqual(own);
    },
  },
  "095": {
    "65-character ids shortened to <= 64, the two stay distinct": ({ messages }) => {
      expectIds(messages, /^.{1,64}$/);
      expect(answers(messages).map(([, text]) => text)).toEqual(["T", "E"]);
    },
  },
  "105": {
    "first turn is a user turn": ({ messages }) => expect(messages[0]?.["role"]).toBe("user"),
    "all original turns kept in order": ({ messages }) => {
      expect(roles(messages).slice(-3)).toEqual(["assistant", "toolResult", "user"]);
      expect(texts(messages).slice(-3)).toEqual(["Hello, I am ready.", "A", "go"]);
    },
  },
  "106": {
    "on Gemini 3 the first functionCall of each step of the current turn has a thoughtSignature: the original or the documented sentinel skip_thought_signature_validator":
      ({ messages, body }) => {
        expect(answers(messages).map(([, text]) => text)).toEqual(["A"]);
        expect(signaturesOf(body)).toEqual(["skip_thought_signature_validator"]);
      },
    "no invented base64": ({ messages, body }) => {
      const signatures = calls(messages).flatMap((call) => [call["thoughtSignature"], call["thought_signature"]]);
      const given = [...signatures, ...signaturesOf(body)].filter((signature) => signature !== undefined);
      expect(given.filter((signature) => signature !== "skip_thought_signature_validator")).toEqual([]);
    },
  },
  "110": {
    "109-character (mod 4 = 1) signature dropped": ({ messages }) =>
      expect(calls(messages)[0]).not.toHaveProperty("thoughtSignature"),
    "108-character valid signature kept unchanged": (run) =>
      expect(calls(run.messages)[1]?.["thoughtSignature"]).toBe(calls(run.report.input)[1]?.["thoughtSignature"]),
  },
  "114": {
    "request does not end with a model turn (user continuation added or assistant removed on the outgoing copy only)":
      ({ messages }) => expectLastNotAssistant(messages),
  },
  "116": {
    "ids alphanumeric only, same on both sides": ({ messages }) => {
      expectIds(messages, /^[A-Za-z0-9]+$/);
      expectPaired(messages);
    },
    "consecutive users merged or alternation otherwise restored, texts a and b kept": ({ messages, body }) => {
      expect(textsBy("user", messages)).toEqual(["x", "a", "b"]);
      // The results are a turn of their own: Google counts them.
      const texts = entries(body, "contents", "parts").map((parts) => parts.map(({ text }) => text));
      expect(texts).toEqual([["x"], [undefined], [undefined], ["a", "b"]]);
    },
  },
  "117": {
    "ids match ^[a-zA-Z0-9]{9}$": ({ messages }) => expectIds(messages, /^[a-zA-Z0-9]{9}$/),
    "distinct, and A/B paired correctly": ({ messages }) =>
      expect(answers(messages)).toEqual([
        [{ p: 1 }, "A"],
        [{ p: 2 }, "B"],
      ]),
    "stable across runs": async (run) => {
      expect(await run.again(run.report.input)).toEqual(run.messages);
      expect(await run.again(run.messages)).toEqual(run.messages);
    },
  },
  "124": {
    "error turns with only blank text are dropped from the outgoing copy": ({ messages }) =>
      expect(roles(messages)).not.toContain("assistant"),
    "mirror turn not sent": ({ messages }) => expect(texts(messages)).not.toContain("sent"),
    "a, b, c kept; roles alternate": ({ messages }) => {
      expect(textsBy("user", messages)).toEqual(["a", "b", "c"]);
      expectAlternating(messages);
    },
  },
  "133": {
    "reasoningContent.reasoningText {text, signature} first in the assistant message, unmodified": (run) => {
      const [stored] = blocks(run.report.input[1]);
      const reasoningText = { text: stored?.["thinking"], signature: stored?.["thinkingSignature"] };
      expect(entries(run.body, "messages", "content")[1]?.[0]).toEqual({ reasoningContent: { reasoningText } });
      expectPaired(run.messages);
    },
  },
  "136": {
    "does not end with an assistant message": ({ messages }) => expectLastNotAssistant(messages),
    "blank user message not sent as blank": ({ messages }) =>
      expect(textsBy("user", messages).filter((text) => text.trim() === "")).toEqual([]),
    "no empty list": ({ messages }) => expectNothingEmpty(messages),
  },
};

describe.each(Object.keys(checks).map(readReport))("$id: $symptom", (report) => {
  const run = replay(report, report.input).then(
    (replayed): Run => ({
      ...replayed,
      report,
      again: async (input) => (await replay(report, input)).messages,
    }),
  );

  test("each sentence of the report is asserted", () => {
    expect(Object.keys(checks[report.id] ?? {}).sort()).toEqual([...report.mustHold].sort());
  });

  test.each(Object.entries(checks[report.id] ?? {}))("%s", async (_, check) => {
    await check(await run);
  });

  if (report.expected) {
    test("only this output is right", async () => {
      expect((await run).messages).toEqual(report.expected);
    });
  }
});
