/** The servers that speak Gemini's generateContent and are known to differ. */
import { geminiModel } from "./gemini-models.ts";
import { type Server, type ServerTarget, serverFor } from "./servers.ts";

/** Their names. */
export type GoogleServer = "ai-studio" | "vertex" | "code-assist";

/** The ids of the dialects: what is written for Gemini 2 and older differs on every server. */
export type GoogleDialectId = GoogleServer | `${GoogleServer}-2`;

/** How targets name them. */
const SERVERS: readonly Server<GoogleServer>[] = [
  {
    id: "code-assist",
    providers: ["google-gemini-cli", "gemini-cli", "google-antigravity", "antigravity"],
    hosts: ["cloudcode-pa.googleapis.com", "cloudcode-pa.sandbox.googleapis.com"],
  },
  {
    id: "vertex",
    providers: ["google-vertex", "vertex", "vertex-ai", "vertexai"],
    hosts: ["aiplatform.googleapis.com", "rep.googleapis.com"],
  },
  {
    id: "ai-studio",
    providers: ["google", "gemini", "google-generative-ai", "google-ai-studio"],
    hosts: ["generativelanguage.googleapis.com"],
  },
];

/** The server that a target means; one that nobody knows is taken for AI Studio, whose API proxies copy. */
export function googleServerFor(target: ServerTarget): GoogleServer {
  return serverFor(SERVERS, target) ?? "ai-studio";
}

/** The dialect that a target speaks. A model that is no Gemini, or has no name, is taken for a new one. */
export function googleDialectIdFor(target: ServerTarget): GoogleDialectId {
  const server = googleServerFor(target);
  const model = geminiModel(target.modelId);
  return model && model.major < 3 ? `${server}-2` : server;
}
