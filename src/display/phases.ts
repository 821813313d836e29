/**
 * Phases of an answer. Some models mark each text as `commentary` (said while working) or `final_answer`. Where texts
 * are marked only the final ones are shown; a turn that calls tools shows what was said before the calls.
 */
import { isRecord } from "../transcript/message.ts";
import { parseObject } from "../transcript/signatures.ts";
import { blockList, isTextBlock, isTextType, isToolBlock } from "./rows.ts";
import type { Row } from "./types.ts";

/** What kind of a text it is. */
type Phase = "commentary" | "final_answer";

/** The content with the texts that are shown: of a turn with tool calls all but commentary, else only final ones. */
export function visibleTexts(content: readonly unknown[]): readonly unknown[] {
  if (content.some(isToolBlock)) {
    const shown = content.filter((block) => isRecord(block)).filter(isShownBesideTools);
    if (shown.some((block) => isTextType(block["type"]))) {
      return shown.map((block) => (isTextType(block["type"]) ? { type: "text", text: block["text"] } : block));
    }
  }
  if (!content.some((block) => phaseOfBlock(block) !== undefined)) return content;
  return content.filter(
    (block) => !isRecord(block) || !isTextType(block["type"]) || phaseOfBlock(block) === "final_answer",
  );
}

/** Is the whole row commentary? Not so when it has visible text beside tool calls. */
export function isCommentary(row: Row): boolean {
  if (phaseOfRow(row) !== "commentary") return false;
  const blocks = blockList(row);
  return !(blocks.some(isToolBlock) && blocks.some((block) => isTextBlock(block) && block.text.trim() !== ""));
}

/** Is it a block that stays beside tool calls? Text must say something, and not be commentary. */
function isShownBesideTools(block: Readonly<Record<string, unknown>>): boolean {
  if (!isTextType(block["type"])) return true;
  return isTextBlock(block) && block.text.trim() !== "" && phaseOfBlock(block) !== "commentary";
}

/** The phase of the row: its own, else the one that all marked texts share. */
function phaseOfRow(row: Row): Phase | undefined {
  const own = toPhase(row["phase"]);
  if (own !== undefined) return own;
  let shared: Phase | undefined;
  for (const block of blockList(row)) {
    const phase = phaseOfBlock(block);
    if (phase === undefined) continue;
    if (shared !== undefined && shared !== phase) return undefined;
    shared = phase;
  }
  return shared;
}

/** The phase that the signature of a text names, in the first version of its form. */
function phaseOfBlock(block: unknown): Phase | undefined {
  if (!isRecord(block) || !isTextType(block["type"]) || typeof block["textSignature"] !== "string") return undefined;
  const signature = parseObject(block["textSignature"]);
  return signature?.["v"] === 1 ? toPhase(signature["phase"]) : undefined;
}

function toPhase(value: unknown): Phase | undefined {
  return value === "commentary" || value === "final_answer" ? value : undefined;
}
