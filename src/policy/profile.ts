/** What callers bring along: providers of their own, and profiles of overrides as JSON. */
import { TranscriptInputError } from "../transcript/errors.ts";
import { isFilled, isRecord } from "../transcript/message.ts";
import { freeze } from "./freeze.ts";
import { readOverrides } from "./schema.ts";
import type { NormalizedTarget, PolicyEntry, PolicyOverrides } from "./types.ts";

const OPTIONAL_TEXTS = ["defaultApi", "exampleModel"] as const;

/**
 * Checks and freezes an entry for a provider of the caller's own. Pass it as `policies`: such entries come before the
 * built-in ones.
 *
 * @example
 * definePolicy({
 *   id: "acme",
 *   summary: "Acme's gateway: Anthropic's API without signatures.",
 *   source: { url: "https://acme.example/docs/messages", checked: "2026-11-30" },
 *   providers: ["acme"],
 *   defaultApi: "anthropic-messages",
 *   resolve: () => ({ validateAnthropicTurns: true }),
 * });
 */
export function definePolicy(entry: PolicyEntry): PolicyEntry {
  return readEntry(entry, "");
}

/** The overrides of a profile that was stored as JSON; throws when it is no profile. */
export function loadPolicyProfile(json: unknown): PolicyOverrides {
  if (typeof json === "string") {
    throw new TranscriptInputError("invalid-profile", "", "Parse the JSON text first and give the value");
  }
  return freeze(readOverrides(json, "invalid-profile"));
}

/** Reads a registered entry; `at` leads to it in what the caller handed in. */
export function readEntry(value: unknown, at: string): PolicyEntry {
  const fail = (path: string, advice: string): never => {
    throw new TranscriptInputError("invalid-option", at + path, advice);
  };
  if (!isRecord(value)) return fail("", "Give an entry as definePolicy makes it");
  const entry: Readonly<Record<string, unknown>> = value;
  for (const key of ["id", "summary"]) {
    if (!isFilled(entry[key])) fail(`/${key}`, "Give a text that is not blank");
  }
  const source = entry["source"];
  if (!isRecord(source) || !isFilled(source["url"]) || !isFilled(source["checked"])) {
    fail("/source", "Give { url, checked }: where the rules are documented and when that was looked at");
  }
  const providers = entry["providers"];
  if (!Array.isArray(providers)) return fail("/providers", "Give the list of provider ids that the entry owns");
  for (const [index, provider] of providers.entries()) {
    if (!isFilled(provider)) fail(`/providers/${index}`, "Give a provider id that is not blank");
  }
  for (const key of OPTIONAL_TEXTS) {
    if (entry[key] !== undefined && !isFilled(entry[key])) fail(`/${key}`, "Give a text that is not blank, or nothing");
  }
  const apis = entry["defaultApis"];
  if (apis !== undefined && !(isRecord(apis) && Object.values(apis).every(isFilled))) {
    fail("/defaultApis", "Give an object from provider id to API");
  }
  if (typeof entry["resolve"] !== "function") fail("/resolve", "Give a function from a target to flags");
  if (entry["owns"] !== undefined && typeof entry["owns"] !== "function") {
    fail("/owns", "Give a function from a target to true or false, or nothing");
  }
  return copyOf(value as unknown as PolicyEntry);
}

/** Only the documented fields, so that freezing reaches nothing else of the caller's. */
function copyOf(entry: PolicyEntry): PolicyEntry {
  const { id, summary, source, providers, defaultApi, defaultApis, exampleModel } = entry;
  return freeze({
    id,
    summary,
    source: { url: source.url, checked: source.checked },
    providers: providers.map((provider) => provider.trim().toLowerCase()),
    ...(defaultApi !== undefined && { defaultApi }),
    ...(defaultApis !== undefined && { defaultApis: { ...defaultApis } }),
    ...(exampleModel !== undefined && { exampleModel }),
    ...(entry.owns && { owns: (target: NormalizedTarget) => entry.owns?.(target) === true }),
    resolve: (target: NormalizedTarget) => entry.resolve(target),
  });
}
