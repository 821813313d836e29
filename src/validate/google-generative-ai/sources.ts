/** Where the demands of Gemini's generateContent were found, and when they were last looked at. */
import type { Source } from "../../transcript/findings.ts";

const CHECKED = "2026-11-30";
const LATER = "2026-12-01";
const thread = (path: string, checked: string = CHECKED): Source => ({ url: `https://github.com/${path}`, checked });
const page = (path: string, checked: string = CHECKED): Source => ({ url: `https://${path}`, checked });

/** The types of the TypeScript SDK with their comments. */
export const SDK: Source = thread("googleapis/js-genai/blob/main/src/types.ts");

// ---- contents
export const NO_CONTENTS: Source = thread("NousResearch/hermes-agent/pull/57942");
export const ROLES: Source = thread("google-gemini/deprecated-generative-ai-python/issues/148", LATER);
export const NO_SYSTEM_ROLE: Source = thread("567-labs/instructor/issues/1291", LATER);
export const EMPTY_PARTS: Source = thread("vercel/ai/issues/3775");
export const EMPTY_TEXT: Source = thread("router-for-me/CLIProxyAPI/issues/1292");
export const EMPTY_SYSTEM: Source = thread("songquanpeng/one-api/issues/2243", LATER);
export const USER_FIRST: Source = thread("lbjlaq/Antigravity-Manager/pull/3396");
export const CALL_TURN: Source = thread("google-gemini/gemini-cli/issues/11814");
export const RESPONSE_TURN: Source = thread("langchain-ai/langchain/issues/27799");
export const SAME_ROLES: Source = thread("earendil-works/pi/issues/471", LATER);
export const MODEL_LAST: Source = thread("LibreChat-AI/agents/pull/323", LATER);
export const SINGLE_MODEL: Source = thread("microsoft/semantic-kernel/pull/13288", LATER);
export const TEXT_BEHIND: Source = thread("google/oss-rebuild/pull/1559", LATER);

// ---- calls and responses
export const COUNT: Source = thread("google-gemini/gemini-cli/issues/16415");
export const NAME_EMPTY: Source = thread("google-gemini/gemini-cli/issues/4217");
export const NAMES: Source = thread("google-gemini/gemini-cli/issues/2966");
export const STRUCT: Source = thread("preset-io/agor/issues/496", LATER);
export const IDS_MATCH: Source = thread("router-for-me/CLIProxyAPI/issues/5199", LATER);
export const IDS_ECHOED: Source = page("ai.google.dev/gemini-api/docs/function-calling", LATER);
export const IDS_OLD: Source = thread("BerriAI/litellm/pull/34603", LATER);
export const MEDIA_NEW: Source = thread("NousResearch/hermes-agent/pull/96466", LATER);
export const TWO_DECLARATIONS: Source = thread("googleapis/js-genai/blob/main/src/types.ts", LATER);

// ---- thought signatures
export const SIGNATURES: Source = page("ai.google.dev/gemini-api/docs/thought-signatures");
export const SIGNATURE_BASE64: Source = thread("google-gemini/gemini-cli/issues/14368");
export const SIGNATURE_URL_SAFE: Source = thread("decolua/9router/pull/301");
export const SENTINEL_VERTEX: Source = thread("pydantic/pydantic-ai/issues/3881", LATER);

// ---- images
export const IMAGE_TYPES: Source = page(
  "docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/image-understanding",
);
export const IMAGE_TYPE_NAME: Source = thread("charmbracelet/crush/issues/995");
export const IMAGE_BROKEN: Source = thread("google-gemini/generative-ai-js/issues/3", CHECKED);
export const FILE_LIMITS: Source = page(
  "blog.google/innovation-and-ai/technology/developers-tools/gemini-api-new-file-limits",
  LATER,
);
