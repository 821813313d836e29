/** `doctor`: what is in a session, and what would be done to it for which provider. */
import {
  createMemoryImageCache,
  prepareReplay,
  type ReplayResult,
  type ReplayTarget,
  type SessionContent,
} from "../../index.ts";
import { createJsquashEngine } from "../jsquash/deno.ts";
import { type Arguments, type Options, UsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { factsOf } from "./doctor-facts.ts";
import { type Diagnosis, type Prospect, printDiagnosis, toJson } from "./doctor-report.ts";
import { onlyFile, readFile } from "./read-file.ts";
import { printerFor, startProgress } from "./terminal.ts";

const options: Options = {
  provider: {
    value: "P[/MODEL]",
    repeats: true,
    help: "whom the transcript may go to; may be given several times; default: the six most common ones",
  },
  json: { help: "print all of it as one JSON document" },
};

const COMMON = ["anthropic", "openai", "google", "amazon-bedrock", "mistral", "openrouter"];

/** The command. Its exit code says what the worst prospect is. */
export const doctor: Command = {
  summary: "say what is in a session, and which rules would apply for which provider",
  usage: "FILE [options]",
  notes: `FILE is a session file (JSON Lines), a list of messages, or - for standard input. Damaged lines are repaired as they
are read; nothing is written. Without a MODEL, it is the one that the session asked of this provider last.

Exit codes: 0 nothing to do, 1 damaged or changed for a provider, 2 bad input, 3 a provider would refuse what comes out.
`,
  options,
  async run(args) {
    const file = onlyFile(args);
    const wanted = wantedOf(args);
    const read = await readFile(file);
    const prospects = await look(read.session, wanted);
    const diagnosis: Diagnosis = { ...read, facts: factsOf(read.session), prospects };
    const printer = printerFor(Deno.stdout);
    if (args.given.has("json")) printer.print(toJson(diagnosis));
    else printDiagnosis(diagnosis, printer);
    return exitCodeOf(diagnosis);
  },
};

/** A provider as the user named it, and the model if one was named. */
interface Wanted {
  readonly provider: string;
  readonly modelId: string | undefined;
}

function wantedOf({ lists }: Arguments): Wanted[] {
  const names = lists.get("provider") ?? COMMON;
  return names.map((name) => {
    const [, provider = "", modelId] = /^([^/]*)(?:\/(.*))?$/s.exec(name.trim()) ?? [];
    if (provider === "" || modelId === "") {
      throw new UsageError("Name a provider, or a provider and a model: --provider anthropic/claude-opus-4-6.");
    }
    return { provider, modelId };
  });
}

async function look(session: SessionContent, wanted: readonly Wanted[]): Promise<Prospect[]> {
  const progress = startProgress();
  const images = { engine: createJsquashEngine(), cache: createMemoryImageCache() };
  const prospects: Prospect[] = [];
  try {
    for (const { provider, modelId } of wanted) {
      const result: ReplayResult = await prepareReplay(session.messages, {
        target: targetFor(provider, modelId, session),
        images,
        modelSnapshots: session.modelSnapshots,
        // A stored session is continued by the next prompt: its last answer is no prefill.
        policy: { trailingPrefill: "keep" },
        onProgress: ({ phase, done, total }) => progress.show(`${provider}: ${phase}`, done, total),
      });
      prospects.push({ provider, result });
    }
  } finally {
    progress.end();
  }
  return prospects;
}

/** The target; with the model and the API that answered last for this provider, unless a model is named. */
function targetFor(provider: string, modelId: string | undefined, { messages }: SessionContent): ReplayTarget {
  if (modelId !== undefined) return { provider, modelId };
  const last = messages.findLast((message) => message.role === "assistant" && message["provider"] === provider);
  const model = last?.["model"];
  const api = last?.["api"];
  return {
    provider,
    ...(typeof model === "string" && { modelId: model }),
    ...(typeof api === "string" && { modelApi: api }),
  };
}

function exitCodeOf({ prospects, repair }: Diagnosis): number {
  const has = (status: ReplayResult["status"]): boolean => prospects.some(({ result }) => result.status === status);
  if (has("unrepairable")) return 3;
  return has("repaired") || repair.repaired ? 1 : 0;
}
