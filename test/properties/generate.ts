// Random transcripts: what agents really store, and what goes wrong with it. Texts that must not be lost carry a
// numbered mark, see `MARK` in test/oracles/kept.ts.
import { createRandom, type Random } from "./random.ts";

/** One transcript with the options that belong to it. */
export interface Scenario {
  readonly messages: unknown[];
  readonly modelSnapshots?: Record<string, unknown>[];
  readonly allowedToolNames?: string[];
  readonly thinking?: boolean;
  /** Is it no transcript that was damaged, but anything? */
  readonly garbage?: true;
}

type Message = Record<string, unknown>;

const CALL_TYPES = ["toolCall", "toolUse", "functionCall", "tool_call", "tool_use", "function_call"];
const RESULT_KEYS = ["toolCallId", "toolUseId", "tool_call_id", "tool_use_id", "callId", "call_id"];
const TOOLS = ["read", "exec", "write", "web_search", "sessions_spawn", "Read"];
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const BEGIN = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>";
const END = "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>";
const BLANKS = ["", " ", "\n\t", "\u00a0"];
const SILENT = ["NO_REPLY", "no_reply", "**NO_REPLY**", "NO_REPLY NO_REPLY", "`NO_REPLY`", '{"action":"NO_REPLY"}'];
const FALLBACK = "[assistant turn failed before producing content]";

/** Who answered: several of them in one session, since sessions outlive models. */
const SOURCES = [
  { provider: "anthropic", api: "anthropic-messages", model: "claude-opus-4-6" },
  { provider: "amazon-bedrock", api: "bedrock-converse-stream", model: "us.anthropic.claude-sonnet-4-6" },
  { provider: "openai", api: "openai-responses", model: "gpt-5.4" },
  { provider: "google", api: "google-generative-ai", model: "gemini-2.5-pro" },
  { provider: "custom-local", api: "openai-completions", model: "qwen3-coder" },
  { provider: "mistral", api: "mistral-conversations", model: "mistral-large-latest" },
];

/** Builds one transcript, numbering texts and moments as it goes. */
class Writer {
  readonly messages: unknown[] = [];
  #texts = 0;
  #time = 1_700_000_000_000;
  #ids = 0;
  readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  mark(kind: "said" | "result" | "summary"): string {
    return `${kind}-${++this.#texts}`;
  }

