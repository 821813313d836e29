/** Reads a target: whom the transcript is replayed to. */
import { TranscriptInputError } from "../transcript/errors.ts";
import { isFilled, isRecord } from "../transcript/message.ts";
import type { NormalizedTarget, ReplayTarget } from "./types.ts";

/** The target with provider and model id trimmed and lower-cased; throws when it is none. */
export function normalizeTarget(target: ReplayTarget): NormalizedTarget {
  const given: unknown = target;
  if (!isRecord(given)) throw invalid("", 'Give an object such as { provider: "anthropic" }');
  const { provider, model } = given;
  if (!isFilled(provider)) throw invalid("/provider", 'Give the id of a provider, such as "anthropic"');
  if (model !== undefined && model !== null && !isRecord(model))
    throw invalid("/model", "Give the model's entry, or nothing");
  return {
    provider: provider.trim().toLowerCase(),
    modelApi: optionalText(given, "modelApi"),
    modelId: optionalText(given, "modelId").trim().toLowerCase(),
    model: readModel(model ?? {}),
    baseUrl: optionalText(given, "baseUrl").trim(),
  };
}

/** Only what families look at, so that they can rely on its types. */
function readModel(model: Readonly<Record<string, unknown>>): NormalizedTarget["model"] {
  const { compat, params, input } = model;
  return {
    reasoning: model["reasoning"] === true,
    ...(Array.isArray(input) && { input }),
    ...(isRecord(compat) && { compat }),
    ...(isRecord(params) && { params }),
  };
}

/** Blank counts as absent. */
function optionalText(target: Readonly<Record<string, unknown>>, key: string): string {
  const value = target[key];
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value.trim() === "" ? "" : value;
  throw invalid(`/${key}`, "Give a text, or nothing");
}

function invalid(path: string, advice: string): TranscriptInputError {
  return new TranscriptInputError("invalid-target", path, advice);
}
