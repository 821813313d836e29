// The same images where they are met: in a transcript, through the public function.
import { type ImageEngine, measureImage, sanitizeSessionMessagesImages } from "../../src/index.ts";
// @ts-types="../images/fixtures.d.ts"
import type { ImageFixture } from "../images/fixtures.js";

type Options = Parameters<typeof sanitizeSessionMessagesImages>[1];

/** The side that the target itself takes: what cannot be worked on and is not longer may stay as it is. */
const takenSide = 8000;

/** A user turn with the image comes out with one that the target takes, or with a text that says why there is none. */
export async function replayed({ data, mimeType, expect }: ImageFixture, engine: ImageEngine): Promise<unknown> {
  const image = Object.freeze({ type: "image", data, mimeType, detail: "kept" });
  const content = Object.freeze([Object.freeze({ type: "text", text: "What is this?" }), image]);
  const input = Object.freeze([Object.freeze({ role: "user", content, timestamp: 1 })]);
  const options: Options = {
    label: "session:history",
    target: { provider: "anthropic", modelApi: "anthropic-messages", modelId: "claude-sonnet-4-6" },
    images: { engine, maxDimensionPx: 48 },
  };
  const { messages, changes } = await sanitizeSessionMessagesImages(input, options);
  const again = await sanitizeSessionMessagesImages(messages, options);
  if (JSON.stringify(again.messages) !== JSON.stringify(messages) || again.changes.length > 0) {
    throw new Error(`a second run changed ${JSON.stringify(again.changes).slice(0, 200)}`);
  }
  const blocks = messages[0]?.content as readonly Readonly<Record<string, unknown>>[];
  const [text, block] = blocks;
  if (messages.length !== 1 || blocks.length !== 2 || text !== content[0])
    throw new Error("more than the image changed");
  if (block?.["type"] === "text") {
    if (expect.corners) throw new Error(`became ${String(block["text"])}`);
    const sentence = /^\[session:history\] omitted (empty image payload|image payload: [^\n]{5,160})$/;
    if (!sentence.test(String(block["text"]))) throw new Error(`says ${String(block["text"])}`);
    if (changes.length === 0) throw new Error("the change is not reported");
    return [block["text"], changes];
  }
  const info = measureImage(String(block?.["data"]));
  const longest = Math.max(info?.width ?? 0, info?.height ?? 0);
  if (!info || block?.["mimeType"] !== info.mimeType)
    throw new Error(`a ${info?.mimeType} is labelled ${block?.["mimeType"]}`);
  if (longest <= 48 && (!expect.info || !expect.corners)) throw new Error("it was made to fit");
  // Left as it was: its head is good, and the codecs refuse it without having looked at it.
  if (longest > 48 && (expect.corners || longest > takenSide)) throw new Error(`still has ${longest} pixels`);
  if (block["detail"] !== "kept") throw new Error("a field of the block is gone");
  return [block, changes];
}
