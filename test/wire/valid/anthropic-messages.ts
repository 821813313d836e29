// Random bodies that the Messages API accepts, with everything in them that is easy to get wrong.
import type { Random } from "../../properties/random.ts";

type Json = Record<string, unknown>;

/** Pictures of two pixels. */
export const PICTURES: Readonly<Record<string, string>> = {
  "image/png":
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWM4Y2x8xtgYAAmXAmVOTJJDAAAAAElFTkSuQmCC",
  "image/jpeg":
    "/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAABAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCMAVdf/9k=",
  "image/gif": "R0lGODlhAgABAIAAAExpccwzMyH5BAUAAAAALAAAAAACAAEAAAICTAoAOw==",
  "image/webp": "UklGRjoAAABXRUJQVlA4IC4AAACQAQCdASoCAAEAAUAmJaACdLoAA5gA/u7/n/wF090Yt/+4OP+wcf9g4/dMAAAA",
};

/** Models, whether they continue an answer that was begun, and which modes of thinking they have. */
const MODELS = [
  { id: "claude-3-5-haiku-20241022", prefill: true, thinking: [undefined] },
  { id: "claude-sonnet-4-5-20250929", prefill: true, thinking: [undefined, "disabled", "enabled"] },
  { id: "claude-opus-4-6", prefill: false, thinking: [undefined, "enabled", "adaptive"] },
  { id: "claude-opus-4-7", prefill: false, thinking: [undefined, "adaptive"] },
] as const;

const TOOLS = ["read", "exec", "web_search-2", "mcp__server__tool"];

/** A body; the same for the same numbers. */
export function generate(random: Random): unknown {
  return new Writer(random).body();
}

class Writer {
  readonly random: Random;
  readonly #messages: Json[] = [];
  #count = 0;
  #markers: number;
  #thinks = false;
  /** Has the user just spoken, so that the assistant's turn begins? */
  #begins = true;

  constructor(random: Random) {
    this.random = random;
    this.#markers = random.chance(0.5) ? 4 : 0;
  }

  body(): Json {
    const { random } = this;
    const model = random.pick(MODELS);
    const mode = random.pick<string | undefined>(model.thinking);
    this.#thinks = mode === "enabled" || mode === "adaptive";
    const system = this.#system();
    const tools = this.#tools();
    const turns = 1 + random.below(4);
    for (let turn = 0; turn < turns; turn++) this.#turn(turn === turns - 1);
    if (model.prefill && !this.#thinks && random.chance(0.2)) this.#prefill();
    return {
      ...(random.chance(0.9) ? { model: model.id } : { anthropic_version: "bedrock-2023-05-31", model: model.id }),
      max_tokens: 4096,
      ...system,
      ...(mode !== undefined && {
        thinking: mode === "enabled" ? { type: mode, budget_tokens: 1024 } : { type: mode },
      }),
      ...tools,
      ...(random.chance(0.3) && { metadata: { user_id: "u" }, stop_sequences: ["END"] }),
      ...(random.chance(0.2) && { x_unknown: { deep: [1, { b: null }] } }),
      messages: this.#messages,
    };
  }

  #text(): string {
    this.#count += 1;
    return `text ${this.#count}${this.random.chance(0.1) ? " \u{1f600} é\n" : ""}.`;
  }

  /** A cache marker, while there is room for one. */
  #cache(): Json {
    if (this.#markers === 0 || !this.random.chance(0.1)) return {};
    this.#markers -= 1;
    return { cache_control: this.random.chance(0.5) ? { type: "ephemeral" } : { type: "ephemeral", ttl: "1h" } };
  }

  #private(): Json {
    return this.random.chance(0.15) ? { x_own: this.#count } : {};
  }

  #block(more: object = {}): Json {
    return { type: "text", text: this.#text(), ...more, ...this.#cache(), ...this.#private() };
  }

  #system(): Json {
    const { random } = this;
    if (random.chance(0.4)) return {};
    if (random.chance(0.5)) return { system: this.#text() };
    return { system: [this.#block(), ...(random.chance(0.5) ? [this.#block()] : [])] };
  }

  /** Always tools, since the messages may have calls, and a marker that detects the format. */
  #tools(): Json {
    const own = TOOLS.map((name) => ({
      name,
      description: `Does ${name}.`,
      input_schema: { type: "object", properties: { a: { type: "string" } } },
      ...this.#cache(),
    }));
    const server = { type: "web_search_20250305", name: "web_search", max_uses: 3 };
    return { tools: this.random.chance(0.3) ? [server, ...own] : own };
  }

  #turn(isLast: boolean): void {
    const { random } = this;
    this.#user();
    if (random.chance(0.15)) this.#user();
    const steps = random.below(3);
    for (let step = 0; step < steps; step++) this.#step(isLast && step === steps - 1);
    if (!isLast) {
      this.#answer();
      if (random.chance(0.1)) this.#messages.push({ role: "assistant", content: [this.#block()] });
      if (random.chance(0.05)) this.#messages.push({ role: "system", content: this.#text() });
    }
  }

  #user(): void {
    const { random } = this;
    this.#begins = true;
    if (random.chance(0.4)) {
      this.#messages.push({ role: "user", content: this.#text(), ...this.#private() });
      return;
    }
    const content = Array.from({ length: 1 + random.below(3) }, () => this.#userBlock());
    this.#messages.push({ role: "user", content, ...this.#private() });
  }

