/** Where the demands of Mistral's chat API were found, and when they were last looked at. */
import type { Source } from "../../transcript/findings.ts";

const CHECKED = "2026-11-30";
const LATER = "2026-12-01";
const thread = (path: string, checked: string = LATER): Source => ({ url: `https://github.com/${path}`, checked });
const page = (path: string, checked: string = LATER): Source => ({ url: `https://${path}`, checked });

/** The validator that Mistral publishes. */
export const VALIDATOR: Source = thread(
  "mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py",
  CHECKED,
);
/** The types of the TypeScript SDK. */
export const SDK: Source = thread("mistralai/client-ts/tree/main/src/models/components", CHECKED);

// ---- the body
export const EXTRA: Source = thread("charmbracelet/crush/issues/1590");
export const EXTRA_NAME: Source = thread("danny-avila/LibreChat/issues/4866");
export const EXTRA_IN_CALL: Source = thread("zeroclaw-labs/zeroclaw/issues/2693");
export const EXTRA_PARAM: Source = thread("editor-code-assistant/eca/issues/231");
export const TOOLS_EMPTY: Source = thread("partITech/php-mistral/issues/76");
export const MEASURED: Source = thread("badlogic/pi-mono/blob/main/packages/ai/test/image-limits.test.ts", CHECKED);

// ---- turns
export const ROLES: Source = thread("openai/openai-dotnet/issues/394");
export const SYSTEM_ORDER: Source = thread("swarmauri/swarmauri-sdk/issues/162");
export const USER_AFTER_TOOL: Source = thread("datapizza-labs/datapizza-ai/issues/98", CHECKED);
export const TOOL_AFTER_USER: Source = thread("zed-industries/zed/issues/37021");
export const LAST: Source = thread("microsoft/autogen/issues/5044", CHECKED);

// ---- content
export const NEITHER: Source = thread("OpenHands/OpenHands/issues/8685");
export const TOOL_TEXT: Source = thread("LibreChat-AI/agents/issues/344");
export const THINKING: Source = page("docs.mistral.ai/studio-api/conversations/reasoning");
export const VISION: Source = page("docs.mistral.ai/capabilities/vision");

// ---- calls and results
export const COUNT: Source = thread("NousResearch/hermes-agent/pull/11722");
export const UNEXPECTED: Source = thread("pydantic/pydantic-ai/issues/3733");
export const ID_NINE: Source = thread("nearai/ironclaw/issues/1241", CHECKED);
export const RESULT_ID: Source = thread("Gage-Technologies/mistral-go/issues/8");
export const NAME: Source = thread("Kochava-Studios/witsy/pull/164");
