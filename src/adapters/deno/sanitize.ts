/** `sanitize`: prepares a session for replay and says what was changed. */
import { prepareReplay, type ReplayResult, resolveTranscriptPolicy, type SessionContent } from "../../index.ts";
import { createJsquashEngine } from "../jsquash/deno.ts";
import { type Arguments, type Options, UsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { refuseSameFile, writeWhole } from "./files.ts";
import { harmlessJson } from "./harmless.ts";
import { onlyFile, readFile } from "./read-file.ts";
import { toSessionText } from "./session-text.ts";
import { printSummary, type Run } from "./summary.ts";
import { printerFor, startProgress } from "./terminal.ts";

const options: Options = {
  provider: { value: "P", help: "whom the transcript goes to, such as anthropic, openai, google (required)" },
  api: { value: "A", help: "the API spoken, such as openai-responses; default: the provider's own" },
  model: { value: "M", help: "the model's id" },
  reasoning: { help: "the model asks for its reasoning back" },
  tools: { value: "A,B", help: "the tools there are; calls of others are repaired" },
  "max-side": { value: "PX", help: "the longest side of an image; default: 1200" },
  "keep-images": { value: "N", help: "remove the images of all turns but the last N" },
  "drop-dangling": { help: "drop calls without a result instead of answering them" },
  "as-request": { help: "prepare what is sent now: an answer at the end goes where the target does not continue it" },
  out: { value: "FILE", help: "write the prepared messages as a session file" },
  json: { help: "print the whole result as one JSON document; with --out without its messages" },
  pointers: { value: "N", help: "list the first N places of each rule" },
};

const EXIT = { clean: 0, repaired: 1, unrepairable: 3 } as const;

/** The command. Its exit code says whether something was changed. */
export const sanitize: Command = {
  summary: "prepare a session for replay to a provider and report each change",
  usage: "FILE --provider P [options]",
  notes: `FILE is a session file (JSON Lines), a list of messages, or - for standard input. Damaged lines are repaired as they
are read; the file stays as it is.

Exit codes: 0 nothing changed, 1 changed, 2 bad input, 3 an error is left that the provider would refuse.
`,
  options,
  async run(args) {
    const file = onlyFile(args);
    const pointers = countOf(args, "pointers");
    const replay = replayOptions(args);
    const out = args.given.get("out");
    if (out !== undefined) await refuseSameFile(file, out);

    const read = await readFile(file);
    const { session } = read;
    const result = await prepare(session, replay);
    if (out !== undefined) {
      const fallback = { id: crypto.randomUUID(), now: new Date().toISOString() };
      await writeWhole(out, toSessionText(result.messages, session, fallback));
    }

    const run: Run = { ...read, result, awaitsPrompt: awaitsPrompt(result, replay) };
    const printer = printerFor(Deno.stdout);
    if (args.given.has("json")) printer.print(toJson(run, out === undefined));
    else printSummary(run, pointers, printer);
    return EXIT[result.status];
  },
};

type ReplayOptions = Parameters<typeof prepareReplay>[1];

function replayOptions(args: Arguments): ReplayOptions {
  const { given } = args;
  const provider = given.get("provider");
  if (provider === undefined || provider.trim() === "") {
    throw new UsageError("Say whom the transcript goes to: --provider P, such as --provider anthropic.");
  }
  const api = given.get("api");
  const model = given.get("model");
  const tools = given.get("tools");
  const side = optionalCount(args, "max-side");
  const keepTurns = optionalCount(args, "keep-images");
  return {
    images: {
      engine: createJsquashEngine(),
      ...(side !== undefined && { maxDimensionPx: side }),
      ...(keepTurns !== undefined && { keepTurns }),
    },
    target: {
      provider,
      ...(api !== undefined && { modelApi: api }),
      ...(model !== undefined && { modelId: model }),
      ...(given.has("reasoning") && { model: { reasoning: true } }),
    },
    ...(tools !== undefined && { allowedToolNames: listOf(tools) }),
    ...(given.has("drop-dangling") && { danglingCalls: "drop" as const }),
    // A stored session is continued by the next prompt: its last answer is no prefill.
    ...(!given.has("as-request") && { policy: { trailingPrefill: "keep" as const } }),
  };
}

/** Would the target refuse the transcript as it ends? */
function awaitsPrompt(result: ReplayResult, { target }: ReplayOptions): boolean {
  const refused = resolveTranscriptPolicy(target).trailingPrefill === "drop";
  return refused && result.messages.at(-1)?.role === "assistant";
}

async function prepare(session: SessionContent, replay: ReplayOptions): Promise<ReplayResult> {
  const progress = startProgress();
  try {
    return await prepareReplay(session.messages, {
      ...replay,
      modelSnapshots: session.modelSnapshots,
      onProgress: ({ phase, done, total }) => progress.show(phase, done, total),
    });
  } finally {
    progress.end();
  }
}

function toJson({ session, wellFormed, repair, result }: Run, withMessages: boolean): string {
  const { status, policy, stats, changes, findings, messages } = result;
  const source = {
    format: session.format,
    entries: session.entries.length,
    messages: session.messages.length,
    modelSnapshots: session.modelSnapshots,
    wellFormed,
  };
  const { problems } = session;
  const document = {
    status,
    source,
    policy,
    stats,
    changes,
    findings,
    problems,
    repair,
    ...(withMessages && { messages }),
  };
  return `${harmlessJson(JSON.stringify(document, null, 2))}\n`;
}

function countOf({ given }: Arguments, name: string): number {
  const text = given.get(name) ?? "0";
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`The option --${name} needs a whole number.`);
  return Number(text);
}

function optionalCount(args: Arguments, name: string): number | undefined {
  return args.given.has(name) ? countOf(args, name) : undefined;
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
