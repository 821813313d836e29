import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { isCommand, requestsOfCommands } from "../../../web/inputs/commands.ts";
import { inputLimits } from "../../../web/inputs/index.ts";
import { posixCommand } from "../../../web/inputs/shells.ts";
import type { FoundRequest } from "../../../web/inputs/types.ts";
import { bodies, named, SECRET } from "./bodies.ts";

const URLS = {
  "anthropic-messages": "https://api.anthropic.com/v1/messages",
  "openai-completions": "https://api.openai.com/v1/chat/completions",
  "openai-responses": "https://api.openai.com/v1/responses",
  "google-generative-ai": `https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent?key=${SECRET}`,
  "bedrock-converse": "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse",
};

/** How each program writes the command that it copies. */
const writers: Readonly<Record<string, (url: string, body: string) => string>> = {
  "bash, single quotes": (url, body) =>
    `curl '${url}' \\\n  -H 'x-api-key: ${SECRET}' \\\n  -H 'content-type: application/json' \\\n  --data-raw ${bash(body)}`,
  "bash, ANSI quotes": (url, body) =>
    `curl '${url}' \\\n  -H 'authorization: Bearer ${SECRET}' \\\n  --data-raw $'${body
      .replaceAll("\\", "\\\\")
      .replaceAll("'", "\\'")
      .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}' ;`,
  "bash, double quotes": (url, body) =>
    `$ curl -sS -X POST ${url.replace("?", "\\?")} -u me:${SECRET} -d "${body.replace(/["\\$`]/g, "\\$&")}" | jq .`,
  "bash, here-document": (url, body) =>
    `export KEY=${SECRET}\ncurl ${url} -H "x-api-key: $KEY" --json @- <<'EOF'\n${body}\nEOF\necho done`,
  "command prompt": (url, body) =>
    `curl ^"${caret(url)}^" ^\r\n  -H ^"x-api-key: ${SECRET}^" ^\r\n  --data-raw ^"${caret(body)}^"`,
  "command prompt, plain quotes": (url, body) =>
    `curl "${url}" ^\r\n  -H "x-api-key: ${SECRET}" ^\r\n  --data-raw "${body.replace(/[\\"]/g, "\\$&")}"`,
  PowerShell: (url, body) =>
    `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n` +
    `Invoke-WebRequest -UseBasicParsing -Uri "${url}" \`\n-Method "POST" \`\n-WebSession $session \`\n` +
    `-Headers @{\n"x-api-key"="${SECRET}"\n} \`\n-ContentType "application/json" \`\n` +
    `-Body ([System.Text.Encoding]::UTF8.GetBytes("${body
      .replace(/[`"$]/g, "`$&")
      .replace(/[^ -~]/g, (unit) => `$([char]${unit.charCodeAt(0)})`)}"))`,
  fetch: (url, body) =>
    `fetch("${url}", {\n  "headers": {\n    "x-api-key": "${SECRET}"\n  },\n  "body": ${JSON.stringify(body)},\n  "method": "POST"\n});`,
  "fetch of an object": (url, body) =>
    `const r = await fetch('${url}', { method: 'POST', headers: { 'x-api-key': '${SECRET}' }, body: JSON.stringify(${body}) })`,
};

function bash(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** As Chromium writes for the command prompt. */
function caret(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, "^$&");
}

const read = (text: string) => requestsOfCommands(text, inputLimits).found as readonly FoundRequest[];

describe.each(Object.entries(writers))("%s", (_name, write) => {
  test.each(named)("%s", (format, body) => {
    const text = write(URLS[format], JSON.stringify(body));
    expect(isCommand(text)).toBe(true);
    const [found] = read(text);
    expect(found).toMatchObject({ format, body });
    expect(found?.target.provider).toMatch(/anthropic|openai|google|amazon/);
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });
});

test("the shell itself agrees about quotes", () => {
  const words = [
    `'a'\\''b'`,
    `"c \\"d\\" \\\\ \\n e"`,
    `$'f\\n\\x41\\u00e9\\101'`,
    `g\\ h`,
    `""`,
    `i'j'"k"l`,
    `\\\nm`,
    `'#'`,
  ];
  const { stdout } = spawnSync("bash", ["-c", `printf '%s\\0' ${words.join(" ")}`], { encoding: "utf8" });
  expect(posixCommand(words.join(" "), 0).words).toEqual(stdout.split("\0").slice(0, -1));
});

test("several commands, of which some are no calls", () => {
  const one = (text: string) =>
    `curl https://api.openai.com/v1/chat/completions -d '{"model":"m","messages":[{"role":"user","content":"${text}"}]}'`;
  const input = requestsOfCommands(`${one("a")}\ncurl https://example.com\n${one("b")} && ${one("c")}`, inputLimits);
  expect(input.found).toHaveLength(3);
  expect(input.notes).toEqual(["1 of 4 commands are no such calls."]);
});

test.each([
  ["curl https://api.anthropic.com/v1/messages -d @body.json", "no-body", "the file body.json"],
  ["curl https://api.anthropic.com/v1/messages", "no-body", "sends no body"],
  ["curl https://x.test -d '{\"a\":1}'", "no-request", "no LLM API"],
  ["curl https://x.test -d '{\"a\":'", "bad-json", "breaks off"],
  ['curl https://x.test -d "$BODY"', "no-body", "variable"],
])("what is wrong is said: %s", (text, code, words) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(words) }));
});

test.each([
  "curl '",
  "curl $'\\",
  'curl "',
  "curl -d",
  "curl -",
  "curl ^",
  "curl << ''",
  "curl -X",
  'fetch("',
  'Invoke-WebRequest -Uri "',
  "curl --data-raw @'",
])("never fails otherwise: %s", (text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ name: "InputError" }));
});

test("a long command is read in no time", () => {
  const body = { model: "m", messages: [{ role: "user", content: "\\\"'^`x".repeat(50_000) }] };
  for (const write of Object.values(writers)) {
    const start = performance.now();
    expect(read(write(URLS["openai-completions"], JSON.stringify(body)))[0]?.body).toEqual(body);
    expect(performance.now() - start).toBeLessThan(5000);
  }
});

test("bodies keep no credentials either", () => {
  const body = {
    ...bodies["anthropic-messages"],
    mcp_servers: [{ type: "url", url: `https://mcp.test/sse?token=${SECRET}`, authorization_token: SECRET }],
  };
  const [found] = read(`curl https://api.anthropic.com/v1/messages -d ${bash(JSON.stringify(body))}`);
  expect(JSON.stringify(found)).not.toContain(SECRET);
  expect(found?.body).toMatchObject({ messages: body.messages, mcp_servers: [{ authorization_token: "[redacted]" }] });
});
