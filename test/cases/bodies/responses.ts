// Reports on bodies of the Responses API.
import { expect } from "vitest";
import type { Json } from "../../oracles/values.ts";
import { at, type Check, type Checks, list } from "./run.ts";

function items(body: Json): readonly Json[] {
  return list(body["input"]);
}

function typed(body: Json, type: string): readonly Json[] {
  return items(body).filter((item) => item["type"] === type);
}

function types(body: Json): readonly unknown[] {
  return items(body).map(({ type, role }) => (type === "message" ? role : type));
}

function texts(body: Json): readonly unknown[] {
  return items(body).flatMap(({ content }) => list(content).flatMap(({ text }) => text ?? []));
}

const pairStays: Check = ({ body }) => {
  expect(typed(body, "function_call")).toEqual([
    { type: "function_call", call_id: "call_1", name: "read", arguments: "{}" },
  ]);
  expect(typed(body, "function_call_output")).toEqual([
    { type: "function_call_output", call_id: "call_1", output: "ok" },
  ]);
};

export const responsesChecks: Checks = {
  "053": {
    "no SVG is sent": ({ body, input }) => {
      expect(JSON.stringify(input)).toContain("svg");
      expect(JSON.stringify(body)).not.toContain("svg");
    },
    "rasterised PNG or text note instead": ({ body }) => {
      const [logo, instead] = list(items(body)[0]?.["content"]);
      expect(logo).toEqual({ type: "input_text", text: "logo" });
      if (instead?.["type"] === "input_image") expect(instead["image_url"]).toMatch(/^data:image\/png;base64,/);
      else expect(instead).toEqual({ type: "input_text", text: expect.stringContaining("omitted image payload") });
    },
  },
  "089": {
    "function_call is sent without its fc_ item id (or together with its reasoning item)": ({ body }) =>
      expect(typed(body, "function_call").map(({ id }) => id)).toEqual([undefined]),
    "call_id pairing unchanged": pairStays,
  },
  "092": {
    "damaged encrypted_content is not sent": ({ body }) => {
      expect(JSON.stringify(body)).not.toContain("gAAAA<truncated");
      expect(typed(body, "reasoning")).toEqual([]);
    },
    "call/output pair kept without fc_ id": pairStays,
  },
  "093": {
    "same route, store:false: reasoning items with empty summary and encrypted_content are kept": ({ body }) =>
      expect(typed(body, "reasoning").map(({ summary, encrypted_content: sealed }) => [summary, sealed])).toEqual([
        [[], "gAAAAABtest-not-real=="],
        [[], "gAAAAABtest-not-real=="],
      ]),
    "order reasoning -> its call/message unchanged": ({ body, input }) => {
      expect(types(body)).toEqual(types(input));
      expect(texts(body)).toEqual(texts(input));
    },
    "native ChatGPT Codex replay sends them without earlier item ids": ({ body }) =>
      expect(items(body).filter((item) => "id" in item)).toEqual([]),
  },
  "096": {
    "no function_call_output without function_call": ({ body }) => {
      expect(types(body)).toEqual(["user", "user"]);
      expect(texts(body)).toEqual(["x", "y"]);
    },
  },
  "098": {
    "output for call_1 synthesised ('aborted'), B kept for call_2": ({ body }) => {
      const outputs = typed(body, "function_call_output").map((item) => [item["call_id"], item["output"]]);
      expect(Object.fromEntries(outputs)).toEqual({ call_1: "aborted", call_2: "B" });
      expect(outputs).toHaveLength(2);
    },
    "all outputs before 'y'": ({ body }) => expect(at(items(body).at(-1), "content", 0, "text")).toBe("y"),
  },
  "099": {
    "output directly after its call (strict backends)": ({ body }) =>
      expect(types(body)).toEqual(["user", "function_call", "function_call_output", "assistant"]),
    "empty assistant message removed": ({ body }) => expect(texts(body)).not.toContain(""),
    "'status note' kept after the pair": ({ body }) => expect(texts(body).at(-1)).toBe("status note"),
  },
  "101": {
    "no output item without call_id is sent; its text may become a user message": ({ body }) => {
      expect(typed(body, "function_call_output")).toEqual([]);
      expect(texts(body).filter((text) => text !== "late note")).toEqual(["x", "y"]);
    },
  },
};
