/** Gemini, from AI Studio, from Vertex AI and through Gemini CLI. */
import { HYGIENE } from "../sources.ts";
import { compose, google } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";

/** Whatever API the target names, the endpoint is Google's. */
export const googleFamily: PolicyEntry = {
  id: "google",
  summary: "Strict ids, base64 thought signatures, alternating turns with a user turn first.",
  source: HYGIENE,
  providers: ["google", "google-gemini-cli", "google-vertex"],
  defaultApi: "google-generative-ai",
  defaultApis: { "google-gemini-cli": "google-gemini-cli", "google-vertex": "google-vertex" },
  exampleModel: "gemini-2.5-pro",
  resolve: () => compose(google()),
};
