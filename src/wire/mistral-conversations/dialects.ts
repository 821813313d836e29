/** Servers that speak Mistral's chat API, as far as what is written for them differs. */
import { type MistralServer, mistralServerFor } from "../../transcript/mistral-servers.ts";
import type { ServerTarget } from "../../transcript/servers.ts";

/** How a server's body differs. */
export interface MistralDialect {
  /**
   * Pictures and documents of a tool stand in its message. Mistral's own server takes them there; elsewhere "Input should
   * be text": github.com/LibreChat-AI/agents/issues/344
   */
  readonly mediaInResults: boolean;
}

/** By id. */
export const mistralDialects: Readonly<Record<MistralServer, MistralDialect>> = {
  // github.com/mastra-ai/mastra/issues/17876
  mistral: { mediaInResults: true },
  compatible: { mediaInResults: false },
};

/** The dialect, or that of Mistral's own server. */
export function mistralDialect(id: string): MistralDialect {
  return Object.hasOwn(mistralDialects, id) ? mistralDialects[id as MistralServer] : mistralDialects.mistral;
}

/** The id of the dialect that a target speaks. */
export function mistralDialectFor(target: ServerTarget): MistralServer {
  return mistralServerFor(target);
}
