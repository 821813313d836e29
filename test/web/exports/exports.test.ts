import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv from "ajv-draft-04";
import { describe, expect, test } from "vitest";
import { lintPayload, prepareReplay, readSession, sanitizePayload } from "../../../src/index.ts";
import {
  countsOf,
  curlCommand,
  exportName,
  jsonReport,
  judgedOf,
  markdownReport,
  repairedSession,
  sanitizedBody,
  sanitizedMessages,
  sarifReport,
} from "../../../web/exports/index.ts";
import { redactedPointer, regionsIn } from "../../../web/exports/pointers.ts";
import { requestsOfCommands } from "../../../web/inputs/commands.ts";
import { inputLimits } from "../../../web/inputs/index.ts";
import { named, SECRET } from "../inputs/bodies.ts";

/** Words that stand for all that a transcript has to say. */
const PRIVATE = "zzprivatezz";
const broken = {
  model: "claude-opus-4-6",
  max_tokens: 100,
  messages: [
    { role: "user", content: `${PRIVATE} text` },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: `${PRIVATE} thought` },
        { type: "tool_use", id: `call|${PRIVATE}`, name: `read ${PRIVATE}`, input: { [PRIVATE]: `\0${PRIVATE}` } },
      ],
    },
    { role: "user", content: "" },
  ],
};
const source = { name: `${PRIVATE}.json`, kind: "request", format: "anthropic-messages", version: "1.2.3" } as const;
const result = await sanitizePayload(broken);
const linted = { ...result, findings: lintPayload(broken) };
const judged = judgedOf(linted, source);

const textOf = (blob: Blob) => blob.text();

