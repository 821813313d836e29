// Damage that clients do to bodies of Mistral's chat API: each function gives a damaged list of messages, or the list
// itself where it finds nothing to damage.
import type { Random } from "../properties/random.ts";

export type Json = Readonly<Record<string, unknown>>;
type Messages = readonly Json[];
type Defect = (messages: Messages, random: Random) => Messages;

const isResult = ({ role }: Json): boolean => role === "tool";
const isAssistant = ({ role }: Json): boolean => role === "assistant";
const isUser = ({ role }: Json): boolean => role === "user";
/** The name that a message has for a field: that of the wire or that of the SDK. */
const nameOf = (message: Json, wire: string, sdk: string): string => (Object.hasOwn(message, sdk) ? sdk : wire);
const callsKey = (message: Json): string => nameOf(message, "tool_calls", "toolCalls");
const idKey = (message: Json): string => nameOf(message, "tool_call_id", "toolCallId");
const callsOf = (message: Json): Messages => {
  const calls = message[callsKey(message)];
  return Array.isArray(calls) ? (calls as Messages).filter((call) => call !== null) : [];
};
const hasCalls = (message: Json): boolean => callsOf(message).length > 0;

function pickIndex(messages: Messages, random: Random, fits: (message: Json) => boolean): number {
  const found = messages.flatMap((message, index) => (message !== null && fits(message) ? [index] : []));
  return found.length === 0 ? -1 : random.pick(found);
}

/** One message that fits gets other fields; those that are undefined go. */
function change(fits: (message: Json) => boolean, fields: (message: Json, random: Random) => Json): Defect {
  return (messages, random) => {
    const index = pickIndex(messages, random, fits);
    if (index < 0) return messages;
    const message = messages[index] as Json;
    const entries = Object.entries({ ...message, ...fields(message, random) });
    return messages.with(index, Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
  };
}

/** One call of one message gets other fields. */
function changeCall(fields: (call: Json, message: Json, random: Random) => Json): Defect {
  return change(hasCalls, (message, random) => {
    const calls = callsOf(message);
    const chosen = random.below(calls.length);
    const changed = calls.map((call, at) => (at === chosen ? { ...call, ...fields(call, message, random) } : call));
    return { [callsKey(message)]: changed.map((call) => withoutUndefined(call)) };
  });
}

const withoutUndefined = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));

/** The function of one call gets other fields. */
const changeFunction = (fields: (random: Random) => Json): Defect =>
  changeCall((call, _, random) => {
    const inner = call["function"] as Json | undefined;
    return inner ? { function: withoutUndefined({ ...inner, ...fields(random) }) } : {};
  });

/** A new message somewhere. */
const insert =
  (message: unknown): Defect =>
  (messages, random) =>
    messages.toSpliced(random.below(messages.length + 1), 0, message as Json);

const image = { type: "image_url", image_url: "https://example.com/a.png" };
const withContent = (fits: (message: Json) => boolean, ...contents: readonly unknown[]): Defect =>
  change(fits, (_, random) => ({ content: random.pick(contents) }));
const anyMessage = (): boolean => true;

