// Conditions that public bug reports describe, as whole request bodies. Every sentence of a report is an assertion on
// the body that sanitizePayload returns at its default level.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createJsquashEngine } from "../../src/images/engines/jsquash/index.ts";
import { formatCatalog, lintPayload, sanitizePayload } from "../../src/index.ts";
import { wasm } from "../conformance/wasm-node.ts";
import { deepFreeze, isObject, type Json, lookUp } from "../oracles/values.ts";
import { anthropicChecks } from "./bodies/anthropic.ts";
import { bedrockChecks } from "./bodies/bedrock.ts";
import { completionsChecks, mistralChecks } from "./bodies/completions.ts";
import { googleChecks } from "./bodies/google.ts";
import { responsesChecks } from "./bodies/responses.ts";
import type { Checks, Report, Run } from "./bodies/run.ts";
import { withPictures } from "./pictures.ts";

/** Reports of sessions are tested elsewhere. */
const known = formatCatalog.map(({ format }): string => format);

const checks: Checks = {
  ...anthropicChecks,
  ...bedrockChecks,
  ...completionsChecks,
  ...googleChecks,
  ...mistralChecks,
  ...responsesChecks,
};

/** Fields that come on top of what a report expects, since its provider refuses the body without them. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  // "The toolConfig field must be defined when using toolUse and toolResult content blocks."
  "131": ["toolConfig"],
};

const engine = createJsquashEngine({ modules: wasm });
const folder = new URL("reports/", import.meta.url);
const reports = readdirSync(folder)
  .map((name): Report => JSON.parse(readFileSync(new URL(name, folder), "utf8")))
  .filter(({ format }) => known.includes(format));

async function sanitize({ options }: Report, body: Json, target: Report["target"]) {
  return sanitizePayload(body, { ...options, target, images: { ...options?.images, engine } });
}

async function run(report: Report): Promise<Run> {
  const input = deepFreeze(await withPictures(report.input)) as Json;
  const again: Run["again"] = (body, target = report.target) => sanitize(report, deepFreeze(body), target);
  const result = await again(input);
  return { report, input, body: result.body as Json, result, again };
}

test("no report is left out, and none is made up", () => {
  expect(Object.keys(checks).sort()).toEqual(reports.map(({ id }) => id).sort());
});

describe.each(reports)("$id: $symptom", { timeout: 300_000 }, (report) => {
  let made: Promise<Run> | undefined;
  const once = (): Promise<Run> => (made ??= run(report));

  test("each sentence of the report is asserted", () => {
    expect(Object.keys(checks[report.id] ?? {}).sort()).toEqual([...report.mustHold].sort());
  });

  test.each(Object.entries(checks[report.id] ?? {}))("%s", async (_, check) => {
    await check(await once());
  });

  test("what comes out is accepted, and stays as it is", async () => {
    const { body, result, again } = await once();
    expect(result.status).not.toBe("unrepairable");
    expect(lintPayload(body, { target: report.target }).filter(({ severity }) => severity === "error")).toEqual([]);
    const second = await again(body);
    expect(second.status).toBe("clean");
    expect(second.body).toBe(body);
  });

  test("what was changed is said, with places that exist", async () => {
    const { input, body, result } = await once();
    expect(result.changes.length > 0).toBe(body !== input);
    for (const { from, to } of result.changes) {
      for (const pointer of from) expect(lookUp(input, pointer)).toHaveLength(1);
      if (to !== undefined) expect(lookUp(body, to)).toHaveLength(1);
    }
  });

  if (isObject(report.expected)) {
    test("only this output is right", async () => {
      const { body, input } = await once();
      const added = ADDED[report.id] ?? [];
      expect(added.filter((key) => key in input || !(key in body))).toEqual([]);
      const compared = Object.fromEntries(Object.entries(body).filter(([key]) => !added.includes(key)));
      expect(compared).toEqual(report.expected);
    });
  }
});
