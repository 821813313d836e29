/**
 * Takes texts that say nothing out of the system prompt; one that says nothing at all goes.
 *
 * Why: "GenerateContentRequest.system_instruction.parts[0].data: required oneof field 'data' must have one initialized
 * field", "system: text content blocks must be non-empty".
 *
 * @example { "finding": "text-empty", "pointer": "/system/0/text", "request": {"system":[{"type":"text","text":""}]},
 *   "in": [{"role":"user","content":[{"type":"text","text":"a"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { isRecord } from "../transcript/message.ts";

const BLANK: Why = { text: "Blank text is refused by providers.", lossy: false };

export const trimSystem: Remedy = {
  id: "trim-system",
  for: ["text-empty", "text-blank", "part-empty"],
  cost: 0,
  summary: "Takes empty texts out of the system prompt.",
  whys: [BLANK],
  apply(turns, { at, pointer }, report, { request: { system } }) {
    if (at !== undefined || !/\/system(?:_?instruction)?(?:\/|$)/i.test(pointer)) return turns;
    const trimmed = trim(system);
    if (trimmed !== system) report.request("system", trimmed, BLANK);
    return turns;
  },
};

/** The prompt as a text, a list of blocks, or a content with a list of parts. */
function trim(system: unknown): unknown {
  if (typeof system === "string") return system.trim() === "" ? undefined : system;
  if (Array.isArray(system)) {
    const kept = system.filter((block: unknown) => !isBlank(block));
    return kept.length === system.length ? system : kept.length === 0 ? undefined : kept;
  }
  if (!isRecord(system) || !Array.isArray(system["parts"])) return system;
  const parts = trim(system["parts"]);
  if (parts === system["parts"]) return system;
  return parts === undefined ? undefined : { ...system, parts };
}

/** Nothing but a text that is blank or absent. */
function isBlank(block: unknown): boolean {
  if (!isRecord(block)) return false;
  const { text, type } = block;
  if (typeof text === "string") return text.trim() === "" && (type === "text" || type === undefined);
  return Object.keys(block).length === 0;
}
