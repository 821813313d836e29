// Damage as it is seen in the field: spliced and torn records, lost line feeds, NUL runs, raw control characters.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { prepareReplay, readSession } from "../../src/index.ts";
import { assistant, entry, file, HEADER, NOTHING, repair, user } from "./damaged.ts";

/** Records with everything in them that could be mistaken for the end or the beginning of one. */
const RECORDS: readonly string[] = [
  assistant("x", "w", [
    { type: "thinking", thinking: 'x {"type" y', thinkingSignature: "EqQB==" },
    { type: "text", text: 'say \\" {"a": [1,2]} \u2028 \u00e9\n ok' },
    {
      type: "toolCall",
      id: "t1",
      name: "bash",
      arguments: { command: `echo '{"type":"message"}'`, n: [1, 2.5, -3e7, true, false, null], o: {} },
    },
  ]),
  JSON.stringify({
    type: "custom",
    id: "c",
    parentId: "x",
    customType: "x",
    data: { list: [{ type: "text", id: "1" }] },
  }),
  JSON.stringify({
    parentUuid: "p",
    type: "assistant",
    uuid: "u1",
    sessionId: "z",
    message: { id: "msg_1", type: "message", role: "assistant", content: [{ type: "text", text: "hi" }] },
  }),
  JSON.stringify({
    timestamp: "t",
    type: "response_item",
    payload: { type: "reasoning", encrypted_content: "gAAA==" },
  }),
];

describe("splices", () => {
  test("a record behind one that breaks off anywhere is recovered, and nothing else", () => {
    for (const torn of RECORDS) {
      for (const record of RECORDS) {
        for (const between of ["", "\0\0\0", " "]) {
          for (let cut = 1; cut < torn.length; cut++) {
            const text = file(HEADER, `${torn.slice(0, cut)}${between}${record}`);
            const { text: after, report } = repair(text);
            if (after !== file(HEADER, record)) throw new Error(`cut at ${cut}: ${after}`);
            expect(report).toMatchObject({ droppedLines: 1, recoveredRecords: 1, changes: [] });
            expect(report.dropped[0]).toMatchObject({ line: 2, offset: HEADER.length + 1, reason: "torn" });
          }
        }
      }
    }
  });

  test("whole records on one line are split, whatever stands between", () => {
    for (const between of ["", " ", "\t", "\r", "\0\0", "\ufeff"]) {
      const line = RECORDS.join(between);
      const { text, report } = repair(`${HEADER}\r\n${line}\r\n`);
      expect(text).toBe([HEADER, ...RECORDS, ""].join("\r\n"));
      expect(report).toMatchObject({ droppedLines: 0, recoveredRecords: RECORDS.length });
      expect(report.changes.every(({ line: number, actions }) => number === 2 && actions[0] === "split")).toBe(true);
    }
  });

  test("a torn record between and behind whole ones", () => {
    const [first = "", second = ""] = RECORDS;
    const line = `${first}{"type":"mess${second}{"type":"mes`;
    const { text, report } = repair(file(HEADER, line, user("a", null)));
    expect(text).toBe(file(HEADER, first, second, user("a", null)));
    expect(report).toMatchObject({ droppedLines: 2, recoveredRecords: 2 });
    expect(report.dropped.map(({ bytes, reason }) => [bytes, reason])).toEqual([
      [13, "torn"],
      [12, "malformed"],
    ]);
    expect(repair(`${HEADER}\n${first}{"type":"mes`).text).toBe(file(HEADER, first));
  });

  test("a file whose lines end with carriage returns alone", () => {
    const { text } = repair([HEADER, user("a", null), user("b", "a"), ""].join("\r"));
    expect(text).toBe(`${[HEADER, user("a", null), user("b", "a")].join("\n")}\r\n`);
  });

  test.each([
    ["a block of a message", '{"type":"message","message":{"role":"user","content":[{"type":"text","text":"a"}'],
    ["a call", '{"type":"message","message":{"content":[{"type":"toolCall","id":"t","name":"x","arguments":{"a":1}}'],
    ["a message", '{"type":"message","id":"m","message":{"role":"user","content":"x"}'],
    ["a message of an API", '{"type":"assistant","message":{"id":"m","type":"message","role":"assistant"}'],
    ["an object with something behind it", '{"type":"custom","id":"c","parentId":null},"data":1}'],
  ])("no part of a broken record becomes a record: %s", (_, line) => {
    const { text, report } = repair(file(HEADER, line, user("a", null)));
    expect(text).toBe(file(HEADER, user("a", null)));
    expect(report).toMatchObject({ droppedLines: 1, recoveredRecords: 0 });
  });

  test("recovered records are judged like all others", () => {
    const bad = '{"type":"message","id":"m","parentId":null}';
    const { text, report } = repair(file(HEADER, `${bad}${user("a", null, "")}${bad}`, `${bad}${bad}`, user("b", "a")));
    expect(text).toBe(file(HEADER, user("a", null, "(continue)"), user("b", "a")));
    expect(report).toMatchObject({ droppedLines: 4, recoveredRecords: 1, rewrittenUserMessages: 1 });
  });
});

