// Reports on bodies of Bedrock's Converse API.
import { expect } from "vitest";
import { measureImage } from "../../../src/index.ts";
import type { Json } from "../../oracles/values.ts";
import { at, type Checks, list } from "./run.ts";

function blocks(body: Json): readonly Json[] {
  return list(body["messages"]).flatMap(({ content }) => list(content));
}

export const bedrockChecks: Checks = {
  "042": {
    "raw bytes <= 3.75 MiB (3932160) so that base64 <= 5 MiB": ({ body, input }) => {
      const bytes = (from: Json): number => {
        const data = at(from, "messages", 0, "content", 1, "image", "source", "bytes");
        return Buffer.from(String(data), "base64").length;
      };
      expect(bytes(input)).toBeGreaterThan(3_932_160);
      expect(bytes(body)).toBeGreaterThan(100_000);
      expect(bytes(body)).toBeLessThanOrEqual(3_932_160);
    },
    "format field equals real type": ({ body }) => {
      const image = at(body, "messages", 0, "content", 1, "image");
      const real = measureImage(String(at(image, "source", "bytes")));
      expect(`image/${at(image, "format")}`).toBe(real?.mimeType);
    },
  },
  "127": {
    "toolResult with status error has non-empty content": ({ body }) => {
      const results = blocks(body).flatMap(({ toolResult }) => toolResult ?? []);
      expect(results).toEqual([{ toolUseId: "t1", status: "error", content: [{ text: expect.stringMatching(/\S/) }] }]);
    },
  },
  "131": {
    'signature-only reasoning block kept with text "" and the exact signature': ({ body, input }) => {
      expect(body["messages"]).toEqual(input["messages"]);
      expect(at(blocks(body)[1], "reasoningContent", "reasoningText", "text")).toBe("");
    },
  },
  "132": {
    "user message with a document also has a text block": ({ body, input }) => {
      const content = list(at(body, "messages", 0, "content"));
      expect(content.flatMap(({ text }) => text ?? [])).toEqual([expect.stringMatching(/\S/)]);
      expect(content.filter((block) => "document" in block)).toEqual(blocks(input));
    },
  },
};
