/** Where the demands of the Responses API were found, and when they were last looked at. */
import type { Source } from "../../transcript/findings.ts";

const CHECKED = "2026-11-30";
const LATER = "2026-12-01";
const thread = (path: string, checked: string = LATER): Source => ({ url: `https://github.com/${path}`, checked });

/** The types of the TypeScript SDK with their comments, and the description of the API. */
export const SDK: Source = thread("openai/openai-node/blob/master/src/resources/responses/responses.ts", CHECKED);
export const OPENAPI: Source = thread("openai/openai-openapi", CHECKED);

// ---- the body and its items
export const INPUT_NEEDED: Source = thread("pydantic/pydantic-ai/pull/3470");
export const JSON_TEXT: Source = thread("anomalyco/opencode/pull/17758");
export const PART_TYPES: Source = thread("tinyhumansai/openhuman/issues/3624");
export const NULL_CONTENT: Source = thread("ag2ai/ag2/pull/2419");
export const EMPTY_CONTENT: Source = thread("vllm-project/vllm/pull/49130");
export const SYSTEM_ROLE: Source = thread("CaddyGlow/ccproxy-api/pull/53");
export const STORE_FALSE: Source = thread("openai/codex/issues/26173");
export const OUTPUT_TOKENS: Source = thread("kortix-ai/suna/pull/5124");
export const TOOL_FORM: Source = thread("violettoolssite/codexProapi/issues/1");
export const NULL_FIELDS: Source = thread("openai/openai-python/issues/3008");

// ---- ids of items
export const ID_PREFIX: Source = thread("Wei-Shaw/sub2api/issues/3785");
export const ID_FORM: Source = thread("mweinbach/open-grok/pull/23");
export const ID_TWICE: Source = thread("vercel/ai/issues/7883");
export const ID_STATELESS: Source = thread("numman-ali/opencode-openai-codex-auth/pull/22");

// ---- calls and outputs
export const ANSWERED: Source = thread("anomalyco/opencode/issues/16717", CHECKED);
export const ORPHANED: Source = thread("continuedev/continue/issues/10092", CHECKED);
export const CALL_ID_NEEDED: Source = thread("openai/codex/issues/42088");
export const CALL_ID_LENGTH: Source = thread("AnswerDotAI/fastllm/issues/45", CHECKED);
export const CALL_ID_TWICE: Source = thread("NousResearch/hermes-agent/issues/102629");
export const NAMES: Source = thread("NousResearch/hermes-agent/issues/31666", CHECKED);
export const DISPLACED: Source = thread("ranxianglei/billion-context/issues/766", CHECKED);
export const ADJACENT: Source = thread("deepseek-ai/awesome-deepseek-integration/issues/740");

// ---- reasoning
export const FOLLOWED: Source = thread("openai/openai-node/issues/1567", CHECKED);
export const PAIRED_CALL: Source = thread("mastra-ai/mastra/issues/8738", CHECKED);
export const PAIRED_MESSAGE: Source = thread("openai/openai-dotnet/issues/1050");
export const NOT_STORED: Source = thread("anomalyco/opencode/issues/7724", CHECKED);
export const ENCRYPTED: Source = thread("openai/codex/issues/8119", CHECKED);
export const SUMMARY: Source = thread("mangowhoiscloud/geode/pull/1715");
export const REASONING_BACK: Source = thread("openai/codex/issues/46193");

// ---- images
export const IMAGE: Source = thread("openai/codex/issues/7214", CHECKED);
export const VISION: Source = {
  url: "https://developers.openai.com/api/docs/guides/images-vision",
  checked: CHECKED,
};
