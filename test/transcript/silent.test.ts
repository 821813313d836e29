import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isSilentReply } from "../../src/transcript/silent.ts";

const SILENT: readonly string[] = [
  // The token, its case, repetition, white space
  "NO_REPLY",
  "no_reply",
  "  No_Reply \n",
  "NO_REPLY NO_REPLY",
  "NO_REPLY\n\nno_reply\tNO_REPLY",
  // Punctuation and Markdown
  "NO_REPLY.",
  "**NO_REPLY**",
  "**NO_REPLY**.",
  "(NO_REPLY)",
  '"no_reply"',
  "NO_REPLY_",
  "—NO_REPLY…",
  "「NO_REPLY」",
  "𐄀NO_REPLY𐄀",
  "`NO_REPLY`",
  "**`no_reply`**.",
  "```\nNO_REPLY\n```",
  // JSON
  '"NO_REPLY"',
  '"NO_REPLY\\n"',
  '{"action":"NO_REPLY"}',
  ' { "action" : " NO_REPLY\\t" }\n',
  // After reasoning
  "<think>a</think>NO_REPLY",
  "<think>a</think>`NO_REPLY`",
  "<think>hm</think>I will stay silent. NO_REPLY",
  "<think>hm</think>I’ll stay quiet for now.\n\nNO_REPLY",
  '<think type="internal">Reasoning</think> NO_REPLY',
  "<thinking>a</thinking>\n< mm:thought >b</ mm:thought >**NO_REPLY**",
  "<ANTTHINKING>a</think>no_reply NO_REPLY",
  "<think>NO_REPLY",
  "<think>They talk to each other.\nI have nothing to add. NO_REPLY",
  "thinking\nNO_REPLY",
  "thinking\nI will stay quiet. NO_REPLY",
  "reasoning:\nI'll stay quiet. NO_REPLY",
  "Thought :\r\nPrivate reasoning notes NO_REPLY",
  "think\nThey speak of a meeting with someone else.\nI will stay quiet here.NO_REPLY",
];

const SPOKEN: readonly string[] = [
  "",
  " ",
  "NO",
  "REPLY",
  "no_replY!x",
  "ok NO_REPLY",
  "Sure. NO_REPLY",
  "NO_REPLY thanks",
  "NO-REPLY",
  "NO_REPLY,NO_REPLY",
  "NO_REPLYNO_REPLY",
  "NO_REPLYHello",
  "xNO_REPLY",
  "> NO_REPLY",
  "HEARTBEAT_OK",
  "I will stay silent. NO_REPLY",
  "I have nothing to add NO_REPLY",
  '{"action":"NO_REPLY","x":1}',
  '{"action":"no_reply"}',
  '{"reply":"NO_REPLY"}',
  '{"action":["NO_REPLY"]}',
  '{"action":"NO_REPLY"',
  '"Hello," she said',
  "{}",
  "{",
  '"',
  "<think>hm NO_REPLY",
  "<think>hm</think>",
  "<think>hm</think>Here you are.\nNO_REPLY",
  "<think>a</think>The answer is 4. I will stay silent. NO_REPLY",
  "<thinker>a</thinker>NO_REPLY",
  "think\nAbout the request.\n\nHi there, here is what I found.\nNO_REPLY",
  "think\nYou should restart it.\nI will stay quiet. NO_REPLY",
  "thinking about it. NO_REPLY",
  "thinking about it\nNO_REPLY",
  "think\nI will stay quiet.xNO_REPLY",
];

describe("isSilentReply", () => {
  it.each(SILENT)("is true for %j", (text) => expect(isSilentReply(text)).toBe(true));
  it.each(SPOKEN)("is false for %j", (text) => expect(isSilentReply(text)).toBe(false));

  it("treats surrogates that are no pair as text", () => {
    expect(isSilentReply("NO_REPLY\udd00")).toBe(false);
    expect(isSilentReply("\ud800NO_REPLY")).toBe(false);
    expect(isSilentReply("NO_REPLY.\udd00")).toBe(false);
  });

  it.each(cases("silent-text"))("agrees with the reference: $id", ({ input, expected }) => {
    expect(isSilentReply(input as string)).toBe(expected);
  });

  const n = 200_000;
  const hostile: ReadonlyArray<readonly [string, string, boolean]> = [
    ["punctuation only", ".".repeat(10 * n), false],
    ["punctuation around the token", `${"*".repeat(5 * n)}NO_REPLY${"*".repeat(5 * n)}`, true],
    ["the token repeated", "NO_REPLY ".repeat(n), true],
    ["the token repeated, then glued", `${"NO_REPLY ".repeat(n)}xNO_REPLY`, false],
    ["white space between tokens", `NO_REPLY${" ".repeat(10 * n)}NO_REPLY`, true],
    ["white space, no second token", `NO_REPLY${" ".repeat(10 * n)}x NO_REPLY`, false],
    ["unclosed tags", `${"<think>".repeat(n)}NO_REPLY`, false],
    ["closed tags", `${"<think></think>".repeat(n)}NO_REPLY`, true],
    ["tags without an end", `<think ${"<think ".repeat(n)}NO_REPLY`, false],
    ["one endless tag", `<think ${"a".repeat(10 * n)}NO_REPLY`, false],
    ["endless white space in tags", `<think>${`<${" ".repeat(1000)}`.repeat(n / 100)}NO_REPLY`, false],
    ["half closing tags", `<think>${"</think ".repeat(n)}NO_REPLY`, false],
    ["a label and white space", `think${" ".repeat(10 * n)}NO_REPLY`, false],
    ["a label and line breaks", `think${"\n".repeat(10 * n)}NO_REPLY`, true],
    ["an endless sentence", `think\nI will stay${" ".repeat(10 * n)}quiet. NO_REPLY`, false],
    ["half answers", `think\n${`you${" ".repeat(1000)}`.repeat(n / 100)}\nI will stay quiet. NO_REPLY`, true],
    ["quotes", `${'"'.repeat(10 * n)}x"`, false],
    ["an endless envelope", `{"action":"${" ".repeat(10 * n)}NO_REPLY"}`, false],
    ["deep JSON", `${'{"a":'.repeat(n)}"NO_REPLY"}`, false],
  ];
  it.each(hostile)("stays linear: %s", (_, text, expected) => expect(isSilentReply(text)).toBe(expected));
});

function cases(name: string): ReadonlyArray<{ id: string; input: unknown; expected: unknown }> {
  const file = new URL(`../cases/reference/${name}.jsonl`, import.meta.url);
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}
