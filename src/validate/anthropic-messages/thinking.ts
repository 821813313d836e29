/** What is demanded of thinking: signatures, where it stands, and that it comes back. */
import { isRecord } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { fieldOf, isCall, isResult, isThought, type Judged, type Spot, type WireRun } from "./conversation.ts";
import * as sources from "./sources.ts";

/** Base64 with its padding, as Anthropic's signatures are. */
const SIGNATURE = /^[A-Za-z0-9+/_-]+={0,2}$/;

export const NO_THOUGHT: Demand = {
  code: "thinking-empty",
  severity: "error",
  message: "The thinking block has no field `thinking`, which may be empty but not absent.",
  says: "thinking.thinking: Field required",
  source: sources.SDK,
  evidence: "schema",
};
export const UNSIGNED: Demand = {
  code: "thinking-unsigned",
  severity: "error",
  message: "Thinking has no signature.",
  says: "thinking.signature: Field required",
  source: sources.SIGNATURE_REQUIRED,
  evidence: "observed",
};
export const EMPTY: Demand = {
  code: "thinking-empty",
  severity: "error",
  message: "Thinking has neither text nor signature.",
  says: "thinking.signature: Field required",
  source: sources.SIGNATURE_REQUIRED,
  evidence: "observed",
};
export const FORGED: Demand = {
  code: "thinking-signature",
  severity: "error",
  message: "The signature of thinking is damaged or of another provider: it is no whole base64.",
  says: "Invalid `signature` in `thinking` block",
  source: sources.SIGNATURE_INVALID,
  evidence: "observed",
};
export const NO_DATA: Demand = {
  code: "thinking-signature",
  severity: "error",
  message: "Redacted thinking has no data.",
  says: "redacted_thinking.data: Field required",
  source: sources.SDK,
  evidence: "schema",
};
export const LAST: Demand = {
  code: "thinking-last",
  severity: "error",
  message: "The request ends in thinking.",
  says: "The final block in an assistant message cannot be `thinking`.",
  source: sources.THINKING_LAST,
  evidence: "observed",
};
export const LAST_OF_EARLIER: Demand = {
  ...LAST,
  severity: "warning",
  message: "An earlier assistant turn ends in thinking, which has been refused.",
  source: sources.THINKING_LAST_EARLIER,
};
export const NOT_FIRST: Demand = {
  code: "thinking-first",
  severity: "error",
  message: "The open tool turn does not begin with thinking, though thinking is on.",
  says: "Expected `thinking` or `redacted_thinking`, but found `{}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).",
  source: sources.THINKING_FIRST,
  evidence: "observed",
};
export const BEHIND_OTHERS: Demand = {
  code: "thinking-first",
  severity: "warning",
  message: "An assistant turn has thinking, but begins with something else, which has been refused.",
  says: "If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `{}`.",
  source: sources.THINKING_BEFORE_TEXT,
  evidence: "observed",
};
export const WHILE_OFF: Demand = {
  code: "thinking-disabled",
  severity: "error",
  message: "The assistant turn at the end holds thinking, though thinking is off.",
  says: "When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.",
  source: sources.THINKING_OFF,
  evidence: "observed",
};
export const NOT_BACK: Demand = {
  code: "reasoning-missing",
  severity: "error",
  message: "The open tool turn came without its thinking, which the server wants back.",
  says: "The `content[].thinking` in the thinking mode must be passed back to the API.",
  source: sources.DEEPSEEK_THINKING,
  evidence: "documented",
};
export const NOT_BACK_PERHAPS: Demand = {
  ...NOT_BACK,
  severity: "warning",
  message: "The open tool turn came without its thinking, by which the model goes on better.",
};
export const NO_FIELD: Demand = {
  code: "thinking-unsigned",
  severity: "warning",
  message: "Thinking has no field `signature`: some servers take it unsigned, but with an empty one.",
  source: sources.UNSIGNED_ACCEPTED,
  evidence: "code",
};
export const NOT_TAKEN: Demand = {
  code: "thinking-signature",
  severity: "warning",
  message: "The server does not take the thinking of earlier turns back.",
  source: sources.HYGIENE,
  evidence: "documented",
};