  timestamp(): number | string | undefined {
    this.#time += 1000;
    if (this.random.chance(0.1)) return undefined;
    return this.random.chance(0.1) ? new Date(this.#time).toISOString() : this.#time;
  }

  id(api: string): string {
    const serial = ++this.#ids;
    const kinds: Record<string, string> = {
      "anthropic-messages": `toolu_01K${serial}abcDEF`,
      "bedrock-converse-stream": `tooluse_k${serial}-Ab`,
      "openai-responses": `call_k${serial}ZyXw|fc_k${serial}0123abcd`,
      "google-generative-ai": `gem${serial}`,
      "mistral-conversations": `Mis${String(serial).padStart(6, "0")}`,
    };
    const own = kinds[api] ?? `call_${serial}_ab-CD`;
    return this.random.chance(0.08) ? `functions.read:${serial}` : own;
  }

  push(message: Message): void {
    this.messages.push(withoutUndefined(message));
  }
}

function withoutUndefined(message: Message): Message {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
}

/** A transcript as an agent stores it, with `damage` faults in it. */
export function generate(seed: number, damage = 4): Scenario {
  const random = createRandom(seed);
  const writer = new Writer(random);
  const turns = 1 + random.below(6);
  if (random.chance(0.1)) summary(writer);
  for (let turn = 0; turn < turns; turn++) {
    between(writer);
    user(writer);
    const source = random.pick(SOURCES);
    const steps = random.below(4);
    for (let step = 0; step < steps; step++) toolStep(writer, source);
    if (random.chance(turn === turns - 1 ? 0.5 : 0.9)) answer(writer, source);
  }
  if (random.chance(0.2)) user(writer);
  const faults = damage === 0 ? 0 : random.below(damage + 1);
  for (let fault = 0; fault < faults; fault++) random.pick(DEFECTS).apply(writer.messages as Message[], random);
  return { messages: writer.messages, ...optionsFor(random) };
}

function optionsFor(random: Random): Omit<Scenario, "messages"> {
  return {
    thinking: random.chance(0.4),
    ...(random.chance(0.2) && { allowedToolNames: ["read", "exec"] }),
    ...(random.chance(0.2) && {
      modelSnapshots: SOURCES.slice(0, 1 + random.below(3)).map(({ provider, api, model }, index) => ({
        timestamp: 1_699_999_995_000 + index * 6000,
        provider,
        modelApi: api,
        modelId: model,
      })),
    }),
  };
}

function summary(writer: Writer): void {
  writer.push({
    role: "compactionSummary",
    summary: `They spoke of ${writer.mark("summary")}.`,
    tokensBefore: 9000,
    timestamp: writer.timestamp(),
  });
}

/** What may stand between turns besides turns. */
function between(writer: Writer): void {
  const { random } = writer;
  if (random.chance(0.06)) summary(writer);
  if (random.chance(0.06)) {
    writer.push({
      role: "branchSummary",
      summary: writer.mark("summary"),
      fromId: "b1",
      timestamp: writer.timestamp(),
    });
  }
  if (random.chance(0.06)) {
    const excludeFromContext = random.chance(0.3) || undefined;
    const text = excludeFromContext ? "left out" : writer.mark("said");
    const output = excludeFromContext ? "left out" : writer.mark("result");
    writer.push({ role: "bashExecution", command: `echo ${text}`, output, exitCode: 0, excludeFromContext });
  }
  if (random.chance(0.08)) {
    const excludeFromContext = random.chance(0.3) || undefined;
    const text = excludeFromContext ? "left out" : writer.mark("said");
    const content = random.chance(0.5) ? text : [{ type: "text", text }];
    writer.push({ role: "custom", customType: "note", content, display: true, excludeFromContext });
  }
  if (random.chance(0.06)) {
    writer.push({
      role: "custom",
      customType: "openclaw.runtime-context",
      content: `${BEGIN}\nsecret\n${END}`,
      display: false,
      details: { source: "openclaw-runtime-context", runtimeContextCarrier: true },
    });
  }
}

function user(writer: Writer): void {
  const { random } = writer;
  const text = `Please do ${writer.mark("said")}`;
  const blocks: unknown[] = [{ type: "text", text }];
  if (random.chance(0.1)) blocks.push({ type: "text", text: `and ${writer.mark("said")}` });
  if (random.chance(0.1)) blocks.splice(random.below(2), 0, { type: "image", data: PNG, mimeType: "image/png" });
  const provenance = random.chance(0.12)
    ? { kind: "inter_session", sourceSessionKey: "agent:ops:main", sourceTool: "sessions_send" }
    : undefined;
  const content = random.chance(0.4) ? text : blocks;
  writer.push({ role: "user", content, provenance, timestamp: writer.timestamp() });
}

type Origin = (typeof SOURCES)[number];

function assistant(writer: Writer, source: Origin, content: unknown, stopReason: string): void {
  const usage = { input: 1, output: 1, totalTokens: 2 };
  writer.push({ role: "assistant", content, ...source, usage, stopReason, timestamp: writer.timestamp() });
}

/** An assistant turn with calls, and their results. */
function toolStep(writer: Writer, source: Origin): void {
  const { random } = writer;
  const blocks: unknown[] = thoughts(writer, source);
  if (random.chance(0.4)) blocks.push({ type: "text", text: `Working on ${writer.mark("said")}` });
  const calls: { id: string; name: string }[] = [];
  for (let count = 1 + random.below(random.chance(0.4) ? 3 : 1); count > 0; count--) {
    const call = { id: writer.id(source.api), name: random.pick(TOOLS) };
    calls.push(call);
    blocks.push(callBlock(call, source, random));
  }
  if (random.chance(0.06)) blocks.push({ type: "text", text: `after ${writer.mark("said")}` });
  assistant(writer, source, blocks, "toolUse");
  for (const call of calls) result(writer, call);
}

function callBlock({ id, name }: { id: string; name: string }, source: Origin, random: Random): Message {
  const type = random.chance(0.7) ? "toolCall" : random.pick(CALL_TYPES);
  const field = random.chance(0.8) ? "arguments" : "input";
  const block: Message = { type, id, name, [field]: { path: "notes.md", depth: { list: [1, "two", null] } } };
  if (source.provider === "google" && random.chance(0.5)) {
    block["thoughtSignature"] = random.pick(["YWJjZA==", "not base64!", "msg_1"]);
  }
  if (random.chance(0.05)) block["thought_signature"] = random.pick(["msg_1", "YWJj", 5]);
  return block;
}

function result(writer: Writer, { id, name }: { id: string; name: string }): void {
  const { random } = writer;
  const text = `Got ${writer.mark("result")}`;
  const keys = random.chance(0.8) ? ["toolCallId"] : [random.pick(RESULT_KEYS), random.pick(RESULT_KEYS)];
  writer.push({
    role: "toolResult",
    ...Object.fromEntries(keys.map((key) => [key, id])),
    toolName: random.chance(0.9) ? name : undefined,
    content: random.chance(0.1) ? text : [{ type: "text", text }],
    details: random.chance(0.15) ? { exitCode: 0 } : undefined,
    isError: random.chance(0.1),
    timestamp: writer.timestamp(),
  });
}

function thoughts(writer: Writer, source: Origin): unknown[] {
  const { random } = writer;
  if (random.chance(0.6)) return [];
  const thinking = `thought ${writer.mark("said").replace("said", "idea")}`;
  if (source.api === "openai-responses") {
    const item = { id: `rs_${random.below(1e6)}`, type: "reasoning", summary: [], encrypted_content: "gAAA" };
    const signature = random.chance(0.9) ? JSON.stringify(item) : item;
    return [{ type: "thinking", thinking: random.chance(0.3) ? "" : thinking, thinkingSignature: signature }];
  }
  const kind = random.below(10);
  if (kind === 0) return [{ type: "redacted_thinking", data: `b64opaque${random.below(1e6)}` }];
  if (kind === 1) return [{ type: "thinking", thinking: "", thinkingSignature: "RUFCQw==", redacted: true }];
  if (kind === 2) return [{ type: "thinking", thinking, thinkingSignature: random.pick(["", "  "]) }];
  if (kind <= 4) return [{ type: "thinking", thinking }];
  const key = random.pick(["thinkingSignature", "thinkingSignature", "signature", "thought_signature"]);
  return [{ type: "thinking", thinking, [key]: random.pick(["ErUB1signedThinkingBytes", "RXJVQjE=", "sig+/=="]) }];
}

/** The assistant's last word. */
function answer(writer: Writer, source: Origin): void {
  const { random } = writer;
  const text = { type: "text", text: `Answer ${writer.mark("said")}` };
  const form = FORMS[random.below(30)];
  if (form) {
    form(writer, source, text);
    return;
  }
  const signed = random.chance(0.1) ? { ...text, textSignature: '{"v":1,"id":"msg_1","phase":"final_answer"}' } : text;
  assistant(writer, source, [...thoughts(writer, source), signed], "stop");
}

/** The forms of a last word that is none, or not only. */
const FORMS: readonly ((writer: Writer, source: Origin, text: { type: string; text: string }) => void)[] = [
  (writer, source) => assistant(writer, source, writer.random.pick(SILENT), "stop"),
  (writer, source) =>
    assistant(writer, source, [...thoughts(writer, source), { type: "text", text: "NO_REPLY" }], "stop"),
  (writer, source) => assistant(writer, source, [], writer.random.pick(["error", "aborted", "length", "stop"])),
  (writer, source) => {
    assistant(writer, source, [{ type: "text", text: writer.random.pick([FALLBACK, " "]) }], "error");
  },
  (writer, source) => assistant(writer, source, thoughts(writer, source), writer.random.pick(["length", "stop"])),
  (writer, source, text) => assistant(writer, source, [text], writer.random.pick(["error", "aborted", "length"])),
  (writer, source, text) => assistant(writer, source, writer.random.chance(0.5) ? text.text : text, "stop"),
  (writer, source) => zeroUsage(writer, source, []),
  (writer, source, text) => {
    assistant(writer, source, [text], "stop");
    zeroUsage(writer, source, [{ ...text }]);
  },
  (writer, source) => mirror(writer, source),
  (writer, source, text) => assistant(writer, source, [text, { type: "audio", path: "a.mp3" }], "stop"),
  (writer, source, { text }) => {
    assistant(writer, source, [{ type: "text", text: `${BEGIN}\nsecret\n${END}\n${text}` }], "stop");
  },
  (writer, source) => assistant(writer, source, thoughts(writer, source), "stop"),
  (writer, source, text) => assistant(writer, source, [text, ...thoughts(writer, source)], "stop"),
];

function zeroUsage(writer: Writer, source: Origin, content: unknown[]): void {
  const usage = { input: 0, output: 0, totalTokens: 0 };
  writer.push({ role: "assistant", content, ...source, usage, stopReason: "stop", timestamp: writer.timestamp() });
}

function mirror(writer: Writer, source: Origin): void {
  const content = [{ type: "text", text: "delivered" }];
  const other = writer.random.chance(0.5)
    ? { ...source, openclawDeliveryMirror: { kind: "channel-final" } }
    : { ...source, provider: "openclaw", model: writer.random.pick(["delivery-mirror", "gateway-injected"]) };
  writer.push({ role: "assistant", content, ...other, stopReason: "stop", timestamp: writer.timestamp() });
}

// ---------------------------------------------------------------------------------------------------------- defects

/** Something that goes wrong with a stored transcript. */
export interface Defect {
  readonly name: string;
  apply(messages: Message[], random: Random): void;
}

/** The defects, in the order in which the generator numbers them. */
export const DEFECTS: readonly Defect[] = [
  defect("missing result", (messages, random) => removeOne(messages, random, isResult)),
  defect("missing call turn", (messages, random) => removeOne(messages, random, hasCalls)),
  defect("missing user turn", (messages, random) => removeOne(messages, random, (m) => m["role"] === "user")),
  defect("displaced result", displace),
  defect("early result", (messages, random) => {
    const index = anyIndex(messages, random, isResult);
    if (index !== undefined) messages.splice(random.below(index + 1), 0, ...messages.splice(index, 1));
  }),
  defect("duplicate result", (messages, random) => {
    const index = anyIndex(messages, random, isResult);
    if (index === undefined) return;
    const copy = { ...(messages[index] as Message), content: [{ type: "text", text: "a second time" }] };
    messages.splice(index + 1 + random.below(messages.length - index), 0, copy);
  }),
  defect("synthetic before real", (messages, random) => {
    const index = anyIndex(messages, random, isResult);
    if (index === undefined) return;
    const details = { openclawSyntheticMissingToolResult: true, reason: "missing_tool_result" };
    const content = [{ type: "text", text: "nothing came" }];
    messages.splice(index, 0, { ...(messages[index] as Message), content, details, isError: true });
  }),
  defect("orphan result", (messages, random) => {
    const content = [{ type: "text", text: "an orphan" }];
    const orphan = { role: "toolResult", toolCallId: `lost_${random.below(99)}`, toolName: "read", content };
    messages.splice(random.below(messages.length + 1), 0, orphan);
  }),
  defect("foreign id", (messages, random) => renameId(messages, random, (id) => `x.${id}/é`)),
  defect("overlong id", (messages, random) => renameId(messages, random, (id) => `${id}${"q".repeat(80)}`)),
  defect("colliding ids", (messages, random) => {
    renameId(messages, random, () => "call.1");
    renameId(messages, random, () => "call|1");
  }),
  defect("repeated ids", (messages, random) => {
    renameId(messages, random, () => "call_same");
    renameId(messages, random, () => "call_same");
  }),
  defect("blank id", (messages, random) =>
    editCall(messages, random, (call) => ({ ...call, id: random.pick(BLANKS) })),
  ),
  defect("numeric id", (messages, random) => editCall(messages, random, (call) => ({ ...call, id: 7 }))),
  defect("id with spaces", (messages, random) => {
    if (random.chance(0.5)) editCall(messages, random, (call) => ({ ...call, id: ` ${String(call["id"])} ` }));
    else editOne(messages, random, isResult, (m) => ({ ...m, toolCallId: ` ${String(m["toolCallId"])} ` }));
  }),
  defect("missing input", (messages, random) => {
    editCall(messages, random, ({ arguments: _, input: __, ...call }) => call);
  }),
  defect("odd input", (messages, random) => {
    const value = random.pick<unknown>(["", "{}", 0, [], null, "not json"]);
    editCall(messages, random, ({ input: _, ...call }) => ({ ...call, arguments: value }));
  }),
  defect("partial json", (messages, random) => {
    editCall(messages, random, (call) => ({ ...call, partialJson: random.pick(['{"path":"no', "{}", ""]) }));
  }),
  defect("bad name", (messages, random) => {
    const name = random.pick<unknown>(["", " ", "a b", "a/b", " read ", "x".repeat(70), 5, null, "multi.tool"]);
    editCall(messages, random, (call) => ({ ...call, name }));
  }),
  defect("blank text", (messages, random) =>
    insertBlock(messages, random, { type: "text", text: random.pick(BLANKS) }),
  ),
  defect("blank content", (messages, random) => {
    editOne(
      messages,
      random,
      () => true,
      (m) => ({ ...m, content: random.pick<unknown>([[], " ", "", null]) }),
    );
  }),
  defect("null block", (messages, random) => insertBlock(messages, random, random.pick<unknown>([null, 3, "bare"]))),
  defect("unknown block", (messages, random) => insertBlock(messages, random, { type: "widget", size: 3 })),
  defect("null entry", (messages, random) => {
    const entry = random.pick<unknown>([null, 5, "text", [], {}, { content: "no role" }, { role: 5 }, { role: "" }]);
    (messages as unknown[]).splice(random.below(messages.length + 1), 0, entry);
  }),
  defect("unknown role", (messages, random) => {
    messages.splice(random.below(messages.length + 1), 0, { role: "narrator", content: "meanwhile" });
  }),
  defect("primitive content", (messages, random) => {
    editOne(
      messages,
      random,
      () => true,
      (m) => ({ ...m, content: random.pick<unknown>([5, true, { type: "text" }]) }),
    );
  }),
  defect("same object twice", (messages, random) => {
    const index = anyIndex(messages, random, () => true);
    if (index !== undefined) messages.splice(random.below(messages.length + 1), 0, messages[index] as Message);
  }),
  defect("prototype key", (messages, random) => {
    const extra = JSON.parse('{"__proto__":{"role":"user"},"constructor":1}') as Message;
    editOne(
      messages,
      random,
      () => true,
      (m) => ({ ...extra, ...m }),
    );
    const json = '{"type":"toolCall","id":"p1","name":"read","arguments":{"__proto__":{"a":1}}}';
    insertBlock(messages, random, JSON.parse(json) as Message);
  }),
  defect("lone surrogate", (messages, random) =>
    insertBlock(messages, random, { type: "text", text: "half \ud83d of it" }),
  ),
  defect("deep arguments", (messages, random) => {
    let value: unknown = "bottom";
    for (let depth = 0; depth < 200; depth++) value = depth % 2 ? [value] : { value };
    editCall(messages, random, ({ input: _, ...call }) => ({ ...call, arguments: { value } }));
  }),
  defect("result without id", (messages, random) => {
    editOne(messages, random, isResult, (m) => {
      return Object.fromEntries(Object.entries(m).filter(([key]) => !RESULT_KEYS.includes(key)));
    });
  }),
  defect("string result", (messages, random) => {
    editOne(messages, random, isResult, (m) => ({ ...m, content: textIn(m) }));
  }),
  defect("two users", (messages, random) => twice(messages, random, "user")),
  defect("two assistants", (messages, random) => twice(messages, random, "assistant")),
  defect("assistant first", (messages) => {
    const index = messages.findIndex((m) => m?.["role"] === "assistant");
    if (index > 0) messages.splice(0, index);
  }),
  defect("assistant last", (messages) => {
    messages.push({ role: "assistant", content: [{ type: "text", text: "and then" }], stopReason: "aborted" });
  }),
  defect("failed call turn", (messages, random) => {
    editOne(messages, random, hasCalls, (m) => ({ ...m, stopReason: random.pick(["error", "aborted"]) }));
  }),
  defect("embedded result", (messages, random) => {
    const content = [{ type: "text", text: "embedded" }];
    insertBlock(messages, random, { type: "toolResult", toolUseId: `e${random.below(9)}`, content });
  }),
  defect("unsigned thinking", (messages, random) =>
    insertBlock(messages, random, { type: "thinking", thinking: "hm" }),
  ),
  defect("nothing at all", (messages, random) => {
    if (random.chance(0.1)) messages.length = 0;
  }),
];

function defect(name: string, apply: (messages: Message[], random: Random) => void): Defect {
  return { name, apply };
}

function isRecord(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isResult(message: Message): boolean {
  return message["role"] === "toolResult";
}

function isCall(block: unknown): block is Message {
  return isRecord(block) && CALL_TYPES.includes(String(block["type"]));
}

function hasCalls(message: Message): boolean {
  return Array.isArray(message["content"]) && message["content"].some(isCall);
}

function textIn(message: Message): unknown {
  const { content } = message;
  return Array.isArray(content) && isRecord(content[0]) ? content[0]["text"] : content;
}

function anyIndex(messages: Message[], random: Random, which: (message: Message) => boolean): number | undefined {
  const indices = [...messages.keys()].filter(
    (index) => isRecord(messages[index]) && which(messages[index] as Message),
  );
  return indices.length === 0 ? undefined : random.pick(indices);
}

function removeOne(messages: Message[], random: Random, which: (message: Message) => boolean): void {
  const index = anyIndex(messages, random, which);
  if (index !== undefined) messages.splice(index, 1);
}

function editOne(
  messages: Message[],
  random: Random,
  which: (message: Message) => boolean,
  edit: (message: Message) => Message,
): void {
  const index = anyIndex(messages, random, which);
  if (index !== undefined) messages[index] = edit(messages[index] as Message);
}

function editCall(messages: Message[], random: Random, edit: (call: Message) => Message): void {
  editOne(messages, random, hasCalls, (message) => {
    const content = message["content"] as unknown[];
    const chosen = random.pick([...content.keys()].filter((index) => isCall(content[index])));
    return { ...message, content: content.map((block, index) => (index === chosen ? edit(block as Message) : block)) };
  });
}

function insertBlock(messages: Message[], random: Random, block: unknown): void {
  editOne(
    messages,
    random,
    (m) => Array.isArray(m["content"]),
    (message) => {
      const content = [...(message["content"] as unknown[])];
      content.splice(random.below(content.length + 1), 0, block);
      return { ...message, content };
    },
  );
}

function displace(messages: Message[], random: Random): void {
  const index = anyIndex(messages, random, isResult);
  if (index === undefined) return;
  const moved = messages.splice(index, 1);
  messages.splice(index + random.below(messages.length - index + 1), 0, ...moved);
}

/** One call and the results that name it get another id. */
function renameId(messages: Message[], random: Random, rename: (id: string) => string): void {
  const index = anyIndex(messages, random, hasCalls);
  if (index === undefined) return;
  const message = messages[index] as Message;
  const content = message["content"] as unknown[];
  const chosen = random.pick(content.filter(isCall));
  const [old, id] = [chosen["id"], rename(String(chosen["id"]))];
  messages[index] = { ...message, content: content.map((block) => (block === chosen ? { ...chosen, id } : block)) };
  const answer = messages.findIndex((m, at) => at > index && isRecord(m) && RESULT_KEYS.some((key) => m[key] === old));
  if (answer < 0) return;
  const answered = messages[answer] as Message;
  messages[answer] = Object.fromEntries(
    Object.entries(answered).map(([key, value]) => [key, RESULT_KEYS.includes(key) && value === old ? id : value]),
  );
}

function twice(messages: Message[], random: Random, role: "user" | "assistant"): void {
  const index = anyIndex(messages, random, (m) => m["role"] === role);
  if (index === undefined) return;
  const { provenance: _, ...rest } = messages[index] as Message;
  const content = random.chance(0.5) && role === "user" ? "another one" : [{ type: "text", text: "another one" }];
  messages.splice(index + random.below(2), 0, { ...rest, content });
}

// ---------------------------------------------------------------------------------------------------------- garbage

const WORDS = [
  "role",
  "content",
  "type",
  "text",
  "id",
  "user",
  "assistant",
  "toolResult",
  "toolCall",
  "thinking",
  "name",
];
const ROLES = ["user", "assistant", "toolResult", "custom", "compactionSummary", "branchSummary", "bashExecution", "x"];

/** Arbitrary JSON in an array: some of it looks like messages. */
export function garbage(seed: number): Scenario {
  const random = createRandom(seed ^ 0x5bd1e995);
  const messages: unknown[] = [];
  for (let count = random.below(8); count > 0; count--) messages.push(almostMessage(random));
  return { messages, thinking: random.chance(0.5), garbage: true };
}

function almostMessage(random: Random): unknown {
  if (random.chance(0.2)) return anything(random, 2);
  const message: Message = { role: random.chance(0.9) ? random.pick(ROLES) : anything(random, 1) };
  if (random.chance(0.9)) message["content"] = almostContent(random);
  for (const key of [
    "toolCallId",
    "toolName",
    "stopReason",
    "timestamp",
    "summary",
    "details",
    "usage",
    "provenance",
  ]) {
    if (random.chance(0.2))
      message[key] = random.chance(0.5) ? random.pick(["a", "b", "error", "stop"]) : anything(random, 1);
  }
  return message;
}

function almostContent(random: Random): unknown {
  if (random.chance(0.2)) return anything(random, 2);
  const blocks: unknown[] = [];
  for (let count = random.below(4); count > 0; count--) blocks.push(almostBlock(random));
  return blocks;
}

function almostBlock(random: Random): unknown {
  if (random.chance(0.15)) return anything(random, 1);
  const type = random.pick<unknown>(["text", "thinking", "redacted_thinking", ...CALL_TYPES, "toolResult", 4, ""]);
  const block: Message = { type };
  for (const key of [
    "text",
    "thinking",
    "thinkingSignature",
    "id",
    "name",
    "arguments",
    "input",
    "partialJson",
    "data",
  ]) {
    if (random.chance(0.4))
      block[key] = random.chance(0.6) ? random.pick(["a", "b", "read", " ", ""]) : anything(random, 1);
  }
  return block;
}

function anything(random: Random, depth: number): unknown {
  const kind = random.below(depth > 0 ? 8 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.below(100) - 50;
  if (kind <= 4) return random.pick([...WORDS, "", " ", "\ud800", "\u0000", "NO_REPLY", "__proto__"]);
  if (kind === 5) return [];
  const size = random.below(4);
  const items = Array.from({ length: size }, () => anything(random, depth - 1));
  if (kind === 6) return items;
  // Through JSON, so that "__proto__" is a key like any other.
  const fields = items.map((item) => `${JSON.stringify(random.pick([...WORDS, "__proto__"]))}:${JSON.stringify(item)}`);
  return JSON.parse(`{${fields.join(",")}}`);
}
