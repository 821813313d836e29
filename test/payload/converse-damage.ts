// Damage that clients do to bodies of Converse: each function gives damaged messages, or the same where it finds nothing
// to damage.
import type { Random } from "../properties/random.ts";

export type Json = Readonly<Record<string, unknown>>;
type Messages = readonly Json[];
type Defect = (messages: Messages, random: Random) => Messages;
/** A block: the index of its message, and its own. */
type Spot = readonly [number, number];

const contentOf = (message: Json | null | undefined): readonly Json[] => {
  const content = message?.["content"];
  return Array.isArray(content) ? content.filter((block) => typeof block === "object" && block !== null) : [];
};
const isCall = (block: Json): boolean =>
  typeof block["toolUse"] === "object" && !("type" in (block["toolUse"] as object));
const isResult = (block: Json): boolean => "toolResult" in block;
const isOfUser = (message: Json | null): boolean => message?.["role"] === "user";
const inside = (block: Json, member: string): Json => block[member] as Json;

function spots(messages: Messages, fits: (block: Json, message: Json) => boolean): Spot[] {
  return messages.flatMap((message, index) =>
    contentOf(message).flatMap((block, at): Spot[] => (fits(block, message) ? [[index, at]] : [])),
  );
}

const resultsOf = (messages: Messages): Spot[] =>
  spots(messages, (block, message) => isResult(block) && isOfUser(message));

function withContent(messages: Messages, index: number, change: (content: readonly Json[]) => unknown): Messages {
  const message = messages[index] as Json;
  return messages.with(index, { ...message, content: change(contentOf(message)) });
}

/** Changes one of the blocks that stand at these spots. */
function changeBlock(
  messages: Messages,
  random: Random,
  found: readonly Spot[],
  change: (block: Json) => Json,
): Messages {
  if (found.length === 0) return messages;
  const [index, at] = random.pick(found);
  return withContent(messages, index, (content) => content.with(at, change(content[at] as Json)));
}

const changeCall = (messages: Messages, random: Random, change: (call: Json) => Json): Messages =>
  changeBlock(messages, random, spots(messages, isCall), (block) => ({
    ...block,
    toolUse: change(inside(block, "toolUse")),
  }));

const changeResult = (messages: Messages, random: Random, change: (result: Json) => Json): Messages =>
  changeBlock(messages, random, resultsOf(messages), (block) => ({
    ...block,
    toolResult: change(inside(block, "toolResult")),
  }));

/** Something more at a random spot of a random message that fits. */
function insert(messages: Messages, random: Random, block: Json, fits: (message: Json) => boolean): Messages {
  const found = messages.flatMap((message, index) =>
    message && fits(message) && contentOf(message).length > 0 ? [index] : [],
  );
  if (found.length === 0) return messages;
  return withContent(messages, random.pick(found), (content) =>
    content.toSpliced(random.below(content.length + 1), 0, block),
  );
}

const isAssistant = (message: Json): boolean => message["role"] === "assistant";
const orphan = { toolResult: { toolUseId: "tooluse_nobody", content: [{ text: "orphan" }] } };

