/** What is demanded of calls and outputs together: each call has one output, behind it, and nothing else has. */
import { isFilled } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { fieldOf, type Item, type Judged, OUTPUTS_OF, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

export const UNANSWERED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "The call {} has no output.",
  says: "No tool output found for function call {}.",
  source: sources.ANSWERED,
  evidence: "observed",
};
export const ORPHANED: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The output names the call {}, which is not in the list.",
  says: "No tool call found for function call output with call_id {}.",
  source: sources.ORPHANED,
  evidence: "observed",
};
export const SECOND_OUTPUT: Demand = {
  code: "result-duplicate",
  severity: "error",
  message: "The call {} has an output already.",
  says: "Duplicate function_call_output for call_id '{}'. Each function_call must have exactly one matching function_call_output",
  source: sources.CALL_ID_TWICE,
  evidence: "observed",
};
export const WRONG_KIND: Demand = {
  code: "field-form",
  severity: "error",
  message: "The output is of another type than the call {} wants.",
  says: "No tool output found for function call {}.",
  source: sources.SDK,
  evidence: "inferred",
};
export const BEFORE_CALL: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The output stands before its call {}.",
  says: "No tool call found for function call output with call_id {}.",
  source: sources.ORPHANED,
  evidence: "inferred",
};
export const DISPLACED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "Something stands between the call {} and its output, where servers do not look for it.",
  says: "No tool output found for tool call {}",
  source: sources.DISPLACED,
  evidence: "observed",
};
export const NOT_ADJACENT: Demand = {
  code: "call-position",
  severity: "error",
  message:
    "Something other than calls stands between the call {} and its output, where the server does not look for it.",
  says: "No tool output found for tool call {}",
  source: sources.ADJACENT,
  evidence: "measured",
};

/** Calls of the client's own tools. */
const LOOKED_FOR: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call", "local_shell_call"]);

/** A call and the output that answers it. */
interface Pair {
  readonly call: Item;
  output?: Item;
}

/** Pairs calls and outputs by id, and by occurrence where an id stands often. */
export function checkPairs(judged: Judged): void {
  const { items, isContinued, report } = judged;
  const pairs: Pair[] = [];
  const open = new Map<string, Pair[]>();
  for (const item of items) {
    if (item.kind !== "call" || !isFilled(item.raw["call_id"])) continue;
    const pair: Pair = { call: item };
    pairs.push(pair);
    for (const id of idsOf(item)) {
      const known = open.get(id);
      if (known) known.push(pair);
      else open.set(id, [pair]);
    }
  }
  for (const item of items) {
    if (item.kind !== "output") continue;
    const id = outputId(item);
    const known = id === undefined ? undefined : open.get(id);
    const free = known?.filter(({ output }) => output === undefined);
    const fitting = free?.find(({ call }) => isFitting(call, item)) ?? free?.[0];
    if (fitting) {
      fitting.output = item;
      if (!isFitting(fitting.call, item)) report(WRONG_KIND, `${item.pointer}/type`, shown(id));
    } else if (known) report(SECOND_OUTPUT, fieldOf(item, "call_id"), shown(id));
    else if (!isContinued && id !== undefined) report(ORPHANED, fieldOf(item, "call_id"), shown(id));
  }
  for (const pair of pairs) checkPair(pair, judged);
}

function isFitting({ raw }: Item, output: Item): boolean {
  return OUTPUTS_OF.get(raw["type"])?.includes(String(output.raw["type"])) === true;
}

/** An output of the local shell names its call by the id of either. */
function idsOf({ raw }: Item): readonly string[] {
  const ids = raw["type"] === "local_shell_call" ? [raw["call_id"], raw["id"]] : [raw["call_id"]];
  return ids.filter(isFilled);
}

function outputId({ raw }: Item): string | undefined {
  const { type, call_id, id } = raw;
  if (isFilled(call_id)) return call_id;
  return type === "local_shell_call_output" && isFilled(id) ? id : undefined;
}

function checkPair({ call, output }: Pair, judged: Judged): void {
  const { list, items, demands, report } = judged;
  const id = shown(call.raw["call_id"]);
  if (!output) {
    report(UNANSWERED, call.pointer, id);
    return;
  }
  // How strict servers are with the calls of the provider's own tools is not known.
  if (!LOOKED_FOR.has(call.raw["type"])) return;
  if (output.index < call.index) {
    report(BEFORE_CALL, fieldOf(output, "call_id"), id);
    return;
  }
  if (output.index - call.index === 1 || list.length === 0) return;
  const between = itemsBetween(items, call.index, output.index);
  const isOther = ({ kind }: Item): boolean => kind !== "call" && kind !== "output";
  const answered = between.findIndex(({ kind }) => kind === "output");
  const isLate = demands.adjacentOutputs && between.some((item, at) => answered >= 0 && at > answered && isOther(item));
  if (isLate || between.some(({ kind }) => kind === "message" || kind === "said")) report(DISPLACED, call.pointer, id);
  else if (demands.adjacentOutputs && between.some(isOther)) report(NOT_ADJACENT, call.pointer, id);
}

/** The items between two indices. Items are in the order of their indices. */
function itemsBetween(items: readonly Item[], after: number, before: number): readonly Item[] {
  const start = items.findIndex(({ index }) => index > after);
  const end = items.findIndex(({ index }) => index >= before);
  return start < 0 ? [] : items.slice(start, end < 0 ? items.length : end);
}
