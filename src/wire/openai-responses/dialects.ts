/** Servers that speak the Responses API, as far as what is written for them differs. */
import { type ResponsesServer, responsesServerFor } from "../../transcript/responses-servers.ts";
import type { ServerTarget } from "../../transcript/servers.ts";

/** How a body that is built for a server differs from OpenAI's own. */
export interface ResponsesDialect {
  /** Ids of earlier items are sent back. */
  readonly itemIds: boolean;
  /** Nothing is stored: reasoning goes back encrypted, the request says so and carries a key for the cache. */
  readonly stateless?: boolean;
  /** The role in which the system speaks within the list. */
  readonly systemRole: "system" | "developer";
  /** Reasoning has no signature, and goes back as text. */
  readonly plainReasoning?: boolean;
}

const DIRECT: ResponsesDialect = { itemIds: true, systemRole: "system" };

/** By id. */
export const responsesDialects: Readonly<Record<ResponsesServer, ResponsesDialect>> = {
  openai: DIRECT,
  azure: DIRECT,
  // "Store must be set to false", "Item with id 'rs_...' not found", "System messages are not allowed".
  codex: { itemIds: false, stateless: true, systemRole: "developer" },
  // "The `reasoning_text` in the thinking mode must be passed back to the API."
  deepseek: { itemIds: false, systemRole: "system", plainReasoning: true },
  compatible: DIRECT,
};

/** The dialect, or OpenAI's own. */
export function responsesDialect(id: string): ResponsesDialect {
  return Object.hasOwn(responsesDialects, id) ? responsesDialects[id as ResponsesServer] : DIRECT;
}

/** The id of the dialect that a target speaks. */
export function responsesDialectFor(target: ServerTarget): ResponsesServer {
  return responsesServerFor(target);
}
