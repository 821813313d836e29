// Each remedy's file opens with its manual. The examples in it are tests: this runs them.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { remedyCatalog } from "../../src/index.ts";
import { contextFor, unwrap, wrap } from "../../src/pipeline/engine.ts";
import { readOptions } from "../../src/pipeline/options.ts";
import { Recorder } from "../../src/pipeline/record.ts";
import { remedies } from "../../src/remedies/index.ts";
import { type FindingCode, findingCodes } from "../../src/transcript/findings.ts";
import type { RequestFacts, WireFormat } from "../../src/transcript/request.ts";
import { deepFreeze, isObject } from "../oracles/values.ts";

interface Example {
  readonly finding: FindingCode;
  /** The place that the finding is about: message index x 2^20, plus 1 + block index. */
  readonly place?: number;
  /** The format of the body; Converse unless said otherwise. */
  readonly format?: WireFormat;
  /** What the request has besides messages, and where in it the finding points. */
  readonly request?: RequestFacts;
  readonly pointer?: string;
  /** Has the provider itself said so? */
  readonly refused?: true;
  readonly in: readonly object[];
  readonly out: readonly object[];
}

/** Takes one thing away each time it is asked: there is a finding for each. */
const ONE_AT_A_TIME = "drop-cache-marker";

const folder = new URL("../../src/remedies/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== "index.ts");

function examplesOf(name: string): Example[] {
  const text = readFileSync(new URL(name, folder), "utf8");
  const manual = (/^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? "").replaceAll(/^ \* ?/gm, "");
  const [, ...parts] = manual.split(/^@example\b/m);
  return parts.map((part) => {
    const parsed: unknown = JSON.parse(part);
    if (!isObject(parsed) || !Array.isArray(parsed["in"]) || !Array.isArray(parsed["out"])) {
      throw new Error(`an example of ${name} lacks "in" or "out"`);
    }
    return parsed as unknown as Example;
  });
}

test("each remedy has a file of its name, a place in the list, and codes that exist", () => {
  expect(remedyCatalog.map(({ id }) => id).sort()).toEqual(files.map((name) => name.replace(".ts", "")).sort());
  for (const { for: codes } of remedyCatalog) expect(codes.filter((code) => !(code in findingCodes))).toEqual([]);
});

describe.each(files)("%s", (name) => {
  const remedy = remedies.find(({ id }) => id === name.replace(".ts", ""));
  if (!remedy) throw new Error(`${name} is not in the list`);
  const examples = examplesOf(name);

  test("has an example", () => expect(examples.length).toBeGreaterThan(0));

  test.each(examples.map((example, index) => ({ ...example, number: index + 1 })))("example $number", (each) => {
    const run = readOptions({ target: { provider: "amazon-bedrock" }, request: each.request ?? {} });
    const input = deepFreeze(each.in);
    const turns = wrap(input);
    const base = { ...run, format: each.format ?? ("bedrock-converse" as const), settled: [], reachesBack: () => {} };
    const finding = {
      code: each.finding,
      pointer: each.pointer ?? "",
      finding: {
        code: each.finding,
        severity: "error" as const,
        document: "body" as const,
        path: "",
        message: "",
        sources: [],
      },
      ...(each.place !== undefined && { at: each.place }),
      ...(each.refused && { refused: each.refused }),
    };
    expect(remedy.for).toContain(each.finding);
    const recorder = new Recorder();
    const after = remedy.apply(turns, finding, recorder, contextFor(turns, base));
    expect(unwrap(after, input)).toEqual(each.out);
    const changed = after !== turns || Object.keys(recorder.requested).length > 0;
    expect(changed).toBe(true);
    expect(recorder.entries.length).toBeGreaterThan(0);
    expect(
      recorder.entries.map(({ why }) => why.text).filter((text) => !remedy.whys.some((why) => why.text === text)),
    ).toEqual([]);
    // Done once, there is nothing more to do.
    const request = { ...run.request, ...recorder.requested };
    const again = new Recorder(recorder.lastMade);
    const second = remedy.apply(after, finding, again, contextFor(after, { ...base, request }));
    if (remedy.id !== ONE_AT_A_TIME) expect(second).toBe(after);
  });
});
