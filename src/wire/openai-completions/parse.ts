/** Reads a body of Chat Completions. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { ToolDefinition } from "../../transcript/request.ts";
import type { Lenses, WireObject } from "../lens.ts";
import { opaque } from "../messages/content.ts";
import { readRequest } from "../request.ts";
import { opaqueMessage, Parsing, type ReadBlock } from "../shape.ts";
import type { Parsed } from "../types.ts";
import { readCall } from "./calls.ts";
import { type CompletionsDialect, completionsDialect } from "./dialects.ts";
import { KEYS, NAMED_RESULT_LENSES, RESULT_LENSES, ROLES } from "./keys.ts";
import { readContent } from "./parts.ts";
import { findReasoning, thinkingOf } from "./reasoning.ts";

/** Reads a body. Anything odd becomes an opaque block or message. */
export function parse(body: unknown, dialect: string): Parsed {
  const parsing = new Parsing();
  if (!isRecord(body)) return parsing.finish(body, {}, {});
  const reader = new Reader(parsing, completionsDialect(dialect));
  if (Array.isArray(body["messages"])) {
    body["messages"].forEach((raw: unknown, index) => {
      reader.read(raw, `/messages/${index}`);
    });
  }
  return parsing.finish(body, readRequest(body, KEYS, readTools(body["tools"])), { tools: "/tools", params: "" });
}

/** The tools of a body. */
export function readTools(tools: unknown): readonly ToolDefinition[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  return tools.map((raw: unknown, index) => {
    const inner = isRecord(raw) && isRecord(raw["function"]) ? raw["function"] : ({} as WireObject);
    const { name, description, parameters } = inner;
    return {
      index,
      ...(typeof name === "string" && { name }),
      ...(typeof description === "string" && { description }),
      ...(parameters !== undefined && { parameters }),
    };
  });
}

class Reader {
  readonly #parsing: Parsing;
  readonly #dialect: CompletionsDialect;
  /** The names of called tools, by call id. */
  readonly #names = new Map<string, string>();

  constructor(parsing: Parsing, dialect: CompletionsDialect) {
    this.#parsing = parsing;
    this.#dialect = dialect;
  }

  read(raw: unknown, pointer: Pointer): void {
    const spoken = isRecord(raw) ? raw["role"] : undefined;
    const role = typeof spoken === "string" && Object.hasOwn(ROLES, spoken) ? ROLES[spoken] : undefined;
    if (!isRecord(raw) || role === undefined) {
      this.#parsing.add(opaqueMessage(kindOf(raw, spoken)), { raw, pointer }, undefined, []);
      return;
    }
    const content = readContent(raw["content"], `${pointer}/content`);
    const blocks = role === "assistant" ? this.#aroundContent(raw, pointer, content) : content;
    const own = role === "toolResult" ? this.#resultFields(raw) : undefined;
    const message = { role, ...own?.fields, content: blocks.map(({ read }) => read) };
    this.#parsing.add(message, { raw, pointer, ...(own && { lenses: own.lenses }) }, { raw, pointer }, blocks);
  }

  /** The blocks of an assistant message, in the order in which servers give them: thinking, content, calls. */
  #aroundContent(raw: WireObject, pointer: Pointer, content: readonly ReadBlock[]): readonly ReadBlock[] {
    const blocks: ReadBlock[] = [];
    const reasoning = findReasoning(raw, this.#dialect);
    if (reasoning) {
      const { fields, primary } = reasoning;
      blocks.push({ raw: fields, read: thinkingOf(reasoning), pointer: `${pointer}/${primary}` });
    }
    blocks.push(...content);
    const { refusal, audio, function_call, tool_calls } = raw;
    if (isText(refusal)) {
      blocks.push({
        raw: refusal,
        read: { type: "text", text: refusal, refusal: true },
        pointer: `${pointer}/refusal`,
      });
    }
    if (isRecord(audio)) blocks.push({ raw: audio, read: opaque("audio"), pointer: `${pointer}/audio` });
    if (isRecord(function_call)) {
      blocks.push({ raw: function_call, read: opaque("function_call"), pointer: `${pointer}/function_call` });
    }
    if (Array.isArray(tool_calls)) {
      tool_calls.forEach((call: unknown, index) => {
        const block = readCall(call, `${pointer}/tool_calls/${index}`);
        const { id, name } = block.read;
        if (typeof id === "string" && typeof name === "string") this.#names.set(id, name);
        blocks.push(block);
      });
    }
    return blocks;
  }

  #resultFields(raw: WireObject): { readonly fields: WireObject; readonly lenses: Lenses } {
    const { tool_call_id, name, cache_control } = raw;
    const isNamed = isText(name);
    const toolName = isNamed ? name : typeof tool_call_id === "string" ? this.#names.get(tool_call_id) : undefined;
    return {
      fields: {
        ...(tool_call_id !== undefined && { toolCallId: tool_call_id }),
        ...(toolName !== undefined && { toolName }),
        ...(isRecord(cache_control) && { cache_control }),
      },
      lenses: isNamed ? NAMED_RESULT_LENSES : RESULT_LENSES,
    };
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function kindOf(raw: unknown, role: unknown): string {
  if (isRecord(raw)) return typeof role === "string" ? role : "message";
  return raw === null ? "null" : typeof raw;
}
