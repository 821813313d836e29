/** What a request has besides its messages, as far as rules need it. */
import type { Pointer } from "./place.ts";

/** The request bodies that are known. */
export type WireFormat =
  | "anthropic-messages"
  | "bedrock-converse"
  | "openai-completions"
  | "openai-responses"
  | "google-generative-ai"
  | "mistral-conversations";

/** A tool that is offered. */
export interface ToolDefinition {
  /** The tool's name, by which calls name it. */
  readonly name?: string;
  /** What it does. */
  readonly description?: string;
  /** The JSON schema of its arguments. */
  readonly parameters?: unknown;
  /** Which entry of the body's list it came from; absent for one that a rule made. */
  readonly index?: number;
  /** It is no tool, but a cache marker among them. */
  readonly marker?: true;
  /** Where it stands in the body, for formats in which the index does not say. */
  readonly pointer?: Pointer;
}

/** Everything of a request but its messages. */
export interface RequestFacts {
  /** The system prompt, in the form of the body or as the caller gave it. */
  readonly system?: unknown;
  /** The tools that are offered; of a body, every entry of its list. */
  readonly tools?: readonly ToolDefinition[];
  /** The other fields of the body, such as `{ model, max_tokens, thinking: { type: "enabled" } }`. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The id of the session, for providers that keep caches by it. */
  readonly sessionId?: string;
  /** The key under which the provider caches the prompt. */
  readonly promptCacheKey?: string;
}
