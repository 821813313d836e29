/** Chat Completions: OpenAI's, Azure's, and the many servers that speak it. */
import type { WireAdapter } from "../types.ts";
import { isCompletionsBody } from "./detect.ts";
import { parse } from "./parse.ts";
import { serialize } from "./serialize.ts";

/** The adapter. */
export const openaiCompletions: WireAdapter = {
  format: "openai-completions",
  detect: isCompletionsBody,
  parse,
  serialize,
};
