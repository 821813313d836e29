// Damage that clients do to bodies of Chat Completions: each function gives a damaged copy, or the body itself where it
// finds nothing to damage.
import type { Random } from "../properties/random.ts";

export type Json = Readonly<Record<string, unknown>>;
type Messages = readonly Json[];
type Defect = (messages: Messages, random: Random) => Messages;

/** The body with the messages changed. */
function withMessages(body: Json, change: (messages: Messages) => Messages): Json {
  const messages = body["messages"] as Messages;
  const changed = change(messages);
  return changed === messages ? body : { ...body, messages: changed };
}

function indices(messages: Messages, fits: (message: Json, index: number) => boolean): number[] {
  return messages.flatMap((message, index) => (fits(message, index) ? [index] : []));
}

function pickIndex(messages: Messages, random: Random, fits: (message: Json, index: number) => boolean): number {
  const found = indices(messages, fits);
  return found.length === 0 ? -1 : random.pick(found);
}

const isResult = ({ role }: Json): boolean => role === "tool";
const callsOf = ({ tool_calls }: Json): Messages => (Array.isArray(tool_calls) ? tool_calls : []);
const hasCalls = (message: Json): boolean => callsOf(message).length > 0;

/** Changes one call of one message. */
function changeCall(messages: Messages, random: Random, change: (call: Json, message: Json) => Json): Messages {
  const index = pickIndex(messages, random, hasCalls);
  if (index < 0) return messages;
  const message = messages[index] as Json;
  const calls = callsOf(message);
  const chosen = random.below(calls.length);
  const tool_calls = calls.map((call, at) => (at === chosen ? change(call, message) : call));
  return messages.with(index, { ...message, tool_calls });
}

const withFunction = (call: Json, fields: Json): Json => {
  const inner = call["function"] as Json | undefined;
  return inner ? { ...call, function: { ...inner, ...fields } } : call;
};

