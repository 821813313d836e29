// Images through the API, in raw workerd: the codecs are the worker's own modules.
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { measureImage } from "../../src/index.ts";
import { type Client, startClient, target } from "./client.ts";

let worker: Client;

beforeAll(async () => {
  worker = await startClient();
}, 60_000);

afterAll(async () => {
  await worker?.stop();
});

async function imageOf(format: "jpeg" | "png" | "webp", side: number) {
  const create = { width: side, height: side / 2, channels: 3, background: "teal" } as const;
  const data = (await sharp({ create }).toFormat(format).toBuffer()).toString("base64");
  return { type: "image", data, mimeType: `image/${format}` };
}

test("POST /v1/sanitize scales large images down and leaves small ones alone", async () => {
  const small = await imageOf("jpeg", 600);
  const content = [small, await imageOf("jpeg", 3000), await imageOf("png", 3000), await imageOf("webp", 1600)];
  const { status, json } = await worker.post({ messages: [{ role: "user", content }], target });
  expect(status).toBe(200);
  const [first, ...others] = json.messages[0].content;
  expect(first).toEqual(small);
  expect(others).toHaveLength(3);
  for (const { data, mimeType } of others) {
    expect(measureImage(data)).toMatchObject({ mimeType, width: 1200, height: 600 });
  }
});
