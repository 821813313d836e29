// Reports on bodies of Chat Completions.
import { expect } from "vitest";
import { isFilled, type Json } from "../../oracles/values.ts";
import { at, type Check, type Checks, list } from "./run.ts";

function messages(body: Json): readonly Json[] {
  return list(body["messages"]);
}

function roles(body: Json): readonly unknown[] {
  return messages(body).map(({ role }) => role);
}

function calls(body: Json): readonly Json[] {
  return messages(body).flatMap((message) => list(message["tool_calls"]));
}

function texts(body: Json, role: string): readonly unknown[] {
  const of = messages(body).filter((message) => message["role"] === role);
  return of.flatMap(({ content }) => (typeof content === "string" ? [content] : list(content).map(({ text }) => text)));
}

/** Every call has one tool message before the next other message. */
function expectAnswered(body: Json): void {
  messages(body).forEach((message, index, all) => {
    const ids = list(message["tool_calls"]).map(({ id }) => id);
    if (ids.length === 0) return;
    const end = all.findIndex(({ role }, other) => other > index && role !== "tool");
    const behind = all.slice(index + 1, end < 0 ? all.length : end);
    expect(behind.map((result) => result["tool_call_id"]).sort()).toEqual([...ids].sort());
  });
}

function expectIds(body: Json): void {
  const ids = calls(body).map(({ id }) => String(id));
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^.{1,40}$/);
  expectAnswered(body);
}

const notOnAssistant: Check = ({ body }) => expect(roles(body).at(-1)).not.toBe("assistant");

export const completionsChecks: Checks = {
  "066": {
    "ids <= 40 characters and equal on both sides": ({ body }) => expectIds(body),
    deterministic: async (run) => {
      expect((await run.again(run.input)).body).toEqual(run.body);
      expect((await run.again(run.body)).body).toBe(run.body);
    },
  },
  "067": {
    "ids <= 40 and still distinct although they differ only in the last character": ({ body }) => expectIds(body),
    "A/B stay paired with their call": ({ body }) => {
      const answer = (index: number): unknown =>
        messages(body).find((message) => message["tool_call_id"] === calls(body)[index]?.["id"])?.["content"];
      expect([answer(0), answer(1)]).toEqual(["A", "B"]);
    },
  },
  "069": {
    "each tool_calls id has exactly one tool message before the next non-tool message": ({ body }) => {
      expect(calls(body)).toHaveLength(2);
      expectAnswered(body);
    },
    "result A kept": ({ body, input }) => expect(messages(body)[2]).toEqual(messages(input)[2]),
  },
  "073": {
    "function.arguments parses as a JSON object": ({ body }) => {
      const parsed: unknown = JSON.parse(String(at(calls(body)[0], "function", "arguments")));
      expect(parsed).toBeInstanceOf(Object);
      expect(parsed).not.toBeInstanceOf(Array);
      expect(JSON.stringify(parsed)).toContain("a.md");
    },
    "pair kept": ({ body, input }) => {
      expectAnswered(body);
      expect(messages(body)[2]).toEqual(messages(input)[2]);
    },
  },
  "081": {
    "at least one user message": ({ body }) => {
      expect(roles(body)).toContain("user");
      expect(texts(body, "assistant")).toEqual(["hello"]);
    },
    "does not end with assistant": notOnAssistant,
  },
  "082": {
    "no assistant message with both content and tool_calls empty": ({ body }) => {
      const empty = messages(body).filter(({ role, content, tool_calls: own }) => {
        return role === "assistant" && !isFilled(content) && list(content).length === 0 && list(own).length === 0;
      });
      expect(empty).toEqual([]);
    },
    "roles acceptable afterwards, both user texts kept": ({ body, result }) => {
      expect(texts(body, "user")).toEqual(["x", "y"]);
      expect(result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  },
  "085": {
    "user/assistant alternate after the system message": ({ body }) =>
      expect(roles(body)).toEqual(["system", "user", "assistant", "user"]),
    "texts a,b and c,d kept in order": ({ body }) => {
      expect(texts(body, "user").join("")).toBe("abe");
      expect(texts(body, "assistant").join("")).toBe("cd");
    },
  },
  "086": {
    "not two assistant messages at the end; final message follows the prefill policy": ({ body }) => {
      expect(roles(body)).toEqual(["user", "assistant"]);
      expect(messages(body)[1]).toMatchObject({ content: "part", reasoning: "t" });
    },
  },
  "120": {
    "no tool message directly after a user message": ({ body }) => {
      expect(roles(body)).not.toContain("tool");
      expect(texts(body, "user")).toEqual(["x", "y"]);
    },
  },
};

export const mistralChecks: Checks = {
  "119": {
    "an assistant message stands between the tool message and the next user message (short text), or the API version is known to allow it":
      ({ body }) => {
        expect(roles(body)).toEqual(["user", "assistant", "tool", "assistant", "user"]);
        expect(String(messages(body)[3]?.["content"]).trim()).not.toBe("");
        expectAnswered(body);
      },
  },
  "122": {
    "last role is user or tool, or assistant with prefix true when a prefill is wanted": ({ body }) => {
      const last = messages(body).at(-1);
      if (last?.["role"] === "assistant") expect(last["prefix"]).toBe(true);
      expect(texts(body, "user")).toContain("x");
    },
  },
};
