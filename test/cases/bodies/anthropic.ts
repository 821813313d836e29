// Reports on bodies of Anthropic's Messages API.
import { expect } from "vitest";
import type { Json } from "../../oracles/values.ts";
import { at, type Checks, list } from "./run.ts";

function messages(body: Json): readonly Json[] {
  return list(body["messages"]);
}

function blocks(body: Json): readonly Json[] {
  return messages(body).flatMap(({ content }) => list(content));
}

function typed(body: Json, type: string): readonly Json[] {
  return blocks(body).filter((block) => block["type"] === type);
}

/** The blocks of the last message: where most reports have their trouble. */
function last(body: Json): readonly Json[] {
  return list(messages(body).at(-1)?.["content"]);
}

export const anthropicChecks: Checks = {
  "002": {
    "message 2 starts with a tool_result for toolu_c1": ({ body }) =>
      expect(at(body, "messages", 2, "content", 0)).toMatchObject({ type: "tool_result", tool_use_id: "toolu_c1" }),
    "the text 'retry please' is kept after it": ({ body }) =>
      expect(blocks(body).at(-1)).toEqual({ type: "text", text: "retry please" }),
    "no other block changes": ({ body, input }) => {
      const others = blocks(body).filter(({ type }) => type !== "tool_result");
      expect(others).toEqual(blocks(input));
    },
  },
  "004": {
    "no tool_result remains in message 0": ({ body }) => expect(typed(body, "tool_result")).toEqual([]),
    "message 0 is a user message with non-empty content": ({ body }) =>
      expect(messages(body)[0]).toEqual({ role: "user", content: [{ type: "text", text: "now continue" }] }),
  },
  "011": {
    'tool_use.input is a JSON object equal to {"command":"ls"}': ({ body }) =>
      expect(typed(body, "tool_use").map(({ input }) => input)).toEqual([{ command: "ls" }]),
  },
  "023": {
    "no empty text block": ({ body }) => expect(typed(body, "text").filter(({ text }) => text === "")).toEqual([]),
    "cache_control moves to the image block (or is dropped), at most 4 in total": ({ body }) => {
      const marked = blocks(body).filter((block) => "cache_control" in block);
      expect(marked.every(({ type }) => type === "image")).toBe(true);
      expect(marked.length).toBeLessThanOrEqual(4);
      expect(typed(body, "image")).toHaveLength(1);
    },
  },
  "026": {
    "the whitespace-only text block is removed": ({ body }) =>
      expect(typed(body, "text").map(({ text }) => text)).toEqual(["hi"]),
    "the tool_use block stays": ({ body, input }) => expect(typed(body, "tool_use")).toEqual(typed(input, "tool_use")),
  },
  "031": {
    "all tool_result blocks come first in the user message, contiguous": ({ body }) =>
      expect(last(body).map(({ type }) => type)).toEqual(["tool_result", "tool_result", "text", "text"]),
    "order follows the call order (toolu_1, toolu_2)": ({ body }) =>
      expect(typed(body, "tool_result").map((block) => [block["tool_use_id"], block["content"]])).toEqual([
        ["toolu_1", "A"],
        ["toolu_2", "B"],
      ]),
    "texts 'note' and 'mid' follow, in their order": ({ body }) =>
      expect(last(body).flatMap(({ text }) => text ?? [])).toEqual(["note", "mid"]),
  },
  "043": {
    "media_type is image/jpeg (from magic bytes)": ({ body }) =>
      expect(at(last(body)[0], "content", 1, "source", "media_type")).toBe("image/jpeg"),
    "data unchanged": ({ body, input }) => {
      const sent = at(last(body)[0], "content", 1, "source", "data");
      expect(sent).toBe(at(last(input)[0], "content", 1, "source", "data"));
      expect(typeof sent).toBe("string");
    },
  },
  "050": {
    "data holds only base64, prefix removed": ({ body, input }) => {
      const source = (from: Json): string => String(at(from, "messages", 0, "content", 0, "source", "data"));
      expect(source(body)).toMatch(/^[A-Za-z0-9+/]+=*$/);
      expect(source(input)).toBe(`data:image/png;base64,${source(body)}`);
    },
  },
};
