/** Where the facts of the policies were found, and when they were last looked at. */
import type { Source } from "../transcript/changes.ts";

const CHECKED = "2026-11-30";
const issue = (path: string): Source => ({ url: `https://github.com/${path}`, checked: CHECKED });
const page = (url: string, checked: string = CHECKED): Source => ({ url: `https://${url}`, checked });

/** The overview of provider repairs that most flags are named after. */
export const HYGIENE: Source = page("docs.openclaw.ai/reference/transcript-hygiene");

/** Anthropic: thinking blocks, their signatures, and which models keep them. */
export const ANTHROPIC_THINKING: Source = page("platform.claude.com/docs/en/build-with-claude/extended-thinking");
/** Anthropic: "`tool_use.id`: String should match pattern '^[a-zA-Z0-9_-]+$'". */
export const ANTHROPIC_IDS: Source = issue("RooCodeInc/Roo-Code/issues/10649");
/** Anthropic: names of tools may have 128 characters. */
export const ANTHROPIC_NAMES: Source = issue("github/copilot-cli/issues/2581");
/** Anthropic: formats, sides, bytes and counts of images, and the size of a request. */
export const ANTHROPIC_VISION: Source = page("platform.claude.com/docs/en/build-with-claude/vision");
/** Anthropic: "exceed max allowed size for many-image requests: 2000 pixels", seen for exactly 2000. */
export const MANY_IMAGES: Source = issue("Gitlawb/openclaude/pull/520");
/** Anthropic: "all content must be type `text` if `is_error` is true". */
export const ERROR_RESULTS: Source = issue("vellum-ai/vellum-assistant/issues/18387");
/** Anthropic: models from 4.6 on answer a trailing assistant turn with a 400. */
export const ANTHROPIC_PREFILL: Source = page(
  "platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-6#prefill-removal",
  "2026-12-01",
);
/** Anthropic: older models refuse a trailing assistant turn only while thinking is on. */
export const THINKING_PREFILL: Source = issue("cortexkit/magic-context/issues/512");
/** GitHub Copilot passes Claude's refusal of a trailing assistant turn on. */
export const COPILOT_PREFILL: Source = issue("ericc-ch/copilot-api/issues/261");

/** Bedrock: the id and name of a tool use. */
export const BEDROCK_TOOL_USE: Source = page(
  "docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html",
);
/** Bedrock: images of a message. */
export const BEDROCK_MESSAGE: Source = page("docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html");

/** Chat Completions: "string too long. Expected a string with maximum length 40". */
export const COMPLETIONS_IDS: Source = issue("openclaw/openclaw/issues/875");
/** Chat Completions and Responses: names, ids and lengths by schema. */
export const OPENAI_SCHEMA: Source = issue("openai/openai-openapi");
/** OpenAI: images of a request. */
export const OPENAI_VISION: Source = page("developers.openai.com/api/docs/guides/images-vision");
/** Responses: "Item of type 'reasoning' was provided without its required following item". */
export const RESPONSES_ITEMS: Source = issue("openai/openai-node/issues/1567");
/** Chat templates: "conversation roles must alternate user and assistant roles". */
export const CHAT_TEMPLATES: Source = issue("ggml-org/llama.cpp/issues/19851");

/** Gemini: where a function call and its response may stand. */
export const GEMINI_TURNS_SOURCE: Source = issue("google-gemini/gemini-cli/issues/11814");
/** Gemini: what a thought signature is and where it must be. */
export const GEMINI_SIGNATURES: Source = page("ai.google.dev/gemini-api/docs/thought-signatures");
/** Gemini: "Prefilling model turns is no longer supported". */
export const GEMINI_PREFILL: Source = page("ai.google.dev/gemini-api/docs/latest-model", "2026-12-01");
/** Gemini: "Unsupported MIME type: image/gif". */
export const GEMINI_IMAGES: Source = issue("microsoft/vscode/issues/286628");
/** Gemini: "Invalid function name ... with a maximum length of 64". */
export const GEMINI_NAMES: Source = issue("google-gemini/gemini-cli/issues/2966");
/** Vertex AI: images of a request. */
export const VERTEX_IMAGES: Source = page(
  "docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/image-understanding",
);

/** Mistral: its own validator of requests. */
export const MISTRAL_VALIDATOR: Source = issue(
  "mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py",
);
/** Mistral, also through OpenRouter: "must be a-z, A-Z, 0-9, with a length of 9". */
export const MISTRAL_IDS: Source = issue("openclaw/openclaw/issues/52548");
/** Measured limits of images, Mistral among them. */
export const MEASURED_IMAGES: Source = issue("badlogic/pi-mono/blob/main/packages/ai/test/image-limits.test.ts");

/** DeepSeek: reasoning must be passed back in thinking mode. */
export const DEEPSEEK_THINKING: Source = page("api-docs.deepseek.com/guides/thinking_mode");
/** Kimi: "thinking is enabled but reasoning_content is missing". */
export const KIMI_REASONING: Source = issue("bytedance/deer-flow/issues/3043");
/** Kimi: where a request becomes too large. */
export const KIMI_BODY: Source = issue("code-yeongyu/senpi/issues/302");
/** Qwen: "RequestEntityTooLarge ... 10485760 bytes". */
export const QWEN_BODY: Source = issue("lidge-jun/opencodex/issues/987");
/** OpenRouter: base64 thought signatures pass, others do not. */
export const OPENROUTER_GEMINI: Source = issue("openclaw/openclaw/issues/82995");
