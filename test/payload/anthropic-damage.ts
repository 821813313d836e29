// Damage that clients do to bodies of the Messages API: each function gives a damaged list of messages, or the list
// itself where it finds nothing to damage.
import type { Random } from "../properties/random.ts";

export type Json = Readonly<Record<string, unknown>>;
type Messages = readonly Json[];
type Blocks = readonly Json[];
type Defect = (messages: Messages, random: Random) => Messages;

const isAssistant = ({ role }: Json): boolean => role === "assistant";
const isUser = ({ role }: Json): boolean => role === "user";
const isUse = ({ type }: Json): boolean => type === "tool_use";
const isResult = ({ type }: Json): boolean => type === "tool_result";
const isThinking = ({ type }: Json): boolean => type === "thinking";
const isText = ({ type }: Json): boolean => type === "text";
const without = (value: Json): Json => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));

const contentOf = (messages: Messages, index: number): Blocks => (messages[index]?.["content"] ?? []) as Blocks;

/** Where a block of a kind stands: message and block. */
function pickBlock(messages: Messages, random: Random, fits: (block: Json, message: Json) => boolean) {
  const found = messages.flatMap((message, index) => {
    const content = message?.["content"];
    if (!Array.isArray(content)) return [];
    return content.flatMap((block: Json | null, at): [number, number][] =>
      typeof block === "object" && block !== null && fits(block, message) ? [[index, at]] : [],
    );
  });
  return found.length === 0 ? undefined : random.pick(found);
}

function withBlocks(messages: Messages, index: number, edit: (blocks: Blocks) => Blocks): Messages {
  const message = messages[index] as Json;
  return messages.with(index, { ...message, content: edit(message["content"] as Blocks) });
}

/** One block that fits is replaced by others. */
function replace(
  fits: (block: Json, message: Json) => boolean,
  others: (block: Json, random: Random) => Blocks,
): Defect {
  return (messages, random) => {
    const spot = pickBlock(messages, random, fits);
    if (!spot) return messages;
    const [index, at] = spot;
    return withBlocks(messages, index, (blocks) => blocks.toSpliced(at, 1, ...others(blocks[at] as Json, random)));
  };
}

/** One block that fits gets other fields; those that are undefined go. */
const change = (fits: (block: Json, message: Json) => boolean, fields: (block: Json, random: Random) => Json): Defect =>
  replace(fits, (block, random) => [without({ ...block, ...fields(block, random) })]);

/** A new block in front of one that fits. */
const insertBefore = (fits: (block: Json, message: Json) => boolean, made: Json): Defect =>
  replace(fits, (block) => [made, block]);

/** A new message somewhere. */
const insert =
  (message: unknown): Defect =>
  (messages, random) =>
    messages.toSpliced(random.below(messages.length + 1), 0, message as Json);

/** The content of one message that fits becomes something else. */
function withContent(fits: (message: Json) => boolean, ...contents: readonly unknown[]): Defect {
  return (messages, random) => {
    const found = messages.flatMap((message, index) => (message !== null && fits(message) ? [index] : []));
    if (found.length === 0) return messages;
    const index = random.pick(found);
    return messages.with(index, without({ ...messages[index], content: random.pick(contents) }));
  };
}

const anyMessage = (): boolean => true;
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGVsbG8=" } };

