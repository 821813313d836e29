/** Where the demands of Chat Completions were found, and when they were last looked at. */
import type { Source } from "../../transcript/findings.ts";

const CHECKED = "2026-11-30";
const LATER = "2026-12-01";
const thread = (path: string, checked: string = LATER): Source => ({ url: `https://github.com/${path}`, checked });
const page = (path: string, checked: string = CHECKED): Source => ({ url: `https://${path}`, checked });

/** The schema of the API. */
export const SCHEMA: Source = thread("openai/openai-openapi", CHECKED);

// ---- the body
export const MESSAGES_EMPTY: Source = thread("CopilotKit/CopilotKit/issues/529");
export const TOOLS_EMPTY: Source = thread("vllm-project/vllm/pull/39780");
export const TOOLS_EMPTY_DEEPSEEK: Source = thread("runebookai/tome/pull/87");
export const TOOLS_EMPTY_MISTRAL: Source = thread("partITech/php-mistral/issues/76");
export const TOOLS_MANY: Source = thread("keinsaasforever/better-chatbot/issues/197");
export const TOOL_CHOICE: Source = thread("langgenius/dify/issues/12485");
export const TOOL_PARAMETERS: Source = thread("QwenLM/qwen-code/issues/11834", CHECKED);
export const JSON_TEXT: Source = thread("JohnnyZ93/oai-compatible-copilot/pull/271");
export const QWEN_BODY: Source = thread("lidge-jun/opencodex/issues/987", CHECKED);
export const KIMI_BODY: Source = thread("code-yeongyu/senpi/issues/302", CHECKED);
export const MEASURED: Source = thread("badlogic/pi-mono/blob/main/packages/ai/test/image-limits.test.ts", CHECKED);

// ---- turns
export const DEVELOPER: Source = thread("earendil-works/pi/issues/1048");
export const SYSTEM_FIRST: Source = thread("BigPizzaV3/CodexPlusPlus/issues/267", CHECKED);
export const SYSTEM_FIRST_TEMPLATE: Source = thread("ggml-org/llama.cpp/issues/27367");
export const USER_NEEDED: Source = thread("anomalyco/opencode/issues/2557", CHECKED);
export const ALTERNATION: Source = thread("ggml-org/llama.cpp/issues/19851", CHECKED);
export const TWO_LAST: Source = thread("NousResearch/hermes-agent/pull/80265", CHECKED);
export const PREFILL_CLAUDE: Source = thread("ericc-ch/copilot-api/issues/261", CHECKED);
export const PREFILL_THINKING: Source = thread("cortexkit/magic-context/issues/512", CHECKED);
export const PREFILL_TEMPLATE: Source = thread("ggml-org/llama.cpp/issues/20861", CHECKED);
export const PREFILL_SPACE: Source = thread("tailcallhq/forgecode/issues/1872", CHECKED);
export const MISTRAL_LAST: Source = thread("microsoft/autogen/issues/5044", CHECKED);
export const MISTRAL_ORDER: Source = thread("datapizza-labs/datapizza-ai/issues/98", CHECKED);
export const MISTRAL_NEITHER: Source = thread("OpenHands/OpenHands/issues/8685");

// ---- content
export const CONTENT_NULL: Source = thread("langchain-ai/langchainjs/issues/4153");
export const CONTENT_NEEDED_QWEN: Source = thread("agentscope-ai/agentscope-java/issues/1270");
export const CONTENT_NEEDED_XAI: Source = thread("langchain-ai/langchain/issues/34140");
export const CONTENT_OBJECT: Source = thread("coze-dev/coze-studio/issues/2317");
export const PART_TYPE: Source = thread("langchain-ai/langgraphjs/issues/506");
export const EMPTY_KIMI: Source = thread("AstrBotDevs/AstrBot/issues/7200");
export const EMPTY_GLM: Source = thread("songquanpeng/one-api/issues/1153", CHECKED);
export const EMPTY_TEXT: Source = thread("BerriAI/litellm/issues/23510", CHECKED);
export const BLANK_TEXT: Source = thread("experientiallabs/experiential/pull/804");
export const SPEAKER: Source = thread("pollinations/pollinations/pull/10653");

// ---- calls and results
export const UNANSWERED: Source = thread("aliasrobotics/cai/issues/111", CHECKED);
export const ORPHANED: Source = thread("miurla/morphic/issues/136", CHECKED);
export const RESULT_TWICE: Source = thread("anomalyco/opencode/issues/1211");
export const RESULT_ID: Source = thread("langchain-ai/langchain/issues/22600");
export const ID_TWICE: Source = thread("openclaw/openclaw/pull/47136");
export const ID_TWICE_MINIMAX: Source = thread("VicBilibily/GCMP/pull/120");
export const ID_LONG: Source = thread("openclaw/openclaw/issues/875", CHECKED);
export const ID_CLAUDE: Source = thread("RooCodeInc/Roo-Code/issues/10649", CHECKED);
export const ID_NINE: Source = thread("nearai/ironclaw/issues/1241", CHECKED);
export const CALLS_EMPTY: Source = thread("openai/openai-node/pull/1341");
export const CALL_TYPE: Source = thread("langchain-ai/langchain-azure/issues/35");
export const NAME: Source = thread("microsoft/semantic-kernel/issues/7968", CHECKED);
export const NAME_EMPTY: Source = thread("continuedev/continue/issues/11645");
export const ARGUMENTS_TYPE: Source = thread("aaif-goose/goose-mobile/pull/20");
export const ARGUMENTS_JSON: Source = thread("HKUDS/nanobot/issues/1487", CHECKED);
export const ARGUMENTS_MINIMAX: Source = thread("earendil-works/pi/issues/5468", CHECKED);

// ---- reasoning
export const DEEPSEEK_THINKING: Source = page("api-docs.deepseek.com/guides/thinking_mode");
export const DEEPSEEK_EMPTY: Source = thread("NousResearch/hermes-agent/pull/18263");
export const KIMI_THINKING: Source = thread("bytedance/deer-flow/issues/3043", CHECKED);
export const NO_REASONING_GROQ: Source = thread("janhq/jan/issues/8136");
export const NO_REASONING_CEREBRAS: Source = thread("Kilo-Org/kilocode/issues/10375");
export const NO_REASONING_MISTRAL: Source = thread("charmbracelet/crush/issues/1590");
export const THOUGHT_SIGNATURES: Source = page("ai.google.dev/gemini-api/docs/thought-signatures");
export const THOUGHT_BASE64: Source = thread("openclaw/openclaw/pull/82995", CHECKED);

// ---- images
export const IMAGE_ROLE: Source = thread("OpenHands/OpenHands/issues/7700");
export const IMAGE_UNSUPPORTED: Source = thread("marketing-factory/ai-filemetadata/issues/19");
export const IMAGE_LABEL: Source = thread("anthropics/claude-code/issues/13131", CHECKED);
export const NO_IMAGES_DEEPSEEK: Source = thread("can1357/oh-my-pi/pull/9169");
export const NO_IMAGES_GLM: Source = thread("BigPizzaV3/CodexPlusPlus/issues/1760", CHECKED);
export const VISION: Source = page("developers.openai.com/api/docs/guides/images-vision");
