// Content, pictures, and fields that the API does not have.
import * as content from "../../../src/validate/mistral-conversations/content.ts";
import * as extras from "../../../src/validate/mistral-conversations/extras.ts";
import * as images from "../../../src/validate/mistral-conversations/images.ts";
import { answer, ask, call, image, PDF, result, say, text, user } from "../../wire/fixtures/mistral-messages.ts";
import { ANIMATED, largeGif } from "../openai-completions/content.ts";
import { called, type Row, step } from "./bodies.ts";

const inResult = (...chunks: unknown[]): object => say([ask, step("A")[0], result("A", chunks)]);
const pdf = { type: "document_url", document_url: PDF };
/** A GIF of 9000 by 16 pixels. */
const WIDE_GIF = "R0lGODlhKCMQAAAAACwAAAAAKCMQAAACAkQBADs=";
const BITMAP = "Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAAAD/AA==";

export const contentRows: Readonly<Record<string, Row>> = {
  "an assistant who neither says nor calls anything": {
    demand: content.NEITHER,
    body: say([ask, answer(""), ask]),
    at: "/messages/1",
  },
  "a system message that is null": {
    demand: content.NO_SYSTEM,
    body: say([{ role: "system", content: null }, ask]),
    at: "/messages/0",
  },
  "a user without content": { demand: content.MISSING, body: say([{ role: "user" }]), at: "/messages/0" },
  "content that is a number": {
    demand: content.INVALID,
    body: say([{ role: "user", content: 5 }]),
    at: "/messages/0/content",
  },
  "one chunk where a list belongs": {
    demand: content.LONE_CHUNK,
    body: say([{ role: "user", content: text("a") }]),
    at: "/messages/0",
  },
  "an item that is null": { demand: content.NO_CHUNK, body: say([user(text("a"), null)]), at: "/messages/0/content/1" },
  "an item that is a text": { demand: content.BARE_TEXT, body: say([user("a")]), at: "/messages/0/content/0" },
  "a chunk of Anthropic's": {
    demand: content.TYPE,
    body: say([user({ type: "tool_result", tool_use_id: "a" })]),
    at: "/messages/0/content/0",
  },
  "a chunk without type": {
    demand: content.TYPE_MISSING,
    body: say([user({ text: "a" })]),
    at: "/messages/0/content/0",
  },
  "a part of the Responses API": {
    demand: content.TYPE_FORM,
    body: say([user({ type: "input_text", text: "a" })]),
    at: "/messages/0/content/0",
  },
  "a file in the form of Chat Completions": {
    demand: content.TYPE_FORM,
    body: say([user({ type: "file", file: { filename: "a.pdf", file_data: PDF } })]),
    at: "/messages/0/content/0",
  },
  "a text without text": { demand: content.FIELD, body: say([user({ type: "text" })]), at: "/messages/0/content/0" },
  "thinking as a text": {
    demand: content.THINKING_FORM,
    body: say([ask, answer([{ type: "thinking", thinking: "why" }, text("a")]), ask]),
    at: "/messages/1/content/0/thinking",
  },
  "thinking of the user": {
    demand: content.THINKING_ROLE,
    body: say([user({ type: "thinking", thinking: [text("a")] }, text("b"))]),
    at: "/messages/0/content/0",
  },
  "a picture of the assistant": {
    demand: content.IMAGE_ROLE,
    body: say([ask, answer([text("a"), image()]), ask]),
    at: "/messages/1/content/1",
  },
  "a document of the system": {
    demand: content.DOCUMENT_ROLE,
    body: say([{ role: "system", content: [pdf] }, ask]),
    at: "/messages/0/content/0",
  },
  "a voice of the assistant": {
    demand: content.CHUNK_ROLE,
    body: say([ask, answer([text("a"), { type: "input_audio", input_audio: "UklGRg==" }]), ask]),
    at: "/messages/1/content/1",
  },
  "a picture in a result, elsewhere": {
    demand: content.IMAGE_IN_RESULT,
    body: inResult(image()),
    at: "/messages/2/content/0",
    to: "acme",
  },
  "a document in a result, elsewhere": {
    demand: content.DOCUMENT_IN_RESULT,
    body: inResult(text("a"), pdf),
    at: "/messages/2/content/1",
    to: "acme",
  },
  "a reference in a result, elsewhere": {
    demand: content.CHUNK_IN_RESULT,
    body: inResult(text("a"), { type: "reference", reference_ids: [1] }),
    at: "/messages/2/content/1",
    to: "acme",
  },

  "reasoning in the field of another API": {
    demand: extras.OF_OTHERS,
    body: say([ask, answer("a", { reasoning_content: "why" }), ask]),
    at: "/messages/1/reasoning_content",
  },
  "a field that nobody knows": {
    demand: extras.UNKNOWN,
    body: say([{ ...ask, x_own: 1 }]),
    at: "/messages/0",
  },
  "a user with a name": { demand: extras.SPEAKER, body: say([{ ...ask, name: "ann" }]), at: "/messages/0/name" },
  "a chunk's field that nobody knows": {
    demand: extras.CHUNK_UNKNOWN,
    body: say([user(text("a", { x_own: 1 }))]),
    at: "/messages/0/content/0",
  },
  "a cache marker": {
    demand: extras.CACHE,
    body: say([user(text("a", { cache_control: { type: "ephemeral" } }))]),
    at: "/messages/0/content/0/cache_control",
  },
  "a signature of Gemini's on a call": {
    demand: extras.CALL_OF_OTHERS,
    body: called({ extra_content: { google: { thought_signature: "QUJD" } } }),
    at: "/messages/1/tool_calls/0",
  },
  "a call's field that nobody knows": {
    demand: extras.CALL_UNKNOWN,
    body: called({ x_own: 1 }),
    at: "/messages/1/tool_calls/0",
  },

  "data that is no image": {
    demand: images.INVALID,
    body: say([user(image("data:image/png;base64,aGVsbG8="))]),
    at: "/messages/0/content/0/image_url",
  },
  "a bitmap": {
    demand: images.FORMAT,
    body: say([user(image(`data:image/bmp;base64,${BITMAP}`))]),
    at: "/messages/0/content/0/image_url",
  },
  "a GIF that moves": {
    demand: images.ANIMATED,
    body: say([user(image(`data:image/gif;base64,${ANIMATED}`))]),
    at: "/messages/0/content/0/image_url",
  },
  "nine images": {
    demand: images.COUNT,
    body: say([user(...Array.from({ length: 9 }, () => image()))]),
    at: "/messages/0/content/8",
  },
  "an image of 9000 pixels": {
    demand: images.SIDE,
    body: say([user(image({ url: `data:image/gif;base64,${WIDE_GIF}` }))]),
    at: "/messages/0/content/0/image_url",
  },
  "an image of sixteen million bytes": {
    demand: images.BYTES,
    body: say([user(image(`data:image/gif;base64,${largeGif(16_000_000)}`))]),
    at: "/messages/0/content/0/image_url",
  },
  "a picture where calls have the names of the SDK": {
    demand: content.IMAGE_ROLE,
    body: say([ask, { role: "assistant", content: [image()], toolCalls: [call("A")] }, result("A")]),
    at: "/messages/1/content/0",
  },
};
