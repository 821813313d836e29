// Bodies that a provider accepts with up to five known defects: all are repaired, a second run has nothing to do, and
// nothing that was said is lost in silence. Run by the tests with few bodies and by run.mjs with many.
import { sanitizePayload } from "../../src/index.ts";
import type { WireFormat } from "../../src/transcript/request.ts";
import { checkKeptInBody } from "../oracles/kept-in-body.ts";
import { deepFreeze, type Json, show } from "../oracles/values.ts";
import { createRandom, type Random } from "../properties/random.ts";
import { garbage } from "../wire/garbage.ts";

/** The damaged body and the names of its defects. */
export interface Damaged {
  readonly body: Json;
  readonly names: readonly string[];
}

/** What is run for a format at one server. */
export interface DamageCase {
  readonly format: WireFormat;
  readonly target: { readonly provider: string; readonly modelId?: string };
  /** A body that the provider accepts. */
  generate(random: Random): unknown;
  damage(body: Json, random: Random, most: number): Damaged;
}

/** How one run ended. */
export interface DamageRow {
  readonly name: string;
  readonly count: number;
  readonly repaired: number;
  readonly failures: readonly string[];
  /** How often each defect was met. */
  readonly met: ReadonlyMap<string, number>;
}

/** Runs `count` damaged bodies; stops at ten failures. */
export async function runDamage(one: DamageCase, count: number, seed: number): Promise<DamageRow> {
  const { format, target } = one;
  const failures: string[] = [];
  const met = new Map<string, number>();
  let repaired = 0;
  for (let at = seed; at < seed + count && failures.length < 10; at++) {
    const random = createRandom(at);
    const { body, names } = one.damage(one.generate(random) as Json, random, 5);
    for (const name of names) met.set(name, (met.get(name) ?? 0) + 1);
    const { wrong, isRepaired } = await checkRepair(deepFreeze(body), { format, target });
    if (isRepaired) repaired++;
    if (wrong.length > 0) failures.push(`  seed ${at} [${names.join(", ")}]: ${wrong.slice(0, 3).join("; ")}`);
  }
  return { name: `${format} at ${Object.values(target).join(" ")}`, count, repaired, failures, met };
}

interface Options {
  readonly format: WireFormat;
  readonly target: { readonly provider: string; readonly modelId?: string };
}

async function checkRepair(body: Json, options: Options) {
  const wrong: string[] = [];
  let isRepaired = false;
  try {
    const { body: after, status, findings, changes } = await sanitizePayload(body, options);
    isRepaired = status === "repaired";
    if (status === "unrepairable") {
      const left = findings.filter(({ severity }) => severity === "error");
      wrong.push(...left.map(({ code, path, message }) => `${code} ${path}: ${message}`));
    }
    wrong.push(...checkKeptInBody(body, after, changes).map(({ path, text }) => `${path}: ${text}`));
    if ((status === "clean") !== (after === body)) wrong.push(`${status}, and the body is another`);
    const second = await sanitizePayload(after, options);
    if (status !== "unrepairable" && second.body !== after) {
      wrong.push(`a second run changes ${show(second.changes.map(({ rule, from }) => [rule, from[0]]))}`);
    }
  } catch (error) {
    wrong.push(error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 4).join(" | ") : "thrown");
  }
  return { wrong, isRepaired };
}

/** How many of so many random JSON values in the place of the list's entries cannot be repaired, and what is left. */
export async function runGarbage({ format, target, generate }: DamageCase, count: number, seed: number) {
  const left = new Map<string, number>();
  let unrepairable = 0;
  for (let at = seed; at < seed + count; at++) {
    const random = createRandom(at);
    const body = fillWith(generate(random) as Json, random);
    const result = await sanitizePayload(body, { format, target });
    if (result.status !== "unrepairable") continue;
    unrepairable++;
    const codes = result.findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
    for (const code of new Set(codes)) left.set(code, (left.get(code) ?? 0) + 1);
  }
  return { unrepairable, rate: unrepairable / count, left };
}

/** A third of the bodies is any JSON; the others have a list with entries that are any JSON. */
function fillWith(body: Json, random: Random): unknown {
  if (random.chance(0.33)) return garbage(random);
  const key = ["messages", "contents", "input"].find((name) => Array.isArray(body[name]));
  if (key === undefined) return garbage(random);
  const list = body[key] as readonly unknown[];
  const filled = list.map((entry) => {
    if (random.chance(0.5)) return entry;
    return random.chance(0.5) && typeof entry === "object" ? { ...entry, content: garbage(random) } : garbage(random);
  });
  return { ...body, [key]: filled };
}
