/** Takes out of a block what is not for people: what only a provider understands, bytes, and private arguments. */
import { isRecord } from "../transcript/message.ts";
import { parseObject } from "../transcript/signatures.ts";
import { isMedia, withoutBytes } from "./media.ts";
import { type Fields, isResultBlock, isToolBlock } from "./rows.ts";
import { publicDetails } from "./tool-details.ts";
import type { Settings } from "./types.ts";

/** Opaque state that a provider wants back: no reader can make anything of it. */
const REPLAY_STATE = [
  "thinkingSignature",
  "signature",
  "thought_signature",
  "thoughtSignature",
  "openclawReasoningReplay",
] as const;

/** The call by which an agent yields to its session; its message is for the next turn and not for people. */
const YIELD = "sessions_yield";
const ARGUMENT_FIELDS = ["arguments", "input", "partialJson"] as const;

/** Results hold blocks, which may be results again. No host nests them any deeper. */
const DEEPEST = 8;

/** The block as people may see it. */
export function publicBlock(block: unknown, settings: Settings, inTool: boolean, depth = 0): unknown {
  if (!isRecord(block)) return block;
  if (block["type"] === "opaque")
    return { type: "opaque", ...(typeof block["kind"] === "string" && { kind: block["kind"] }) };
  const isTool = isToolBlock(block);
  const holdsBlocks = (inTool || isTool) && Array.isArray(block["content"]);
  const state = REPLAY_STATE.filter((key) => Object.hasOwn(block, key));
  const isPlain = state.length === 0 && !isTool && !holdsBlocks && !isMedia(block);
  if (isPlain && block["type"] !== "redacted_thinking") return block;
  const visible: Record<string, unknown> = { ...block };
  for (const key of state) delete visible[key];
  if (block["type"] === "redacted_thinking") delete visible["data"];
  if (block["name"] === YIELD && isTool) hideYieldMessage(visible);
  if (isResultBlock(block)) replaceDetails(visible, settings);
  if (holdsBlocks && Array.isArray(block["content"])) {
    if (depth >= DEEPEST) return { type: block["type"], omitted: true };
    // Some hosts store the blocks of a result and their joined text: one of them is enough.
    if (block["text"] === joinedText(block["content"])) delete visible["text"];
    visible["content"] = block["content"].map((one: unknown) => publicBlock(one, settings, true, depth + 1));
  }
  return isMedia(block) ? withoutBytes(visible) : visible;
}

function joinedText(blocks: readonly unknown[]): string {
  return blocks.flatMap((one) => (isRecord(one) && typeof one["text"] === "string" ? [one["text"]] : [])).join("\n");
}

function replaceDetails(visible: Record<string, unknown>, settings: Settings): void {
  const details = publicDetails(visible["details"], settings);
  if (details) visible["details"] = details;
  else delete visible["details"];
}

function hideYieldMessage(visible: Record<string, unknown>): void {
  for (const key of ARGUMENT_FIELDS) {
    const value = visible[key];
    if (isRecord(value)) visible[key] = withoutMessage(value);
    else if (typeof value === "string") {
      const parsed = parseObject(value);
      if (parsed) visible[key] = JSON.stringify(withoutMessage(parsed));
      else delete visible[key];
    }
  }
}

function withoutMessage({ message: _, ...rest }: Fields): Fields {
  return rest;
}
