/** What a person can say that a file is, where its shape was taken for something else. */
import type { Opening } from "./protocol.ts";

/** What can be said. */
export type ReadAs = NonNullable<Opening["as"]>;

/** In the order of the list. */
export const READ_AS: readonly (readonly [id: ReadAs, label: string])[] = [
  ["session", "a session file"],
  ["anthropic-messages", "Anthropic Messages"],
  ["openai-completions", "OpenAI Chat Completions"],
  ["openai-responses", "OpenAI Responses"],
  ["google-generative-ai", "Gemini"],
  ["bedrock-converse", "Bedrock Converse"],
  ["mistral-conversations", "Mistral"],
];