describe("NUL bytes and byte order marks", () => {
  test("a line of NUL bytes goes; those beside and within a record are removed", () => {
    const nul = "\0".repeat(500);
    const record = user("a", null, "one two");
    const text = file(HEADER, nul, `${nul}${user("b", "a")}${nul}`, record.replace(" ", nul));
    const { text: after, report } = repair(text);
    expect(after).toBe(file(HEADER, user("b", "a"), record.replace(" ", "")));
    expect(report.dropped).toEqual([{ line: 2, offset: HEADER.length + 1, bytes: 501, reason: "nul-bytes" }]);
    expect(report.changes.map(({ line, bytes, newBytes, actions }) => [line, bytes - newBytes, ...actions])).toEqual([
      [3, 500, "removed-nul"],
      [3, 500, "removed-nul"],
      [4, 500, "removed-nul"],
    ]);
    expect(report.recoveredRecords).toBe(2);
  });

  test("a byte order mark, at the beginning or where files were joined", () => {
    const { text, report } = repair(`\ufeff${file(HEADER, user("a", null))}\ufeff${file(user("b", "a"))}`);
    expect(text).toBe(file(HEADER, user("a", null), user("b", "a")));
    expect(report.changes).toEqual([
      { line: 1, offset: 0, bytes: 3, newBytes: 0, actions: ["removed-bom"] },
      { line: 3, offset: expect.any(Number), bytes: 3, newBytes: 0, actions: ["removed-bom"] },
    ]);
  });
});

describe("raw control characters", () => {
  test("are escaped within strings and left alone between tokens", () => {
    const line = '{\t"type":"custom",\r"parentId":null,"data":"a\tb\u0001c\u001fd\re"}';
    const { text, report } = repair(file(HEADER, line));
    expect(text).toBe(file(HEADER, '{\t"type":"custom",\r"parentId":null,"data":"a\\tb\\u0001c\\u001fd\\re"}'));
    expect(report.changes).toMatchObject([{ line: 2, actions: ["escaped-control"] }]);
  });

  test("line feeds: the lines become one record again", () => {
    const content = 'first\n\nthird "quoted"\n{\n}\nlast';
    const record = user("a", null, content);
    const { text, report } = repair(file(HEADER, record.replaceAll("\\n", "\n"), user("b", "a")));
    expect(text).toBe(file(HEADER, record, user("b", "a")));
    expect(report).toMatchObject({ droppedLines: 0, recoveredRecords: 1 });
    expect(report.changes).toMatchObject([{ line: 2, actions: ["rejoined", "escaped-control"] }]);
    // Line numbers go on as in the file.
    expect(repair(file(HEADER, record.replaceAll("\\n", "\n"), "{oops")).report.dropped).toMatchObject([{ line: 8 }]);
  });

  test("several strings that are cut, with CRLF", () => {
    const record = '{"type":"custom","parentId":null,"a":"x\\r\\ny","b":["z\\r\\n"]}';
    expect(repair(`${HEADER}\r\n${record.replaceAll("\\r\\n", "\r\n")}\r\n`).text).toBe(`${HEADER}\r\n${record}\r\n`);
  });

  test.each([
    ["the next line is a record", ['{"type":"custom","parentId":"x', user("a", null)]],
    ["blank lines, then a record", ['{"type":"custom","parentId":"x', "", user("a", null)]],
    ["nothing closes the string", ['{"type":"custom","parentId":"x', "and on", "and on", user("a", null)]],
    ["the file ends", [user("a", null), '{"type":"custom","parentId":"x', "and on"]],
    ["it closes, but not to a record", ['{"type":"custom","parentId":"x', 'y"}}', user("a", null)]],
    ["what would come out is no record", ['{"a":"x', 'y"}', user("a", null)]],
  ])("not joined: %s", (_, lines) => {
    const { text, report } = repair(file(HEADER, ...lines));
    expect(text).toBe(file(HEADER, user("a", null)));
    expect(report).toMatchObject({ recoveredRecords: 0, changes: [] });
    expect(report.dropped.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
      file(...lines).length - user("a", null).length - 1,
    );
  });
});