  #userBlock(): Json {
    const { random } = this;
    if (random.chance(0.5)) return this.#block();
    if (random.chance(0.5)) return this.#image();
    return random.chance(0.7) ? this.#document() : this.#searchResult();
  }

  #image(): Json {
    const { random } = this;
    const type = random.pick(Object.keys(PICTURES));
    const source = random.pick<Json>([
      { type: "base64", media_type: type, data: PICTURES[type] },
      { type: "base64", media_type: type, data: PICTURES[type], x_own: 1 },
      { type: "url", url: "https://example.com/a.png" },
      { type: "file", file_id: "file_011" },
    ]);
    return { type: "image", source, ...this.#cache(), ...this.#private() };
  }

  #document(): Json {
    const source = this.random.pick<Json>([
      { type: "base64", media_type: "application/pdf", data: "JVBERi0xLjQKJSVFT0YK" },
      { type: "text", media_type: "text/plain", data: this.#text() },
      { type: "url", url: "https://example.com/a.pdf" },
      { type: "file", file_id: "file_012" },
      { type: "content", content: [{ type: "text", text: this.#text() }] },
    ]);
    const more = this.random.chance(0.5) ? { title: "t", context: "c", citations: { enabled: true } } : {};
    return { type: "document", source, ...more, ...this.#cache(), ...this.#private() };
  }

  #searchResult(): Json {
    const content = [{ type: "text", text: this.#text() }];
    return { type: "search_result", source: "https://example.com", title: "t", content, ...this.#cache() };
  }

  #thinking(): Json[] {
    const { random } = this;
    const signature = `${String(this.#count).padStart(4, "A")}EqQBCkYIBxgCKkAa`;
    const redacted = { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" };
    const first = random.chance(0.2)
      ? redacted
      : { type: "thinking", thinking: random.chance(0.3) ? "" : this.#text(), signature, ...this.#private() };
    return random.chance(0.1) ? [first, redacted] : [first];
  }

  /** Thinking stands first where it is on, and may stand in old turns where it is off. */
  #opening(): Json[] {
    const has = this.#thinks ? this.#begins || this.random.chance(0.5) : this.random.chance(0.1);
    this.#begins = false;
    return has ? this.#thinking() : [];
  }

  /** Calls and their results. */
  #step(isOpen: boolean): void {
    const { random } = this;
    const calls = Array.from({ length: 1 + random.below(3) }, () => this.#call());
    const said = random.chance(0.4) ? [this.#block()] : [];
    const server = random.chance(0.15) ? this.#serverTool() : [];
    const content = [...this.#opening(), ...said, ...server, ...calls];
    this.#messages.push({ role: "assistant", content, ...this.#private() });
    const results = calls.map(({ id }) => this.#result(id));
    if (random.chance(0.2)) results.reverse();
    const cut = results.length > 1 && random.chance(0.15) ? 1 : 0;
    if (cut > 0) this.#messages.push({ role: "user", content: results.slice(0, cut) });
    const behind = !isOpen && random.chance(0.15) ? [this.#block()] : [];
    this.#begins = behind.length > 0;
    this.#messages.push({ role: "user", content: [...results.slice(cut), ...behind], ...this.#private() });
  }

  #call(): Json {
    const { random } = this;
    this.#count += 1;
    return {
      type: "tool_use",
      id: random.chance(0.8) ? `toolu_01K${this.#count}aB` : `call_${this.#count}-x`,
      name: random.pick(TOOLS),
      input: random.pick<unknown>([
        {},
        { path: "a" },
        { a: { b: [1, null, "c"] } },
        JSON.parse('{"__proto__":{"x":1}}'),
      ]),
      ...(random.chance(0.1) && { caller: { type: "direct" } }),
      ...this.#cache(),
    };
  }

  #result(id: unknown): Json {
    const { random } = this;
    const failed = random.chance(0.2);
    const content = failed ? random.pick<unknown>([this.#text(), [this.#block()]]) : this.#resultContent();
    return {
      type: "tool_result",
      tool_use_id: id,
      ...(content !== undefined && { content }),
      ...(failed ? { is_error: true } : random.chance(0.3) && { is_error: false }),
      ...this.#cache(),
      ...this.#private(),
    };
  }

  #resultContent(): unknown {
    switch (this.random.below(6)) {
      case 0:
        return undefined;
      case 1:
        return "";
      case 2:
        return [];
      case 3:
        return this.#text();
      case 4:
        return [this.#block(), this.#image()];
      default:
        return [this.#block(), this.#searchResult()];
    }
  }

  #serverTool(): Json[] {
    this.#count += 1;
    const id = `srvtoolu_01B${this.#count}`;
    const content = [{ type: "web_search_result", url: "https://example.com", title: "t", encrypted_content: "Eo8B" }];
    return [
      { type: "server_tool_use", id, name: "web_search", input: { query: "q" } },
      { type: "web_search_tool_result", tool_use_id: id, content },
    ];
  }

  #answer(): void {
    const { random } = this;
    if (!this.#thinks && random.chance(0.4)) {
      this.#messages.push({ role: "assistant", content: this.#text() });
      return;
    }
    const cited = { citations: [{ type: "char_location", cited_text: "x", document_index: 0, start_char_index: 0 }] };
    const server = random.chance(0.2) ? this.#serverTool() : [];
    const content = [...this.#opening(), ...server, this.#block(random.chance(0.2) ? cited : {})];
    this.#messages.push({ role: "assistant", content, ...this.#private() });
  }

  /** The beginning of an answer that the model is to go on with. */
  #prefill(): void {
    this.#messages.push({
      role: "assistant",
      content: this.random.pick<unknown>(["The answer is", [], [this.#block()]]),
    });
  }
}
