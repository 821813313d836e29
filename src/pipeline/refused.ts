/**
 * What a provider said of the very body that is repaired. Some faults only it can see, such as a signature that it did
 * not make: they are answered as if the body's own check had found them.
 */
import type { LocatedFinding } from "../contract/remedy.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import { type FindingCode, findingCodes } from "../transcript/findings.ts";
import { isRecord } from "../transcript/message.ts";
import { type Pointer, placesOf, type Turn } from "../transcript/place.ts";
import type { Written } from "../wire/types.ts";

/** A refusal, as `explainError` reads it. */
export interface Refused {
  /** What is wrong. */
  readonly code: FindingCode;
  /** Where in the body; absent: the provider did not say. */
  readonly path?: Pointer;
}

/**
 * An error names the first of such faults alone, and who asks again would be told of the next one. They have one cause,
 * such as a session that began with another provider, so they are answered everywhere at once.
 */
const EVERYWHERE: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "thinking-unsigned",
  "thinking-signature",
  "thinking-empty",
  "thought-signature",
  "encrypted-content",
  "reasoning-alone",
  "item-not-stored",
  "item-without-reasoning",
]);

/** Their answers take what they are pointed at, whatever it is. */
const ONLY_WHERE_NAMED: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "field-invalid",
  "image-invalid",
  "document-bytes",
  "document-count",
  "document-invalid",
]);

/** Throws {@link TranscriptInputError} when it is no list of refusals. */
export function checkRefused(refused: unknown): asserts refused is readonly Refused[] {
  if (Array.isArray(refused) && refused.every(isRefused)) return;
  throw new TranscriptInputError("invalid-option", "/refused", "Pass what `explainError` gave back.");
}

function isRefused(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { code, path } = value;
  return (
    typeof code === "string" && Object.hasOwn(findingCodes, code) && (path === undefined || typeof path === "string")
  );
}

/** The spots that a refusal is answered at. */
export function spotsOf({ code, path }: Refused, turns: readonly Turn[], written: Written): readonly LocatedFinding[] {
  const found = (pointer: Pointer, at?: number): LocatedFinding => ({
    code,
    pointer,
    refused: true,
    finding: { code, severity: "error", document: "body", path: pointer, message: findingCodes[code], sources: [] },
    ...(at !== undefined && { at }),
  });
  if (path !== undefined && !EVERYWHERE.has(code)) return [found(path, written.placeAt(path))];
  if (ONLY_WHERE_NAMED.has(code)) return [];
  const places = turns.flatMap((turn) => [turn.at, ...placesOf(turn)]);
  return [found(path ?? ""), ...places.map((at) => found(written.pointerOf(at) ?? "", at))];
}
