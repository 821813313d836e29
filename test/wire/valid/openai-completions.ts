// Random bodies that Chat Completions accepts, with everything in them that is easy to get wrong.
import type { Random } from "../../properties/random.ts";
import { PICTURES } from "./anthropic-messages.ts";

type Json = Record<string, unknown>;

const MODELS = ["gpt-5.4", "gpt-4.1-mini", "gpt-4o", "o4-mini"];
const TOOLS = ["read", "exec", "web_search-2", "mcp__server__tool"];

/** JSON text as models write it: odd spacing, keys twice, numbers that do not survive being read, none at all. */
const ARGUMENTS = [
  "{}",
  '{"path":"a"}',
  '{"path":  "a",\n "deep": {"b": [1, null, "c"]}}',
  '{"a":1,"a":2}',
  '{"big":12345678901234567890}',
  '{"__proto__":{"x":1}}',
  '{"text":"\\u00e9 \\ud83d\\ude00"}',
  '{"path": "a.md", "out": ',
  "",
];

/** What a run of bodies is to have. */
export interface Flavor {
  readonly models: readonly string[];
  /** Fields of reasoning that assistant messages have now and then. */
  readonly reasoning: readonly ((text: string) => Json)[];
  /** Every assistant message with calls has one of them. */
  readonly alwaysReasons?: true;
  /** Parts, roles and fields that only OpenAI takes. */
  readonly isOpenAi?: true;
  /** What stands for the content of a message that has only calls. */
  readonly empty: readonly unknown[];
  /** Arguments of calls hold an object. */
  readonly strictArguments?: true;
  /** No message but calls and results stands beside one of its own role. */
  readonly alternates?: true;
  /** Ids of calls, by number. */
  readonly id?: (count: number) => string;
  /** Anything may stand in user messages but pictures. */
  readonly noImages?: true;
}

const content = (text: string): Json => ({ reasoning_content: text });

/** OpenAI's own. */
export const OPENAI: Flavor = {
  models: MODELS,
  reasoning: [],
  isOpenAi: true,
  empty: [null, "", undefined],
};

/** OpenRouter's: reasoning as text and as signed details. */
export const OPENROUTER: Flavor = {
  models: ["openai/gpt-5.4", "deepseek/deepseek-chat-v3.1", "qwen/qwen3-coder"],
  reasoning: [
    content,
    (text) => ({ reasoning: text }),
    (text) => ({ reasoning: text, reasoning_content: text }),
    (text) => ({
      reasoning: text,
      reasoning_details: [{ type: "reasoning.text", text, signature: "EqQBCkYIBxgC", format: "anthropic-claude-v1" }],
    }),
    () => ({ reasoning_details: [{ type: "reasoning.encrypted", data: "gAAAAABo", id: "rs_1", index: 0 }] }),
    (text) => ({
      reasoning: null,
      reasoning_details: [
        { type: "reasoning.summary", summary: text },
        { type: "reasoning.encrypted", data: "gAAAAABo" },
      ],
    }),
    (text) => ({ reasoning_text: text, reasoning_opaque: "b3BhcXVl" }),
    () => ({ reasoning_opaque: "b3BhcXVl" }),
    (text) => ({ thinking_blocks: [{ type: "thinking", thinking: text, signature: "EqQBCkYIBxgC" }] }),
    () => ({ reasoning: null, reasoning_details: [] }),
  ],
  empty: [null, ""],
};

/** Claude behind OpenRouter: its own demands hold. */
export const CLAUDE: Flavor = {
  models: ["anthropic/claude-opus-4.6", "anthropic/claude-sonnet-4.5"],
  reasoning: OPENROUTER.reasoning.slice(3, 5),
  empty: [null],
  id: (count) => `toolu_01K${count}-b`,
};

/** DeepSeek's: reasoning stands on every message with calls. */
export const DEEPSEEK: Flavor = {
  models: ["deepseek-v4-pro", "deepseek-reasoner"],
  reasoning: [content],
  alwaysReasons: true,
  empty: [null, ""],
  noImages: true,
};

