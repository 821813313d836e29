// Damage that clients do to bodies of the Responses API: each function gives a damaged list, or the list itself where it
// finds nothing to damage.
import type { Random } from "../properties/random.ts";

export type Json = Readonly<Record<string, unknown>>;
type Items = readonly Json[];
type Defect = (items: Items, random: Random) => Items;

function pickIndex(items: Items, random: Random, fits: (item: Json) => boolean): number {
  const found = items.flatMap((item, index) => (item !== null && fits(item) ? [index] : []));
  return found.length === 0 ? -1 : random.pick(found);
}

const isCall = ({ type }: Json): boolean => type === "function_call" || type === "custom_tool_call";
const isFunction = ({ type }: Json): boolean => type === "function_call";
const isResult = ({ type }: Json): boolean => type === "function_call_output" || type === "custom_tool_call_output";
const isReasoning = ({ type }: Json): boolean => type === "reasoning";
const isMessage = ({ role, type }: Json): boolean => role !== undefined && type !== "additional_tools";
const isSaid = (item: Json): boolean => item["role"] === "assistant";
const isAsked = (item: Json): boolean => item["role"] === "user";

/** One item that fits gets other fields; those that are undefined go. */
function change(fits: (item: Json) => boolean, fields: (item: Json, random: Random) => Json): Defect {
  return (items, random) => {
    const index = pickIndex(items, random, fits);
    if (index < 0) return items;
    const item = items[index] as Json;
    const changed = Object.entries({ ...item, ...fields(item, random) }).filter(([, value]) => value !== undefined);
    return items.with(index, Object.fromEntries(changed));
  };
}

/** A new item somewhere. */
function insert(item: unknown): Defect {
  return (items, random) => items.toSpliced(random.below(items.length + 1), 0, item as Json);
}

/** One item that fits goes. */
function drop(fits: (item: Json) => boolean): Defect {
  return (items, random) => {
    const index = pickIndex(items, random, fits);
    return index < 0 ? items : items.toSpliced(index, 1);
  };
}

