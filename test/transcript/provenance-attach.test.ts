import { describe, expect, it, test } from "vitest";
import { senderLabelOf } from "../../src/transcript/inbound-metadata.ts";
import {
  attachProvenance,
  isCompletionReport,
  isSubagentAnnouncement,
  startsWithInterSessionMarker,
} from "../../src/transcript/provenance.ts";

describe("attachProvenance", () => {
  const provenance = { kind: "inter_session", sourceTool: " sessions_send ", x: 1 };

  it("writes down where a user turn comes from", () => {
    const message = Object.freeze({ role: "user", content: "hi" });
    expect(attachProvenance(message, provenance)).toEqual({
      role: "user",
      content: "hi",
      provenance: { kind: "inter_session", sourceTool: "sessions_send" },
    });
  });

  it.each([
    ["another role", { role: "assistant", content: "hi" }, provenance],
    ["a provenance that is there", { role: "user", content: "hi", provenance: { kind: "external_user" } }, provenance],
    ["no provenance", { role: "user", content: "hi" }, undefined],
    ["an unknown kind", { role: "user", content: "hi" }, { kind: "other" }],
  ])("returns the same message for %s", (_, message, given) => {
    expect(attachProvenance(message, given)).toBe(message);
  });

  it("replaces one that is none", () => {
    const message = { role: "user", content: "hi", provenance: { kind: "nope" } };
    expect(attachProvenance(message, { kind: "internal_system" })["provenance"]).toEqual({ kind: "internal_system" });
  });
});

describe("isCompletionReport", () => {
  it.each([
    "subagent_announce",
    "subagent_settle",
    "agent_harness_task",
    "image_generate",
    "music_generate",
    "video_generate",
  ])("%s reports the end of a task", (sourceTool) => {
    expect(isCompletionReport({ kind: "inter_session", sourceTool })).toBe(true);
    expect(isCompletionReport({ kind: "internal_system", sourceTool })).toBe(false);
  });

  it.each([undefined, "x", { kind: "inter_session" }, { kind: "inter_session", sourceTool: "sessions_send" }])(
    "not so: %j",
    (provenance) => expect(isCompletionReport(provenance)).toBe(false),
  );
});

test("a subagent's report is known by its marker", () => {
  const text = "[Inter-session message] sourceTool=subagent_announce isUser=false\ndone";
  expect(isSubagentAnnouncement(text)).toBe(true);
  expect(isSubagentAnnouncement("[Inter-session message] isUser=false\ndone")).toBe(false);
  expect(isSubagentAnnouncement("sourceTool=subagent_announce")).toBe(false);
});

test.each([
  ["[Inter-session message] isUser=false\nhi", true],
  ["[Inter-session message sourceTool=x isUser=false] hi", true],
  ["[Inter-session message]", true],
  ["[Inter-session messages are fine]", false],
  ["hi\n[Inter-session message] isUser=false", false],
])("starts with a marker: %j", (text, expected) => expect(startsWithInterSessionMarker(text)).toBe(expected));

describe("senderLabelOf", () => {
  const marked = (label: string, value: unknown): string =>
    `${label}: ⟦openclaw:ctx⟧\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n\nhi`;
  const unmarked = (label: string, value: unknown): string =>
    `${label} (untrusted metadata):\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n\nhi`;

  it.each([
    [marked("Sender", { label: "Bob (bob)", name: "Bob" }), "Bob (bob)"],
    [marked("Sender", { name: " Bob ", id: "7" }), "Bob"],
    [marked("Sender", { username: "bob" }), "bob"],
    [marked("Sender", { e164: "+4930" }), "+4930"],
    [marked("Sender", { id: "7" }), "7"],
    [unmarked("Sender", { name: "Bob" }), "Bob"],
    [`[Mon 2026-01-05 09:30 UTC] ${unmarked("Sender", { name: "Bob" })}`, "Bob"],
    [marked("Conversation info", { sender: "Bob" }), "Bob"],
    [marked("Conversation info", { sender: { username: "bob" } }), "bob"],
    [`${marked("Conversation info", { sender: "A" })}\n${marked("Sender", { name: "B" })}`, "B"],
  ])("%j", (text, expected) => expect(senderLabelOf(text)).toBe(expected));

  it.each([
    "hi",
    marked("Sender", { name: " " }),
    marked("Sender", ["Bob"]),
    marked("Weather", { name: "Bob" }),
    "Sender: ⟦openclaw:ctx⟧\n```json\n{\n```\nhi",
    "Sender (untrusted metadata):\nBob",
    marked("Sender", { name: "x".repeat(70_000) }),
  ])("no name: %j", (text) => expect(senderLabelOf(text)).toBeUndefined());
});
