/** A redacted case of a request that was judged wrongly: its form, and not a word that was said in it. */
import { detectWireFormat, lintPayload, type WireFormat } from "../../src/index.ts";
import { isKnownKey, redactedPointer } from "../exports/pointers.ts";
import { isObject, type JsonObject, ownText, tryJson } from "../inputs/json.ts";
import type { Exchange, Prediction } from "./predict.ts";
import { withoutKeys } from "./redact.ts";
import { providerAt } from "./target.ts";

/** The case as a text to be copied. */
export function redactedCase(exchange: Exchange, { outcome, explained }: Prediction): string {
  const { format, body, target, status, error, findings } = exchange;
  const masked = new Masking();
  const shape = masked.body(body);
  const known = target.baseUrl === undefined ? undefined : providerAt(target.baseUrl, format);
  const report = {
    schema: "replaysafe-case/1",
    outcome,
    format,
    provider: target.provider ?? known ?? "unknown",
    model: modelName(target.modelId ?? ""),
    status,
    error: error === undefined ? undefined : masked.error(error),
    recognized: explained.map(({ code, path }) => ({
      code,
      ...(path !== undefined && { path: redactedPointer(path) }),
    })),
    found: findings.map(({ code, severity, path }) => ({ code, severity, path: redactedPointer(path) })),
    foundInThis: codesIn(shape, format, exchange),
    body: shape,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Whether the redacted body still shows the same: for those who work on the case. */
function codesIn(body: unknown, format: WireFormat, { target }: Exchange): readonly string[] {
  const named = detectWireFormat(body) === format ? {} : { format };
  return [...new Set(lintPayload(body, { target, ...named }).map(({ code }) => code))];
}

/** Names of fine-tuned models and of deployments say who made them. */
function modelName(model: string): string {
  return /^(?:[a-z]+[./])*(?:claude|gpt|o\d|gemini|gemma|mistral|codestral|devstral|deepseek|grok|kimi|glm|qwen|llama|nova|minimax)[\w.-]{0,80}(?:-v\d+:\d+)?$/i.test(
    model,
  )
    ? model
    : "(another model)";
}

const LONGEST_ERROR = 2000;
/** How long a masked text is at most. */
const LONGEST_MASK = 12;
/** Enough of an image in base64 for its kind and its sides, and nothing of what is on it. */
const IMAGE_HEAD = 40;
/** Keys whose values are words of the API. */
const WORDS: ReadonlySet<string> = new Set(
  "type role status stop_reason finish_reason mimeType mime_type media_type format detail phase stopReason mode object effort".split(
    " ",
  ),
);
const IDS: ReadonlySet<string> = new Set(
  "id call_id tool_call_id tool_use_id toolUseId toolCallId previous_response_id item_id".split(" "),
);
/** Keys of bodies besides those that pointers of findings have. */
const PARAMETERS: ReadonlySet<string> = new Set(
  (
    "stream temperature top_p top_k topP topK stop stop_sequences stopSequences max_completion_tokens max_output_tokens " +
    "maxOutputTokens maxTokens budget_tokens thinkingConfig thinkingBudget thinkingLevel includeThoughts include store " +
    "reasoning_effort effort stream_options include_usage response_format tool_choice parallel_tool_calls service_tier " +
    "metadata instructions anthropic_version anthropic_beta mcp_servers detail phase toolChoice toolSpec inputSchema json " +
    "seed logprobs n presence_penalty frequency_penalty modalities provider annotations strict ttl order role mode"
  ).split(" "),
);
const SCHEMAS: ReadonlySet<string> = new Set([
  "input_schema",
  "parameters",
  "parametersJsonSchema",
  "inputSchema",
  "json_schema",
  "schema",
]);
const OBJECTS: ReadonlySet<string> = new Set(["input", "args", "arguments", "response", "metadata", "headers"]);
const SIGNED: ReadonlySet<string> = new Set([
  "signature",
  "encrypted_content",
  "thoughtSignature",
  "thought_signature",
]);
const DATA: ReadonlySet<string> = new Set(["data", "bytes", "url", "image_url", "file_data"]);

/** Puts other words in place of all that was said, the same ones for the same. */
class Masking {
  readonly #names = new Map<string, string>();

  body(value: unknown): unknown {
    return this.#value(value, "", "");
  }

  /** The error without what it quotes of the body. */
  error(text: string): string {
    const parsed = tryJson(text);
    const message = isObject(parsed)
      ? (ownText(parsed["error"], "message") ?? ownText(parsed, "message") ?? text)
      : text;
    let plain = withoutKeys(message.slice(0, LONGEST_ERROR));
    for (const [name, mask] of this.#names) if (name.length >= 3) plain = plain.replaceAll(name, () => mask);
    return plain.replace(/"[^"]{60,}"|'[^']{60,}'/g, '"…"');
  }

  #value(value: unknown, key: string, parent: string): unknown {
    if (typeof value === "string") return this.#text(value, key, parent);
    if (Array.isArray(value)) return value.map((item: unknown) => this.#value(item, key, parent));
    if (!isObject(value)) return value;
    if (SCHEMAS.has(key)) return { type: "object" };
    if (OBJECTS.has(key) && key !== "input") return {};
    if (key === "input" && parent !== "") return {};
    return this.#object(value, key);
  }

  #object(value: JsonObject, parent: string): JsonObject {
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, inner], index) => [
        isKnownKey(key) || PARAMETERS.has(key) ? key : `…${index}`,
        this.#value(inner, key, parent),
      ]),
    );
  }

  #text(text: string, key: string, parent: string): string {
    if (text.trim() === "") return text;
    if (WORDS.has(key)) return /^[\w./+:;=-]{1,60}$/.test(text) ? text : "…";
    if (key === "model" || key === "modelId") return modelName(text);
    if (IDS.has(key) || (key === "name" && parent !== "")) return this.#name(text);
    if (key === "arguments") return tryJson(text) === undefined ? "{" : "{}";
    if (SIGNED.has(key)) return /^[\w+/=-]+$/.test(text) ? "AAAA".repeat(4) : "?".repeat(8);
    if (DATA.has(key)) return maskedData(text);
    return maskedText(text);
  }

  /** Letters stay letters and signs stay signs, since it is those that APIs refuse. */
  #name(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const [prefix = ""] = /^(?:toolu_|tooluse_|srvtoolu_|call_|rs_|fc_|msg_|functions\.)?/.exec(text) ?? [];
    const count = String(this.#names.size);
    const rest = text.slice(prefix.length, prefix.length + 200);
    const shaped = rest.replace(/\p{L}/gu, (letter) => (letter < "\u0080" ? "x" : "é")).replace(/\d/g, "0");
    const mask = prefix + shaped.slice(0, Math.max(0, rest.length - count.length)) + (rest === "" ? "" : count);
    this.#names.set(text, mask);
    return mask;
  }
}

/** As blank at its end, and as broken, as the text was. */
function maskedText(text: string): string {
  const end = /\s{0,3}$/.exec(text)?.[0] ?? "";
  const broken = `${text.isWellFormed() ? "" : "\ud800"}${text.includes("\0") ? "\0" : ""}`;
  return "x".repeat(Math.min(text.length, LONGEST_MASK)) + broken + end;
}

function maskedData(text: string): string {
  const [label = ""] = /^data:[\w/+.-]{0,60};base64,/.exec(text) ?? [];
  if (label === "" && /^[a-z]+:/i.test(text)) return `${/^https?:/i.exec(text)?.[0] ?? "data:"}//example.com/x`;
  const data = text.slice(label.length);
  return /^[\w+/=-]*$/.test(data.slice(0, 200)) ? label + data.slice(0, IMAGE_HEAD) : label + maskedText(data);
}
