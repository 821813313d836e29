/** Where the demands of Anthropic's Messages API were found, and when they were last looked at. */
import type { Source } from "../../transcript/findings.ts";

const CHECKED = "2026-11-30";
const LATER = "2026-12-01";
const thread = (path: string, checked: string = CHECKED): Source => ({ url: `https://github.com/${path}`, checked });
const page = (path: string, checked: string = CHECKED): Source => ({ url: `https://${path}`, checked });

/** The types of the TypeScript SDK with their comments. */
export const SDK: Source = thread("anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts");

// ---- turns
export const AT_LEAST_ONE: Source = thread("openclaw/openclaw/issues/76829");
export const NON_EMPTY_MESSAGES: Source = thread("anthropics/claude-code/issues/6774", LATER);
export const USER_FIRST: Source = thread("anthropics/anthropic-sdk-typescript/issues/622", LATER);
export const PREFILL: Source = page(
  "platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-6#prefill-removal",
  LATER,
);
export const THINKING_PREFILL: Source = thread("cortexkit/magic-context/issues/512");
export const PREFILL_SPACE: Source = thread("tailcallhq/forgecode/issues/1872");

// ---- content
export const NON_EMPTY_TEXT: Source = thread("anthropics/claude-code/issues/53436");
export const NON_BLANK_TEXT: Source = thread("nick1udwig/kibitz/issues/78");
export const CACHED_EMPTY_TEXT: Source = thread("anthropics/claude-code/issues/55302");
export const FOUR_MARKERS: Source = thread("tghamm/Anthropic.SDK/issues/50");
export const CACHING: Source = page("platform.claude.com/docs/en/build-with-claude/prompt-caching", LATER);
export const JSON_TEXT: Source = thread("anthropics/claude-code/issues/60394");
export const JSON_NUL: Source = thread("anthropics/claude-code/issues/94408");

// ---- calls and results
export const UNANSWERED: Source = thread("anthropics/claude-code/issues/5989");
export const ORPHANED: Source = thread("anthropics/claude-code/issues/13460");
export const ONE_RESULT: Source = thread("vectorize-io/hindsight/issues/4250");
export const RESULTS_FIRST: Source = page(
  "platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
  LATER,
);
export const RESULT_ROLE: Source = thread("tghamm/Anthropic.SDK/issues/128", LATER);
export const UNIQUE_IDS: Source = thread("anthropics/claude-code/issues/20901");
export const ID_PATTERN: Source = thread("RooCodeInc/Roo-Code/issues/10649");
export const BEDROCK_IDS: Source = page(
  "docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html",
);
export const TOOL_NAME: Source = thread("github/copilot-cli/issues/2581");
export const TOOL_NAMES_UNIQUE: Source = thread("eclipse-theia/theia/issues/16122", LATER);
export const TOOLS_DEFINED: Source = thread("anthropics/anthropic-sdk-python/issues/494", LATER);
export const INPUT_OBJECT: Source = thread("anthropics/claude-code/issues/6696");
export const ERROR_TEXT_ONLY: Source = thread("vellum-ai/vellum-assistant/issues/18387");
export const ERROR_NOT_EMPTY: Source = thread("openclaw/openclaw/pull/101373", LATER);
export const SERVER_IDS: Source = thread("ding113/claude-code-hub/issues/470");
export const SERVER_ORPHANED: Source = thread("anthropics/claude-code/issues/80439");
export const SERVER_UNANSWERED: Source = page(
  "platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools",
  LATER,
);
export const TEXT_RESULTS: Source = thread("lmstudio-ai/lmstudio-bug-tracker/issues/1878", LATER);

// ---- thinking
export const SIGNATURE_REQUIRED: Source = thread("dirge-code/dirge/issues/823");
export const SIGNATURE_INVALID: Source = thread("openclaw/openclaw/issues/92201");
export const THINKING_FIRST: Source = thread("anomalyco/opencode/issues/3077");
export const THINKING_BEFORE_TEXT: Source = thread("anthropics/claude-code/issues/20705", LATER);
export const THINKING_LAST: Source = thread("tailcallhq/forgecode/issues/2107", LATER);
export const THINKING_LAST_EARLIER: Source = thread("router-for-me/CLIProxyAPI/pull/5322", LATER);
export const THINKING_OFF: Source = thread("tailcallhq/forgecode/issues/1853");
export const DEEPSEEK_THINKING: Source = page("api-docs.deepseek.com/guides/anthropic_api", LATER);
export const UNSIGNED_ACCEPTED: Source = thread("anomalyco/opencode/pull/44713", LATER);
export const HYGIENE: Source = page("docs.openclaw.ai/reference/transcript-hygiene");

// ---- images and size
export const VISION: Source = page("platform.claude.com/docs/en/build-with-claude/vision");
export const IMAGE_LABEL: Source = thread("anthropics/claude-code/issues/13131");
export const IMAGE_BROKEN: Source = thread("anthropics/claude-code/issues/19031");
export const IMAGE_FORMAT: Source = thread("anthropics/claude-code/issues/8184");
export const IMAGE_SIDE: Source = thread("anthropics/claude-code/issues/13480");
export const IMAGE_MANY_EXACT: Source = thread("Gitlawb/openclaude/pull/520");
export const IMAGE_ROLE: Source = thread("SEMOSS/Semoss/issues/2323", LATER);
export const FIVE_MB: Source = thread("anthropics/claude-code/issues/10612", LATER);
export const KIMI_BODY: Source = thread("code-yeongyu/senpi/issues/302");
