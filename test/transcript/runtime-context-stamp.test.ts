import { describe, expect, it, test } from "vitest";
import { formatStamp, stampUserMessages, type TimeZone } from "../../src/transcript/stamp.ts";

const UTC = { offsetMinutes: 0, name: "UTC" };
const NINE_THIRTY = Date.UTC(2026, 0, 5, 9, 30);

describe("formatStamp", () => {
  it.each([
    [NINE_THIRTY, UTC, "[Mon 2026-01-05 09:30 UTC]"],
    [NINE_THIRTY, { offsetMinutes: 60, name: "CET" }, "[Mon 2026-01-05 10:30 CET]"],
    [NINE_THIRTY, { offsetMinutes: -600, name: "HST" }, "[Sun 2026-01-04 23:30 HST]"],
    [NINE_THIRTY, { offsetMinutes: 345, name: "UTC+5:45" }, "[Mon 2026-01-05 15:15 UTC+5:45]"],
    [0, UTC, "[Thu 1970-01-01 00:00 UTC]"],
    [-1, UTC, "[Wed 1969-12-31 23:59 UTC]"],
    [Date.UTC(2024, 1, 29, 23, 59, 59), UTC, "[Thu 2024-02-29 23:59 UTC]"],
    [Date.UTC(2000, 1, 29), UTC, "[Tue 2000-02-29 00:00 UTC]"],
    [NINE_THIRTY, { offsetMinutes: 0, name: " U]T\nC\u0000[ " }, "[Mon 2026-01-05 09:30 U T C]"],
  ])("%d in %j", (time, zone, expected) => expect(formatStamp(time, zone)).toBe(expected));

  it.each([
    [Number.NaN, UTC],
    [Number.POSITIVE_INFINITY, UTC],
    [8.64e15, UTC],
    [NINE_THIRTY, { offsetMinutes: Number.NaN, name: "UTC" }],
    [NINE_THIRTY, { offsetMinutes: 1441, name: "UTC" }],
    [NINE_THIRTY, { offsetMinutes: 0, name: " " }],
  ])("nothing for %d in %j", (time, zone) => expect(formatStamp(time, zone)).toBeUndefined());

  it("agrees with the host's calendar on every day of 500 years", () => {
    const names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    const end = Date.UTC(2300, 0, 1);
    for (let time = Date.UTC(1800, 0, 1); time < end; time += 86_400_000) {
      const date = new Date(time);
      const expected = `[${names[date.getUTCDay()]} ${date.toISOString().slice(0, 10)} 00:00 UTC]`;
      if (formatStamp(time, UTC) !== expected) expect.fail(expected);
    }
  });
});

describe("stampUserMessages", () => {
  function stamped(content: unknown, timestamp: unknown = NINE_THIRTY, zone: TimeZone = UTC): unknown {
    const [message] = stampUserMessages([{ role: "user", content, timestamp }], zone);
    return message?.content;
  }

  it("puts the message's own time before its text", () => {
    expect(stamped("hi")).toBe("[Mon 2026-01-05 09:30 UTC] hi");
    expect(stamped("hi", "2026-01-05T10:30+01:00")).toBe("[Mon 2026-01-05 09:30 UTC] hi");
  });

  it("asks the caller for the offset at that time", () => {
    const zone: TimeZone = (time) => (time < NINE_THIRTY ? undefined : { offsetMinutes: 60, name: "CET" });
    expect(stamped("hi", NINE_THIRTY, zone)).toBe("[Mon 2026-01-05 10:30 CET] hi");
    expect(stamped("hi", NINE_THIRTY - 1, zone)).toBe("hi");
  });

  it.each([
    ["blank text", "  "],
    ["a stamp", "[Mon 2026-01-05 09:30 UTC] hi"],
    ["the envelope of a channel", "[Telegram Bob 2026-01-05 09:30] hi"],
    ["a text that says the time", "Note.\nCurrent time: noon"],
    ["another session's prompt", "[Inter-session message] isUser=false\nhi"],
    ["the older marker", "[Inter-session message sourceTool=x isUser=false]\nhi"],
  ])("leaves %s alone", (_, content) => expect(stamped(content)).toBe(content));

  it.each([undefined, null, "yesterday", Number.NaN])("leaves a message without a time alone: %s", (timestamp) => {
    const message = { role: "user", content: "hi", timestamp };
    expect(stampUserMessages([message], UTC)[0]).toBe(message);
  });

  it("makes a single text a string, and stamps the first text of several blocks", () => {
    expect(stamped([{ type: "text", text: "hi" }])).toBe("[Mon 2026-01-05 09:30 UTC] hi");
    const image = { type: "image", data: "QQ==", mimeType: "image/png" };
    expect(stamped([image, { type: "text", text: "a" }, { type: "text", text: "b" }])).toEqual([
      image,
      { type: "text", text: "[Mon 2026-01-05 09:30 UTC] a" },
      { type: "text", text: "b" },
    ]);
    const cached = [{ type: "text", text: "hi", cache: true }];
    expect(stamped(cached)).toEqual([{ type: "text", text: "[Mon 2026-01-05 09:30 UTC] hi", cache: true }]);
  });

  it("takes inbound metadata out of earlier turns only", () => {
    const content = 'Sender: ⟦openclaw:ctx⟧\n```json\n{"name":"Bob"}\n```\n\nhi';
    const messages = [1, 2].map((id) => ({ role: "user", content, id }));
    expect(stampUserMessages(messages, UTC).map((message) => message.content)).toEqual(["hi", content]);
    expect(stampUserMessages(messages, UTC, { keepInboundMetadata: true })).toBe(messages);
  });

  test("other messages, and carriers of runtime context, stay as they are", () => {
    const messages = [
      { role: "assistant", content: "hi", timestamp: NINE_THIRTY },
      { role: "user", content: "context", timestamp: NINE_THIRTY, runtimeContextCarrier: true },
      { role: "toolResult", toolCallId: "a", content: "x", timestamp: NINE_THIRTY },
    ];
    expect(stampUserMessages(messages, UTC)).toBe(messages);
  });

  test("a second time changes nothing, and the input is never changed", () => {
    const messages = [{ role: "user", content: "hi", timestamp: NINE_THIRTY }] as const;
    const once = stampUserMessages(Object.freeze(messages.map((message) => Object.freeze(message))), UTC);
    expect(stampUserMessages(once, UTC)).toBe(once);
  });
});
