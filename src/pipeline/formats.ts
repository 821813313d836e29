/** The formats that are known: who reads and writes each, who judges it, and which one a target speaks. */

import { resolveTranscriptPolicy } from "../policy/resolve.ts";
import type { ReplayTarget, TranscriptPolicy } from "../policy/types.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import { isRecord } from "../transcript/message.ts";
import type { WireFormat } from "../transcript/request.ts";
import type { ValidateTarget, Validator } from "../validate/types.ts";
import { anthropicMessages } from "../wire/anthropic-messages/index.ts";
import type { WireAdapter } from "../wire/types.ts";

/** All that is known of a format. */
export interface Format {
  readonly adapter: WireAdapter;
  readonly validate: Validator;
  /** The dialect of a server, an id of the adapter's. */
  dialectFor(target: ValidateTarget): string;
  /** The provider that is meant when a body names none. */
  readonly provider: string;
}

/** By format. The order is that in which bodies are tried: the more telling shapes first. */
export const formats: Readonly<Partial<Record<WireFormat, Format>>> = {
  "anthropic-messages": {
    adapter: anthropicMessages,
    validate: () => [],
    dialectFor: () => "anthropic",
    provider: "anthropic",
  },
};

/** The format of a body, by its shape; undefined when it is none that is known. */
export function detectWireFormat(body: unknown): WireFormat | undefined {
  if (!isRecord(body)) return undefined;
  for (const { adapter } of Object.values(formats)) if (adapter.detect(body)) return adapter.format;
  return undefined;
}

const BY_API: Readonly<Record<string, WireFormat>> = {
  "anthropic-messages": "anthropic-messages",
  "bedrock-converse-stream": "bedrock-converse",
  "openai-completions": "openai-completions",
  "openai-responses": "openai-responses",
  "azure-openai-responses": "openai-responses",
  "openai-codex-responses": "openai-responses",
  "openai-chatgpt-responses": "openai-responses",
  "google-generative-ai": "google-generative-ai",
  "google-gemini-cli": "google-generative-ai",
  "google-vertex": "google-generative-ai",
  "mistral-conversations": "mistral-conversations",
};

/** The format that a resolved target speaks; undefined when its API is not known. */
export function formatOfPolicy({ target }: TranscriptPolicy): WireFormat | undefined {
  if (target.provider === "mistral") return "mistral-conversations";
  return Object.hasOwn(BY_API, target.modelApi) ? BY_API[target.modelApi] : undefined;
}

/** The format that a target speaks, such as that of Mistral's own API whatever API it is called by. */
export function wireFormatFor(target: ReplayTarget): WireFormat | undefined {
  return formatOfPolicy(resolveTranscriptPolicy(target));
}

/** The format by its name. Throws {@link TranscriptInputError} when there is none. */
export function formatNamed(name: unknown): Format {
  const format = typeof name === "string" && Object.hasOwn(formats, name) ? formats[name as WireFormat] : undefined;
  if (format) return format;
  const known = Object.keys(formats).join(", ");
  throw new TranscriptInputError("invalid-option", "/format", `Name one of ${known}.`);
}
