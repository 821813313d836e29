/** The formats that are known: who reads and writes each, who judges it, and which one a target speaks. */

import { resolveTranscriptPolicy } from "../policy/resolve.ts";
import type { ReplayTarget, TranscriptPolicy } from "../policy/types.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import { isRecord } from "../transcript/message.ts";
import type { WireFormat } from "../transcript/request.ts";
import { validateAnthropicMessages } from "../validate/anthropic-messages/index.ts";
import { validateBedrockConverse } from "../validate/bedrock-converse/index.ts";
import { validateGoogleGenerativeAi } from "../validate/google-generative-ai/index.ts";
import { validateMistralConversations } from "../validate/mistral-conversations/index.ts";
import { validateOpenaiCompletions } from "../validate/openai-completions/index.ts";
import { validateOpenaiResponses } from "../validate/openai-responses/index.ts";
import type { ValidateTarget, Validator } from "../validate/types.ts";
import { anthropicDialectFor } from "../wire/anthropic-messages/dialects.ts";
import { anthropicMessages } from "../wire/anthropic-messages/index.ts";
import { converseDialectFor } from "../wire/bedrock-converse/dialects.ts";
import { bedrockConverse } from "../wire/bedrock-converse/index.ts";
import { googleDialectFor } from "../wire/google-generative-ai/dialects.ts";
import { googleGenerativeAi } from "../wire/google-generative-ai/index.ts";
import { mistralDialectFor } from "../wire/mistral-conversations/dialects.ts";
import { mistralConversations } from "../wire/mistral-conversations/index.ts";
import { completionsDialectFor } from "../wire/openai-completions/dialects.ts";
import { openaiCompletions } from "../wire/openai-completions/index.ts";
import { responsesDialectFor } from "../wire/openai-responses/dialects.ts";
import { openaiResponses } from "../wire/openai-responses/index.ts";
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
  "openai-responses": {
    adapter: openaiResponses,
    validate: validateOpenaiResponses,
    dialectFor: responsesDialectFor,
    provider: "openai",
  },
  "bedrock-converse": {
    adapter: bedrockConverse,
    validate: validateBedrockConverse,
    dialectFor: converseDialectFor,
    provider: "amazon-bedrock",
  },
  "anthropic-messages": {
    adapter: anthropicMessages,
    validate: validateAnthropicMessages,
    dialectFor: anthropicDialectFor,
    provider: "anthropic",
  },
  "mistral-conversations": {
    adapter: mistralConversations,
    validate: validateMistralConversations,
    dialectFor: mistralDialectFor,
    provider: "mistral",
  },
  "openai-completions": {
    adapter: openaiCompletions,
    validate: validateOpenaiCompletions,
    dialectFor: completionsDialectFor,
    provider: "openai",
  },
  "google-generative-ai": {
    adapter: googleGenerativeAi,
    validate: validateGoogleGenerativeAi,
    dialectFor: googleDialectFor,
    provider: "google",
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

/** A format and the APIs that speak it. */
export interface FormatCatalogEntry {
  /** The format's name, as in `format` of a target's body. */
  readonly format: WireFormat;
  /** The APIs of targets whose bodies have it. */
  readonly apis: readonly string[];
}

/** The formats that are read, written and judged. */
export const formatCatalog: readonly FormatCatalogEntry[] = Object.values(formats).map(({ adapter: { format } }) => ({
  format,
  apis: Object.entries(BY_API)
    .filter(([, spoken]) => spoken === format)
    .map(([api]) => api),
}));

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
