// Bodies that break a demand on the body as a whole, on items and on parts.
import * as images from "../../../src/validate/openai-responses/images.ts";
import * as whole from "../../../src/validate/openai-responses/index.ts";
import * as items from "../../../src/validate/openai-responses/items.ts";
import * as parts from "../../../src/validate/openai-responses/parts.ts";
import * as request from "../../../src/validate/openai-responses/request.ts";
import { pngHead } from "../../images/heads.ts";
import {
  ask,
  body,
  call,
  inputText,
  output,
  outputText,
  PNG,
  said,
  told,
} from "../../wire/fixtures/responses-items.ts";
import type { Row } from "../anthropic-messages/row.ts";
import { CODEX } from "./bodies.ts";

const image = (image_url: unknown) => ({ type: "input_image", image_url });
const url = (data: string, type = "image/png"): string => `data:${type};base64,${data}`;
const MOVING_GIF = "R0lGODlhAgABAIAAAExpccwzMyH5BAUAAAAALAAAAAACAAEAAAICTAoAIfkEBQAAAAAsAAAAAAIAAQAAAgJMCgA7";
const LONG = "x".repeat(10_485_761);
const fill = (count: number) => Array.from({ length: count }, () => ({ type: "input_image", file_id: "file-1" }));

export const itemRows: Readonly<Record<string, Row>> = {
  // ---- the body
  "a body that is none": { demand: whole.UNREADABLE, body: null, at: "" },
  "no input": { demand: whole.NO_INPUT, body: { model: "gpt-5.2" }, at: "" },
  "an empty list": { demand: whole.NO_INPUT, body: body([]), at: "/input" },
  "an empty text": { demand: whole.NO_INPUT, body: body(""), at: "/input" },
  "an input that is a number": { demand: whole.INPUT_TYPE, body: body(7), at: "/input" },
  "half of a pair": {
    demand: whole.SURROGATE,
    body: body([{ role: "user", content: "a\ud800" }]),
    at: "/input/0/content",
  },
  "half of a pair in arguments": {
    demand: whole.SURROGATE,
    body: body([ask, call("call_1", { arguments: '{"a":"\ud800"}' }), output("call_1")]),
    at: "/input/1/arguments",
  },
  NUL: { demand: whole.NUL, body: body("a\0b"), at: "/input" },
  "a store on the backend of Codex": {
    demand: request.STORED,
    body: body([ask], { store: true }),
    at: "/store",
    target: CODEX,
  },
  "nothing said of a store": { demand: request.STORED, body: body([ask]), at: "", target: CODEX },
  "a limit of output on the backend of Codex": {
    demand: request.OUTPUT_TOKENS,
    body: body([ask], { store: false, max_output_tokens: 5 }),
    at: "/max_output_tokens",
    target: CODEX,
  },
  "a tool of Chat Completions": {
    demand: request.TOOL_FORM,
    body: body([ask], { tools: [{ type: "function", function: { name: "read", parameters: {} } }] }),
    at: "/tools/0",
  },
  "a tool with a point in its name": {
    demand: request.TOOL_NAME,
    body: body([ask], { tools: [{ type: "function", name: "fs.read" }] }),
    at: "/tools/0/name",
  },
  "more than 50 MiB": {
    demand: request.LARGE_PERHAPS,
    body: body(Array.from({ length: 6 }, () => ({ role: "user", content: "x".repeat(10_000_000) }))),
    at: "",
  },
  // ---- items
  "an entry that is no item": { demand: items.NO_ITEM, body: body([ask, null]), at: "/input/1" },
  "an object that is no item": { demand: items.NO_ITEM, body: body([ask, { type: 3 }]), at: "/input/1" },
  "a role of Chat Completions": {
    demand: items.ROLE_UNKNOWN,
    body: body([ask, { role: "tool", content: "x" }]),
    at: "/input/1/role",
  },
  "a message without a role": { demand: items.ROLE_UNKNOWN, body: body([ask, { type: "message" }]), at: "/input/1" },
  "a block of another API": {
    demand: items.TYPE_FOREIGN,
    body: body([ask, { type: "tool_result", content: "x" }]),
    at: "/input/1",
  },
  "an item of a type that nobody knows": {
    demand: items.TYPE_UNKNOWN,
    body: body([ask, { type: "dream" }]),
    at: "/input/1",
  },
  "a message without content": { demand: items.CONTENT_MISSING, body: body([ask, { role: "user" }]), at: "/input/1" },
  "an answer whose content is null": {
    demand: items.CONTENT_MISSING,
    body: body([ask, { role: "assistant", content: null }]),
    at: "/input/1",
  },
  "an empty list as content": { demand: items.CONTENT_EMPTY, body: body([ask, said()]), at: "/input/1" },
  "content that is a number": {
    demand: items.CONTENT_INVALID,
    body: body([{ role: "user", content: 7 }]),
    at: "/input/0/content",
  },
  "one part instead of a list": {
    demand: items.CONTENT_OBJECT,
    body: body([{ role: "user", content: inputText("a") }]),
    at: "/input/0/content",
  },
  "the system on the backend of Codex": {
    demand: items.SYSTEM_ROLE,
    body: body([{ role: "system", content: "a" }, ask], { store: false }),
    at: "/input/0/role",
    target: CODEX,
  },
  // ---- parts
  "a part that is null": { demand: parts.NO_PART, body: body([told(inputText("a"), null)]), at: "/input/0/content/1" },
  "what an assistant says in the form of what it is told": {
    demand: parts.SAID_FORM,
    body: body([ask, said(inputText("a"))]),
    at: "/input/1/content/0/type",
  },
  "a text of Chat Completions": {
    demand: parts.TOLD_FORM,
    body: body([told({ type: "text", text: "a" })]),
    at: "/input/0/content/0/type",
  },
  "a text of the assistant in an output": {
    demand: parts.TOLD_FORM,
    body: body([ask, call("call_1"), output("call_1", { output: [outputText("a")] })]),
    at: "/input/2/output/0/type",
  },
  "a part of another API": {
    demand: parts.PART_FOREIGN,
    body: body([told(inputText("a"), { type: "image_url", image_url: { url: "u" } })]),
    at: "/input/0/content/1",
  },
  "an image of the assistant": {
    demand: parts.PART_FOREIGN,
    body: body([ask, said(outputText("a"), image(url(PNG)))]),
    at: "/input/1/content/1",
  },
  "a text without text": {
    demand: parts.TEXT_MISSING,
    body: body([told({ type: "input_text" })]),
    at: "/input/0/content/0",
  },
  "a refusal without words": {
    demand: parts.TEXT_MISSING,
    body: body([ask, said({ type: "refusal" })]),
    at: "/input/1/content/0",
  },
  "a text that is too long": {
    demand: parts.TEXT_LONG,
    body: body([told(inputText(LONG))]),
    at: "/input/0/content/0/text",
  },
  "a file from nowhere": {
    demand: parts.FILE_SOURCE,
    body: body([told({ type: "input_file" })]),
    at: "/input/0/content/0",
  },
  "a file that is too long": {
    demand: parts.FILE_LONG,
    body: body([told({ type: "input_file", file_data: "A".repeat(73_400_321) })]),
    at: "/input/0/content/0/file_data",
  },
  // ---- images
  "an image from nowhere": { demand: images.SOURCE, body: body([told(image(null))]), at: "/input/0/content/0" },
  "an address that is none": {
    demand: images.NO_URL,
    body: body([told(image("nowhere"))]),
    at: "/input/0/content/0/image_url",
  },
  "data that is no image": {
    demand: images.INVALID,
    body: body([told(image(url("AAAA")))]),
    at: "/input/0/content/0/image_url",
  },
  "base64 that is damaged": {
    demand: images.INVALID,
    body: body([told(image(url(`${PNG.slice(0, 60)}!${PNG.slice(61)}`)))]),
    at: "/input/0/content/0/image_url",
  },
  "an image that is cut off": {
    demand: images.INVALID,
    body: body([ask, call("call_1"), output("call_1", { output: [image(url(PNG.slice(0, 72)))] })]),
    at: "/input/2/output/0/image_url",
  },
  "a picture in vectors": {
    demand: images.FORMAT,
    body: body([
      told(
        image(
          url("PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIxIiBoZWlnaHQ9IjEiLz4=", "image/svg+xml"),
        ),
      ),
    ]),
    at: "/input/0/content/0/image_url",
  },
  "a GIF that moves": {
    demand: images.MOVING,
    body: body([told(image(url(MOVING_GIF, "image/gif")))]),
    at: "/input/0/content/0/image_url",
  },
  "another type than that of the bytes": {
    demand: images.LABEL,
    body: body([told(image(url(PNG, "image/jpeg")))]),
    at: "/input/0/content/0/image_url",
  },
  "an image that is too long": {
    demand: images.BYTES,
    body: body([told(image(url(pngHead(9, 9).padEnd(20_971_600, "A"))))]),
    at: "/input/0/content/0/image_url",
    also: ["image-invalid"],
  },
  "501 images": { demand: images.MANY, body: body([told(...fill(501))]), at: "/input/0/content/500" },
  "1501 images": { demand: images.TOO_MANY, body: body([told(...fill(1501))]), at: "/input/0/content/1500" },
};
