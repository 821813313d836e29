// Reports on bodies of the Gemini API.
import { expect } from "vitest";
import { isObject, type Json } from "../../oracles/values.ts";
import { at, type Checks, list } from "./run.ts";

function contents(body: Json): readonly Json[] {
  return list(body["contents"]);
}

function parts(body: Json): readonly Json[] {
  return contents(body).flatMap((content) => list(content["parts"]));
}

function roles(body: Json): readonly unknown[] {
  return contents(body).map(({ role }) => role);
}

function responses(content: Json | undefined): readonly unknown[] {
  return list(content?.["parts"]).flatMap(({ functionResponse }) =>
    isObject(functionResponse) ? [functionResponse["response"]] : [],
  );
}

function expectTexts(body: Json, texts: readonly string[]): void {
  expect(parts(body).flatMap(({ text }) => text ?? [])).toEqual(texts);
}

export const googleChecks: Checks = {
  "057": {
    "mimeType is image/png": ({ body, input }) => {
      expect(at(parts(body)[1], "inlineData", "mimeType")).toBe("image/png");
      expect(at(parts(body)[1], "inlineData", "data")).toBe(at(parts(input)[1], "inlineData", "data"));
    },
  },
  "102": {
    "functionResponse count in the next user turn equals the functionCall count (2)": ({ body }) =>
      expect(responses(contents(body)[2])).toHaveLength(2),
    "ONE stays first": ({ body }) => expect(responses(contents(body)[2])[0]).toEqual({ output: "ONE" }),
    "missing one is synthetic": ({ body, result }) => {
      expect(responses(contents(body)[2])[1]).toEqual({ error: expect.stringContaining("outcome is unknown") });
      expect(result.changes.map(({ action }) => action)).toContain("insert");
      expectTexts(body, ["x", "y"]);
    },
  },
  "103": {
    "each functionResponse turn follows its functionCall turn": ({ body }) => {
      contents(body).forEach((content, index, all) => {
        if (responses(content).length > 0) expect(at(all[index - 1], "parts", 0)).toHaveProperty("functionCall");
      });
      expect(contents(body).flatMap(responses)).toHaveLength(1);
    },
    "orphan removed": ({ body }) => expect(JSON.stringify(body)).not.toContain("orphan"),
  },
  "104": {
    "history starts with a user turn (small bootstrap text allowed)": ({ body }) => {
      expect(roles(body)).toEqual(["user", "model", "user"]);
      expect(String(at(parts(body)[0], "text")).length).toBeLessThan(40);
    },
    "pair kept": ({ body, input }) => expect(contents(body).slice(1)).toEqual(contents(input)),
  },
  "108": {
    "concatenated signature (padding in the middle) is not sent": ({ body }) =>
      expect(JSON.stringify(body)).not.toContain("dTBoZ0I=RXBzRkNr"),
    "Gemini 3: sentinel instead; 2.5: none": async (run) => {
      expect(parts(run.body)[1]?.["thoughtSignature"]).toBe("skip_thought_signature_validator");
      const older = await run.again(run.input, { ...run.report.target, modelId: "gemini-2.5-pro" });
      expect(parts(older.body as Json)[1]).toEqual({ functionCall: { name: "a", args: {} } });
    },
  },
  "109": {
    "non-base64 thoughtSignature removed": ({ body }) => expect(JSON.stringify(body)).not.toContain("thoughtSignature"),
    "part text kept": ({ body }) => expectTexts(body, ["x", "t", "y"]),
  },
  "112": {
    "no content with empty parts": ({ body }) => {
      for (const content of contents(body)) expect(content["parts"]).not.toHaveLength(0);
    },
    "turns stay alternating (placeholder or merged users)": ({ body }) => {
      const seen = roles(body);
      expect(seen.filter((role, index) => role === seen[index - 1])).toEqual([]);
      const said = parts(body).map(({ text }) => text);
      expect([said[0], said.at(-1)]).toEqual(["x", "y"]);
    },
  },
  "115": {
    "contents has at least one user turn": ({ body, input }) => {
      expect(roles(body)).toEqual(["user"]);
      expect(String(at(parts(body)[0], "text")).trim()).not.toBe("");
      expect(body["systemInstruction"]).toEqual(input["systemInstruction"]);
    },
  },
};
