/** The servers that speak the Responses API and are known to differ. A server that is not here has no entry. */
import { type Server, type ServerTarget, serverFor } from "./servers.ts";

/** Their names, which are the ids of the dialects. */
export type ResponsesServer = "openai" | "azure" | "codex" | "deepseek" | "compatible";

/** How targets name them. */
const SERVERS: readonly Server<ResponsesServer>[] = [
  { id: "openai", providers: ["openai"], hosts: ["openai.com"] },
  {
    id: "azure",
    providers: ["azure", "azure-openai", "azure-openai-responses", "azure-ai"],
    hosts: ["openai.azure.com", "services.ai.azure.com", "cognitiveservices.azure.com"],
  },
  {
    id: "codex",
    providers: ["openai-codex", "openai-codex-responses", "openai-chatgpt", "codex", "chatgpt"],
    hosts: ["chatgpt.com"],
  },
  { id: "deepseek", providers: ["deepseek"], hosts: ["deepseek.com"], models: ["deepseek-"] },
  { id: "compatible", providers: ["openai-compatible"] },
];

/** The server that a target means; a target without any name is OpenAI itself, one that nobody knows compatible. */
export function responsesServerFor(target: ServerTarget): ResponsesServer {
  const isNamed = target.provider !== "" || target.baseUrl !== "";
  return serverFor(SERVERS, target) ?? (isNamed ? "compatible" : "openai");
}