test("the report as JSON says what the result says", async () => {
  const { name, blob } = jsonReport(judged);
  expect(name).toBe(`${PRIVATE}.report.json`);
  expect(JSON.parse(await textOf(blob))).toEqual({
    schema: "replaysafe-report/1",
    tool: { name: "replaysafe", version: "1.2.3" },
    source: { name: `${PRIVATE}.json`, kind: "request", format: "anthropic-messages" },
    target: { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-opus-4-6" },
    policy: "anthropic",
    status: result.status,
    counts: countsOf(judged),
    findings: JSON.parse(JSON.stringify(judged.findings)),
    changes: JSON.parse(JSON.stringify(judged.changes)),
  });
});

describe("the report in Markdown", () => {
  test("has every rule and finding, and not a word of the transcript", async () => {
    const { name, blob } = markdownReport(judged);
    const text = await textOf(blob);
    expect(JSON.stringify(judged)).toContain(PRIVATE);
    expect(name + text).not.toContain(PRIVATE);
    for (const { code } of judged.findings) expect(text).toContain(`\`${code}\``);
    for (const { rule } of judged.changes) expect(text).toContain(`\`${rule}\``);
    expect(text).toContain("/messages/1/content/0");
  });

  test("its tables have as many cells as columns, whatever the target is called", async () => {
    const target = { provider: "a|b`c\n<img src=x>", modelId: "](http://x) |" };
    const text = await textOf(markdownReport({ ...judged, target }).blob);
    expect(text).not.toMatch(/<img|\]\(/);
    for (const block of text.split("\n\n").filter((part) => part.startsWith("|"))) {
      const cells = block.split("\n").map((line) => line.replace(/\\\|/g, "").split("|").length);
      expect(new Set(cells).size).toBe(1);
    }
  });
});

describe("SARIF", () => {
  const schema = JSON.parse(
    readFileSync(
      createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"),
      "utf8",
    ),
  );
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

  test.each([undefined, JSON.stringify(broken), JSON.stringify(broken, null, 2)])("is valid (%#)", async (text) => {
    const log = JSON.parse(await textOf(sarifReport(judged, text).blob));
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const [run] = log.runs;
    expect(run.results).toHaveLength(judged.findings.length);
    for (const [index, { ruleId, ruleIndex, level, locations }] of run.results.entries()) {
      expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(level).toBe(judged.findings[index]?.severity);
      expect(locations[0].physicalLocation.region !== undefined).toBe(text !== undefined);
    }
  });

  test("the schema is one that refuses", () => {
    expect(validate({ version: "2.1.0", runs: [{ tool: {} }] })).toBe(false);
  });

  test.each(["a b.json", "C:\\x\\y.json", "http:evil", "\ud800", "", "a/../b?c#d%"])(
    "names are URIs: %j",
    async (name) => {
      const log = JSON.parse(await textOf(sarifReport({ ...judged, name }).blob));
      const { uri } = log.runs[0].artifacts[0].location;
      expect(uri).toMatch(/^[\w%.~!*'()-]+$/);
      expect(new URL(uri, "file:///base/").protocol).toBe("file:");
    },
  );
});

describe("places", () => {
  const value = { messages: [{ content: 'a"b\\', "k/~": [1, { x: null }] }, []], "": { é: true } };
  test.each([0, 2])("of values in a text, indented by %i", (space) => {
    const text = JSON.stringify(value, null, space);
    const pointers: Record<string, unknown> = {
      "": value,
      "/messages": value.messages,
      "/messages/0/content": 'a"b\\',
      "/messages/0/k~1~0/1/x": null,
      "/messages/1": [],
      "//é": true,
    };
    const regions = regionsIn(text, [...Object.keys(pointers), "/nowhere", "/messages/7"]);
    expect([...regions.keys()].sort()).toEqual(Object.keys(pointers).sort());
    const lines = text.split("\n");
    for (const [pointer, region] of regions) {
      const { startLine, startColumn, endLine, endColumn } = region;
      const inside = lines.slice(startLine - 1, endLine);
      inside[inside.length - 1] = (inside.at(-1) ?? "").slice(0, endColumn - 1);
      inside[0] = (inside[0] ?? "").slice(startColumn - 1);
      expect(JSON.parse(inside.join("\n"))).toEqual(pointers[pointer]);
    }
  });

  test("keys of one's own are hidden", () => {
    expect(redactedPointer("/messages/3/content/0/input/secret/12/toString")).toBe(
      "/messages/3/content/0/input/…/12/…",
    );
  });
});

describe("copies", () => {
  const header = '{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}\n';
  const entry = '{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"ünï"}}\n';
  const good = '{"role":"user","content":"ünï"}\n';
  const torn = '{"role":"assistant","content":[{"type":"te\n';

  test("a repaired session keeps what is in order byte by byte", async () => {
    const { name, blob, report } = await repairedSession(new Blob([header, torn, entry]), "my session.jsonl.gz");
    expect(name).toBe("my session.repaired.jsonl");
    expect(await textOf(blob)).toBe(header + entry);
    expect(report).toMatchObject({ repaired: true, droppedLines: 1 });
  });

  test("and has no change that is for a provider", async () => {
    const unsigned = entry.replace(
      /"role".*"ünï"/,
      '"role":"assistant","content":[{"type":"thinking","thinking":"x"}]',
    );
    const { blob, report } = await repairedSession(new Blob([header, unsigned]), "x");
    expect(await textOf(blob)).toBe(header + unsigned);
    expect(report.repaired).toBe(false);
  });

  test("can be stopped", async () => {
    const stopped = AbortSignal.abort(new Error("enough"));
    await expect(repairedSession(new Blob([good]), "x", stopped)).rejects.toThrow("enough");
  });

  test("messages for a target; read again, nothing is left to do", async () => {
    const target = { provider: "mistral" };
    const first = await prepareReplay(readSession(good + torn + good).messages, { target });
    for (const form of ["json", "jsonl"] as const) {
      const { name, blob } = sanitizedMessages(first, "a.jsonl", form);
      expect(name).toBe(`a.mistral.sanitized.${form}`);
      const { messages, problems } = readSession(await textOf(blob));
      expect(problems).toEqual([]);
      expect((await prepareReplay(messages, { target })).changes).toEqual([]);
    }
  });

  test("a body, without credentials", async () => {
    const body = { ...broken, mcp_servers: [{ url: "https://x.test", authorization_token: SECRET }] };
    const file = sanitizedBody(await sanitizePayload(body), "a.har");
    expect(file?.name).toBe("a.anthropic.sanitized.json");
    const text = await textOf(file?.blob as Blob);
    expect(text).not.toContain(SECRET);
    expect(lintPayload(JSON.parse(text)).filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

test.each([
  ["../../etc/passwd", "passwd.x"],
  ["a:b*c?.jsonl", "a_b_c_.x"],
  ["..", "transcript.x"],
  ["", "transcript.x"],
  ["x".repeat(500), `${"x".repeat(80)}.x`],
  ["日本語.har", "日本語.x"],
])("names are fit for a file system: %j", (name, expected) => {
  expect(exportName(name, "x")).toBe(expected);
});

describe("cURL", () => {
  test.each(named)("%s is read again as it was, by us and by the shell", (format, body) => {
    const command = curlCommand({ format, body, modelId: "a model/x" });
    const [found] = requestsOfCommands(command, inputLimits).found;
    expect(found).toMatchObject({ format, body });
    const { stdout } = spawnSync("bash", ["-c", `curl() { printf '%s\\n' "$@" >&2; cat; }\n${command}`], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "" },
    });
    expect(JSON.parse(stdout)).toEqual(body);
  });

  test("has no credentials, and no key for a server that the input names", () => {
    const body = { messages: [{ role: "user", content: "x" }], model: "m", api_key: SECRET };
    const url = `https://me:${SECRET}@evil.test/v1/chat/completions?alt=sse&key=${SECRET}&x='$(id)'`;
    const command = curlCommand({ format: "openai-completions", body, url });
    expect(command).not.toContain(SECRET);
    expect(command).not.toContain("OPENAI_API_KEY");
    expect(command).toContain("'https://evil.test/v1/chat/completions?alt=sse'");
    expect(
      curlCommand({ format: "openai-completions", body, url: "https://api.openai.com/v1/chat/completions" }),
    ).toContain("$OPENAI_API_KEY");
  });
});
