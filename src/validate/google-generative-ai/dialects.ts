/** What the servers that speak Gemini's generateContent demand, as far as they differ. Numbers with their sources. */
import type { Source } from "../../transcript/findings.ts";
import { type GoogleDialectId, googleDialectIdFor } from "../../transcript/google-servers.ts";
import type { ValidateTarget } from "../types.ts";
import { FILE_LIMITS, IMAGE_TYPES } from "./sources.ts";

const MB = 1_000_000;

/** A number that a server names. */
export interface ServerLimit {
  readonly value: number;
  readonly source: Source;
}

/** What a server demands. */
export interface GoogleDemands {
  /** A content without a role is refused. */
  readonly needsRole?: true;
  /** `skip_thought_signature_validator` is the only value by which a check is skipped. */
  readonly oneSentinel?: true;
  /** Signatures in the URL-safe alphabet have been refused. */
  readonly standardBase64?: true;
  /** Ids of calls may be refused, and media in responses are. */
  readonly isOld?: true;
  /** The most images of a request. */
  readonly images?: ServerLimit;
  /** The largest request, in bytes of JSON. */
  readonly requestBytes?: ServerLimit;
}

const AI_STUDIO: GoogleDemands = { requestBytes: { value: 100 * MB, source: FILE_LIMITS } };
const VERTEX: GoogleDemands = {
  needsRole: true,
  oneSentinel: true,
  images: { value: 3000, source: IMAGE_TYPES },
};
const CODE_ASSIST: GoogleDemands = { standardBase64: true };

/** By dialect. */
export const googleDemands: Readonly<Record<GoogleDialectId, GoogleDemands>> = {
  "ai-studio": AI_STUDIO,
  vertex: VERTEX,
  "code-assist": CODE_ASSIST,
  "ai-studio-2": { ...AI_STUDIO, isOld: true },
  "vertex-2": { ...VERTEX, isOld: true },
  "code-assist-2": { ...CODE_ASSIST, isOld: true },
};

/** The demands of the server and model that a target means. */
export function demandsFor(target: ValidateTarget): GoogleDemands {
  return googleDemands[googleDialectIdFor(target)];
}
