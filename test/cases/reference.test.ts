import { describe, expect, test } from "vitest";
import { differenceOf } from "./compare.ts";
import { runCase } from "./functions.ts";
import { loadCases, loadDeviations, type ReferenceCase } from "./load.ts";

/** Decisions that are about whole classes of cases; all others together may excuse one case in a hundred. */
const BROAD: ReadonlySet<string> = new Set(
  [1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 33, 38].map((number) => `D${number}`),
);
const DOCUMENTED = 40;

interface Result {
  readonly id: string;
  readonly difference: string | undefined;
}

const files = loadCases();
const excuses = new Map(loadDeviations().map((deviation) => [deviation.id, deviation]));
const results = new Map<string, readonly Result[]>();
for (const [file, cases] of files) results.set(file, await Promise.all(cases.map(judge)));

async function judge(given: ReferenceCase): Promise<Result> {
  try {
    const differences = (await runCase(given)).map(differenceOf).filter((text) => text !== undefined);
    return { id: given.id, difference: differences[0] };
  } catch (error) {
    return { id: given.id, difference: `throws ${error instanceof Error ? (error.stack ?? "") : String(error)}` };
  }
}

describe("reference cases", () => {
  test.each([...results])("%s", (_, found) => {
    const unexcused = found.filter(({ id, difference }) => difference !== undefined && !excuses.has(id));
    expect(unexcused.map(({ id, difference }) => `${id}: ${difference}`)).toEqual([]);
  });
});

describe("deviations", () => {
  const all = [...results.values()].flat();

  test("each names a case that does differ, a decision and a reason", () => {
    const differing = new Set(all.filter(({ difference }) => difference !== undefined).map(({ id }) => id));
    expect([...excuses.keys()].filter((id) => !differing.has(id))).toEqual([]);
    expect(excuses.size).toBe(loadDeviations().length);
    for (const { decision, reason } of excuses.values()) {
      expect(decision).toMatch(/^D\d+$/);
      expect(reason.trim().length).toBeGreaterThan(10);
    }
  });

  test("few cases are excused outside the broad decisions", () => {
    const narrow = [...excuses.values()].filter(({ decision }) => !BROAD.has(decision));
    expect(narrow.length).toBeLessThanOrEqual(all.length / 100);
  });

  test("no decision that is new excuses more than three cases", () => {
    const counts = new Map<string, number>();
    for (const { decision } of excuses.values()) {
      if (Number(decision.slice(1)) > DOCUMENTED) counts.set(decision, (counts.get(decision) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 3)).toEqual([]);
  });

  test("all cases are there", () => {
    expect(all.length).toBeGreaterThanOrEqual(1100);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    console.log(table());
  });
});

/** One line a file: its cases, how many are equal, and how many each decision excuses. */
function table(): string {
  const lines = [...results].map(([file, found]) => {
    const equal = found.filter(({ difference }) => difference === undefined).length;
    const excused = new Map<string, number>();
    for (const { id } of found) {
      const decision = excuses.get(id)?.decision;
      if (decision) excused.set(decision, (excused.get(decision) ?? 0) + 1);
    }
    const by = [...excused].map(([decision, count]) => `${decision} ${count}`).join(", ");
    return `${file.padEnd(48)} ${String(found.length).padStart(5)} ${String(equal).padStart(5)}  ${by}`.trimEnd();
  });
  return [`${"file".padEnd(48)} cases equal  excused`, ...lines].join("\n");
}