/** Every defect, by name. */
export const MISTRAL_DEFECTS: Readonly<Record<string, Defect>> = {
  dropResult(messages, random) {
    const index = pickIndex(messages, random, isResult);
    return index < 0 ? messages : messages.toSpliced(index, 1);
  },
  duplicateResult(messages, random) {
    const index = pickIndex(messages, random, isResult);
    return index < 0 ? messages : messages.toSpliced(index, 0, { ...messages[index], content: "again" });
  },
  orphanResult: insert({ role: "tool", tool_call_id: "callnobod", content: "orphan" }),
  dropCallers(messages, random) {
    const index = pickIndex(messages, random, hasCalls);
    return index < 0 ? messages : messages.toSpliced(index, 1);
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
  resultWithoutId: change(isResult, (message) => ({ [idKey(message)]: undefined })),
  userAfterResults(messages, random) {
    const index = pickIndex(messages, random, isResult);
    if (index < 0) return messages;
    let end = index;
    while (messages[end]?.["role"] === "tool") end++;
    return messages.toSpliced(end, 0, { role: "user", content: "go on" });
  },
  duplicateId: changeCall((_, message) => ({ id: callsOf(message)[0]?.["id"] })),
  callWithoutId: changeCall(() => ({ id: undefined })),
  nullId: changeCall(() => ({ id: "null" })),
  longId(messages, random) {
    const index = pickIndex(messages, random, hasCalls);
    const id = callsOf(messages[index] ?? {})[0]?.["id"];
    if (id === undefined) return messages;
    const long = `toolu_${String(id)}`;
    return messages.map((message) => {
      if (message?.[idKey(message)] === id) return { ...message, [idKey(message)]: long };
      if (!message || !hasCalls(message)) return message;
      const calls = callsOf(message).map((call) => (call["id"] === id ? { ...call, id: long } : call));
      return { ...message, [callsKey(message)]: calls };
    });
  },
  missingName: changeFunction((random) => ({ name: random.pick(["", undefined]) })),
  badName: changeFunction(() => ({ name: "multi tool.use" })),
  badResultName: change(isResult, () => ({ name: "multi tool.use" })),
  emptyResultName: change(isResult, (_, random) => ({ name: random.pick<unknown>(["", 7]) })),
  listArguments: changeFunction(() => ({ arguments: ["a"] })),
  missingArguments: changeFunction((random) => ({ arguments: random.pick([undefined, null]) })),
  nullCall: change(hasCalls, (message) => ({ [callsKey(message)]: [...callsOf(message), null] })),
  customCall: changeCall(() => ({ type: "custom", function: undefined, custom: { name: "run", input: "ls" } })),
  callsOfNoList: change(
    (message) => isAssistant(message) && !hasCalls(message),
    (message) => ({ [callsKey(message)]: "none" }),
  ),
  emptyContent: withContent(anyMessage, [], null, ""),
  noContent: change(anyMessage, () => ({ content: undefined })),
  numberContent: withContent(isUser, 7, true),
  bareText: withContent(isUser, ["bare"], [{ type: "input_text", text: "t" }], [{ text: "t" }], {
    type: "text",
    text: "t",
  }),
  nullChunk: withContent(isUser, [null, { type: "text", text: "t" }]),
  foreignChunk: withContent(isUser, [
    { type: "text", text: "t" },
    { type: "tool_result", tool_use_id: "a" },
  ]),
  textlessChunk: withContent(isAssistant, [{ type: "text" }, { type: "text", text: "t" }]),
  imageOfAssistant: withContent(isAssistant, [{ type: "text", text: "drawn" }, image]),
  documentOfSystem: withContent(
    ({ role }) => role === "system",
    [
      { type: "text", text: "s" },
      { type: "document_url", document_url: "https://example.com/a.pdf" },
    ],
  ),
  imageInResult: withContent(isResult, [{ type: "text", text: "seen" }, image]),
  thinkingOfUser: withContent(isUser, [
    { type: "thinking", thinking: [{ type: "text", text: "why" }] },
    { type: "text", text: "t" },
  ]),
  thinkingAsText: withContent(isAssistant, [
    { type: "thinking", thinking: "why" },
    { type: "text", text: "t" },
  ]),
  reasoningField: change(isAssistant, (_, random) => ({
    [random.pick(["reasoning_content", "reasoning", "refusal"])]: random.pick(["why", null, ""]),
  })),
  speaker: change(isUser, () => ({ name: "ann" })),
  cacheMarker: change(isUser, () => ({
    content: [{ type: "text", text: "t", cache_control: { type: "ephemeral" } }],
  })),
  signedCall: changeCall(() => ({ extra_content: { google: { thought_signature: "QUJD" } } })),
  loneSurrogate: withContent(anyMessage, "cut \ud83d"),
  trailingAssistant: (messages) => [...messages, { role: "assistant", content: "So: " }],
  earlyPrefix: change(isAssistant, () => ({ prefix: true })),
  emptyAssistant: insert({ role: "assistant", content: null }),
  systemInside: insert({ role: "system", content: "mind the gap" }),
  developer: insert({ role: "developer", content: "mind the step" }),
  nullEntry: insert(null),
  unknownRole: insert({ role: "ghost", content: "boo" }),
  assistantFirst: (messages) => [{ role: "assistant", content: "Hello." }, ...messages],
  callsFirst: (messages) =>
    messages.slice(
      Math.max(
        0,
        messages.findIndex((message) => message !== null && hasCalls(message)),
      ),
    ),
};

/** The body with one to `most` defects, and their names. */
export function damageMistral(
  body: Json,
  random: Random,
  most: number,
): { readonly body: Json; readonly names: string[] } {
  const names: string[] = [];
  let messages = body["messages"] as Messages;
  for (let count = 1 + random.below(most); count > 0 && messages.length > 0; count--) {
    const name = random.pick(Object.keys(MISTRAL_DEFECTS));
    const changed = (MISTRAL_DEFECTS[name] as Defect)(messages, random);
    // A request of which nothing is left but results that nobody asked for is beyond repair.
    if (changed === messages || !changed.some((message) => isUser(message ?? {}) || isAssistant(message ?? {})))
      continue;
    names.push(name);
    messages = changed;
  }
  return { body: { ...body, messages }, names };
}
