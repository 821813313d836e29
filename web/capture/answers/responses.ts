/** Answers of the Responses API. */
import { isObject, type JsonObject, own, ownText, tryJson } from "../../inputs/json.ts";
import type { StreamEvent } from "./sse.ts";
import { type Answered, indexOf, nothing } from "./types.ts";

/** The items of an answer that came in one piece. */
export function responsesAnswer(value: unknown): Answered {
  const output = own(value, "output");
  if (!Array.isArray(output)) return nothing;
  const status = ownText(value, "status");
  const reason = ownText(own(value, "incomplete_details"), "reason");
  return {
    turns: output,
    complete: status === undefined || status === "completed" || status === "incomplete",
    ...(status !== undefined && { stopReason: reason ?? status }),
    problems: reason === undefined ? [] : [`The answer is incomplete: ${reason.slice(0, 100)}.`],
    ...(isObject(own(value, "error")) && { error: JSON.stringify(own(value, "error")) }),
  };
}

interface GrowingItem {
  item: JsonObject;
  done: boolean;
  readonly texts: Map<number, string[]>;
  readonly arguments: string[];
}

/** The items of a streamed answer, as far as they came. The last event has them all. */
export function responsesStream(events: readonly StreamEvent[]): Answered {
  const items: GrowingItem[] = [];
  let error: string | undefined;
  for (const { event, data } of events) {
    const value = tryJson(data);
    const type = ownText(value, "type") ?? event;
    const response = own(value, "response");
    if (/^response\.(?:completed|incomplete)$/.test(type) && Array.isArray(own(response, "output"))) {
      const whole = responsesAnswer(response);
      // Servers that keep nothing may leave the list empty.
      if (whole.turns.length > 0 || items.length === 0) return whole;
      return { ...whole, turns: items.flatMap((item) => (item ? [finished(item)] : [])) };
    }
    if (type === "error" || type === "response.failed") error = data;
    const index = indexOf(own(value, "output_index"));
    if (index !== undefined) grow(items, index, type, value);
  }
  const open = items.flatMap((item, index) => (item?.done === false ? [`Item ${index} was not finished.`] : []));
  return {
    turns: items.flatMap((item) => (item ? [finished(item)] : [])),
    complete: false,
    problems: open,
    ...(error !== undefined && { error }),
  };
}

function grow(items: GrowingItem[], index: number, type: string, value: unknown): void {
  const item = own(value, "item");
  if (isObject(item) && type === "response.output_item.added") {
    items[index] = { item, done: false, texts: new Map(), arguments: [] };
  } else if (isObject(item) && type === "response.output_item.done") {
    items[index] = { item, done: true, texts: new Map(), arguments: [] };
  }
  const growing = items[index];
  const delta = ownText(value, "delta");
  if (!growing || delta === undefined) return;
  if (type === "response.function_call_arguments.delta" || type === "response.custom_tool_call_input.delta") {
    growing.arguments.push(delta);
  } else if (type === "response.output_text.delta") {
    const at = indexOf(own(value, "content_index")) ?? 0;
    const parts = growing.texts.get(at);
    if (parts) parts.push(delta);
    else growing.texts.set(at, [delta]);
  }
}

/** The item; one that broke off, with what came of it. */
function finished({ item, done, texts, arguments: parts }: GrowingItem): JsonObject {
  if (done) return item;
  const key = ownText(item, "type") === "custom_tool_call" ? "input" : "arguments";
  if (parts.length > 0) return { ...item, [key]: parts.join("") };
  if (texts.size === 0) return item;
  const content = [...texts]
    .sort(([first], [second]) => first - second)
    .map(([, deltas]) => ({ type: "output_text", text: deltas.join(""), annotations: [] }));
  return { ...item, content };
}
