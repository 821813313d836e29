import { describe, expect, it } from "vitest";
import { isControlReply, stripControlTokens } from "../../src/display/control-replies.ts";
import { parseDirectives } from "../../src/display/directives.ts";
import { stripUserText } from "../../src/display/envelope.ts";

const MARK = "⟦openclaw:ctx⟧";

describe("a user's text", () => {
  it.each([
    ["a time stamp", "[Mon 2026-01-05 09:30 UTC] hi", "hi"],
    ["metadata behind a time stamp", `[Mon 2026-01-05 09:30 UTC] Sender: ${MARK}\n\`\`\`json\n{}\n\`\`\`\n\nhi`, "hi"],
    [
      "runtime context",
      "a\n<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\nb",
      "a\n\nb",
    ],
    ["the envelope and the id of a message", "[Telegram Bob 2026-01-05 09:30] yo\n[message_id: 7]", "yo"],
    ["the envelope of a channel without a time", "[Slack x] hey", "hey"],
    ["an envelope with a time alone", "[2026-01-05T09:30Z] hey", "hey"],
    ["a channel of two words", "[Google Chat room] hey", "hey"],
    ["an id in the middle", "a\n  [Message_ID: 7]  \nb", "a\nb"],
  ])("loses %s", (_, text, expected) => expect(stripUserText(text)).toBe(expected));

  it.each([
    "[todo] yo",
    "[Slackx] hey",
    "yo [Telegram Bob 2026-01-05 09:30]",
    "see [message_id: 7] there",
    "```\n[message_id: 7]\n```",
    "[",
    "",
    "  indented\n\ntext\n",
  ])("stays: %j", (text) => expect(stripUserText(text)).toBe(text));

  it("is read in linear time", () => {
    const hostile = ["[".repeat(200_000), `[${"x".repeat(200_000)}`, "[message_id:\n".repeat(20_000)];
    for (const text of hostile) expect(stripUserText(text)).toBe(text);
  });
});

describe("control replies", () => {
  it.each([
    "NO_REPLY",
    " no_reply \n",
    "NO_REPLY NO_REPLY",
    "NO_REPLY NO_RE",
    "ANNOUNCE_SKIP.",
    "**NO_REPLY",
    "**REPLY_SKIP**",
    '"NO_REPLY"',
    "_NO_REPLY_",
    "NO_REPLY ANN",
  ])("%j says nothing", (text) => {
    expect(isControlReply(text)).toBe(true);
    expect(stripControlTokens(text)).toBe("");
  });

  it.each([
    "",
    "hello",
    "hello NO_REPLY",
    "NO_REPLY hello",
    "NO_REPLYhello",
    "NO",
    "NO_REPLY 👍",
    `NO_REPLY ${"NO_REPLY ".repeat(100)}`,
  ])("%j says something", (text) => expect(isControlReply(text)).toBe(false));

  it.each([
    ["done NO_REPLY", "done"],
    [" done\n\nno_reply ", "done"],
    ["done **NO_REPLY", "done"],
    ["**done** NO_REPLY", "**done**"],
    ["done NO_REPLY NO_REPLY", "done"],
    ["done NO_REPLY ANNOUNCE_SKIP", "done"],
    ["hello NO_REPLY there", "hello NO_REPLY there"],
    ["xNO_REPLY", "xNO_REPLY"],
    [" untouched ", " untouched "],
  ])("a token at the end goes: %j", (text, expected) => {
    expect(stripControlTokens(text)).toBe(expected);
    expect(stripControlTokens(expected)).toBe(expected);
  });

  it("is read in linear time", () => {
    const text = `x${" NO_REPLY".repeat(100_000)}`;
    expect(stripControlTokens(text)).toBe("x");
    expect(stripControlTokens(`${" ".repeat(500_000)}x`)).toHaveLength(500_001);
    expect(isControlReply(".".repeat(500_000))).toBe(false);
  });
});

describe("directive tags", () => {
  it.each([
    ["[[reply_to_current]] Yes.", { text: "Yes.", replyToCurrent: true, audioAsVoice: false }],
    ["[[ Reply_To : 42 ]]Yes.", { text: "Yes.", replyToCurrent: false, replyToId: "42", audioAsVoice: false }],
    ["Yes.\n[[AUDIO_AS_VOICE]]", { text: "Yes.", replyToCurrent: false, audioAsVoice: true }],
    [
      "a [[reply_to:1]] b [[reply_to:2]] c",
      { text: "a b c", replyToCurrent: false, replyToId: "2", audioAsVoice: false },
    ],
    ["[[reply_to: a[b\u0007c]]", { text: "", replyToCurrent: false, replyToId: "abc", audioAsVoice: false }],
    ["[[reply_to: ]]", { text: "", replyToCurrent: false, audioAsVoice: false }],
  ])("%j", (text, expected) => expect(parseDirectives(text)).toEqual(expected));

  it.each([
    "plain",
    "[[other]]",
    "use `[[reply_to_current]]` for that",
    "```\n[[reply_to_current]]\n```",
    "~~~~\n```\n[[audio_as_voice]]\n~~~~",
  ])("stays: %j", (text) => expect(parseDirectives(text)).toMatchObject({ text, replyToCurrent: false }));

  it("goes on behind code", () => {
    expect(parseDirectives("```\n[[reply_to_current]]\n```\n[[reply_to_current]] x").text).toBe(
      "```\n[[reply_to_current]]\n```\nx",
    );
    expect(parseDirectives("a ` b [[reply_to_current]]c").text).toBe("a ` b c");
  });

  it("keeps ids short and reads in linear time", () => {
    expect(parseDirectives(`[[reply_to:${"x".repeat(900)}]]`).replyToId).toHaveLength(256);
    const hostile = `${"[[reply_to:".repeat(50_000)}x`;
    expect(parseDirectives(hostile).text).toBe(hostile);
  });
});