/** Every thinking block, and the turns in which thinking stands or is missed. */
export function checkThinking(judged: Judged): void {
  const { runs, demands, report } = judged;
  for (const run of runs) {
    if (run.role !== "assistant") continue;
    for (const spot of run.blocks) {
      if (!isThought(spot)) continue;
      checkBlock(spot, judged);
      if (demands.noThinking) report(NOT_TAKEN, spot.pointer);
    }
    checkPlace(run, run === runs.at(-1), judged);
  }
  checkOpenTurn(judged);
}

function checkBlock(spot: Spot, { demands, report, anthropic }: Judged): void {
  const { type, thinking, signature, data } = spot.block;
  if (type === "redacted_thinking") {
    if (typeof data !== "string" || data === "") report(NO_DATA, fieldOf(spot, "data"));
    return;
  }
  if (typeof thinking !== "string") report(NO_THOUGHT, fieldOf(spot, "thinking"));
  if (demands.thinkingBack) {
    if (typeof signature !== "string") report(NO_FIELD, spot.pointer);
    return;
  }
  const pointer = fieldOf(spot, "signature");
  if (typeof signature === "string" && signature !== "") {
    if (signature.length % 4 !== 0 || !SIGNATURE.test(signature)) anthropic(FORGED, pointer);
  } else anthropic(typeof thinking === "string" && thinking.trim() === "" ? EMPTY : UNSIGNED, pointer);
}

/** Thinking neither ends a turn nor stands behind its other blocks. */
function checkPlace({ blocks }: WireRun, isFinal: boolean, { thinking, anthropic }: Judged): void {
  const last = blocks.at(-1);
  if (last && isThought(last)) anthropic(isFinal ? LAST : LAST_OF_EARLIER, last.pointer);
  const first = blocks[0];
  const thought = blocks.find(isThought);
  if (!first || !thought) return;
  if (thinking === "enabled" && !isThought(first)) anthropic(BEHIND_OTHERS, first.pointer, shown(first));
  // Calls at the end are judged as unanswered; when they are answered, the turn is no longer the last.
  if (isFinal && thinking === undefined && !blocks.some(isCall)) anthropic(WHILE_OFF, thought.pointer);
}

/**
 * The open tool turn: everything since the user last said something, while the request ends with results. The budget
 * mode wants it to begin with thinking; the adaptive mode does not. Servers that want their reasoning back want it here.
 */
function checkOpenTurn({ runs, thinking, demands, report, anthropic }: Judged): void {
  const last = runs.at(-1);
  if (thinking === undefined || last?.role !== "user" || last.blocks.length === 0 || !last.blocks.every(isResult))
    return;
  const said = runs.findLastIndex(({ role, blocks }) => role === "user" && !blocks.every(isResult));
  const turn = runs.slice(said + 1).filter(({ role }) => role === "assistant");
  const first = turn[0]?.blocks[0];
  if (!first) return;
  if (demands.thinkingBack) {
    if (turn.some(({ blocks }) => blocks.some(isThought))) return;
    report(demands.thinkingBack === "must" ? NOT_BACK : NOT_BACK_PERHAPS, first.pointer);
  } else if (thinking === "enabled" && !isThought(first)) anthropic(NOT_FIRST, first.pointer, shown(first));
}

function shown({ block }: Spot): string {
  return String(block["type"]).slice(0, 100);
}

/** `thinking.type` of a body; undefined while thinking is off. */
export function thinkingMode(thinking: unknown): string | undefined {
  if (!isRecord(thinking)) return undefined;
  const { type } = thinking;
  return type === "disabled" || typeof type !== "string" ? undefined : type;
}
