// What the README says is so: its tables and outputs are current, its code runs, its numbers and links are right.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { PLACES_PER_MESSAGE } from "../src/transcript/place.ts";
import { readSettings } from "../worker/config.ts";
import { handleApi } from "../worker/routes.ts";
import { limit } from "./packaging/size.mjs";
import { blockAfter, readReadme, render, runBlock } from "./readme.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = await readReadme();

test("is current; if not: npm run readme", async () => {
  expect(await render(text)).toBe(text);
});

test("the example has ten lines", () => {
  expect(blockAfter(text, "example-code").split("\n")).toHaveLength(10);
});

test("the provider that a caller defines is found", async () => {
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  try {
    expect(await runBlock(text, "policy-code", folder)).toBe("acme\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("the HTTP API", () => {
  test("answers the request of the README with the fields it names", async () => {
    const [, url = "", header = "", body = ""] =
      /(http\S+) -H '([^']+)' -d '([^']+)'/.exec(blockAfter(text, "curl")) ?? [];
    const [name = "", value = ""] = header.split(": ");
    const request = new Request(url, { method: "POST", headers: { [name]: value }, body });
    const response = await handleApi(request, new URL(url));
    expect(response.status).toBe(200);
    const answer = (await response.json()) as Record<string, unknown>;
    const named = /The answer has ([\s\S]*?)\n\n/.exec(text)?.[1]?.match(/`\w+`/g) ?? [];
    expect(named.map((field) => field.slice(1, -1)).sort()).toEqual(Object.keys(answer).sort());
    expect(answer).toMatchObject({ status: "repaired", findings: [], stats: { messagesIn: 3, messagesOut: 5 } });
  });

  test.each(["/v1/policy?provider=P&api=A&model=M", "/v1/rules"])("GET %s", async (path) => {
    expect(text).toContain(`\`GET ${path}\``);
    const url = new URL(path, "http://127.0.0.1:8787");
    expect((await handleApi(new Request(url), url)).status).toBe(200);
  });
});

test("the numbers are those of the code", () => {
  expect(text).toContain(`413 above ${readSettings({}).limits.maxBodyBytes / 2 ** 20} MiB`);
  expect(text).toContain(`less than ${limit / 1000} kB`);
  expect(text).toContain(`up to ${(PLACES_PER_MESSAGE - 1).toLocaleString("en-US")} blocks`);
});

test("the files and sections it links to exist", () => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = ""]) => link);
  const sections = [...text.matchAll(/^#+ (.*)$/gm)].map(
    ([, title = ""]) => `#${title.toLowerCase().replaceAll(" ", "-")}`,
  );
  expect(
    links.filter((link) => !(link.startsWith("#") ? sections.includes(link) : existsSync(join(root, link)))),
  ).toEqual([]);
});

test("the npm scripts it names exist", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
  const commands = [...text.matchAll(/(?:^|`|&& )npm (?:run )?(?:-s )?(\w+)/gm)].map(([, name = ""]) => name);
  const named = commands.filter((name) => name !== "ci" && name !== "install");
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
