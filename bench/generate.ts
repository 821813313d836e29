/** Makes the transcripts that are measured: what a coding agent stores in a long session, and what goes wrong there. */

/** One stored message, as JSON. */
export type Json = Record<string, unknown>;

/** How many defects there are per message. */
const DAMAGE = 0.05;

/** Who answers: sessions outlive models, so every few hundred messages it is another one. */
const SOURCES = [
  { provider: "anthropic", api: "anthropic-messages", model: "claude-opus-4-6" },
  { provider: "anthropic", api: "anthropic-messages", model: "claude-sonnet-4-6" },
  { provider: "openai", api: "openai-responses", model: "gpt-5.4" },
  { provider: "google", api: "google-generative-ai", model: "gemini-2.5-pro" },
] as const;
type Source = (typeof SOURCES)[number];

const TOOLS = ["read", "exec", "write", "edit", "web_search", "sessions_send"];
const BLANKS = ["", " ", "\n\n"];
const SILENT = ["NO_REPLY", "no_reply", "**NO_REPLY**", '{"action":"NO_REPLY"}'];
const WORDS =
  "the agent reads every file of the service and then runs its tests again because a handler returned too early while " +
  "another request was still waiting for the lock so the queue grew until memory ran out which explains why only large " +
  "tenants saw it when traffic rose after noon see src/queue.ts:118 and the log entry [warn] retry=3 for details";
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The first `count` messages of the session that `seed` names. The same on every machine. */
export function generateSession(count: number, seed = 1): Json[] {
  const session = new Session(seed);
  while (session.messages.length < count) session.round();
  return session.messages.slice(0, count);
}

/** What a running agent appends to a session: whole turns, without defects. */
export function generateAppendix(kind: "turn" | "step", count: number): Json[][] {
  const session = new Session(2);
  session.messages.push(session.user());
  return Array.from({ length: count }, () => {
    const start = session.messages.length;
    if (kind === "turn") session.messages.push(session.user(), session.answer());
    else session.step(1);
    return session.messages.slice(start);
  });
}

class Session {
  readonly messages: Json[] = [];
  #state: number;
  #time = 1_760_000_000_000;
  #source: Source = SOURCES[0];

  constructor(seed: number) {
    this.#state = seed;
  }

  /** What a user asks, the agent's steps, its answer. */
  round(): void {
    if (this.chance(0.03)) this.#source = this.pick(SOURCES);
    const start = this.messages.length;
    this.messages.push(this.user());
    for (let steps = this.below(6); steps > 0; steps--) this.step(this.chance(0.2) ? 2 + this.below(2) : 1);
    this.messages.push(this.answer());
    for (let left = this.messages.length - start; left > 0; left--) if (this.chance(DAMAGE)) this.damage(start);
  }

  user(): Json {
    const text = this.text(40 + this.below(260));
    return { role: "user", content: this.chance(0.3) ? text : [{ type: "text", text }], timestamp: this.now() };
  }

  /** An assistant message with calls, and their results. */
  step(calls: number): void {
    const content: Json[] = this.thoughts(0.5);
    if (this.chance(0.4)) content.push({ type: "text", text: this.text(40 + this.below(120)) });
    const asked = Array.from({ length: calls }, () => this.call());
    content.push(...asked);
    this.messages.push(this.assistant(content, "toolUse"));
    for (const { id, name } of asked) this.messages.push(this.result(id, name));
  }

  answer(): Json {
    return this.assistant([...this.thoughts(0.3), { type: "text", text: this.text(100 + this.below(600)) }], "stop");
  }

