/** Servers that speak Gemini's generateContent, as far as what is written for them differs. */
import { type GoogleDialectId, googleDialectIdFor } from "../../transcript/google-servers.ts";
import type { ServerTarget } from "../../transcript/servers.ts";

/** How a server's body differs. */
export interface GoogleDialect {
  /** Calls and responses carry ids. "Unknown name "id"" for older models: github.com/vercel/ai/issues/15664 */
  readonly callIds: boolean;
  /** Pictures of a tool stand in its response. Older models refuse that: github.com/google-gemini/gemini-cli/pull/16137 */
  readonly mediaInResponses: boolean;
}

/** Ids since Gemini 3, on Vertex AI as well: github.com/anomalyco/opencode/pull/50504 */
const NEW: GoogleDialect = { callIds: true, mediaInResponses: true };
const OLD: GoogleDialect = { callIds: false, mediaInResponses: false };

/** By id. */
export const googleDialects: Readonly<Record<GoogleDialectId, GoogleDialect>> = {
  "ai-studio": NEW,
  vertex: NEW,
  "code-assist": NEW,
  "ai-studio-2": OLD,
  "vertex-2": OLD,
  "code-assist-2": OLD,
};

/** The dialect, or AI Studio's. */
export function googleDialect(id: string): GoogleDialect {
  return Object.hasOwn(googleDialects, id) ? googleDialects[id as GoogleDialectId] : NEW;
}

/** The id of the dialect that a target speaks. */
export function googleDialectFor(target: ServerTarget): GoogleDialectId {
  return googleDialectIdFor(target);
}
