// Random bodies that Converse accepts, with everything in them that is easy to get wrong.
import { type ConverseFamily, converseFamilyOf } from "../../../src/transcript/converse-models.ts";
import type { Random } from "../../properties/random.ts";
import { PICTURES } from "./anthropic-messages.ts";

type Json = Record<string, unknown>;

/** Models, whether they continue an answer that was begun, and which modes of thinking they have. */
const MODELS: readonly { readonly id: string; readonly prefill?: true; readonly thinking?: readonly string[] }[] = [
  { id: "us.anthropic.claude-sonnet-4-5-20250929-v1:0", prefill: true, thinking: ["enabled"] },
  { id: "global.anthropic.claude-opus-4-8", thinking: ["adaptive"] },
  { id: "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-6" },
  { id: "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abcdefghijk2" },
  { id: "amazon.nova-pro-v1:0" },
  { id: "us.meta.llama4-maverick-17b-instruct-v1:0" },
  { id: "mistral.mistral-large-2407-v1:0" },
  { id: "global.openai.gpt-oss-120b-1:0" },
];

const TOOLS = ["read", "exec", "web_search-2", "mcp__server__tool"];
const MOST_DOCUMENTS = 5;

/** A body; the same for the same numbers. */
export function generate(random: Random): unknown {
  return new Writer(random).body();
}

/** What is base64 in JSON and bytes in the hands of an SDK. */
export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

