/** Reads a body of Mistral's chat API. */
import { isFilled, isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { type Spelling, spelled } from "../../transcript/spelled.ts";
import type { Lenses, WireObject } from "../lens.ts";
import { readCall } from "../openai-completions/calls.ts";
import { KEYS, ROLES } from "../openai-completions/keys.ts";
import { readTools } from "../openai-completions/parse.ts";
import { findReasoning, thinkingOf } from "../openai-completions/reasoning.ts";
import { readRequest } from "../request.ts";
import { opaqueMessage, Parsing, type ReadBlock } from "../shape.ts";
import type { Parsed } from "../types.ts";
import { readContent } from "./chunks.ts";
import { resultLenses, spellingOf } from "./keys.ts";

/** Reads a body. Anything odd becomes an opaque block or message. */
export function parse(body: unknown, _dialect: string): Parsed {
  const parsing = new Parsing();
  if (!isRecord(body)) return parsing.finish(body, {}, {});
  const reader = new Reader(parsing, spellingOf(body));
  if (Array.isArray(body["messages"])) {
    body["messages"].forEach((raw: unknown, index) => {
      reader.read(raw, `/messages/${index}`);
    });
  }
  return parsing.finish(body, readRequest(body, KEYS, readTools(body["tools"])), { tools: "/tools", params: "" });
}

class Reader {
  readonly #parsing: Parsing;
  readonly #spelling: Spelling;
  /** The names of called tools, by call id. */
  readonly #names = new Map<string, string>();

  constructor(parsing: Parsing, spelling: Spelling) {
    this.#parsing = parsing;
    this.#spelling = spelling;
  }

  read(raw: unknown, pointer: Pointer): void {
    const spoken = isRecord(raw) ? raw["role"] : undefined;
    const role = typeof spoken === "string" && Object.hasOwn(ROLES, spoken) ? ROLES[spoken] : undefined;
    if (!isRecord(raw) || role === undefined) {
      this.#parsing.add(opaqueMessage(kindOf(raw, spoken)), { raw, pointer }, undefined, []);
      return;
    }
    const content = readContent(raw["content"], `${pointer}/content`);
    const blocks =
      role === "assistant" ? [...reasoningIn(raw, pointer), ...content, ...this.#callsIn(raw, pointer)] : content;
    const own = role === "toolResult" ? this.#resultFields(raw) : undefined;
    const message = { role, ...own?.fields, content: blocks.map(({ read }) => read) };
    this.#parsing.add(message, { raw, pointer, ...(own && { lenses: own.lenses }) }, { raw, pointer }, blocks);
  }

  #callsIn(raw: WireObject, pointer: Pointer): readonly ReadBlock[] {
    const { key, value } = spelled(raw, "toolCalls", this.#spelling);
    if (!Array.isArray(value)) return [];
    return value.map((call: unknown, index) => {
      const block = readCall(call, `${pointer}/${key}/${index}`);
      const { id, name } = block.read;
      if (typeof id === "string" && typeof name === "string") this.#names.set(id, name);
      return block;
    });
  }

  #resultFields(raw: WireObject): { readonly fields: WireObject; readonly lenses: Lenses } {
    const { value: id } = spelled(raw, "toolCallId", this.#spelling);
    const { name, cache_control } = raw;
    const toolName = isFilled(name) ? name : typeof id === "string" ? this.#names.get(id) : undefined;
    return {
      fields: {
        ...(id !== undefined && { toolCallId: id }),
        ...(toolName !== undefined && { toolName }),
        ...(isRecord(cache_control) && { cache_control }),
      },
      lenses: resultLenses(raw, this.#spelling),
    };
  }
}

/** Reasoning in the fields of other servers, as one block. */
function reasoningIn(raw: WireObject, pointer: Pointer): readonly ReadBlock[] {
  const found = findReasoning(raw, {});
  if (!found) return [];
  return [{ raw: found.fields, read: thinkingOf(found), pointer: `${pointer}/${found.primary}` }];
}

function kindOf(raw: unknown, role: unknown): string {
  if (isRecord(raw)) return typeof role === "string" ? role : "message";
  return raw === null ? "null" : typeof raw;
}
