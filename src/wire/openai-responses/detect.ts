/** Tells a body of the Responses API from those of other APIs that take an `input`, too. */
import { isRecord } from "../../transcript/message.ts";

/** What only others have: lists of messages, and the APIs for embeddings, moderation and speech. */
const FOREIGN_KEYS = ["messages", "contents", "encoding_format", "dimensions", "voice", "response_format"];
const FOREIGN_MODEL = /(?:embed|moderation|^tts-|rerank)/i;

/** Is it a body of the Responses API? */
export function isResponsesBody(body: unknown): boolean {
  if (!isRecord(body) || FOREIGN_KEYS.some((key) => body[key] !== undefined)) return false;
  const { input, model, previous_response_id: previous } = body;
  if (typeof model === "string" && FOREIGN_MODEL.test(model.slice(0, 200))) return false;
  if (typeof input === "string") return true;
  // Texts and tokens in a list are for embeddings.
  if (Array.isArray(input)) return input.length === 0 || input.some((item: unknown) => isRecord(item));
  return input === undefined && typeof previous === "string";
}
