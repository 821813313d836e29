// Random bodies that Gemini accepts, with everything in them that is easy to get wrong.
import type { Random } from "../../properties/random.ts";
import { PICTURES } from "./anthropic-messages.ts";

type Json = Record<string, unknown>;

const TYPES = ["image/png", "image/jpeg", "image/webp"];
const FUNCTIONS = ["read", "exec", "web.search-2", "mcp__server__tool"];
const SIGNATURES = ["CiQB0e2Kb7IAAAAA", "EqQBCkYIBxgCKkAa", "skip_thought_signature_validator"];

/** A body; the same for the same numbers. */
export function generate(random: Random): unknown {
  return new Writer(random).body();
}

class Writer {
  readonly random: Random;
  readonly #contents: Json[] = [];
  #count = 0;
  #code = 0;

  constructor(random: Random) {
    this.random = random;
  }

  body(): Json {
    const { random } = this;
    const turns = 1 + random.below(4);
    for (let turn = 0; turn < turns; turn++) this.#turn(turn === turns - 1);
    if (random.chance(0.15)) this.#contents.push({ role: "model", parts: [{ text: "The answer is" }] });
    const lone = this.#contents.length === 1 && random.chance(0.3);
    const contents = lone ? this.#contents[0] : this.#contents;
    const settings = { ...this.#system(), ...this.#tools() };
    const others = {
      ...(random.chance(0.3) && { generationConfig: { temperature: 1, thinkingConfig: { includeThoughts: true } } }),
      ...(random.chance(0.1) && { cachedContent: "cachedContents/a" }),
    };
    if (random.chance(0.15)) {
      return { model: "gemini-3-pro-preview", project: "p", request: { contents, ...settings, ...others } };
    }
    if (random.chance(0.15)) return { model: "gemini-3-pro-preview", contents, config: { ...settings, topK: 3 } };
    return { contents, ...settings, ...others };
  }

  #text(): string {
    this.#count += 1;
    return `text ${this.#count}${this.random.chance(0.1) ? " \u{1f600} é\n" : ""}.`;
  }