/** Every defect, by name. */
export const DEFECTS: Readonly<Record<string, Defect>> = {
  dropResult(messages, random) {
    const index = pickIndex(messages, random, isResult);
    return index < 0 ? messages : messages.toSpliced(index, 1);
  },
  duplicateResult(messages, random) {
    const index = pickIndex(messages, random, isResult);
    return index < 0 ? messages : messages.toSpliced(index, 0, { ...messages[index], content: "again" });
  },
  orphanResult(messages, random) {
    const index = random.below(messages.length + 1);
    return messages.toSpliced(index, 0, { role: "tool", tool_call_id: "call_nobody", content: "orphan" });
  },
  lateResult(messages, random) {
    const index = pickIndex(messages, random, isResult);
    if (index < 0) return messages;
    return [...messages.toSpliced(index, 1), { role: "user", content: "queued" }, messages[index] as Json];
  },
  textBeforeResults(messages, random) {
    const index = pickIndex(messages, random, isResult);
    return index < 0 ? messages : messages.toSpliced(index, 0, { role: "user", content: "wait" });
  },
  resultBeforeCall(messages, random) {
    const index = pickIndex(messages, random, hasCalls);
    const result = messages[index + 1];
    if (index < 0 || !result || !isResult(result)) return messages;
    return messages.toSpliced(index, 2, result, messages[index] as Json);
  },
  resultWithoutId(messages, random) {
    const index = pickIndex(messages, random, isResult);
    if (index < 0) return messages;
    const { tool_call_id: _, ...rest } = messages[index] as Json;
    return messages.with(index, rest);
  },
  duplicateId(messages, random) {
    return changeCall(messages, random, (call, message) => ({ ...call, id: callsOf(message)[0]?.["id"] }));
  },
  callWithoutId(messages, random) {
    return changeCall(messages, random, ({ id: _, ...call }) => call);
  },
  longId(messages, random) {
    const index = pickIndex(messages, random, hasCalls);
    const id = callsOf(messages[index] ?? {})[0]?.["id"];
    if (id === undefined) return messages;
    const long = `${String(id)}|fc_0123456789abcdef0123456789abcdef0123456789abcdef`;
    const rename = (call: Json): Json => (call["id"] === id ? { ...call, id: long } : call);
    return messages.map((message) => {
      if (message["tool_call_id"] === id) return { ...message, tool_call_id: long };
      return hasCalls(message) ? { ...message, tool_calls: callsOf(message).map(rename) } : message;
    });
  },
  missingName(messages, random) {
    return changeCall(messages, random, (call) => withFunction(call, { name: random.pick(["", undefined]) }));
  },
  badName(messages, random) {
    return changeCall(messages, random, (call) => withFunction(call, { name: "multi tool.use" }));
  },
  objectArguments(messages, random) {
    return changeCall(messages, random, (call) => withFunction(call, { arguments: { path: "a" } }));
  },
  listArguments(messages, random) {
    return changeCall(messages, random, (call) => withFunction(call, { arguments: ["a"] }));
  },
  missingArguments(messages, random) {
    return changeCall(messages, random, (call) => withFunction(call, { arguments: undefined }));
  },
  missingType(messages, random) {
    return changeCall(messages, random, ({ type, ...call }) => (type === "custom" ? { type, ...call } : call));
  },
  emptyCalls(messages, random) {
    const index = pickIndex(messages, random, (message) => message["role"] === "assistant" && !hasCalls(message));
    return index < 0 ? messages : messages.with(index, { ...messages[index], tool_calls: [] });
  },
  emptyContent(messages, random) {
    const index = random.below(messages.length);
    return messages.with(index, { ...messages[index], content: random.pick<unknown>([[], null]) });
  },
  blankContent(messages, random) {
    const index = random.below(messages.length);
    return messages.with(index, { ...messages[index], content: random.pick(["", "  ", [{ type: "text", text: "" }]]) });
  },
  noContent(messages, random) {
    const index = random.below(messages.length);
    const { content: _, ...rest } = messages[index] as Json;
    return messages.with(index, rest);
  },
  barePart(messages, random) {
    const index = pickIndex(messages, random, ({ role }) => role === "user" || role === "tool");
    if (index < 0) return messages;
    const { role } = messages[index] as Json;
    const part = role === "tool" ? { id: 7, title: "t" } : { type: "input_text", text: "t" };
    return messages.with(index, { ...messages[index], content: [part] });
  },
  loneObject(messages, random) {
    const index = pickIndex(messages, random, ({ role }) => role === "user");
    return index < 0 ? messages : messages.with(index, { ...messages[index], content: { type: "text", text: "t" } });
  },
  badSpeaker(messages, random) {
    const index = pickIndex(messages, random, ({ role }) => role === "user");
    return index < 0 ? messages : messages.with(index, { ...messages[index], name: "Ann Lee <ann>" });
  },
  imageInResult(messages, random) {
    const index = pickIndex(messages, random, isResult);
    if (index < 0) return messages;
    const image = { type: "image_url", image_url: { url: "https://example.com/a.png" } };
    return messages.with(index, { ...messages[index], content: [image] });
  },
  imageOfAssistant(messages, random) {
    const index = pickIndex(messages, random, ({ role }) => role === "assistant");
    if (index < 0) return messages;
    const image = { type: "image_url", image_url: { url: "https://example.com/a.png" } };
    return messages.with(index, { ...messages[index], content: [{ type: "text", text: "drawn" }, image] });
  },
  loneSurrogate(messages, random) {
    const index = random.below(messages.length);
    return messages.with(index, { ...messages[index], content: "cut \ud83d" });
  },
  trailingAssistant(messages) {
    return [...messages, { role: "assistant", content: "So: " }];
  },
  emptyAssistant(messages, random) {
    return messages.toSpliced(random.below(messages.length + 1), 0, { role: "assistant", content: null });
  },
  nullEntry(messages, random) {
    return messages.toSpliced(random.below(messages.length + 1), 0, null as unknown as Json);
  },
  unknownRole(messages, random) {
    return messages.toSpliced(random.below(messages.length + 1), 0, { role: "ghost", content: "boo" });
  },
};

/** The body with one to `most` defects, and their names. */
export function damageBody(
  body: Json,
  random: Random,
  most: number,
): { readonly body: Json; readonly names: string[] } {
  const names: string[] = [];
  let damaged = body;
  for (let count = 1 + random.below(most); count > 0; count--) {
    const name = random.pick(Object.keys(DEFECTS));
    const before = damaged;
    damaged = withMessages(damaged, (messages) =>
      messages.includes(null as unknown as Json) || messages.length === 0
        ? messages
        : (DEFECTS[name] as Defect)(messages, random),
    );
    if (damaged !== before) names.push(name);
  }
  return { body: damaged, names };
}