  assistant(content: Json[], stopReason: string): Json {
    const input = 1000 + this.below(90_000);
    const usage = { input, output: 200, cacheRead: 0, cacheWrite: 0, totalTokens: input + 200, cost: { total: 0.01 } };
    return { role: "assistant", content, ...this.#source, usage, stopReason, timestamp: this.now() };
  }

  thoughts(probability: number): Json[] {
    if (!this.chance(probability)) return [];
    const thinking = this.text(60 + this.below(240));
    if (this.#source.api !== "openai-responses")
      return [{ type: "thinking", thinking, thinkingSignature: this.code(120) }];
    const item = { id: `rs_${this.code(24)}`, type: "reasoning", summary: [], encrypted_content: this.code(120) };
    return [{ type: "thinking", thinking, thinkingSignature: JSON.stringify(item) }];
  }

  call(): Json {
    const path = `src/${this.code(8)}/${this.code(6)}.ts`;
    const given = { path, options: { limit: this.below(900), lines: [1, 80] }, note: this.text(this.below(80)) };
    const google = this.#source.provider === "google";
    return {
      type: "toolCall",
      id: this.id(),
      name: this.pick(TOOLS),
      arguments: given,
      ...(google && { thoughtSignature: `${this.code(80)}` }),
    };
  }

  result(toolCallId: unknown, toolName: unknown): Json {
    const content = [{ type: "text", text: this.text(60 + this.below(380)) }];
    const details = this.chance(0.1) ? { details: { exitCode: 0, durationMs: this.below(9000) } } : {};
    return { role: "toolResult", toolCallId, toolName, content, ...details, isError: false, timestamp: this.now() };
  }

  id(): string {
    if (this.#source.api === "openai-responses") return `call_${this.code(24)}|fc_${this.code(48)}`;
    return this.#source.provider === "google" ? `${this.pick(TOOLS)}_${this.code(8)}` : `toolu_01${this.code(22)}`;
  }

  /** Does damage to one thing of the round that begins at `start`. */
  damage(start: number): void {
    const { messages } = this;
    const defect = this.below(DEFECTS.length);
    const [role, harm] = DEFECTS[defect] as Defect;
    const fitting: number[] = [];
    for (let index = start; index < messages.length; index++) if (roleOf(messages[index]) === role) fitting.push(index);
    if (fitting.length > 0) harm(this, this.pick(fitting));
  }

  now(): number {
    this.#time += 1000 + this.below(60_000);
    return this.#time;
  }

  /** About `length` characters of prose. */
  text(length: number): string {
    let text = "";
    while (text.length < length) {
      const start = this.below(WORDS.length - 20);
      text += `${WORDS.slice(start, start + 20 + this.below(120))}${this.chance(0.2) ? "\n" : " "}`;
    }
    return `${text.slice(0, length)}.`;
  }

  code(length: number): string {
    let code = "";
    while (code.length < length) code += DIGITS[this.below(DIGITS.length)];
    return code;
  }

  /** mulberry32: at least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }
}

/** A call turn is an assistant message that has calls. */
function roleOf(message: Json | undefined): string {
  return message?.["stopReason"] === "toolUse" ? "calls" : String(message?.["role"]);
}

/** Whom it happens to, and what: `index` is that message's. */
type Defect = readonly [role: string, harm: (session: Session, index: number) => void];

const DEFECTS: readonly Defect[] = [
  // Missing, displaced and repeated results.
  ["toolResult", ({ messages }, index) => messages.splice(index, 1)],
  ["toolResult", ({ messages }, index) => messages.push(...messages.splice(index, 1))],
  ["toolResult", ({ messages }, index) => messages.splice(index + 1, 0, { ...messages[index] })],
  // A missing user turn, a second one, a blank one.
  ["user", ({ messages }, index) => messages.splice(index, 1)],
  ["user", (session, index) => session.messages.splice(index, 0, session.user())],
  ["user", (session, index) => edit(session, index, { content: session.pick(BLANKS) })],
  // Thinking without a signature or with a blank one.
  ["calls", (session, index) => prepend(session, index, { type: "thinking", thinking: session.text(120) })],
  ["calls", (session, index) => prepend(session, index, { type: "thinking", thinking: "", thinkingSignature: " " })],
  // Calls that were cut off, carry the id of another provider, or one that was used before.
  ["calls", (session, index) => editCall(session, index, { arguments: undefined })],
  ["calls", (session, index) => editCall(session, index, { id: `functions.read:${index}` }, true)],
  ["calls", (session, index) => editCall(session, index, { id: "call_1" }, true)],
  // Texts and turns that say nothing.
  ["assistant", (session, index) => prepend(session, index, { type: "text", text: session.pick(BLANKS) })],
  ["assistant", (session, index) => edit(session, index, { content: [{ type: "text", text: session.pick(SILENT) }] })],
  ["assistant", (session, index) => edit(session, index, { content: [], stopReason: "error" })],
  ["calls", (session, index) => edit(session, index, { stopReason: "aborted" })],
];

function edit({ messages }: Session, index: number, fields: Json): void {
  messages[index] = { ...messages[index], ...fields };
}

function contentOf({ messages }: Session, index: number): Json[] {
  return messages[index]?.["content"] as Json[];
}

function prepend(session: Session, index: number, block: Json): void {
  edit(session, index, { content: [block, ...contentOf(session, index)] });
}

/** Changes the first call of a message, and with `follow` the result that answers it. */
function editCall(session: Session, index: number, fields: Json, follow = false): void {
  const content = contentOf(session, index);
  const at = content.findIndex(({ type }) => type === "toolCall");
  edit(session, index, { content: content.with(at, { ...content[at], ...fields }) });
  if (follow && roleOf(session.messages[index + 1]) === "toolResult") {
    edit(session, index + 1, { toolCallId: fields["id"] });
  }
}