  /** A key in one of its spellings. */
  #key(camel: string): string {
    return this.random.chance(0.2) ? camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : camel;
  }

  #signature(chance = 1): Json {
    return this.random.chance(chance) ? { [this.#key("thoughtSignature")]: this.random.pick(SIGNATURES) } : {};
  }

  #system(): Json {
    const { random } = this;
    if (random.chance(0.4)) return {};
    const parts = [{ text: this.#text() }];
    return { [this.#key("systemInstruction")]: random.chance(0.5) ? { parts } : { role: "system", parts } };
  }

  #tools(): Json {
    const { random } = this;
    const declare = (name: string): Json => ({
      name,
      description: `Does ${name}.`,
      ...(random.chance(0.5)
        ? { parameters: { type: "OBJECT", properties: { a: { type: "STRING" } } } }
        : { parametersJsonSchema: { type: "object" } }),
    });
    const functions = { [this.#key("functionDeclarations")]: FUNCTIONS.map(declare) };
    const more = { functionDeclarations: [declare("another")] };
    return { tools: random.pick<unknown[]>([[functions], [{ googleSearch: {} }, functions], [functions, more]]) };
  }

  #turn(isLast: boolean): void {
    const { random } = this;
    this.#user();
    if (random.chance(0.1)) this.#user();
    const steps = random.below(3);
    for (let step = 0; step < steps; step++) this.#step(isLast && step === steps - 1);
    if (isLast) return;
    this.#answer();
    if (random.chance(0.1)) this.#answer();
  }

  #user(): void {
    const { random } = this;
    const parts = Array.from({ length: 1 + random.below(3) }, () => this.#userPart());
    const role = random.chance(0.1) ? {} : { role: "user" };
    this.#contents.push({ ...role, parts: parts.length === 1 && random.chance(0.1) ? parts[0] : parts });
  }

  #userPart(): Json {
    const { random } = this;
    if (random.chance(0.5)) return { text: random.chance(0.05) ? " " : this.#text() };
    return random.pick([() => this.#image(), () => this.#file(), () => this.#media()])();
  }

  #image(): Json {
    const type = this.random.pick(TYPES);
    const inline = { [this.#key("mimeType")]: type, data: PICTURES[type] };
    return { [this.#key("inlineData")]: this.random.chance(0.2) ? { ...inline, displayName: "d" } : inline };
  }

  #file(): Json {
    const type = this.random.pick(["image/png", "video/mp4", "application/pdf", undefined]);
    const uri = { [this.#key("fileUri")]: "https://generativelanguage.googleapis.com/v1beta/files/a" };
    const metadata = type === "video/mp4" ? { videoMetadata: { fps: 1 } } : {};
    return { [this.#key("fileData")]: { ...uri, ...(type !== undefined && { mimeType: type }) }, ...metadata };
  }

  #media(): Json {
    return this.random.pick<Json>([
      { inlineData: { mimeType: "application/pdf", data: "JVBERi0xLjQKJSVFT0YK", displayName: "a.pdf" } },
      { inlineData: { mimeType: "text/plain", data: "aGk=" } },
      { inlineData: { mimeType: "audio/wav", data: "UklGRg==" } },
      { inlineData: { mimeType: "video/mp4", data: "AAAA" }, videoMetadata: { startOffset: "1s" } },
    ]);
  }

  /** What the model thought, and code that the server ran. */
  #opening(): Json[] {
    const { random } = this;
    const parts: Json[] = [];
    if (random.chance(0.3)) parts.push({ text: this.#text(), thought: true, ...this.#signature(0.3) });
    if (random.chance(0.3)) parts.push({ text: this.#text(), ...this.#signature(0.3) });
    if (random.chance(0.1)) parts.push({ text: "", thoughtSignature: random.pick(SIGNATURES) });
    if (random.chance(0.1)) {
      this.#code += 1;
      const id = random.chance(0.5) ? { id: `code${this.#code}` } : {};
      parts.push({ [this.#key("executableCode")]: { language: "PYTHON", code: "1", ...id } });
      parts.push({ [this.#key("codeExecutionResult")]: { outcome: "OUTCOME_OK", output: "1", ...id } });
    }
    if (random.chance(0.05)) {
      const id = `srv${++this.#code}`;
      parts.push({ toolCall: { id, toolType: "GOOGLE_SEARCH_WEB", args: {} } }, { toolResponse: { id, response: {} } });
    }
    return parts;
  }

  /** Calls and their responses. The first call is signed. */
  #step(isOpen: boolean): void {
    const { random } = this;
    const hasIds = random.chance(0.5);
    const calls = Array.from({ length: 1 + random.below(3) }, () => this.#call(hasIds || random.chance(0.1)));
    const parts = calls.map((call, index) => ({
      [this.#key("functionCall")]: call,
      ...this.#signature(index === 0 ? 1 : 0.1),
    }));
    this.#contents.push({ role: "model", parts: [...this.#opening(), ...parts] });
    const responses = calls.map((call) => this.#response(call));
    // Responses without ids may stand in another order only if their names tell them apart.
    const names = new Set(calls.map(({ name }) => name));
    if ((hasIds || names.size === calls.length) && random.chance(0.2)) responses.reverse();
    const before = random.chance(0.1) ? [{ text: this.#text() }] : [];
    const behind = !isOpen && random.chance(0.1) ? [{ text: this.#text() }] : [];
    const role = random.pick(["user", "user", "user", "user", "function"]);
    this.#contents.push({ role, parts: [...before, ...responses, ...behind] });
  }

  #call(hasId: boolean): Json {
    const { random } = this;
    this.#count += 1;
    const args = random.pick<unknown>([
      undefined,
      {},
      { path: "a" },
      { a: { b: [1, null, "c"] } },
      JSON.parse('{"__proto__":{"x":1}}'),
    ]);
    return {
      ...(hasId && { id: random.chance(0.5) ? `call_${this.#count}-x` : `fc${this.#count}` }),
      name: random.pick(FUNCTIONS),
      ...(args !== undefined && { args }),
    };
  }

  #response({ id, name }: Json): Json {
    const { random } = this;
    const media = random.chance(0.15) ? { parts: [this.#image()] } : {};
    const more = random.chance(0.1) ? { scheduling: "SILENT" } : {};
    return {
      [this.#key("functionResponse")]: {
        ...(id !== undefined && { id }),
        name,
        response: this.#returned(),
        ...media,
        ...more,
      },
    };
  }

  #returned(): Json {
    return this.random.pick<Json>([
      { output: this.#text() },
      { output: "" },
      { output: this.#text(), exitCode: 0 },
      { output: { files: ["a"], count: 1 } },
      { error: this.#text() },
      { error: { code: 3 } },
      { output: "o", error: "e" },
      { result: this.#text() },
      { temperature: 21.5, unit: "C" },
      {},
    ]);
  }

  #answer(): void {
    const { random } = this;
    const parts = [...this.#opening(), { text: this.#text(), ...this.#signature(0.2) }];
    if (random.chance(0.1)) parts.push(this.#image());
    this.#contents.push({ role: "model", parts });
  }
}