/** Every defect, by name. */
export const ANTHROPIC_DEFECTS: Readonly<Record<string, Defect>> = {
  dropResult: replace(isResult, () => []),
  dropUse: replace(isUse, () => []),
  duplicateResult: replace(isResult, (block) => [block, { ...block, content: "again" }]),
  duplicateUse: replace(isUse, (block) => [block, block]),
  orphanResult: withContent(isUser, [{ type: "tool_result", tool_use_id: "toolu_nobody", content: "orphan" }]),
  lateResult(messages, random) {
    const spot = pickBlock(messages, random, isResult);
    if (!spot) return messages;
    const [index, at] = spot;
    const late = contentOf(messages, index)[at] as Json;
    const rest = withBlocks(messages, index, (blocks) => blocks.toSpliced(at, 1));
    return [...rest, { role: "user", content: "queued" }, { role: "user", content: [late] }];
  },
  textBeforeResults: insertBefore(isResult, { type: "text", text: "wait" }),
  turnBeforeResults(messages, random) {
    const spot = pickBlock(messages, random, isResult);
    return spot ? messages.toSpliced(spot[0], 0, { role: "assistant", content: "Well." }) : messages;
  },
  resultWithoutId: change(isResult, () => ({ tool_use_id: undefined })),
  badId(messages, random) {
    const spot = pickBlock(messages, random, isUse);
    const id = spot && contentOf(messages, spot[0])[spot[1]]?.["id"];
    if (typeof id !== "string") return messages;
    const bad = `${id}|fc:1`;
    return messages.map((message) => {
      const content = message?.["content"];
      if (!Array.isArray(content)) return message;
      const renamed = content.map((block: Json | null) => {
        if (block?.["id"] === id) return { ...block, id: bad };
        return block?.["tool_use_id"] === id ? { ...block, tool_use_id: bad } : block;
      });
      return { ...message, content: renamed };
    });
  },
  useWithoutId: change(isUse, (_, random) => ({ id: random.pick([undefined, ""]) })),
  badName: change(isUse, (_, random) => ({ name: random.pick(["multi tool.use", ""]) })),
  textInput: change(isUse, (_, random) => ({ input: random.pick<unknown>(['{"a": 1}', '{"a": ', null, ["a"]]) })),
  noInput: change(isUse, () => ({ input: undefined })),
  unsigned: change(isThinking, (_, random) => ({ signature: random.pick([undefined, ""]) })),
  emptyThinking: change(isThinking, () => ({ thinking: "", signature: undefined })),
  thinkingOfUser: insertBefore((_, message) => isUser(message), { type: "thinking", thinking: "why", signature: "s" }),
  thinkingLast: replace(
    (_, message) => isAssistant(message),
    (block) => [block, { type: "thinking", thinking: "why" }],
  ),
  emptyText: change(isText, (_, random) => ({ text: random.pick(["", "  ", "\n"]) })),
  markedEmptyText: change(isText, () => ({ text: "", cache_control: { type: "ephemeral" } })),
  noText: change(isText, () => ({ text: undefined })),
  manyMarkers: (messages) =>
    messages.map((message) => {
      const content = message?.["content"];
      if (!Array.isArray(content)) return message;
      const marked = content.map((block: Json | null) =>
        block && isText(block) ? { ...block, cache_control: { type: "ephemeral" } } : block,
      );
      return { ...message, content: marked };
    }),
  foreignBlock: insertBefore((_, message) => isUser(message), { type: "image_url", image_url: { url: "u" } }),
  openaiText: change(isText, () => ({ type: "input_text" })),
  nullBlock: insertBefore(() => true, null as unknown as Json),
  bareText: insertBefore(() => true, "bare" as unknown as Json),
  brokenImage: insertBefore((_, message) => isUser(message), image),
  imageOfAssistant: insertBefore((_, message) => isAssistant(message), image),
  imageInError: change(isResult, () => ({ is_error: true, content: [{ type: "text", text: "failed" }, image] })),
  oddResult: change(isResult, (_, random) => ({
    content: random.pick<unknown>([null, { type: "text", text: "t" }, 7]),
  })),
  emptyError: change(isResult, () => ({ is_error: true, content: [] })),
  brokenArguments: change(isUse, () => ({ input: { path: "cut \ud83d" } })),
  resultInAssistant: insertBefore((_, message) => isAssistant(message), {
    type: "tool_result",
    tool_use_id: "toolu_nobody",
    content: "misplaced",
  }),
  useInUser: insertBefore((_, message) => isUser(message), {
    type: "tool_use",
    id: "toolu_user",
    name: "read",
    input: {},
  }),
  emptyContent: withContent(anyMessage, [], "", null, undefined),
  blankContent: withContent(anyMessage, "  ", [{ type: "text", text: " " }]),
  oddContent: withContent(isUser, 7, { type: "text", text: "t" }),
  loneSurrogate: change(isText, () => ({ text: "cut \ud83d" })),
  trailingAssistant: (messages) => [...messages, { role: "assistant", content: "So: " }],
  emptyAssistant: insert({ role: "assistant", content: [] }),
  assistantFirst: (messages) => [{ role: "assistant", content: "Hello." }, ...messages],
  systemRole: insert({ role: "system", content: "mind the gap" }),
  toolRole: insert({ role: "tool", tool_call_id: "call_1", content: "boo" }),
  nullEntry: insert(null),
  stringEntry: insert("bare"),
};

function isNothingElse(message: Json | null): boolean {
  const content = message?.["content"];
  return Array.isArray(content) && content.every((block: Json | null) => block !== null && isResult(block));
}

/** The body with one to `most` defects, and their names. */
export function damageAnthropic(
  body: Json,
  random: Random,
  most: number,
): { readonly body: Json; readonly names: readonly string[] } {
  const names: string[] = [];
  let messages = body["messages"] as Messages;
  for (let count = 1 + random.below(most); count > 0; count--) {
    const name = random.pick(Object.keys(ANTHROPIC_DEFECTS));
    const changed = (ANTHROPIC_DEFECTS[name] as Defect)(messages, random);
    // A request of which nothing is left but results that nobody asked for is beyond repair.
    if (changed === messages || changed.every(isNothingElse)) continue;
    names.push(name);
    messages = changed;
  }
  return { body: { ...body, messages }, names };
}
