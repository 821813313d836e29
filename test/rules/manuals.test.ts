// Each rule's file opens with its manual. The examples in it are tests: this runs them.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ruleCatalog, runRule, sanitizeSessionMessagesImages } from "../../src/index.ts";
import { deepFreeze, isObject } from "../oracles/values.ts";

type ImageOptions = Parameters<typeof sanitizeSessionMessagesImages>[1];

interface Example {
  readonly options: Parameters<typeof runRule>[2];
  readonly in: Parameters<typeof runRule>[1];
  readonly out: readonly unknown[];
}

/** For examples that hold for every target and therefore name none. */
const anyTarget: Example["options"] = { target: { provider: "none" } };

/** Examples whose output the rule would change again, with the reason. Keep it empty if possible. */
const NOT_IDEMPOTENT: Readonly<Record<string, string>> = {};

const folder = new URL("../../src/rules/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== "index.ts");

/** The first block comment of a file, without its stars. */
function manualOf(name: string): string {
  const text = readFileSync(new URL(name, folder), "utf8");
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? "";
  return comment.replaceAll(/^ \* ?/gm, "");
}

/** The JSON behind each `@example`, up to the next tag or the end of the manual. */
function examplesOf(name: string): Example[] {
  const [, ...parts] = manualOf(name).split(/^@example\b/m);
  return parts.map((part) => {
    const json = part.split(/^@\w+/m)[0] ?? "";
    const parsed: unknown = JSON.parse(json);
    if (!isObject(parsed) || !Array.isArray(parsed["in"]) || !Array.isArray(parsed["out"])) {
      throw new Error(`an example of ${name} lacks "in" or "out"`);
    }
    return { ...parsed, options: { ...anyTarget, ...(parsed["options"] as object | undefined) } } as unknown as Example;
  });
}

test("each rule of the catalog has a file of its name, and each file is in the catalog", () => {
  const ids = (ruleCatalog as readonly { readonly id: string }[]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(files.map((name) => name.replace(".ts", "")).sort());
});

describe.each(files)("%s", (name) => {
  const id = name.replace(".ts", "");
  const examples = examplesOf(name);

  test("opens with a manual that has an example", () => {
    expect(manualOf(name).trim().length).toBeGreaterThan(80);
    expect(examples.length).toBeGreaterThan(0);
  });

  test("has an example in which it changes something", async () => {
    const counts = await Promise.all(examples.map(async (each) => (await run(id, each.in, each)).changes.length));
    expect(Math.max(...counts)).toBeGreaterThan(0);
  });

  test.each(examples.map((example, index) => ({ ...example, number: index + 1 })))("example $number", async (each) => {
    const first = await run(id, each.in, each);
    expect(first.messages).toEqual(each.out);
    if (first.changes.length === 0) expect(first.messages).toBe(each.in);
    if (`${id} ${each.number}` in NOT_IDEMPOTENT) return;
    const second = await run(id, first.messages as Example["in"], each);
    expect(second.messages).toBe(first.messages);
    expect(second.changes).toEqual([]);
  });
});

async function run(
  id: string,
  messages: Example["in"],
  { options }: Example,
): Promise<Awaited<ReturnType<typeof runRule>>> {
  const frozen = deepFreeze(messages);
  // What becomes of images is planned first, so the whole pass is run.
  if (stageOf(id) !== "images") return runRule(id, frozen, options);
  const { messages: out, changes } = await sanitizeSessionMessagesImages(frozen, options as unknown as ImageOptions);
  return { ...runRule("malformed-entries", [], anyTarget), messages: out, changes };
}

function stageOf(id: string): string | undefined {
  return ruleCatalog.find((rule) => rule.id === id)?.stage;
}

test("the exceptions are examples that exist", () => {
  const known = files.flatMap((name) => examplesOf(name).map((_, index) => `${name.replace(".ts", "")} ${index + 1}`));
  expect(Object.keys(NOT_IDEMPOTENT).filter((key) => !known.includes(key))).toEqual([]);
});
