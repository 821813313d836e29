/** Whose signatures a message or a target has: a signature means nothing to the models of another maker. */
import { isFilled } from "./message.ts";

/** A maker whose models sign what they think; `other` is any that is known to be none of these. */
export type Signer = "claude" | "gemini" | "openai" | "other";

/** What says who made a message. All of it is optional and untrusted. */
export interface Route {
  readonly api?: unknown;
  readonly provider?: unknown;
  readonly model?: unknown;
}

const OF_GEMINI = /^(?:google|gemini|vertex)/;

/** The maker behind a route: by its model, else by its API and provider. Undefined when nothing was said. */
export function signerOf({ api, provider, model }: Route): Signer | undefined {
  const [spoken, server, name] = [api, provider, model].map((value) => (isFilled(value) ? value.toLowerCase() : ""));
  if (name?.includes("claude")) return "claude";
  if (name?.includes("gemini")) return "gemini";
  if (!spoken && !server) return undefined;
  if (server === "anthropic" || (spoken === "anthropic-messages" && !server)) return "claude";
  if ([spoken, server].some((word) => word && OF_GEMINI.test(word))) return "gemini";
  if (spoken?.endsWith("-responses")) return "openai";
  return "other";
}
