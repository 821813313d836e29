// Random bodies that the Responses API accepts, with everything in them that is easy to get wrong.
import type { Random } from "../../properties/random.ts";
import { PICTURES } from "./anthropic-messages.ts";

type Json = Record<string, unknown>;

/** Models, and whether their answers begin with reasoning. */
const MODELS = [
  { id: "gpt-5.2", reasons: true },
  { id: "gpt-5.2-codex", reasons: true },
  { id: "o4-mini", reasons: true },
  { id: "gpt-4.1", reasons: false },
] as const;

const TOOLS = ["read", "exec", "mcp__server__tool", "apply-2"];
const CUSTOM = "patch";

/** A body; the same for the same numbers. */
export function generate(random: Random): unknown {
  return new Writer(random).body();
}

class Writer {
  readonly random: Random;
  readonly #items: Json[] = [];
  readonly #outputs: Json[] = [];
  #count = 0;
  #reasons = false;
  /** Are items sent back with their ids? */
  #named = true;
  #stores = true;

  constructor(random: Random) {
    this.random = random;
  }

  body(): Json {
    const { random } = this;
    const model = random.pick(MODELS);
    this.#reasons = model.reasons;
    this.#named = random.chance(0.6);
    this.#stores = random.chance(0.5);
    const settings = {
      model: model.id,
      ...(random.chance(0.4) && { instructions: this.#text() }),
      ...(this.#stores ? random.chance(0.3) && { store: true } : { store: false }),
      ...(model.reasons && { reasoning: { effort: "medium" }, include: ["reasoning.encrypted_content"] }),
      tools: this.#tools(),
      ...(random.chance(0.2) && { prompt_cache_key: "k", parallel_tool_calls: true }),
      ...(random.chance(0.1) && { x_unknown: { deep: [1, { b: null }] } }),
    };
    if (random.chance(0.05)) return { ...settings, input: this.#text() };
    const isContinued = random.chance(0.1);
    if (isContinued) this.#items.push(this.#output("function_call_output", `call_kept${this.#next()}`));
    if (!isContinued && random.chance(0.1)) this.#items.push(this.#compaction());
    if (random.chance(0.15)) this.#items.push({ type: "additional_tools", role: "developer", tools: [] });
    const turns = 1 + random.below(4);
    for (let turn = 0; turn < turns; turn++) this.#turn(turn === turns - 1);
    return {
      ...settings,
      ...(isContinued && { previous_response_id: "resp_1" }),
      input: this.#items,
    };
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #text(): string {
    return `text ${this.#next()}${this.random.chance(0.1) ? " \u{1f600} é\n" : ""}.`;
  }

  #private(): Json {
    return this.random.chance(0.15) ? { x_own: this.#count } : {};
  }

  #id(prefix: string): Json {
    if (!this.#named) return this.random.chance(0.2) ? { id: null } : {};
    return { id: `${prefix}_0dca0c9e${this.#next()}` };
  }

  #status(): Json {
    return this.random.chance(0.5) ? { status: "completed" } : {};
  }

  #tools(): unknown[] {
    const functions = TOOLS.map((name) => ({
      type: "function",
      name,
      description: `Does ${name}.`,
      parameters: { type: "object", properties: { a: { type: "string" } } },
      strict: false,
    }));
    const custom = { type: "custom", name: CUSTOM, format: { type: "text" } };
    return this.random.chance(0.5) ? [{ type: "web_search" }, ...functions, custom] : [...functions, custom];
  }

  #compaction(): Json {
    return { type: "compaction", ...this.#id("cmp"), encrypted_content: "gAAAAABcompacted==" };
  }

  #turn(isLast: boolean): void {
    const { random } = this;
    this.#items.push(this.#user());
    if (random.chance(0.15)) this.#items.push(this.#user());
    if (random.chance(0.1)) this.#items.push(this.#system());
    const steps = random.below(3);
    for (let step = 0; step < steps; step++) this.#step();
    if (!isLast || random.chance(0.1)) this.#answer();
  }

  #user(): Json {
    const { random } = this;
    const type = random.chance(0.6) ? { type: "message" } : {};
    if (random.chance(0.3)) return { ...type, role: "user", content: this.#text(), ...this.#private() };
    const content = Array.from({ length: 1 + random.below(3) }, () => this.#told());
    return { ...type, role: "user", content, ...this.#private() };
  }

  #system(): Json {
    const role = this.random.pick(["system", "developer"]);
    const content = this.random.chance(0.5) ? this.#text() : [this.#inputText()];
    return { type: "message", role, content };
  }

  #inputText(): Json {
    const marker = this.random.chance(0.1) ? { prompt_cache_breakpoint: { mode: "explicit" } } : {};
    return { type: "input_text", text: this.#text(), ...marker, ...this.#private() };
  }

  #told(): Json {
    const { random } = this;
    if (random.chance(0.5)) return this.#inputText();
    if (random.chance(0.6)) return this.#image();
    return random.pick<Json>([
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK" },
      { type: "input_file", filename: "a.pdf", file_data: "JVBERi0xLjQKJSVFT0YK" },
      { type: "input_file", file_id: "file-1", detail: "low" },
      { type: "input_file", file_url: "https://example.com/a.pdf", ...this.#private() },
    ]);
  }

  #image(): Json {
    const { random } = this;
    const type = random.pick(Object.keys(PICTURES));
    const source = random.pick<Json>([
      { image_url: `data:${type};base64,${PICTURES[type]}` },
      { image_url: "https://example.com/a.png" },
      { file_id: "file-2" },
    ]);
    return { type: "input_image", ...(random.chance(0.5) && { detail: "high" }), ...source, ...this.#private() };
  }

  #reasoning(): Json {
    const { random } = this;
    const summary = random.chance(0.4) ? [] : [{ type: "summary_text", text: this.#text() }];
    if (random.chance(0.2)) summary.push({ type: "summary_text", text: this.#text() });
    const encrypted = !this.#stores || !this.#named || random.chance(0.5);
    return {
      type: "reasoning",
      ...this.#id("rs"),
      summary,
      ...(random.chance(0.2) && { content: [{ type: "reasoning_text", text: this.#text() }] }),
      ...(encrypted && { encrypted_content: `gAAAAAB${this.#next()}-not_real==` }),
      ...(random.chance(0.2) && { status: "completed" }),
      ...this.#private(),
    };
  }

  /** What an answer begins with, when items are named by ids: without it, ids of what follows are refused. */
  #opening(): Json[] {
    if (!this.#reasons || (!this.#named && this.random.chance(0.4))) return [];
    return this.random.chance(0.15) ? [this.#reasoning(), this.#reasoning()] : [this.#reasoning()];
  }

  /** Calls and their outputs, side by side or one behind the other. */
  #step(): void {
    const { random } = this;
    this.#items.push(...this.#opening());
    if (random.chance(0.3)) this.#items.push(this.#message("commentary"));
    if (random.chance(0.15)) this.#items.push(...this.#serverTool());
    const count = 1 + random.below(3);
    for (let index = 0; index < count; index++) {
      this.#call();
      // Calls of one answer may stand with reasoning of their own between them.
      if (index < count - 1 && this.#reasons && random.chance(0.15)) this.#items.push(this.#reasoning());
    }
    if (random.chance(0.2)) this.#outputs.reverse();
    this.#items.push(...this.#outputs.splice(0));
    if (random.chance(0.1)) this.#clientTool();
  }

  #call(): void {
    const { random } = this;
    const call_id = `call_${random.chance(0.1) ? "a|b" : "K"}${this.#next()}`;
    if (random.chance(0.2)) {
      this.#items.push({
        type: "custom_tool_call",
        ...this.#id("ctc"),
        call_id,
        name: CUSTOM,
        input: "*** Begin Patch\n",
      });
      this.#outputs.push(this.#output("custom_tool_call_output", call_id));
      return;
    }
    this.#items.push({
      type: "function_call",
      ...this.#id("fc"),
      call_id,
      name: random.pick(TOOLS),
      arguments: random.pick([
        "{}",
        '{"path":"a"}',
        '{ "a" : {"b": [1, null, 12345678901234567890]} }',
        '{"a":1,"a":2,"__proto__":{"x":1}}',
      ]),
      ...this.#status(),
      ...(random.chance(0.1) && { namespace: "crm" }),
      ...this.#private(),
    });
    this.#outputs.push(this.#output("function_call_output", call_id));
  }

  #output(type: string, call_id: string): Json {
    const { random } = this;
    const output = random.pick<unknown>([
      this.#text(),
      "",
      [this.#inputText()],
      [this.#inputText(), this.#image()],
      [{ type: "input_file", file_id: "file-3" }],
    ]);
    const id = type === "function_call_output" && random.chance(0.1) ? { id: `fc_out${this.#next()}` } : {};
    return { type, call_id, output, ...id, ...(random.chance(0.2) && this.#status()), ...this.#private() };
  }

  #serverTool(): Json[] {
    const number = this.#next();
    return this.random.pick<Json[]>([
      [{ type: "web_search_call", id: `ws_${number}`, status: "completed", action: { type: "search", query: "q" } }],
      [
        {
          type: "code_interpreter_call",
          id: `ci_${number}`,
          code: "1",
          container_id: "c",
          outputs: [],
          status: "completed",
        },
      ],
      [{ type: "mcp_call", id: `mcp_${number}`, name: "n", arguments: "{}", server_label: "s", output: "o" }],
      [{ type: "image_generation_call", id: `ig_${number}`, status: "completed", result: null }],
    ]);
  }

  /** Tools of the provider that the client runs. */
  #clientTool(): void {
    const number = this.#next();
    const call_id = `call_c${number}`;
    const action = { type: "exec", command: ["ls"], env: {} };
    const pair = this.random.pick<readonly [Json, Json]>([
      [
        { type: "computer_call", id: `cu_${number}`, call_id, pending_safety_checks: [], status: "completed" },
        {
          type: "computer_call_output",
          call_id,
          output: { type: "computer_screenshot", image_url: "https://example.com/a" },
        },
      ],
      [
        { type: "shell_call", call_id, action: { commands: ["ls"] } },
        { type: "shell_call_output", call_id, output: [] },
      ],
      [
        { type: "local_shell_call", id: `lsh_${number}`, call_id, action, status: "completed" },
        { type: "local_shell_call_output", id: call_id, output: "o" },
      ],
      [
        { type: "local_shell_call", id: `lsh_${number}`, call_id, action, status: "completed" },
        { type: "function_call_output", call_id, output: "o" },
      ],
    ]);
    this.#items.push(...this.#opening(), ...pair);
  }

  #message(phase: string): Json {
    const { random } = this;
    if (!this.#named && random.chance(0.3)) return { role: "assistant", content: this.#text(), ...this.#phase(phase) };
    const content = Array.from({ length: 1 + random.below(2) }, () => this.#said());
    return {
      type: "message",
      ...this.#id("msg"),
      role: "assistant",
      ...this.#status(),
      ...this.#phase(phase),
      content,
      ...this.#private(),
    };
  }

  #phase(phase: string): Json {
    return this.random.chance(0.3) ? { phase } : {};
  }

  #said(): Json {
    const { random } = this;
    if (random.chance(0.15)) return { type: "refusal", refusal: this.#text() };
    const cited = { type: "url_citation", url: "https://example.com", title: "t", start_index: 0, end_index: 1 };
    return {
      type: "output_text",
      text: this.#text(),
      ...(random.chance(0.6) && { annotations: random.chance(0.5) ? [] : [cited] }),
      ...(random.chance(0.2) && { logprobs: [] }),
      ...this.#private(),
    };
  }

  #answer(): void {
    const { random } = this;
    if (this.#stores && this.#named && random.chance(0.15)) {
      // What is stored may be named alone, with its reasoning or without.
      if (this.#reasons) this.#items.push(this.#reasoning());
      this.#items.push(random.chance(0.5) ? { type: "item_reference", id: "msg_stored" } : { id: "msg_stored2" });
      return;
    }
    this.#items.push(...this.#opening());
    if (random.chance(0.15)) this.#items.push(...this.#serverTool());
    this.#items.push(this.#message("final_answer"));
    if (random.chance(0.1)) this.#items.push(this.#message("final_answer"));
  }
}
