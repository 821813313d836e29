/** The shape of flags and limits that come from outside, and errors that say where and what to do. */
import * as z from "zod/mini";
import { type InputErrorCode, TranscriptInputError } from "../transcript/errors.ts";
import { isRecord } from "../transcript/message.ts";
import { escapePointer } from "../transcript/place.ts";
import type { FlagReason, PolicyFlags, PolicyOverrides } from "./types.ts";

// Without it zod builds functions from strings, which pages with a content security policy forbid.
z.config({ jitless: true });

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const flag = z.boolean();
const text = z.string().check(z.refine((value) => value !== "", "a text that is not empty"));
const date = z.string().check(z.refine((value) => DATE.test(value), "a date such as 2026-11-30"));
const limit = z.optional(
  z.strictObject({
    value: z.number().check(z.refine((value) => value > 0, "a number above zero")),
    unit: z.enum(["px", "bytes", "base64-bytes", "images", "characters", "tokens"]),
    source: z.optional(text),
    checked: z.optional(date),
  }),
);

const FLAGS = {
  sanitizeMode: z.enum(["full", "images-only"]),
  sanitizeToolCallIds: flag,
  toolCallIdMode: z.enum(["strict", "strict9"]),
  duplicateToolCallIdStyle: z.enum(["openai"]),
  preserveNativeAnthropicToolUseIds: flag,
  repairToolUseResultPairing: flag,
  preserveSignatures: flag,
  sanitizeThinkingSignatures: flag,
  appendOnlyRuntimeContext: flag,
  sanitizeThoughtSignatures: z.strictObject({ allowBase64Only: flag, includeCamelCase: flag }),
  normalizeAntigravityThinkingBlocks: flag,
  dropThinkingBlocks: flag,
  dropReasoningFromHistory: flag,
  applyGoogleTurnOrdering: flag,
  validateGeminiTurns: flag,
  validateAnthropicTurns: flag,
  allowSyntheticToolResults: flag,
  preserveLatestThinking: flag,
  mergeUserTurns: flag,
  replaySignedTurns: flag,
  toolUseIdPattern: flag,
  responsesItems: flag,
  danglingCalls: z.enum(["synthesize", "drop"]),
  orphanedResults: z.enum(["drop", "keepAsText"]),
  dropUnsignedThinking: flag,
  closeThinkingTurns: flag,
  imageInput: flag,
  imageFormats: z.array(z.enum(["png", "jpeg", "gif", "webp", "bmp", "avif", "heic", "tiff", "ico", "svg"])),
  stillImagesOnly: flag,
  textOnlyErrorResults: flag,
  trailingPrefill: z.enum(["keep", "dropWhenThinking", "drop"]),
} satisfies Record<keyof PolicyFlags, z.ZodMiniType>;

const LIMITS = {
  imageSidePx: limit,
  imageBytes: limit,
  images: limit,
  imagesPerMessage: limit,
  manyImages: limit,
  manyImagesSidePx: limit,
  requestBytes: limit,
  toolCallIdLength: limit,
  toolNameLength: limit,
};

const overrides = z.strictObject({ ...optionalFlags(), limits: z.optional(z.strictObject(LIMITS)) });

function optionalFlags(): Record<string, z.ZodMiniType> {
  return Object.fromEntries(Object.entries(FLAGS).map(([name, schema]) => [name, z.optional(schema)]));
}
const reasons = z.optional(
  z.array(
    z.strictObject({
      flags: z.array(z.string()),
      text,
      source: z.strictObject({ url: text, checked: date }),
    }),
  ),
);

/** The names of all flags. */
export const flagNames: readonly (keyof PolicyFlags)[] = Object.keys(FLAGS) as (keyof PolicyFlags)[];

const KEYS_AT: ReadonlyMap<string, readonly string[]> = new Map([
  ["", [...flagNames, "limits"]],
  ["/limits", Object.keys(LIMITS)],
]);

/** The value as overrides, a copy without absent fields; throws when it is none. `at` leads to the value. */
export function readOverrides(value: unknown, code: InputErrorCode, at: string = ""): PolicyOverrides {
  const given = readRecord(value, code, at);
  return withoutAbsent(check(overrides, given, code, at)) as PolicyOverrides;
}

/** The reasons of a registered entry; throws when they are none. */
export function readReasons(value: unknown, code: InputErrorCode, at: string): readonly FlagReason[] {
  return (check(reasons, value, code, at) ?? []) as readonly FlagReason[];
}

/** The value as a record; throws when it is none. */
export function readRecord(value: unknown, code: InputErrorCode, at: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new TranscriptInputError(code, at, "Give an object of flags, such as { dropThinkingBlocks: true }");
}

function check<T>(schema: z.ZodMiniType<T>, value: unknown, code: InputErrorCode, at: string): T {
  const hidden = prototypeKey(value);
  if (hidden !== undefined) throw unknownKey(code, at, hidden, "__proto__");
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map((key) => `/${escapePointer(String(key))}`).join("");
  if (issue?.code === "unrecognized_keys") throw unknownKey(code, at, path, issue.keys[0] ?? "");
  throw new TranscriptInputError(code, at + path, `This must be ${wanted(issue)}`);
}

/** Where a key named `__proto__` stands, which zod would skip. The shapes here are three levels deep. */
function prototypeKey(value: unknown, path: string = "", levels: number = 3): string | undefined {
  if (!isRecord(value) || levels === 0) return undefined;
  if (Object.hasOwn(value, "__proto__")) return path;
  for (const [key, inner] of Object.entries(value)) {
    const found = prototypeKey(inner, `${path}/${escapePointer(key)}`, levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unknownKey(code: InputErrorCode, at: string, path: string, key: string): TranscriptInputError {
  const near = nearest(key, KEYS_AT.get(path) ?? []);
  const advice = near === undefined ? "remove it" : `did you mean ${near}?`;
  return new TranscriptInputError(code, `${at + path}/${escapePointer(key)}`, `Unknown key: ${advice}`);
}

function wanted(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "invalid_value":
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "invalid_type":
      return `of type ${issue.expected}`;
    case "custom":
      return issue.message;
    default:
      return "another value";
  }
}

/** Callers that build overrides field by field pass `undefined` for what they do not set. */
function withoutAbsent(value: object): object {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([key, field]) => [key, isRecord(field) ? withoutAbsent(field) : field]),
  );
}

/** The known key with the fewest differing letters, if it is near enough to be a slip. */
function nearest(key: string, known: readonly string[]): string | undefined {
  if (key.length > 64) return undefined;
  const lower = key.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(3, Math.ceil(key.length / 3)) + 1;
  for (const candidate of known) {
    const distance = edits(lower, candidate.toLowerCase());
    if (distance < fewest) [best, fewest] = [candidate, distance];
  }
  return best;
}

/** How many letters must be added, removed or replaced. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
