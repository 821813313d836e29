import { expect, test } from "vitest";
import { prepareReplay } from "../../src/index.ts";
import { deepFreeze } from "../oracles/values.ts";

const call = (id: string) => ({ type: "toolCall", id, name: "read", arguments: {} });
const target = { provider: "anthropic", modelId: "claude-opus-4-6" };

test("results in the user's turn reach the provider; what answers nothing is said to be lost", async () => {
  const messages = deepFreeze([
    { role: "user", content: "go" },
    { role: "assistant", content: [call("a1"), call("b1"), call("c1")] },
    { role: "toolResult", toolCallId: "b1", toolName: "read", content: [{ type: "text", text: "real" }] },
    {
      role: "user",
      content: [
        { type: "toolResult", toolUseId: "a1", content: [{ type: "text", text: "embedded" }] },
        { type: "tool", tool_call_id: "c1", content: "as a string", isError: true },
        { type: "toolResult", toolUseId: "b1", content: [{ type: "text", text: "twice" }] },
        { type: "text", text: "and now?" },
      ],
    },
  ]) as never;
  const { body, status, changes, messages: made } = await prepareReplay(messages, { target });
  expect(status).toBe("repaired");
  expect((body as { messages: { content: unknown }[] }).messages.at(-1)?.content).toEqual([
    { type: "tool_result", tool_use_id: "a1", content: [{ type: "text", text: "embedded" }] },
    { type: "tool_result", tool_use_id: "b1", content: [{ type: "text", text: "real" }] },
    { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "as a string" }], is_error: true },
    { type: "text", text: "and now?" },
  ]);
  expect(changes.filter(({ lossy }) => lossy).map(({ from }) => from)).toEqual([["/3/content/2"]]);
  expect((await prepareReplay(made, { target })).messages).toBe(made);
});
