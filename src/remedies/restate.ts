/**
 * Has something said in the form that the API documents: `field-form` means that what is said is clear, but that another
 * server's way of saying it is refused.
 *
 * Why: "Invalid 'messages[1].tool_calls': empty array"; "Invalid type for 'messages[1].tool_calls[0].function.arguments':
 * expected a string, but got an object instead". The message or block is marked with `form`, and the adapter, which knows
 * the form, writes it so. An empty list of tools and a choice among none are left out; a tool without parameters gets an
 * empty object; a parameter that the API knows by another name gets that.
 *
 * @example { "finding": "field-form", "place": 1,
 *   "in": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{}}]}],
 *   "out": [{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"r","arguments":{},"form":"canonical"}]}] }
 * @example { "finding": "field-form", "place": 0,
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"a"}]}],
 *   "out": [{"role":"assistant","content":[{"type":"text","text":"a"}],"form":"canonical"}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { RequestFacts, ToolDefinition, TurnReport, Why } from "../contract/rule.ts";
import { blockAt, spotAt, withTurn } from "../contract/spots.ts";
import { blocksOf, isRecord } from "../transcript/message.ts";
import type { Pointer } from "../transcript/place.ts";

const RESTATED: Why = { text: "The same is said in the form that the API documents.", lossy: false };
const CANONICAL = "canonical";

export const restate: Remedy = {
  id: "restate",
  for: ["field-form", "result-id"],
  cost: 0,
  summary: "Says the same in the form that the API documents.",
  whys: [RESTATED],
  apply(turns, { at, pointer }, report, { request, format }) {
    const spot = spotAt(turns, at);
    if (!spot) {
      if (format === "bedrock-converse" && pointer === "/system" && typeof request.system === "string") {
        report.request("system", [{ text: request.system }], RESTATED);
      } else restateRequest(pointer.replace(/^\/toolConfig(?=\/tools)/, ""), request, report);
      return turns;
    }
    const block = blockAt(turns, at)?.value;
    if (spot.block !== undefined && !isRecord(block)) return turns;
    const edited = report.edit(spot.turn, (message, note) => {
      if (spot.block === undefined || !block) {
        if (message["form"] === CANONICAL) return message;
        note.set("form", RESTATED);
        return { ...message, form: CANONICAL };
      }
      if (block["form"] === CANONICAL) return message;
      note.rewrite(spot.block, "form", RESTATED);
      return { ...message, content: blocksOf(message).with(spot.block, { ...block, form: CANONICAL }) };
    });
    return withTurn(turns, spot.index, edited);
  },
};

/** What stands beside the messages. */
function restateRequest(pointer: Pointer, { system, tools, params = {} }: RequestFacts, report: TurnReport): void {
  const [, key = "", index] = pointer.split("/");
  if (key === "tools" && index === undefined) {
    if (tools?.length === 0) report.request("tools", undefined, RESTATED);
  } else if (key === "tools") {
    const given = (tools ?? []).map((tool) => (tool.index === Number(index) ? restateTool(tool) : tool));
    if (given.some((tool, position) => tool !== tools?.[position])) report.request("tools", given, RESTATED);
  } else if (typeof system === "string" && /\/system_?instruction$/i.test(pointer)) {
    report.request("system", { parts: [{ text: system }] }, RESTATED);
  } else if (key === "tool_choice" && Object.hasOwn(params, key)) {
    const { tool_choice: _, ...rest } = params;
    report.request("params", rest, RESTATED);
  } else if (Object.hasOwn(RENAMED, key) && Object.hasOwn(params, key)) {
    const { [key]: value, ...rest } = params;
    report.request("params", { [RENAMED[key] as string]: value, ...rest }, RESTATED);
  }
}

/** Parameters of Chat Completions that have another name in Mistral's API. One that is there already stays. */
const RENAMED: Readonly<Record<string, string>> = { max_completion_tokens: "max_tokens", seed: "random_seed" };

/** A tool with a schema, and without a description that says nothing. One that has all of it is written anew. */
function restateTool(tool: ToolDefinition): ToolDefinition {
  const { description, ...rest } = tool;
  const described = description === "" ? rest : tool;
  if (!isRecord(tool.parameters)) return { ...described, parameters: { type: "object", properties: {} } };
  if (described !== tool || tool.pointer !== undefined) return described;
  const { index: _, ...built } = tool;
  return built;
}
