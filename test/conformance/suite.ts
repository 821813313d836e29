// The one suite. Plain functions: no test runner, no Node, no DOM. Each launcher beside it calls `conform`.
// Expected values are compared case by case in test/cases; here every runtime must return the same bytes, throw
// nothing, leave its input alone and find nothing more to do in its own output.
import { prepareReplay, readSession, sanitizeSessionHistory, validateReplayTurns } from "../../src/index.ts";
// @ts-types="./cases.d.ts"
import { cases, type ReferenceCase } from "./cases.js";
import { type ImageModules, imageChecks } from "./images.ts";

export interface Host {
  runtime: string;
  /** true where Node's globals must be absent */
  nodeFree: boolean;
  /** how WASM gets here is up to the runtime */
  wasm: ImageModules;
}

export interface Outcome {
  runtime: string;
  passed: number;
  failures: string[];
  /** SHA-256 of all that the checks returned: equal on every runtime */
  fingerprint: string;
  /** the same for each check, shortened: shows where two runtimes disagree */
  digests: Record<string, string>;
}

type Messages = Parameters<typeof sanitizeSessionHistory>[0];
type Options = Parameters<typeof sanitizeSessionHistory>[1];
type Check = (host: Host) => unknown;

/** Cases whose expected value is compared here too, so that a runtime cannot agree with the others on nonsense. */
const compared: ReadonlySet<string> = new Set([
  "matrix/google/noop-plain",
  "matrix/google/displaced-user-between",
  "matrix/google/out-of-order-results",
  "matrix/google/orphan-mid",
  "matrix/google/id-collisions",
  "matrix/google/consecutive-assistants",
  "matrix/anthropic-opus46/noop-tools",
  "matrix/anthropic-opus46/duplicate-result-later",
  "matrix/anthropic-opus46/consecutive-users",
  "matrix/mistral/long-ids",
  "matrix/bedrock-claude/displaced-cross-frame",
  "matrix/openai-responses/displaced-assistant-between",
]);

/** Targets for the cases that were written for a single rule and name none. */
const targets: readonly Options["target"][] = [
  { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-sonnet-4-6" },
  { provider: "google", modelApi: "google-generative-ai", modelId: "gemini-2.5-pro" },
  { provider: "openai", modelApi: "openai-responses", modelId: "gpt-5" },
  { provider: "mistral", modelApi: "mistral-conversations", modelId: "mistral-large-latest" },
];

const sessionFile = [
  { type: "session", version: 3, id: "s1", timestamp: "2026-01-02T03:04:05.000Z", cwd: "/project" },
  { type: "message", id: "a1", parentId: null, message: { role: "user", content: "hello", timestamp: 1 } },
  {
    type: "message",
    id: "a2",
    parentId: "a1",
    message: { role: "user", content: "\u00fcber \ud83d\ude00", timestamp: 2 },
  },
]
  .map((entry) => `${JSON.stringify(entry)}\n`)
  .join("");

const own: Record<string, Check> = {
  "no Node globals": ({ nodeFree }) => {
    const found = ["Buffer", "process", "require", "global"].filter((name) => name in globalThis);
    if (nodeFree && found.length > 0) throw new Error(`found ${found.join(", ")}`);
  },
  "bundled cases": () => {
    const known = new Set(cases.map(({ id }) => id));
    const missing = [...compared].filter((id) => !known.has(id));
    if (missing.length > 0) throw new Error(`no case ${missing.join(", ")}`);
    return known.size;
  },
  "session file": () => {
    const { messages } = readSession(sessionFile);
    equal(
      messages.map(({ content }) => content),
      ["hello", "\u00fcber \ud83d\ude00"],
    );
    return readSession(`${sessionFile}{"type":"message","id":"a3"\n`);
  },
};

/** Runs every check. Never throws: what went wrong is in the outcome. */
export async function conform(host: Host): Promise<Outcome> {
  const failures: string[] = [];
  const returned: string[] = [];
  const digests: Record<string, string> = {};
  const checks = new Map<string, Check>(Object.entries(own));
  for (const [i, each] of cases.entries()) {
    if (Array.isArray(each.input)) checks.set(each.id, () => replay(each, i));
  }
  for (const [name, check] of imageChecks(host.wasm)) checks.set(name, check);
  for (const [name, check] of checks) {
    let text: string;
    try {
      text = JSON.stringify(await check(host)) ?? "";
    } catch (error) {
      text = `${name}: ${error instanceof Error ? error.message : String(error)}`;
      failures.push(text);
    }
    returned.push(text);
    digests[name] = (await sha256(text)).slice(0, 8);
  }
  const fingerprint = await sha256(returned.join("\n"));
  return { runtime: host.runtime, passed: checks.size - failures.length, failures, fingerprint, digests };
}

/** The line that test/run.mjs reads. */
export const report = (outcome: Outcome): string => `conformance:${JSON.stringify(outcome)}`;

/** One case through the public functions. A frozen value throws when it is written to. */
async function replay(each: ReferenceCase, index: number): Promise<unknown> {
  const input = deepFreeze(structuredClone(each.input)) as Messages;
  const options = optionsOf(each, index);

  const history = await sanitizeSessionHistory(input, options);
  deepFreeze(history.messages);
  const historyAgain = await sanitizeSessionHistory(history.messages, options);
  same(historyAgain.messages, history.messages, "sanitizeSessionHistory");

  const turns = validateReplayTurns(history.messages, options);
  deepFreeze(turns.messages);
  same(validateReplayTurns(turns.messages, options).messages, turns.messages, "validateReplayTurns");

  const whole = await prepareReplay(input, options);
  deepFreeze(whole.messages);
  same((await prepareReplay(whole.messages, options)).messages, whole.messages, "prepareReplay");

  if (compared.has(each.id)) {
    equal(withoutUsage(history.messages), withoutUsage(each.expected));
    equal(withoutUsage(turns.messages), withoutUsage(each.validated === "=expected" ? each.expected : each.validated));
  }
  return {
    history: [history.messages, history.changes],
    turns: [turns.messages, turns.changes],
    whole: [whole.messages, whole.changes, whole.findings, whole.status],
  };
}

function optionsOf({ context }: ReferenceCase, index: number): Options {
  if (context?.provider === undefined) {
    return { target: targets[index % targets.length] as Options["target"] };
  }
  const { provider, modelApi, modelId, model, allowedToolNames, previousModels } = context;
  const options = {
    target: { provider, ...given({ modelApi, modelId, model }) },
    ...given({ allowedToolNames, modelSnapshots: previousModels }),
  };
  return options as Options;
}

/** Only the fields that have a value: optional fields of the options must not be there as undefined. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}

/** The second run must return the very array it was given. */
function same(again: readonly unknown[], first: readonly unknown[], name: string): void {
  if (again === first) return;
  const at = first.findIndex((message, i) => JSON.stringify(message) !== JSON.stringify(again[i]));
  const seen =
    at < 0 ? "an equal copy" : `message ${at}: ${JSON.stringify(first[at])} became ${JSON.stringify(again[at])}`;
  throw new Error(`${name} changed its own output: ${seen}`);
}

/** Token counts are no business of a replay, so the cases are compared without them. */
function withoutUsage(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message) => {
    const { usage: _, ...rest } = message as Record<string, unknown>;
    return rest;
  });
}

function equal(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(sortKeys(actual)), JSON.stringify(sortKeys(expected))];
  if (a !== b) throw new Error(`got ${a}, expected ${b}`);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, child]) => [key, sortKeys(child)]));
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
