/** The servers that speak Mistral's chat API: its own, and others that judge requests by Mistral's published validator. */
import { type Server, type ServerTarget, serverFor } from "./servers.ts";

/** Their names, which are the ids of the dialects. */
export type MistralServer = "mistral" | "compatible";

const SERVERS: readonly Server<MistralServer>[] = [
  { id: "mistral", providers: ["mistral", "mistralai"], hosts: ["mistral.ai"] },
];

/** The server that a target means: Mistral's own where nothing is said of another. */
export function mistralServerFor(target: ServerTarget): MistralServer {
  const isUnsaid = target.provider === "" && target.baseUrl === "";
  return serverFor(SERVERS, target) ?? (isUnsaid ? "mistral" : "compatible");
}