test("what is nested deeply, or opens and never closes, is no trouble", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  expect(repair(file(HEADER, deep, `{"type":"x","y":${deep}}`)).report).toEqual(NOTHING);
  for (const line of ["[".repeat(200_000), '{"a":'.repeat(100_000), "{".repeat(100_000), '{"'.repeat(100_000)]) {
    expect(repair(file(HEADER, line, user("a", null))).text).toBe(file(HEADER, user("a", null)));
  }
});

// --------------------------------------------------------------------------------------------------- public reports

interface Report {
  readonly id: string;
  readonly format: string;
  readonly input: string;
  readonly mustHold: readonly string[];
  readonly expected: string | null;
}

const reports = readdirSync(new URL("../cases/reports/", import.meta.url))
  .map((name): Report => JSON.parse(readFileSync(new URL(`../cases/reports/${name}`, import.meta.url), "utf8")))
  .filter(({ format }) => format === "session-jsonl");

/** Every sentence of a report as an assertion on what was repaired. */
const sentences: Record<string, (text: string, report: Report) => void | Promise<void>> = {
  "the complete record glued after the stub is recovered": (text) => expect(idsOf(text)).toContain("m3"),
  "the stub is dropped": (text) => expect(idsOf(text)).not.toContain("m2"),
  "header and line 1 byte-identical": (text, { input }) =>
    expect(text.split("\n").slice(0, 2)).toEqual(input.split("\n").slice(0, 2)),
  "every output line parses": (text) => expect(valuesOf(text)).toHaveLength(3),
  "two complete records on one line are split, none lost": (text) =>
    expect(idsOf(text)).toEqual(["s1", "m1", "m2", "m3"]),
  "the record broken by a raw newline is dropped or re-joined; no exception": (text) => {
    expect(idsOf(text)).toEqual(["s1", "m1", "m2", "m3"]);
    expect(JSON.stringify(valuesOf(text)[2])).toContain('"partialJson":"{\\"t\\":\\"a\\n"');
  },
  "line 3 kept": (text, { input }) => expect(text.split("\n").at(-2)).toBe(input.split("\n").at(-2)),
  "partial record dropped, complete one kept once": (text) => expect(valuesOf(text)).toHaveLength(1),
  "file is valid JSONL and stays unchanged on disk (no invented result is persisted by the generic repair)": (
    text,
    { input },
  ) => expect(text).toBe(input),
  "the outgoing copy has a synthetic result for toolu_k": async (text) => {
    const { messages } = await prepareReplay(readSession(text).messages, { target: { provider: "anthropic" } });
    const results = messages.filter(({ role }) => role === "toolResult");
    expect(results).toMatchObject([{ toolCallId: "toolu_k", isError: true }]);
  },
};

function valuesOf(text: string): { id?: string }[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line));
}

function idsOf(text: string): (string | undefined)[] {
  return valuesOf(text).map(({ id }) => id);
}

describe("public reports", () => {
  test("all are here", () => {
    expect(reports.map(({ id }) => id)).toEqual(expect.arrayContaining(["138", "139", "143", "144", "147"]));
  });

  test.each(reports.flatMap((report) => report.mustHold.map((sentence) => [report.id, sentence, report] as const)))(
    "%s: %s",
    async (_, sentence, report) => {
      const { text } = repair(report.input);
      const check = sentences[sentence];
      if (check === undefined) throw new Error("no assertion for this sentence");
      await check(text, report);
      if (report.expected !== null) expect(text).toBe(report.expected);
    },
  );
});

test("a message by its role alone is told from an entry", () => {
  // Old files have bare messages between entries; they are kept, too, when they are spliced.
  const bare = JSON.stringify({ role: "user", content: "x" });
  expect(repair(file(HEADER, bare, `${bare}${entry("a", null, { role: "user", content: "y" })}`)).text).toBe(
    file(HEADER, bare, bare, entry("a", null, { role: "user", content: "y" })),
  );
});