/** Every defect, by name. */
export const DEFECTS: Readonly<Record<string, Defect>> = {
  dropResult(messages, random) {
    const found = resultsOf(messages);
    if (found.length === 0) return messages;
    const [index, at] = random.pick(found);
    return withContent(messages, index, (content) => content.toSpliced(at, 1));
  },
  dropResults(messages, random) {
    const found = resultsOf(messages);
    return found.length === 0 || messages.length === 1 ? messages : messages.toSpliced(random.pick(found)[0], 1);
  },
  duplicateResult(messages, random) {
    const found = resultsOf(messages);
    if (found.length === 0) return messages;
    const [index, at] = random.pick(found);
    return withContent(messages, index, (content) => content.toSpliced(at, 0, { ...content[at] }));
  },
  orphanResult: (messages, random) => insert(messages, random, orphan, isOfUser),
  orphanTurn: (messages, random) =>
    messages.toSpliced(random.below(messages.length + 1), 0, { role: "user", content: [orphan] }),
  splitResults(messages, random) {
    const found = resultsOf(messages).filter(([, at]) => at > 0);
    if (found.length === 0) return messages;
    const [index, at] = random.pick(found);
    const content = contentOf(messages[index]);
    return withContent(messages, index, () => content.slice(0, at)).toSpliced(index + 1, 0, {
      role: "user",
      content: content.slice(at),
    });
  },
  lateResults(messages, random) {
    const found = resultsOf(messages);
    if (found.length === 0) return messages;
    const [index] = random.pick(found);
    return [...messages.toSpliced(index, 1), { role: "user", content: [{ text: "queued" }] }, messages[index] as Json];
  },
  resultsBeforeCalls(messages, random) {
    const found = spots(messages, isCall);
    if (found.length === 0) return messages;
    const [index] = random.pick(found);
    const next = messages[index + 1];
    return next ? messages.toSpliced(index, 2, next, messages[index] as Json) : messages;
  },
  textBeforeResults(messages, random) {
    const found = resultsOf(messages);
    if (found.length === 0) return messages;
    return withContent(messages, random.pick(found)[0], (content) => [{ text: "wait" }, ...content]);
  },
  textAfterCall(messages, random) {
    const found = spots(messages, isCall);
    if (found.length === 0) return messages;
    return withContent(messages, random.pick(found)[0], (content) => [...content, { text: "so" }]);
  },
  resultWithoutId: (messages, random) => changeResult(messages, random, ({ toolUseId: _, ...rest }) => rest),
  emptyFailure: (messages, random) =>
    changeResult(messages, random, (result) => ({ ...result, status: "error", content: [] })),
  bareResult: (messages, random) => changeResult(messages, random, (result) => ({ ...result, content: "plain" })),
  noResultContent: (messages, random) => changeResult(messages, random, ({ content: _, ...rest }) => rest),
  listOfJson: (messages, random) =>
    changeResult(messages, random, (result) => ({ ...result, content: [{ json: [1, "a"] }] })),
  duplicateId(messages, random) {
    const [first] = spots(messages, isCall);
    const id = first && inside(contentOf(messages[first[0]])[first[1]] as Json, "toolUse")["toolUseId"];
    return changeCall(messages, random, (call) => ({ ...call, toolUseId: id }));
  },
  badId: (messages, random) =>
    changeCall(messages, random, (call) => ({ ...call, toolUseId: `${call["toolUseId"]}|fc_1` })),
  badPair(messages) {
    const [first] = spots(messages, isCall);
    const id = first && inside(contentOf(messages[first[0]])[first[1]] as Json, "toolUse")["toolUseId"];
    if (typeof id !== "string") return messages;
    const renamed = `${id}|${"x".repeat(70)}`;
    return messages.map((message) => ({
      ...message,
      content: contentOf(message).map((block) => {
        for (const member of ["toolUse", "toolResult"]) {
          const value = block[member] as Json | undefined;
          if (value?.["toolUseId"] === id) return { ...block, [member]: { ...value, toolUseId: renamed } };
        }
        return block;
      }),
    }));
  },
  callWithoutId: (messages, random) => changeCall(messages, random, ({ toolUseId: _, ...rest }) => rest),
  badName: (messages, random) => changeCall(messages, random, (call) => ({ ...call, name: "fs.read file" })),
  missingName: (messages, random) => changeCall(messages, random, ({ name: _, ...rest }) => rest),
  textArguments: (messages, random) =>
    changeCall(messages, random, (call) => ({ ...call, input: random.pick<unknown>(['{"a":1}', "x", [1], null]) })),
  missingArguments: (messages, random) => changeCall(messages, random, ({ input: _, ...rest }) => rest),
  blankText: (messages, random) => insert(messages, random, { text: random.pick(["", " \n"]) }, () => true),
  blankContent(messages, random) {
    return withContent(messages, random.below(messages.length), () => [{ text: random.pick(["", " "]) }]);
  },
  emptyContent(messages, random) {
    return withContent(messages, random.below(messages.length), () => []);
  },
  noContent(messages, random) {
    const index = random.below(messages.length);
    const { content: _, ...rest } = messages[index] as Json;
    return messages.with(index, rest);
  },
  bareContent: (messages, random) => withContent(messages, random.below(messages.length), () => "plain"),
  loneBlock: (messages, random) => withContent(messages, random.below(messages.length), () => ({ text: "alone" })),
  userTwice: (messages, random) =>
    messages.toSpliced(random.below(messages.length + 1), 0, { role: "user", content: [{ text: "and" }] }),
  assistantTwice: (messages, random) =>
    messages.toSpliced(random.below(messages.length + 1), 0, { role: "assistant", content: [{ text: "yes" }] }),
  dropFirst: (messages) => (messages.length > 1 ? messages.slice(1) : messages),
  trailingAssistant: (messages) => [...messages, { role: "assistant", content: [{ text: "So: " }] }],
  unsignedReasoning: (messages, random) =>
    insert(messages, random, { reasoningContent: { reasoningText: { text: "hm" } } }, isAssistant),
  foreignReasoning: (messages, random) =>
    insert(
      messages,
      random,
      { reasoningContent: { reasoningText: { text: "hm", signature: "gAAAA_x" } } },
      isAssistant,
    ),
  textlessReasoning: (messages, random) =>
    insert(
      messages,
      random,
      { reasoningContent: { reasoningText: { text: null, signature: "EqQBCkYI" } } },
      isAssistant,
    ),
  onlyReasoning: (messages, random) =>
    messages.toSpliced(random.below(messages.length + 1), 0, {
      role: "assistant",
      content: [{ reasoningContent: { reasoningText: { text: "hm", signature: "EqQBCkYI" } } }],
    }),
  fileName: (messages, random) =>
    insert(messages, random, { document: { format: "pdf", name: "report.pdf", source: { bytes: "JVBE" } } }, isOfUser),
  loneDocument: (messages, random) =>
    messages.toSpliced(random.below(messages.length + 1), 0, {
      role: "user",
      content: [{ document: { format: "pdf", name: "alone", source: { bytes: "JVBE" } } }],
    }),
  imageOfAssistant: (messages, random) =>
    insert(
      messages,
      random,
      { image: { format: "png", source: { s3Location: { uri: "s3://b/a.png" } } } },
      isAssistant,
    ),
  cachePoint: (messages, random) => insert(messages, random, { cachePoint: { type: "default" } }, () => true),
  loneSurrogate: (messages, random) => insert(messages, random, { text: "cut \ud83d" }, () => true),
  foreignBlock: (messages, random) => insert(messages, random, { type: "image_url", image_url: {} }, isOfUser),
  nullBlock: (messages, random) => insert(messages, random, null as unknown as Json, () => true),
  nullEntry: (messages, random) => messages.toSpliced(random.below(messages.length + 1), 0, null as unknown as Json),
  unknownRole: (messages, random) =>
    messages.toSpliced(random.below(messages.length + 1), 0, { role: "ghost", content: [{ text: "boo" }] }),
};

/** The body with one to `most` defects, and their names. */
export function damageBody(
  body: Json,
  random: Random,
  most: number,
): { readonly body: Json; readonly names: readonly string[] } {
  const names: string[] = [];
  let messages = body["messages"] as Messages;
  for (let count = 1 + random.below(most); count > 0; count--) {
    const name = random.pick(Object.keys(DEFECTS));
    if (messages.length === 0 || messages.includes(null as unknown as Json)) break;
    const after = (DEFECTS[name] as Defect)(messages, random);
    if (after !== messages) names.push(name);
    messages = after;
  }
  return { body: { ...body, messages }, names };
}