/** A server with a chat template. */
export const TEMPLATE: Flavor = {
  models: ["devstral-small-2", "gemma-3-27b-it"],
  reasoning: [],
  empty: [""],
  strictArguments: true,
  alternates: true,
  noImages: true,
};

/** Mistral's own: ids of nine characters, and an answer behind every run of results. */
export const MISTRAL: Flavor = {
  models: ["mistral-large-custom"],
  reasoning: [],
  empty: ["", null],
  strictArguments: true,
  alternates: true,
  noImages: true,
  id: (count) => `id${String(count).padStart(7, "0")}`,
};

/** A generator of bodies of one flavor: the same body for the same numbers. */
export function generatorOf(flavor: Flavor): (random: Random) => unknown {
  return (random) => new Writer(random, flavor).body();
}

/** A body for OpenAI. */
export const generate: (random: Random) => unknown = generatorOf(OPENAI);

class Writer {
  readonly random: Random;
  readonly flavor: Flavor;
  readonly #messages: Json[] = [];
  #count = 0;

  constructor(random: Random, flavor: Flavor) {
    this.random = random;
    this.flavor = flavor;
  }

  body(): Json {
    const { random, flavor } = this;
    if (random.chance(0.7)) this.#system();
    const turns = 1 + random.below(4);
    for (let turn = 0; turn < turns; turn++) this.#turn(turn === turns - 1);
    return {
      model: random.pick(flavor.models),
      ...(random.chance(0.5) && { max_completion_tokens: 4096 }),
      ...(flavor.alwaysReasons && { thinking: { type: "enabled" } }),
      ...this.#tools(),
      ...(random.chance(0.3) && { stream: true, stream_options: { include_usage: true } }),
      ...(random.chance(0.2) && { x_unknown: { deep: [1, { b: null }] } }),
      messages: this.#messages,
    };
  }

