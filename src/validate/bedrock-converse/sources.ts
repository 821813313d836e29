/** Where the demands of Bedrock's Converse API were found, and when they were last looked at. */
import type { Source } from "../../transcript/findings.ts";

const CHECKED = "2026-11-30";
const LATER = "2026-12-01";
const thread = (path: string, checked: string = LATER): Source => ({ url: `https://github.com/${path}`, checked });
const page = (path: string, checked: string = LATER): Source => ({ url: `https://${path}`, checked });
const reference = (type: string): Source =>
  page(`docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_${type}.html`, CHECKED);

/** The service model that the AWS SDKs are made from. */
export const MODEL: Source = thread(
  "boto/botocore/blob/develop/botocore/data/bedrock-runtime/2023-09-30/service-2.json.gz",
  CHECKED,
);
export const RESTRICTIONS: Source = page(
  "docs.aws.amazon.com/bedrock/latest/userguide/inference-api-restrictions.html",
);

// ---- turns
export const USER_FIRST: Source = thread("langgenius/dify/issues/12340");
export const ALTERNATE: Source = thread("langchain-ai/langchain-aws/issues/130");
export const EMPTY_CONTENT: Source = thread("openclaw/openclaw/pull/71572", CHECKED);
export const PREFILL: Source = thread("anomalyco/opencode/issues/29760");
export const THINKING_PREFILL: Source = thread("cortexkit/magic-context/issues/512", CHECKED);
export const PREFILL_OF_LLAMA: Source = thread("i-am-bee/beeai-framework/issues/753");
export const PREFILL_OF_OTHERS: Source = thread("microsoft/semantic-kernel/issues/10281");
export const PREFILL_SPACE: Source = thread("tailcallhq/forgecode/issues/1872", CHECKED);

// ---- content
export const BLANK_TEXT: Source = thread("aws-samples/bedrock-engineer/issues/8", CHECKED);
export const CONTENT_BLOCK: Source = reference("ContentBlock");
export const JSON_TEXT: Source = thread("anthropics/claude-code/issues/60394", CHECKED);
export const JSON_NUL: Source = thread("anthropics/claude-code/issues/94408", CHECKED);
export const JSON_RESULT: Source = thread("sigoden/aichat/pull/1550");

// ---- calls and results
export const UNANSWERED: Source = thread("genkit-ai/aws-bedrock-js-plugin/issues/664", CHECKED);
export const EXTRA_RESULTS: Source = thread("zeroclaw-labs/zeroclaw/pull/1476", CHECKED);
export const TWO_RESULTS: Source = thread("BerriAI/litellm/issues/20048");
export const RESULTS_FIRST: Source = page("platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls");
export const TWO_IDS: Source = thread("double16/Cyber-AutoAgent-ng/issues/27", CHECKED);
export const UNIQUE_IDS: Source = thread("anthropics/claude-code/issues/28515");
export const TOOL_USE: Source = reference("ToolUseBlock");
export const IDS: Source = thread("maximhq/bifrost/pull/6300");
export const NAMES: Source = thread("NousResearch/hermes-agent/issues/90008");
export const NAMES_UNIQUE: Source = thread("tailcallhq/forgecode/issues/892");
export const INPUT_OBJECT: Source = thread("vercel/ai/pull/19023");
export const ERROR_NOT_EMPTY: Source = thread(
  "aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15",
  CHECKED,
);
export const ERROR_TEXT_ONLY: Source = thread("vellum-ai/vellum-assistant/issues/18387", CHECKED);
export const TOOLS_DEFINED: Source = thread("vxcontrol/pentagi/pull/196", CHECKED);
export const CALLS_APART: Source = thread("langchain-ai/langchain-aws/pull/1118");
export const RESULTS_APART: Source = thread("strands-agents/harness-sdk/issues/1223");
export const CALL_LAST: Source = thread("NousResearch/hermes-agent/issues/108200");

// ---- reasoning
export const REASONING_WORDS: Source = thread("strands-agents/harness-sdk/pull/2704", CHECKED);
export const REASONING_NESTED: Source = thread("NousResearch/hermes-agent/issues/36260", CHECKED);
export const REASONING_REFUSED: Source = thread("can1357/oh-my-pi/pull/9086");
export const SIGNATURE_REQUIRED: Source = thread("dirge-code/dirge/issues/823", CHECKED);
export const SIGNATURE_INVALID: Source = thread("openclaw/openclaw/issues/92201", CHECKED);
export const THINKING_FIRST: Source = thread("RooCodeInc/Roo-Code/pull/11238", CHECKED);
export const THINKING_OFF: Source = thread("tailcallhq/forgecode/issues/1853", CHECKED);
export const THINKING_LAST: Source = thread("tailcallhq/forgecode/issues/2107");
export const THINKING_ALONE: Source = thread("NousResearch/hermes-agent/issues/105780");
export const THINKING_BUDGET: Source = page("platform.claude.com/docs/en/build-with-claude/extended-thinking");

// ---- images and documents
export const MESSAGE: Source = reference("Message");
export const IMAGE_BROKEN: Source = thread("anthropics/claude-code/issues/19031", CHECKED);
export const IMAGE_FORMAT: Source = thread("NousResearch/hermes-agent/issues/55429");
export const IMAGE_LABEL: Source = thread("boto/boto3/issues/4415");
export const IMAGE_MANY: Source = thread(
  "aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/pull/998",
);
export const IMAGE_MANY_EXACT: Source = thread("Gitlawb/openclaude/pull/520", CHECKED);
export const IMAGES_OF_REQUEST: Source = thread("cline/cline/issues/1844");
export const IMAGE_ROLE: Source = thread("epam/ai-dial-adapter-bedrock/pull/306");
export const IMAGE_IN_RESULT: Source = thread("anomalyco/opencode/issues/49443");
export const DOCUMENT_TEXT: Source = thread("archestra-ai/archestra/pull/4220", CHECKED);
export const DOCUMENT_NAME: Source = thread("anomalyco/opencode/issues/19964");
export const DOCUMENT_NAMES: Source = thread("maximhq/bifrost/issues/7003");
export const DOCUMENT_COUNT: Source = thread("aws-samples/generative-ai-use-cases/issues/1685");

// ---- caching
export const CACHING: Source = page("docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html");
export const CACHE_REFUSED: Source = thread("BerriAI/litellm/pull/39210");
export const CACHE_AFTER_REASONING: Source = thread("anomalyco/opencode/issues/36517");
export const CACHE_NOTHING: Source = thread("strands-agents/harness-sdk/pull/3677");
export const CACHE_AFTER_DOCUMENT: Source = thread("pizza-bot-app/pizza-bot/pull/6");
