// Random bodies that Mistral's chat API accepts, with everything in them that is easy to get wrong.
import type { Random } from "../../properties/random.ts";
import { PICTURES } from "./anthropic-messages.ts";

type Json = Record<string, unknown>;

const MODELS = ["mistral-large-latest", "mistral-small-2603", "magistral-medium-2509", "open-mistral-nemo-2407"];
const TOOLS = ["read", "exec", "web_search-2", "mcp__server__tool"];
const PDF = "data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK";
const MOST_IMAGES = 8;

/** Arguments as models and hosts write them: objects, text with odd spacing, and text that is no JSON. */
const ARGUMENTS: readonly unknown[] = [
  "{}",
  '{"path":"a"}',
  '{"path":  "a",\n "deep": {"b": [1, null, "c"]}}',
  '{"a":1,"a":2}',
  '{"big":12345678901234567890}',
  '{"__proto__":{"x":1}}',
  '{"path": "a.md", "out": ',
  "",
  {},
  { path: "a", deep: { b: [1, null, "c"] } },
];

/** The names of the SDK's. */
const CAMEL: Readonly<Record<string, string>> = {
  tool_calls: "toolCalls",
  tool_call_id: "toolCallId",
  image_url: "imageUrl",
  document_url: "documentUrl",
  document_name: "documentName",
  file_id: "fileId",
  reference_ids: "referenceIds",
  input_audio: "inputAudio",
  max_tokens: "maxTokens",
  random_seed: "randomSeed",
  safe_prompt: "safePrompt",
  tool_choice: "toolChoice",
};

/** A body. */
export function generate(random: Random): unknown {
  return new Writer(random).body();
}

class Writer {
  readonly random: Random;
  readonly #isSdk: boolean;
  readonly #messages: Json[] = [];
  #count = 0;
  #images = 0;

  constructor(random: Random) {
    this.random = random;
    this.#isSdk = random.chance(0.3);
  }

  body(): Json {
    const { random } = this;
    if (random.chance(0.7)) this.#messages.push({ role: "system", content: this.#said() });
    const turns = 1 + random.below(4);
    for (let turn = 0; turn < turns; turn++) this.#turn(turn === turns - 1);
    return this.#spell({
      model: random.pick(MODELS),
      ...(random.chance(0.5) && { max_tokens: 4096 }),
      ...this.#tools(),
      ...(random.chance(0.3) && { random_seed: 7, safe_prompt: false }),
      ...(random.chance(0.2) && { x_unknown: { deep: [1, { b: null }] } }),
      messages: this.#messages,
    });
  }

  /** The names of an object in the spelling of the body. */
  #spell(value: Json): Json {
    if (!this.#isSdk) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [CAMEL[key] ?? key, inner]));
  }

  #text(): string {
    this.#count += 1;
    return `text ${this.#count}${this.random.chance(0.1) ? " \u{1f600} é\n" : ""}.`;
  }

  #private(): Json {
    return this.random.chance(0.15) ? { x_own: this.#count } : {};
  }

  #chunk(): Json {
    return { type: "text", text: this.#text(), ...this.#private() };
  }

  /** A text or a list of one or two of them. */
  #said(): unknown {
    if (this.random.chance(0.5)) return this.#text();
    return this.random.chance(0.5) ? [this.#chunk()] : [this.#chunk(), this.#chunk()];
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
    return { tools: this.random.chance(0.2) ? [{ type: "web_search" }, ...own] : own, tool_choice: "auto" };
  }

  #turn(isLast: boolean): void {
    const { random } = this;
    this.#user();
    if (random.chance(0.15)) this.#user();
    if (random.chance(0.1)) this.#messages.push({ role: "system", content: this.#said() });
    const steps = random.below(3);
    for (let step = 0; step < steps; step++) this.#step();
    if (!isLast) {
      this.#answer({});
      if (random.chance(0.1)) this.#answer({});
    } else if (steps === 0 && this.#messages.at(-1)?.["role"] === "user" && random.chance(0.2)) {
      this.#answer({ prefix: true });
    }
  }

  #user(): void {
    const { random } = this;
    const content = random.chance(0.5)
      ? this.#said()
      : Array.from({ length: 1 + random.below(3) }, () => this.#userChunk());
    this.#messages.push({ role: "user", content, ...this.#private() });
  }

  #userChunk(): Json {
    const { random } = this;
    if (random.chance(0.4)) return this.#chunk();
    if (this.#images < MOST_IMAGES && random.chance(0.5)) return this.#image();
    return this.#spell(
      random.pick<Json>([
        { type: "document_url", document_url: PDF, document_name: "a.pdf" },
        { type: "document_url", document_url: "https://example.com/a.pdf", ...this.#private() },
        { type: "file", file_id: "00000000-0000-4000-8000-000000000001" },
        { type: "reference", reference_ids: [1, "b"] },
        { type: "input_audio", input_audio: "UklGRg==" },
      ]),
    );
  }

  #image(): Json {
    const { random } = this;
    this.#images += 1;
    const type = random.pick(Object.keys(PICTURES));
    const inline = `data:${type};base64,${PICTURES[type]}`;
    const image_url = random.pick<unknown>([
      inline,
      { url: inline },
      { url: inline, detail: "high", ...this.#private() },
      "https://example.com/a.png",
      { url: "https://example.com/a.png" },
    ]);
    return this.#spell({ type: "image_url", image_url, ...this.#private() });
  }

  #thought(): Json {
    const { random } = this;
    const reference = this.#spell({ type: "reference", reference_ids: [1] });
    const entry = (): Json => ({ type: "text", text: this.#text() });
    return {
      type: "thinking",
      thinking: random.pick([[entry()], [entry(), entry()], [entry(), reference, entry()], [reference], []]),
      ...random.pick<Json>([{}, { closed: true }, { signature: `sig${this.#count}` }, { signature: null }]),
      ...this.#private(),
    };
  }

  /** Calls and their results. */
  #step(): void {
    const { random } = this;
    const calls = Array.from({ length: 1 + random.below(3) }, () => this.#call());
    const said = random.pick<unknown>(["", null, undefined, this.#said(), [this.#thought(), this.#chunk()]]);
    this.#messages.push({
      role: "assistant",
      ...(said !== undefined && { content: said }),
      ...this.#spell({ tool_calls: calls }),
      ...(random.chance(0.1) && { prefix: false }),
      ...this.#private(),
    });
    if (random.chance(0.2)) calls.reverse();
    for (const { id } of calls) {
      this.#messages.push({
        role: "tool",
        ...this.#spell({ tool_call_id: id }),
        content: this.#found(),
        ...random.pick<Json>([{}, { name: "read" }, { name: null }]),
        ...this.#private(),
      });
    }
  }

  #found(): unknown {
    const { random } = this;
    if (random.chance(0.1)) return "";
    return this.#images < MOST_IMAGES && random.chance(0.15) ? [this.#chunk(), this.#image()] : this.#said();
  }

  #call(): Json {
    const { random } = this;
    this.#count += 1;
    return {
      ...(random.chance(0.1) && { index: 0 }),
      id: `id${String(this.#count).padStart(7, "0")}`,
      ...(random.chance(0.8) && { type: "function" }),
      function: { name: random.pick(TOOLS), arguments: random.pick(ARGUMENTS) },
    };
  }

  #answer(more: Json): void {
    const { random } = this;
    const content = random.chance(0.3) ? [this.#thought(), this.#chunk()] : this.#said();
    this.#messages.push({ role: "assistant", content, ...more, ...this.#private() });
  }
}