/** Every defect, by name. */
export const RESPONSES_DEFECTS: Readonly<Record<string, Defect>> = {
  dropResult: drop(isResult),
  dropCall: drop(isCall),
  dropReasoning: drop(isReasoning),
  duplicateResult(items, random) {
    const index = pickIndex(items, random, isResult);
    return index < 0 ? items : items.toSpliced(index, 0, { ...items[index], output: "again" });
  },
  duplicateCall(items, random) {
    const index = pickIndex(items, random, isCall);
    return index < 0 ? items : items.toSpliced(index, 0, items[index] as Json);
  },
  duplicateReasoning(items, random) {
    const index = pickIndex(items, random, isReasoning);
    return index < 0 ? items : items.toSpliced(random.below(items.length + 1), 0, items[index] as Json);
  },
  duplicateId(items, random) {
    const [first, second] = [pickIndex(items, random, isCall), pickIndex(items, random, isCall)];
    return first < 0 ? items : items.with(second, { ...items[second], call_id: items[first]?.["call_id"] });
  },
  orphanResult: insert({ type: "function_call_output", call_id: "call_nobody", output: "orphan" }),
  orphanOfComputer: insert({ type: "computer_call_output", call_id: "call_nobody", output: {} }),
  openComputerCall: insert({ type: "computer_call", id: "cu_x", call_id: "call_cu", pending_safety_checks: [] }),
  lateResult(items, random) {
    const index = pickIndex(items, random, isResult);
    if (index < 0) return items;
    return [...items.toSpliced(index, 1), { role: "user", content: "queued" }, items[index] as Json];
  },
  earlyResult(items, random) {
    const index = pickIndex(items, random, isResult);
    return index < 0 ? items : [items[index] as Json, ...items.toSpliced(index, 1)];
  },
  textBeforeResults(items, random) {
    const index = pickIndex(items, random, isResult);
    return index < 0 ? items : items.toSpliced(index, 0, { role: "user", content: "wait" });
  },
  noteBeforeResults(items, random) {
    const index = pickIndex(items, random, isResult);
    const text = random.pick(["", "note"]);
    const note = { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
    return index < 0 ? items : items.toSpliced(index, 0, note);
  },
  resultWithoutId: change(isResult, () => ({ call_id: undefined })),
  callWithoutId: change(isCall, (_, random) => ({ call_id: random.pick([undefined, ""]) })),
  longId(items, random) {
    const index = pickIndex(items, random, isCall);
    const id = items[index]?.["call_id"];
    if (id === undefined) return items;
    const long = `${String(id)}_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef`;
    return items.map((item) => (item?.["call_id"] === id ? { ...item, call_id: long } : item));
  },
  pairAsId(items, random) {
    const index = pickIndex(items, random, isFunction);
    const id = items[index]?.["call_id"];
    if (id === undefined) return items;
    return items.map((item) => (item?.["call_id"] === id ? { ...item, call_id: `${String(id)}|fc_1` } : item));
  },
  missingName: change(isCall, (_, random) => ({ name: random.pick(["", undefined]) })),
  badName: change(isCall, () => ({ name: "multi tool.use" })),
  objectArguments: change(isFunction, () => ({ arguments: { path: "a" } })),
  missingArguments: change(isFunction, () => ({ arguments: undefined })),
  brokenArguments: change(isFunction, () => ({ arguments: '{"path": "a' })),
  objectInput: change(
    ({ type }) => type === "custom_tool_call",
    () => ({ input: { a: 1 } }),
  ),
  noOutput: change(isResult, (_, random) => ({ output: random.pick([undefined, null]) })),
  objectOutput: change(isResult, () => ({ output: { content: "x", success: false } })),
  chatOutput: change(isResult, () => ({ output: [{ type: "text", text: "x" }] })),
  foreignItemId: change(
    (item) => isCall(item) || isSaid(item),
    (_, random) => ({ id: `item_${random.below(1000)}` }),
  ),
  longItemId: change(
    (item) => isCall(item) || isSaid(item),
    () => ({ id: `msg_${"x".repeat(400)}` }),
  ),
  longReasoningId: change(isReasoning, () => ({ id: `rs_${"x".repeat(400)}` })),
  emptyItemId: change(
    (item) => isCall(item) || isSaid(item) || isReasoning(item),
    () => ({ id: "" }),
  ),
  outputItemId: change(isResult, () => ({ id: "call_1" })),
  unpairedId: change(isCall, ({ type }, random) => ({
    id: `${type === "function_call" ? "fc" : "ctc"}_n${random.below(1000)}`,
  })),
  unpairedMessage: change(isSaid, (_, random) => ({
    type: "message",
    id: `msg_n${random.below(1000)}`,
    status: "completed",
  })),
  reasoningAlone: insert({ type: "reasoning", id: "rs_alone", summary: [], encrypted_content: "gAAAAABalone==" }),
  damagedReasoning: change(isReasoning, () => ({ encrypted_content: "gAAAA<truncated" })),
  noSummary: change(isReasoning, () => ({ summary: undefined })),
  nullStatus: change(isReasoning, () => ({ status: null })),
  reference: insert({ type: "item_reference", id: "rs_stored" }),
  inputTextOfAssistant: change(isSaid, () => ({ content: [{ type: "input_text", text: "t" }] })),
  chatText: change(isAsked, () => ({
    content: [
      { type: "text", text: "t" },
      { type: "image_url", image_url: { url: "u" } },
    ],
  })),
  loneObject: change(isMessage, ({ role }) => ({
    content: { type: role === "assistant" ? "output_text" : "input_text", text: "t" },
  })),
  noContent: change(isMessage, (_, random) => ({ content: random.pick([undefined, null, 7]) })),
  emptyContent: change(isMessage, (_, random) => ({ content: random.pick<unknown>([[], ""]) })),
  nullPart: change(isMessage, (_, random) => ({ content: [random.pick<unknown>([null, "t", 7, {}])] })),
  badImage: change(isAsked, (_, random) => ({
    content: [
      {
        type: "input_image",
        image_url: random.pick(["data:image/png;base64,AAAA", "data:image/svg+xml;base64,PHN2Zz4=", "nowhere", null]),
      },
    ],
  })),
  loneSurrogate: change(
    (item) => isMessage(item),
    () => ({ content: "cut \ud83d" }),
  ),
  surrogateOutput: change(isResult, () => ({ output: "cut \ud83d" })),
  trailingAssistant: (items) => [...items, { role: "assistant", content: "So: " }],
  nullEntry: insert(null),
  unknownRole: insert({ role: "tool", tool_call_id: "call_1", content: "boo" }),
  foreignItem: insert({ type: "tool_result", tool_use_id: "toolu_1", content: "boo" }),
  systemRole: insert({ role: "system", content: "be brief" }),
};

/** The body with one to `most` defects, and their names. */
export function damageResponses(
  body: Json,
  random: Random,
  most: number,
): { readonly body: Json; readonly names: string[] } {
  const names: string[] = [];
  let items = Array.isArray(body["input"]) ? (body["input"] as Items) : [];
  if (items.length === 0) return { body, names };
  for (let count = 1 + random.below(most); count > 0; count--) {
    const name = random.pick(Object.keys(RESPONSES_DEFECTS));
    const after = (RESPONSES_DEFECTS[name] as Defect)(items, random);
    if (after !== items) names.push(name);
    items = after;
  }
  return { body: { ...body, input: items }, names };
}
