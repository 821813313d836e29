import { expect, test } from "vitest";
import { judgeReplay, resolveTranscriptPolicy, ruleCatalog, rulesInForce } from "../../src/index.ts";

const text = (words: string) => ({ type: "text", text: words });
const messages = [
  { role: "user", content: [text("Go.")] },
  {
    role: "assistant",
    content: [text("I look."), { type: "toolCall", id: "call|1", name: "bash", arguments: {} }],
    stopReason: "toolUse",
  },
  { role: "user", content: [text("And?")] },
];

test("messages are judged as they are, and faults stand where they were written from", () => {
  const judged = judgeReplay(messages, { target: { provider: "anthropic", modelId: "claude-opus-4-6" } });
  const errors = judged?.findings.filter(({ severity }) => severity === "error");
  expect(judged?.format).toBe("anthropic-messages");
  expect(errors?.map(({ code, path, document }) => [code, path, document]).toSorted()).toEqual([
    ["call-id-pattern", "/1/content/1", "input"],
    ["call-unanswered", "/1/content/1", "input"],
  ]);
  expect(errors?.every(({ remedies = [] }) => remedies.length > 0)).toBe(true);
  expect(judged?.messagePath("/messages/1/content/1/id")).toBe("/1/content/1");
  expect(judged?.messagePath("/tools/0")).toBeUndefined();
});

test("Mistral's API is judged by its own demands; of an unknown API nothing is said", () => {
  const codes = judgeReplay(messages, { target: { provider: "mistral" } })?.findings.map(({ code }) => code);
  expect(codes).toContain("call-id-pattern");
  expect(judgeReplay(messages, { target: { provider: "acme", modelApi: "acme-api" } })).toBeUndefined();
});

test("the rules in force are those that the policy names", () => {
  const rules = (provider: string) => rulesInForce(resolveTranscriptPolicy({ provider }));
  expect(rules("google")).toContain("google-bootstrap");
  expect(rules("anthropic")).not.toContain("google-bootstrap");
  const known = ruleCatalog.map(({ id }) => id);
  for (const id of rules("anthropic")) expect(known).toContain(id);
});