class Writer {
  readonly random: Random;
  readonly #messages: Json[] = [];
  #count = 0;
  #markers = 0;
  #documents = 0;
  #thinks = false;
  #family: ConverseFamily = "unknown";
  /** Do calls and results stand in messages of their own? */
  get #parts(): boolean {
    return this.#family === "llama4" || this.#family === "mistral";
  }
  /** Is it the body of an SDK, with bytes in it? */
  readonly #isOfSdk: boolean;
  /** Has the user just spoken, so that the assistant's turn begins? */
  #begins = true;

  constructor(random: Random) {
    this.random = random;
    this.#isOfSdk = random.chance(0.5);
  }

  body(): Json {
    const { random } = this;
    const model = random.pick(MODELS);
    this.#family = converseFamilyOf(model.id);
    const caches = this.#family === "claude" || this.#family === "nova" || this.#family === "unknown";
    this.#markers = caches && random.chance(0.5) ? 4 : 0;
    const mode = model.thinking && random.chance(0.5) ? random.pick(model.thinking) : undefined;
    this.#thinks = mode !== undefined;
    const system = this.#system();
    const toolConfig = this.#toolConfig();
    const turns = 1 + random.below(4);
    for (let turn = 0; turn < turns; turn++) this.#turn(turn === turns - 1);
    if (model.prefill && !this.#thinks && this.#messages.at(-1)?.["role"] === "user" && random.chance(0.2)) {
      this.#messages.push({ role: "assistant", content: [{ text: "The answer is" }] });
    }
    return {
      modelId: model.id,
      ...system,
      ...(random.chance(0.7) && { inferenceConfig: { maxTokens: 4096, temperature: 1 } }),
      ...(mode !== undefined && {
        additionalModelRequestFields: {
          thinking: mode === "enabled" ? { type: mode, budget_tokens: 1024 } : { type: mode },
        },
      }),
      ...toolConfig,
      ...(random.chance(0.2) && { guardrailConfig: { guardrailIdentifier: "abc", guardrailVersion: "1" } }),
      ...(random.chance(0.2) && { requestMetadata: { user: "u" }, performanceConfig: { latency: "standard" } }),
      ...(random.chance(0.2) && { x_unknown: { deep: [1, { b: null }] } }),
      messages: this.#messages,
    };
  }

  #text(): string {
    this.#count += 1;
    return `text ${this.#count}${this.random.chance(0.1) ? " \u{1f600} é\n" : ""}.`;
  }

  /** The block, and sometimes a cache point behind it, while there is room for one. */
  #cached(block: Json): Json[] {
    if (this.#markers === 0 || !this.random.chance(0.15)) return [block];
    this.#markers -= 1;
    const point = this.random.chance(0.5) ? { type: "default" } : { type: "default", ttl: "1h" };
    return [block, { cachePoint: point, ...this.#private() }];
  }

  #private(): Json {
    return this.random.chance(0.15) ? { x_own: this.#count } : {};
  }

  #said(): Json[] {
    return this.#cached({ text: this.#text(), ...this.#private() });
  }

  #bytes(base64: string): string | Uint8Array {
    return this.#isOfSdk ? bytesOf(base64) : base64;
  }

  #system(): Json {
    const { random } = this;
    if (random.chance(0.4)) return {};
    const guarded = random.chance(0.2) ? [{ guardContent: { text: { text: this.#text() } } }] : [];
    return { system: [...this.#said(), ...guarded, ...(random.chance(0.3) ? this.#said() : [])] };
  }

  /** Always tools, since the messages may have calls. */
  #toolConfig(): Json {
    const { random } = this;
    const tools = TOOLS.flatMap((name) =>
      this.#cached({
        toolSpec: {
          name,
          description: `Does ${name}.`,
          inputSchema: { json: { type: "object", properties: { a: { type: "string" } } } },
          ...this.#private(),
        },
      }),
    );
    const own = random.chance(0.2) ? [{ systemTool: { name: "nova_grounding" } }] : [];
    const toolChoice = random.pick<Json | undefined>([undefined, undefined, { auto: {} }, { tool: { name: "read" } }]);
    return { toolConfig: { tools: [...tools, ...own], ...(toolChoice && { toolChoice }) } };
  }

  #turn(isLast: boolean): void {
    const { random } = this;
    if (this.#messages.at(-1)?.["role"] !== "user") this.#user();
    const steps = random.below(3);
    for (let step = 0; step < steps; step++) this.#step(isLast && step === steps - 1);
    if (isLast) return;
    this.#answer();
    if (random.chance(0.05)) {
      const tool = { toolRemoval: { tool: { type: "tool", name: "exec" } } };
      this.#messages.push({ role: "system", content: [{ text: this.#text() }, tool] });
    }
  }

  #user(): void {
    const { random } = this;
    this.#begins = true;
    const content = Array.from({ length: 1 + random.below(3) }, () => this.#userBlocks()).flat();
    const needsText = content.some((block) => "document" in block) && !content.some((block) => "text" in block);
    if (needsText || content.length === 0) content.push({ text: this.#text() });
    this.#messages.push({ role: "user", content, ...this.#private() });
  }

  #userBlocks(): Json[] {
    const { random } = this;
    if (random.chance(0.5)) return this.#said();
    switch (random.below(6)) {
      case 0:
      case 1:
        return this.#cached(this.#image());
      case 2:
        return this.#documents < MOST_DOCUMENTS ? [this.#document()] : [];
      case 3:
        return [{ guardContent: { text: { text: this.#text(), qualifiers: ["query"] } } }];
      case 4:
        return [random.pick<Json>([this.#video(), this.#audio()])];
      default:
        return this.#cached(this.#searchResult());
    }
  }

  #image(): Json {
    const { random } = this;
    const type = random.pick(Object.keys(PICTURES));
    const format = type.slice("image/".length);
    const source = random.chance(0.8)
      ? { bytes: this.#bytes(PICTURES[type] as string) }
      : { s3Location: { uri: "s3://bucket/a.png", bucketOwner: "123456789012" } };
    return { image: { format, source, ...this.#private() }, ...this.#private() };
  }

  #document(): Json {
    this.#documents += 1;
    this.#count += 1;
    const [format, source] = this.random.pick<[string | undefined, Json]>([
      ["pdf", { bytes: this.#bytes("JVBERi0xLjQKJSVFT0YK") }],
      ["txt", { bytes: this.#bytes("cGxhaW4=") }],
      ["md", { text: "# plain" }],
      ["docx", { s3Location: { uri: "s3://bucket/a.docx" } }],
      [undefined, { content: [{ text: "part" }] }],
    ]);
    const more = this.random.chance(0.3) ? { context: "c", citations: { enabled: true } } : {};
    const named = { name: `report ${this.#count} (draft) [a]-b`, source, ...more };
    return { document: format === undefined ? named : { format, ...named }, ...this.#private() };
  }

  #video(): Json {
    return { video: { format: "mp4", source: { s3Location: { uri: "s3://bucket/a.mp4" } } } };
  }

  #audio(): Json {
    return { audio: { format: "mp3", source: { bytes: this.#bytes("SUQz") } } };
  }

  #searchResult(): Json {
    return { searchResult: { source: "https://example.com", title: "t", content: [{ text: this.#text() }] } };
  }

  #reasoning(): Json[] {
    const { random } = this;
    const signature = `${String(this.#count).padStart(4, "A")}EqQBCkYIBxgCKkAa`;
    const redacted = { reasoningContent: { redactedContent: this.#bytes("EmwKAhgBEgy3va3p") } };
    const text = random.chance(0.3) ? "" : this.#text();
    const first = random.chance(0.2)
      ? redacted
      : { reasoningContent: { reasoningText: { text, signature } }, ...this.#private() };
    return random.chance(0.1) ? [first, redacted] : [first];
  }

  /** Reasoning stands first where it is on, and may stand in old turns where it is off. */
  #opening(): Json[] {
    const isOfClaude = this.#family === "claude" || this.#family === "unknown";
    const has = this.#thinks ? this.#begins || this.random.chance(0.5) : isOfClaude && this.random.chance(0.1);
    this.#begins = false;
    return has ? this.#reasoning() : [];
  }

  /** Calls and their results. */
  #step(isOpen: boolean): void {
    const { random } = this;
    const calls = Array.from({ length: 1 + random.below(3) }, () => this.#call());
    const said = !this.#parts && random.chance(0.4) ? this.#said() : [];
    const content = [
      ...this.#opening(),
      ...said,
      ...this.#serverTool(),
      ...calls.flatMap((call) => this.#cached(call)),
    ];
    this.#messages.push({ role: "assistant", content, ...this.#private() });
    const results = calls.map(({ toolUse }) => this.#result((toolUse as Json)["toolUseId"]));
    if (random.chance(0.2)) results.reverse();
    const behind = !this.#parts && !isOpen && random.chance(0.15) ? this.#said() : [];
    this.#begins = behind.length > 0;
    const answered = results.flatMap((result) => this.#cached(result));
    this.#messages.push({ role: "user", content: [...answered, ...behind], ...this.#private() });
  }

  #call(): Json {
    const { random } = this;
    this.#count += 1;
    return {
      toolUse: {
        toolUseId: random.chance(0.8) ? `tooluse_01K${this.#count}aB` : `call_${this.#count}-x`,
        name: random.pick(TOOLS),
        input: random.pick<unknown>([
          {},
          { path: "a" },
          { a: { b: [1, null, "c"] } },
          JSON.parse('{"__proto__":{"x":1}}'),
        ]),
      },
      ...this.#private(),
    };
  }

  #result(toolUseId: unknown): Json {
    const { random } = this;
    const failed = random.chance(0.2);
    const content = failed ? [{ text: this.#text() }] : this.#resultContent();
    const status = failed ? { status: "error" } : random.chance(0.3) ? { status: "success" } : {};
    return { toolResult: { toolUseId, content, ...status, ...this.#private() }, ...this.#private() };
  }

  #resultContent(): Json[] {
    const takesImages = this.#family !== "other" && this.#family !== "mistral";
    switch (this.random.below(6)) {
      case 0:
        return [];
      case 1:
        return [{ text: "" }];
      case 2:
        return [{ json: { rows: [1, { a: null }], "a/b~c": "é" } }, { text: this.#text() }];
      case 3:
        return takesImages ? [{ text: this.#text() }, this.#image()] : [{ json: {} }];
      case 4:
        return [this.#searchResult()];
      default:
        return [{ text: this.#text(), ...this.#private() }];
    }
  }

  /** A tool of the model's own: call and result stand in the assistant's turn. */
  #serverTool(): Json[] {
    if (!this.random.chance(0.1)) return [];
    this.#count += 1;
    const toolUseId = `srvtooluse_${this.#count}`;
    return [
      { toolUse: { toolUseId, name: "nova_grounding", input: {}, type: "server_tool_use" } },
      { toolResult: { toolUseId, content: [{ text: "found" }], type: "nova_grounding_result" } },
    ];
  }

  #answer(): void {
    const { random } = this;
    const location = { documentChar: { documentIndex: 0, start: 0, end: 5 } };
    const cited = { citationsContent: { content: [{ text: "It says so." }], citations: [{ title: "t", location }] } };
    const content = [...this.#opening(), ...(random.chance(0.2) ? [cited] : []), ...this.#said()];
    this.#messages.push({ role: "assistant", content, ...this.#private() });
  }
}