  #text(): string {
    this.#count += 1;
    return `text ${this.#count}${this.random.chance(0.1) ? " \u{1f600} é\n" : ""}.`;
  }

  #private(): Json {
    return this.random.chance(0.15) ? { x_own: this.#count } : {};
  }

  #part(): Json {
    const cache = !this.flavor.isOpenAi && this.random.chance(0.1) ? { cache_control: { type: "ephemeral" } } : {};
    return { type: "text", text: this.#text(), ...cache, ...this.#private() };
  }

  /** A text or a list of one or two of them. */
  #said(): unknown {
    if (this.random.chance(0.6)) return this.#text();
    return this.random.chance(0.5) ? [this.#part()] : [this.#part(), this.#part()];
  }

  #system(): void {
    const { random, flavor } = this;
    const role = flavor.isOpenAi && random.chance(0.4) ? "developer" : "system";
    this.#messages.push({ role, content: this.#said(), ...(random.chance(0.1) && { name: "host" }) });
  }

  #tools(): Json {
    const own = TOOLS.map((name) => ({
      type: "function",
      function: {
        name,
        description: `Does ${name}.`,
        parameters: { type: "object", properties: { a: { type: "string" } } },
        ...(this.random.chance(0.2) && { strict: false }),
      },
    }));
    const custom = { type: "custom", custom: { name: "shell", description: "Runs." } };
    return { tools: this.flavor.isOpenAi && this.random.chance(0.3) ? [custom, ...own] : own };
  }

  #turn(isLast: boolean): void {
    const { random, flavor } = this;
    this.#user();
    if (!flavor.alternates && random.chance(0.15)) this.#user();
    const steps = random.below(3);
    for (let step = 0; step < steps; step++) this.#step();
    if (isLast) return;
    if (flavor.isOpenAi && random.chance(0.1)) this.#legacyStep();
    this.#answer();
    if (flavor.alternates) return;
    if (random.chance(0.1)) this.#answer();
    if (flavor.isOpenAi && random.chance(0.05)) this.#system();
  }

  #user(): void {
    const { random, flavor } = this;
    const name = random.chance(0.1) ? { name: "Ann_1" } : {};
    if (random.chance(0.5) || flavor.noImages) {
      this.#messages.push({ role: "user", content: this.#said(), ...name, ...this.#private() });
      return;
    }
    const parts = Array.from({ length: 1 + random.below(3) }, () => this.#userPart());
    this.#messages.push({ role: "user", content: parts, ...name, ...this.#private() });
  }

  #userPart(): Json {
    const { random, flavor } = this;
    if (random.chance(0.5)) return this.#part();
    if (!flavor.isOpenAi || random.chance(0.6)) return this.#image();
    return random.pick<Json>([
      { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK" } },
      { type: "file", file: { file_id: "file-011" }, ...this.#private() },
    ]);
  }

  #image(): Json {
    const { random } = this;
    const type = random.pick(Object.keys(PICTURES));
    const inline = `data:${type};base64,${PICTURES[type]}`;
    const image_url = random.pick<Json>([
      { url: inline },
      { url: inline, detail: "high" },
      { url: inline, x_own: 1 },
      { url: "https://example.com/a.png", detail: "low" },
    ]);
    return { type: "image_url", image_url, ...this.#private() };
  }

  #reasoning(isNeeded: boolean): Json {
    const { random, flavor } = this;
    const { reasoning } = flavor;
    if (reasoning.length === 0 || !(isNeeded || random.chance(0.4))) return {};
    return random.pick(reasoning)(this.#text());
  }

  /** Calls and their results. */
  #step(): void {
    const { random, flavor } = this;
    const calls = Array.from({ length: 1 + random.below(3) }, () => this.#call());
    const said = random.chance(0.4) ? this.#said() : random.pick(flavor.empty);
    this.#messages.push({
      role: "assistant",
      ...(said !== undefined && { content: said }),
      ...this.#reasoning(flavor.alwaysReasons === true),
      ...(flavor.isOpenAi && random.chance(0.3) && { refusal: null, audio: null, function_call: null }),
      tool_calls: calls,
      ...this.#private(),
    });
    if (random.chance(0.2)) calls.reverse();
    for (const { id } of calls) {
      this.#messages.push({
        role: "tool",
        tool_call_id: id,
        content: random.chance(0.1) ? "" : this.#said(),
        ...(random.chance(0.1) && { name: "read" }),
        ...this.#private(),
      });
    }
  }

  #call(): Json {
    const { random, flavor } = this;
    this.#count += 1;
    const own = random.chance(0.8) ? `call_01K${this.#count}aB` : `functions.read:${this.#count}`;
    const id = flavor.id?.(this.#count) ?? own;
    if (flavor.isOpenAi && random.chance(0.15)) {
      return { id, type: "custom", custom: { name: "shell", input: random.pick(["ls -la", "", "{}", '{"a":1}']) } };
    }
    const texts = flavor.strictArguments ? ARGUMENTS.slice(0, 4) : ARGUMENTS;
    return {
      ...(random.chance(0.1) && { index: 0 }),
      id,
      type: "function",
      function: { name: random.pick(TOOLS), arguments: random.pick(texts) },
      ...(random.chance(0.1) && { extra_content: { google: { thought_signature: "QUJD" } } }),
    };
  }

  /** A call and its result as they were before there were tools. */
  #legacyStep(): void {
    const call = { name: "read", arguments: '{"path":"a"}' };
    this.#messages.push({ role: "assistant", content: null, function_call: call });
    this.#messages.push({ role: "function", name: "read", content: this.#text() });
  }

  #answer(): void {
    const { random, flavor } = this;
    const own: Json = flavor.isOpenAi
      ? random.pick<Json>([
          { content: this.#said() },
          { content: this.#said(), refusal: null, annotations: [] },
          { content: null, refusal: this.#text() },
          { content: [this.#part(), { type: "refusal", refusal: this.#text() }] },
          { content: null, audio: { id: "audio_1" } },
          { content: this.#said(), name: "helper" },
        ])
      : { content: this.#said() };
    this.#messages.push({ role: "assistant", ...own, ...this.#reasoning(false), ...this.#private() });
  }
}
