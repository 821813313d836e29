/** The front door for a pasted error: what it means, where it is, and what would be done about it. */
import { type Recognized, recognize } from "../explain/index.ts";
import type { ReplayTarget } from "../policy/types.ts";
import type { Finding } from "../transcript/changes.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import type { Pointer } from "../transcript/place.ts";
import type { WireFormat } from "../transcript/request.ts";
import { answersTo } from "./answers.ts";
import { detectWireFormat } from "./formats.ts";
import { lintPayload } from "./payload.ts";

/** What is known besides the error. */
export interface ExplainContext {
  /** The request body that was refused. */
  readonly body?: unknown;
  /** Whom it was sent to. */
  readonly target?: Partial<ReplayTarget>;
  /** The body's format; absent: by its shape. */
  readonly format?: WireFormat;
}

/** An error explained. */
export interface Explanation extends Recognized {
  /** Where it is in the body: by the error itself, or by what is found wrong there. */
  readonly path?: Pointer;
  /** What answers it, cheapest first: ids of remedies and rules. */
  readonly remedies: readonly string[];
  /** What the body's own check says about it. Empty: nothing of the kind was found, or no body was given. */
  readonly findings: readonly Finding[];
}

/**
 * What a provider's error means. The text may be as it was seen: with the prefixes of gateways, within JSON, within the
 * exception of an SDK.
 *
 * @returns the most telling first; empty when the words are not known
 * @throws TranscriptInputError when the text is none, or the context no object
 */
export function explainError(errorText: string, context: ExplainContext = {}): readonly Explanation[] {
  if (typeof errorText !== "string") {
    throw new TranscriptInputError("invalid-option", "/errorText", "Give the error as a text.");
  }
  if (typeof context !== "object" || context === null) {
    throw new TranscriptInputError("invalid-option", "/context", "Give the context as an object.");
  }
  const judged = judge(context);
  return recognize(errorText, context.body).map((recognized) => {
    const findings = judged.filter(({ code }) => code === recognized.code);
    const path = recognized.path ?? findings[0]?.path;
    const remedies = answersTo(recognized.code).map(({ id }) => id);
    return { ...recognized, ...(path !== undefined && { path }), remedies, findings };
  });
}

function judge({ body, target, format }: ExplainContext): readonly Finding[] {
  if (body === undefined || (format ?? detectWireFormat(body)) === undefined) return [];
  return lintPayload(body, { ...(target && { target }), ...(format && { format }) });
}
