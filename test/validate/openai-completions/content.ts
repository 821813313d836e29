// Content and pictures.
import * as content from "../../../src/validate/openai-completions/content.ts";
import * as images from "../../../src/validate/openai-completions/images.ts";
import { PICTURES } from "../../wire/valid/anthropic-messages.ts";
import { ask, call, calling, chat, claude, picture, png, type Row, result, say, seen, text } from "./bodies.ts";

/** Two frames of one pixel. */
export const ANIMATED =
  "R0lGODlhAQABAIAAAAAAAP///yH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAQABAAACAkQBACH5BAAKAAAALAAAAAABAAEAAAICTAEAOw==";
const HUGE_GIF = "R0lGODlhcBdwFwAAACwAAAAAcBdwFwACAkQBADs=";

export const contentRows: Readonly<Record<string, Row>> = {
  "no content": { demand: content.CONTENT_MISSING, body: chat([{ role: "user", content: null }]), at: "/messages/0" },
  "no field for content beside calls": {
    demand: content.CONTENT_NEEDED,
    body: chat([ask, { role: "assistant", tool_calls: [call("a")] }, result("a")]),
    at: "/messages/1",
    to: "qwen",
  },
  "content that is a number": {
    demand: content.CONTENT_INVALID,
    body: chat([{ role: "user", content: 5 }]),
    at: "/messages/0/content",
  },
  "one part where a list belongs": {
    demand: content.CONTENT_OBJECT,
    body: chat([{ role: "user", content: text("a") }]),
    at: "/messages/0",
  },
  "an empty list of parts": {
    demand: content.LIST_EMPTY,
    body: chat([{ role: "user", content: [] }]),
    at: "/messages/0",
  },
  "an empty list of parts beside calls": {
    demand: content.LIST_EMPTY_BESIDE_CALLS,
    body: chat([ask, calling([call("a")], { content: [] }), result("a")]),
    at: "/messages/1/content",
  },
  "an assistant who says nothing": {
    demand: content.EMPTY_ASSISTANT,
    body: chat([ask, say(""), ask]),
    at: "/messages/1",
    to: "moonshot",
  },
  "an empty text for Claude": {
    demand: content.EMPTY_TEXT,
    body: claude([{ role: "user", content: "" }]),
    at: "/messages/0",
    to: "openrouter",
  },
  "an empty part for Claude": {
    demand: content.EMPTY_PART,
    body: claude([{ role: "user", content: [text("a"), text("")] }]),
    at: "/messages/0/content/1/text",
    to: "openrouter",
  },
  "a blank text for Claude": {
    demand: content.BLANK_TEXT,
    body: claude([{ role: "user", content: " " }]),
    at: "/messages/0/content",
    to: "copilot",
  },
  "an item that is no part": {
    demand: content.NO_PART,
    body: chat([{ role: "user", content: ["a"] }]),
    at: "/messages/0/content/0",
  },
  "a part of Anthropic's": {
    demand: content.PART_TYPE,
    body: seen({ type: "tool_result", tool_use_id: "a" }),
    at: "/messages/0/content/0",
  },
  "an object in a result": {
    demand: content.PART_UNTYPED,
    body: chat([ask, calling([call("a")]), result("a", { content: [{ id: 1 }] })]),
    at: "/messages/2/content/0",
  },
  "a part of the Responses API": {
    demand: content.PART_FORM,
    body: seen({ type: "input_text", text: "a" }),
    at: "/messages/0/content/0",
  },
  "a file of the assistant": {
    demand: content.PART_ROLE,
    body: chat([ask, say([{ type: "file", file: { file_id: "file-1" } }]), ask]),
    at: "/messages/1/content/0",
  },
  "an image in a result": {
    demand: content.IMAGE_ROLE,
    body: chat([ask, calling([call("a")]), result("a", { content: [png] })]),
    at: "/messages/2/content/0",
  },
  "a text part without text": {
    demand: content.TEXT_MISSING,
    body: seen({ type: "text" }),
    at: "/messages/0/content/0",
  },
  "a speaker with a space": {
    demand: content.SPEAKER,
    body: chat([{ role: "user", content: "a", name: "Ann Lee" }]),
    at: "/messages/0/name",
  },

  "an image for a model that sees none": {
    demand: images.NO_IMAGES,
    body: seen(png),
    at: "/messages/0/content/0",
    to: "deepseek",
  },
  "an image without URL": {
    demand: images.URL_MISSING,
    body: seen({ type: "image_url", image_url: {} }),
    at: "/messages/0/content/0",
  },
  "a URL that is none": {
    demand: images.URL_FORM,
    body: seen(picture(PICTURES["image/png"])),
    at: "/messages/0/content/0/image_url",
  },
  "data that is no image": {
    demand: images.INVALID,
    body: seen(picture("data:image/png;base64,aGVsbG8=")),
    at: "/messages/0/content/0/image_url",
  },
  "a bitmap": {
    demand: images.FORMAT,
    body: seen(
      picture("data:image/bmp;base64,Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAAAD/AA=="),
    ),
    at: "/messages/0/content/0/image_url",
  },
  "a GIF that moves": {
    demand: images.ANIMATED,
    body: seen(picture(`data:image/gif;base64,${ANIMATED}`)),
    at: "/messages/0/content/0/image_url",
  },
  "an image labeled wrongly, for Claude": {
    demand: images.LABEL,
    body: claude([{ role: "user", content: [picture(`data:image/png;base64,${PICTURES["image/gif"]}`)] }]),
    at: "/messages/0/content/0/image_url",
    to: "openrouter",
  },
  "six images for Groq": {
    demand: images.COUNT,
    body: seen(png, png, png, png, png, png),
    at: "/messages/0/content/5",
    to: "groq",
  },
  "an image of 36 megapixels for Groq": {
    demand: images.PIXELS,
    body: seen(picture(`data:image/gif;base64,${HUGE_GIF}`)),
    at: "/messages/0/content/0/image_url",
    to: "groq",
  },
  "an image of 26 megabytes for xAI": {
    demand: images.BYTES,
    body: seen(picture(`data:image/gif;base64,${largeGif(27_000_000)}`)),
    at: "/messages/0/content/0/image_url",
    to: "xai",
  },
};

/** A GIF whose comment has so many bytes. */
export function largeGif(bytes: number): string {
  const head = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0];
  const blocks = Math.ceil(bytes / 256);
  const file = new Uint8Array(head.length + 2 + blocks * 256 + 1 + 16);
  file.set(head);
  file.set([0x21, 0xfe], head.length);
  for (let index = 0; index < blocks; index++) file[head.length + 2 + index * 256] = 255;
  file.set([0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0], head.length + 2 + blocks * 256);
  file[file.length - 1] = 0x3b;
  return Buffer.from(file).toString("base64");
}
