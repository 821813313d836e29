/** Gemini's generateContent: AI Studio, Vertex AI, and Code Assist, through which Gemini CLI asks. */
import type { WireAdapter } from "../types.ts";
import { isGoogleBody } from "./detect.ts";
import { parse } from "./parse.ts";
import { serialize } from "./serialize.ts";

/** The adapter. */
export const googleGenerativeAi: WireAdapter = {
  format: "google-generative-ai",
  detect: isGoogleBody,
  parse,
  serialize,
};
