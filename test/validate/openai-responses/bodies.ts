// Who bodies of the Responses API are judged for.
import type { ValidateTarget } from "../../../src/validate/types.ts";

export const to = (provider: string, modelId = ""): ValidateTarget => ({ provider, modelId, baseUrl: "" });

/** The model is the one that the body names: one that reasons. */
export const DIRECT: ValidateTarget = to("openai");
export const CODEX: ValidateTarget = to("openai-codex");
export const DEEPSEEK: ValidateTarget = to("deepseek", "deepseek-v4-pro");
