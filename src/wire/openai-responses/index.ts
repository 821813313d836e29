/** OpenAI's Responses API: direct, through Azure, the backend of Codex, and servers that speak it. */
import type { WireAdapter } from "../types.ts";
import { isResponsesBody } from "./detect.ts";
import { parse } from "./parse.ts";
import { serialize } from "./serialize.ts";

/** The adapter. */
export const openaiResponses: WireAdapter = {
  format: "openai-responses",
  detect: isResponsesBody,
  parse,
  serialize,
};
