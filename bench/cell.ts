/** One measurement in a process of its own, started by run.mjs. Prints the samples as JSON. */
import {
  createReplaySanitizer,
  prepareReplay,
  type ReplayTarget,
  type SanitizeOptions,
  sanitizeSessionHistory,
  validateReplayTurns,
} from "../src/index.ts";
import { generateAppendix, generateSession } from "./generate.ts";

/** What is to be measured. */
export type Task = { readonly target: ReplayTarget; readonly count: number } & (
  | {
      readonly kind: "compare";
      readonly work: Work;
      readonly blocks: number;
      readonly runs: number;
      /** Is all garbage collected before each block, instead of young garbage? */
      readonly collected?: boolean;
    }
  | { readonly kind: "cold"; readonly work: Work }
  | { readonly kind: "memory"; readonly work: Work }
  | { readonly kind: "growing"; readonly append: "turn" | "step"; readonly changes: boolean; readonly parsed: boolean }
);

/** What a run is: both documented stages with their reports, the whole pipeline with its report, or a clone. */
export type Work = "stages" | "prepare" | "clone";

/** Samples in milliseconds for one run; of processor time, garbage collection included, and of wall time. */
export interface Times {
  readonly cpu: number[];
  readonly wall: number[];
}

/** The samples of each kind of task. */
export interface Samples {
  compare: { readonly run: Times; readonly clone: Times; readonly changes: number };
  cold: { readonly cpu: number; readonly wall: number };
  memory: { readonly allocated: number; readonly kept: number };
  growing: { readonly full: number[]; readonly appended: number[] };
}

type TaskOf<Kind extends Task["kind"]> = Task & { readonly kind: Kind };

/**
 * Collects young garbage, so that a block does not pay for the one before it. Not all garbage: that would also throw away
 * the compiled code of a run, whose objects are gone by then, and the block would measure the compiler.
 */
const collect = () => globalThis.gc?.({ type: "minor" });
const collectAll = () => globalThis.gc?.();
const task = JSON.parse(process.argv[2] ?? "") as Task;
console.log(JSON.stringify(await measure(task)));

function measure(given: Task): Promise<Samples[keyof Samples]> {
  switch (given.kind) {
    case "compare":
      return compare(given);
    case "cold":
      return cold(given);
    case "memory":
      return memory(given);
    case "growing":
      return growing(given);
  }
}

/** Blocks of runs alternate with blocks of clones, so that noise falls on both; garbage is collected in between. */
async function compare({
  target,
  count,
  work,
  blocks,
  runs,
  collected,
}: TaskOf<"compare">): Promise<Samples["compare"]> {
  const messages = stored(generateSession(count));
  const samples = { run: { cpu: [], wall: [] }, clone: { cpu: [], wall: [] } };
  const changes = await perform(work, messages, { target });
  const warmUp = Math.max(runs, 2, Math.min(12, Math.ceil(120_000 / count)));
  await block(work, messages, target, warmUp);
  await block("clone", messages, target, warmUp);
  for (let number = 0; number < blocks; number++) {
    if (collected) collectAll();
    await block(work, messages, target, runs, samples.run);
    if (collected) collectAll();
    await block("clone", messages, target, runs, samples.clone);
  }
  return { ...samples, changes };
}

async function block(work: Work, messages: unknown[], target: ReplayTarget, runs: number, times?: Times) {
  collect();
  const wall = performance.now();
  const cpu = process.cpuUsage();
  for (let run = 0; run < runs; run++) await perform(work, messages, { target });
  const used = process.cpuUsage(cpu);
  times?.wall.push((performance.now() - wall) / runs);
  times?.cpu.push((used.user + used.system) / 1000 / runs);
}

/** One run, reports included; returns the number of changes. */
async function perform(work: Work, messages: unknown[], options: SanitizeOptions): Promise<number> {
  if (work === "clone") return structuredClone(messages).length - messages.length;
  if (work === "prepare") return (await prepareReplay(messages, options)).changes.length;
  const history = await sanitizeSessionHistory(messages, options);
  const turns = validateReplayTurns(history.messages, options);
  return history.changes.length + turns.changes.length;
}

async function cold({ target, count, work }: TaskOf<"cold">): Promise<Samples["cold"]> {
  const times: Times = { cpu: [], wall: [] };
  await block(work, stored(generateSession(count)), target, 1, times);
  return { cpu: times.cpu[0] as number, wall: times.wall[0] as number };
}

/** Bytes of one warm run. The process must have room for them without collecting garbage. */
async function memory({ target, count, work }: TaskOf<"memory">): Promise<Samples["memory"]> {
  const messages = stored(generateSession(count));
  for (let run = 0; run < 5; run++) await perform(work, messages, { target });
  collectAll();
  const before = process.memoryUsage().heapUsed;
  const kept = await hold(work, messages, { target });
  const after = process.memoryUsage().heapUsed;
  collectAll();
  const held = process.memoryUsage().heapUsed;
  return { allocated: after - before, kept: kept.length > 0 ? held - before : 0 };
}

/** A run of which all results are held. */
async function hold(work: Work, messages: unknown[], options: SanitizeOptions): Promise<unknown[]> {
  if (work === "clone") return structuredClone(messages);
  const history = await sanitizeSessionHistory(messages, options);
  const turns = validateReplayTurns(history.messages, options);
  return [history, history.changes, turns, turns.changes];
}

/** A session that grows by a few messages a run, against full runs over it. */
async function growing(given: TaskOf<"growing">): Promise<Samples["growing"]> {
  const { target, count, append, changes, parsed } = given;
  const messages = stored(generateSession(count));
  const appendix = generateAppendix(append, 52).map((added) => stored(added));
  const sanitize = async (sanitizer: ReturnType<typeof createReplaySanitizer>, input: readonly unknown[]) => {
    const start = performance.now();
    const result = await sanitizer.run(input);
    if (changes) result.changes.length;
    return performance.now() - start;
  };
  const full: number[] = [];
  for (let run = 0; run < 12; run++) {
    collect();
    full.push(await sanitize(createReplaySanitizer({ target }), messages));
  }
  const sanitizer = createReplaySanitizer({ target });
  await sanitize(sanitizer, messages);
  let session: readonly unknown[] = messages;
  const appended: number[] = [];
  for (const added of appendix) {
    session = [...session, ...added];
    if (parsed) session = stored(session);
    if (appended.length % 10 === 0) collect();
    appended.push(await sanitize(sanitizer, session));
  }
  // The first ones warm up what only growing sessions use.
  return { full: full.slice(4), appended: appended.slice(12) };
}

/** The messages as they come from a file: nobody has looked at them yet. */
function stored(messages: readonly unknown[]): unknown[] {
  return JSON.parse(JSON.stringify(messages));
}
