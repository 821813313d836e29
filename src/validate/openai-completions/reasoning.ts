/** What is demanded of reasoning: that it comes back, or that it does not, and of Gemini's thought signatures. */
import { isFilled, isRecord } from "../../transcript/message.ts";
import { isBase64 } from "../../transcript/signatures.ts";
import type { Json, Message } from "../spots.ts";
import type { Demand } from "../types.ts";
import { callsOf, hasCalls, type Judged, shown } from "./conversation.ts";
import { isThinker, isThinkingOn } from "./models.ts";
import * as sources from "./sources.ts";

/** Values that Gemini takes instead of a signature. */
const SENTINELS: ReadonlySet<unknown> = new Set([
  "skip_thought_signature_validator",
  "context_engineering_is_the_way_to_go",
]);
const FIELDS = ["reasoning_content", "reasoning", "reasoning_text", "reasoning_details", "thinking_blocks"];

export const NOT_BACK: Demand = {
  code: "reasoning-missing",
  severity: "error",
  message: "The message calls tools and comes without its reasoning, which the server wants back.",
  says: "thinking is enabled but reasoning_content is missing in assistant tool call message",
  source: sources.KIMI_THINKING,
  evidence: "observed",
};
export const NOT_BACK_PERHAPS: Demand = {
  ...NOT_BACK,
  severity: "warning",
  message:
    "The message calls tools and comes without its reasoning, which the server wants back while the model thinks.",
};
export const EMPTY_BACK: Demand = {
  ...NOT_BACK,
  severity: "warning",
  message: "The reasoning of a message that calls tools is an empty text, which the newest model has refused.",
  says: "The `reasoning_content` in the thinking mode must be passed back to the API.",
  source: sources.DEEPSEEK_EMPTY,
};
export const NOT_TAKEN: Demand = {
  code: "thinking-signature",
  severity: "error",
  message: "The server takes no `{}` back.",
  says: "property '{}' is unsupported",
  source: sources.NO_REASONING_GROQ,
  evidence: "observed",
};
export const THOUGHT_MISSING: Demand = {
  code: "thought-signature-missing",
  severity: "error",
  message: "The first call of a step of the open turn has no thought signature.",
  says: "Function call is missing a thought_signature in functionCall parts.",
  source: sources.THOUGHT_SIGNATURES,
  evidence: "documented",
};
export const THOUGHT_MISSING_PERHAPS: Demand = {
  ...THOUGHT_MISSING,
  severity: "warning",
  message: "The first call of a step of the open turn has neither a thought signature nor signed details.",
};
export const THOUGHT_FORM: Demand = {
  code: "thought-signature",
  severity: "error",
  message: "The thought signature is not base64.",
  says: "Base64 decoding failed",
  source: sources.THOUGHT_BASE64,
  evidence: "observed",
};

/** Reasoning of every message, and the signatures of the turn that is still open. */
export function checkReasoning(judged: Judged): void {
  const { messages, demands, report } = judged;
  const { noReasoning, thinkingBack } = demands;
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    const field = FIELDS.find((key) => isThere(message.value[key]));
    if (noReasoning && field) report({ ...NOT_TAKEN, source: noReasoning }, `${message.pointer}/${field}`, field);
    if (thinkingBack && hasCalls(message)) checkBack(message, judged);
  }
  checkThoughts(judged);
}

function isThere(value: unknown): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.length > 0);
}

function checkBack({ value, pointer }: Message, { body, modelId, demands, report }: Judged): void {
  const { thinkingBack } = demands;
  const isOn = isThinkingOn(body);
  if (!thinkingBack || isOn === false) return;
  const given = value["reasoning_content"];
  if (typeof given !== "string" && !FIELDS.some((key) => isThere(value[key]))) {
    const isSure = thinkingBack.how === "must" && (isOn === true || isThinker(modelId));
    report({ ...(isSure ? NOT_BACK : NOT_BACK_PERHAPS), source: thinkingBack.source }, pointer);
  } else if (given === "" && modelId.includes("deepseek")) report(EMPTY_BACK, `${pointer}/reasoning_content`);
}

/** Gemini from version 3 on looks at the first call of each step since the user last spoke. */
function checkThoughts({ messages, demands, modelId, maker, report, ofMaker }: Judged): void {
  const isOfGoogle = demands.thoughtSignatures === true;
  if (!isOfGoogle && maker !== "google") return;
  const judge = isOfGoogle ? report : ofMaker;
  for (const message of messages) {
    for (const { value, pointer } of callsOf(message)) {
      const signature = thoughtOf(value);
      if (typeof signature === "string" && !SENTINELS.has(signature) && !isBase64(signature)) {
        judge(THOUGHT_FORM, pointer, shown(signature));
      }
    }
  }
  if (!/gemini-(?:[3-9]|\d\d)/.test(modelId)) return;
  const spoke = messages.findLastIndex(({ role }) => role === "user");
  for (const message of messages.slice(spoke + 1)) {
    const [first] = callsOf(message);
    if (!first || isFilled(thoughtOf(first.value))) continue;
    if (isOfGoogle) report(THOUGHT_MISSING, first.pointer);
    else if (!isThere(message.value["reasoning_details"])) ofMaker(THOUGHT_MISSING_PERHAPS, first.pointer);
  }
}

function thoughtOf(call: Json): unknown {
  const { extra_content } = call;
  if (!isRecord(extra_content)) return undefined;
  const { google, vertex } = extra_content;
  const signed = isRecord(google) ? google : vertex;
  return isRecord(signed) ? signed["thought_signature"] : undefined;
}
