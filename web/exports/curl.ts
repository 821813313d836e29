/** A cURL command that sends a body. Credentials are variables of the shell, never values. */
import type { WireFormat } from "../../src/index.ts";
import { safeUrl, withoutCredentials } from "../capture/redact.ts";

/** How each API is called: the URL for a model, and how it is told who calls. */
interface Endpoint {
  url(model: string): string;
  readonly headers: readonly string[];
}

const BEARER = "authorization: Bearer $OPENAI_API_KEY";
const ENDPOINTS: Readonly<Record<WireFormat, Endpoint>> = {
  "anthropic-messages": {
    url: () => "https://api.anthropic.com/v1/messages",
    headers: ["x-api-key: $ANTHROPIC_API_KEY", "anthropic-version: 2023-06-01"],
  },
  "openai-completions": { url: () => "https://api.openai.com/v1/chat/completions", headers: [BEARER] },
  "openai-responses": { url: () => "https://api.openai.com/v1/responses", headers: [BEARER] },
  "google-generative-ai": {
    url: (model) =>
      `https://generativelanguage.googleapis.com/v1beta/models/${encodeURIComponent(model || "MODEL")}:generateContent`,
    headers: ["x-goog-api-key: $GEMINI_API_KEY"],
  },
  "bedrock-converse": {
    url: (model) =>
      `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(model || "MODEL")}/converse`,
    headers: ["authorization: Bearer $AWS_BEARER_TOKEN_BEDROCK"],
  },
  "mistral-conversations": {
    url: () => "https://api.mistral.ai/v1/chat/completions",
    headers: ["authorization: Bearer $MISTRAL_API_KEY"],
  },
};

/** What a command sends, and where to. */
export interface CurlRequest {
  readonly format: WireFormat;
  readonly body: unknown;
  /** The model, for APIs that have it in the URL. */
  readonly modelId?: string;
  /** Where it was sent; absent: the provider's own endpoint. */
  readonly url?: string;
}

/** The command, for a POSIX shell. The body is on its standard input: that has no limit, and JSON on one line is never the marker. */
export function curlCommand({ format, body, modelId = "", url = "" }: CurlRequest): string {
  const endpoint = ENDPOINTS[format];
  const safe = safeUrl(url)
    .replace(/[?&][^?&=]*=\[redacted\]/g, "")
    .replace(/^([^?]*)&/, "$1?");
  const aim = /^https?:/.test(safe) ? safe : endpoint.url(modelId);
  // A key belongs to its provider: a server that the input names gets no variable that is likely to be set.
  const isOwn = new URL(aim).origin === new URL(endpoint.url(modelId)).origin;
  const headers = isOwn ? endpoint.headers : endpoint.headers.map((header) => header.replace(/\$\w+/, "$$API_KEY"));
  const json = JSON.stringify(withoutCredentials(body));
  return [
    `curl ${quoted(aim)} \\`,
    ...["content-type: application/json", ...headers].map((header) => `  -H "${header}" \\`),
    `  --data-binary @- <<'BODY'`,
    json,
    "BODY",
    "",
  ].join("\n");
}

/** In single quotes nothing means anything to the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
