// Bodies that break a demand on images and documents.
import * as documents from "../../../src/validate/bedrock-converse/documents.ts";
import * as images from "../../../src/validate/bedrock-converse/images.ts";
import { pngHead } from "../../images/heads.ts";
import { PICTURES } from "../../wire/valid/anthropic-messages.ts";
import { bytesOf } from "../../wire/valid/bedrock-converse.ts";
import { bmp } from "../anthropic-messages/images.ts";
import type { Row } from "../anthropic-messages/row.ts";
import {
  ask,
  assistant,
  CLAUDE,
  called,
  document,
  image,
  MISTRAL,
  NOVA,
  ofSide,
  result,
  say,
  text,
  user,
} from "./bodies.ts";

const picture = image(PICTURES["image/png"]);
const many = (count: number, side = 9) => Array.from({ length: count }, () => ofSide(side));
const source = (bytes: unknown) => ({ source: { bytes } });

export const mediaRows: Readonly<Record<string, Row>> = {
  // ---- images
  "data that is no image": {
    demand: images.INVALID,
    body: say([user(image("aGVsbG8gd29ybGQ="))]),
    at: "/messages/0/content/0/image",
  },
  "bytes that are no image": {
    demand: images.INVALID,
    body: say([user(image(bytesOf("aGVsbG8gd29ybGQ=")))]),
    at: "/messages/0/content/0/image",
  },
  "a data URL as data": {
    demand: images.INVALID,
    body: say([user(image(`data:image/png;base64,${PICTURES["image/png"]}`))]),
    at: "/messages/0/content/0/image",
    target: NOVA,
  },
  "a bitmap": {
    demand: images.FORMAT,
    body: say([user(image(bmp(), "bmp"))]),
    at: "/messages/0/content/0/image",
    target: NOVA,
  },
  "a bitmap in a bucket": {
    demand: images.STORED_FORMAT,
    body: say([user({ image: { format: "bmp", source: { s3Location: { uri: "s3://bucket/a.bmp" } } } })]),
    at: "/messages/0/content/0",
  },
  "a JPEG that is called jpg": {
    demand: images.LABEL_UNKNOWN,
    body: say([user(image(PICTURES["image/jpeg"], "jpg"))]),
    at: "/messages/0/content/0/image",
    target: NOVA,
  },
  "a JPEG that is called a PNG, in a result, as bytes": {
    demand: images.LABEL,
    body: called(result("a", { content: [image(bytesOf(PICTURES["image/jpeg"] ?? ""))] })),
    at: "/messages/2/content/0/toolResult/content/0/image",
  },
  "an image of 4 MiB": {
    demand: images.BYTES,
    body: say([user(image(pngHead(10, 10, 4 * 2 ** 20)))]),
    at: "/messages/0/content/0/image",
    target: NOVA,
  },
  "a long side": { demand: images.SIDE, body: say([user(ofSide(8001))]), at: "/messages/0/content/0/image" },
  "a long side among many": {
    demand: images.SIDE_OF_MANY,
    body: say([user(ofSide(2001), ...many(15)), assistant(text("a")), user(...many(15))]),
    at: "/messages/0/content/0/image",
  },
  "a side of 2000 among many": {
    demand: images.SIDE_OF_MANY_PERHAPS,
    body: say([user(ofSide(2000), ...many(15)), assistant(text("a")), user(...many(15))]),
    at: "/messages/0/content/0/image",
  },
  "21 images in a message": {
    demand: images.TOO_MANY,
    body: say([user(...many(21))]),
    at: "/messages/0/content/20",
    target: NOVA,
  },
  "21 images in a request": {
    demand: images.TOO_MANY_IN_REQUEST,
    body: say([user(...many(11)), assistant(text("a")), user(...many(10))]),
    at: "",
  },
  "an image of the assistant": {
    demand: images.OF_ASSISTANT,
    body: say([ask, assistant(picture, text("a")), ask]),
    at: "/messages/1/content/0",
  },
  "an image in a result, for a model that takes none there": {
    demand: images.IN_RESULT,
    body: called(result("a", { content: [text("x"), picture] })),
    at: "/messages/2/content/0/toolResult/content/1",
    target: MISTRAL,
  },
  "an image without a source": {
    demand: images.SOURCE,
    body: say([user({ image: { format: "png" } })]),
    at: "/messages/0/content/0",
  },
  // ---- documents
  "a document without a text": {
    demand: documents.WITHOUT_TEXT,
    body: say([user(document("a"))]),
    at: "/messages/0/content/0",
    target: NOVA,
  },
  "a document whose name is that of its file": {
    demand: documents.NAME_FORM,
    body: say([user(text("a"), document("report.pdf"))]),
    at: "/messages/0/content/1/document/name",
  },
  "a document whose name has two spaces": {
    demand: documents.NAME_FORM,
    body: say([user(text("a"), document("a  b"))]),
    at: "/messages/0/content/1/document/name",
  },
  "a document without a name": {
    demand: documents.NAME_FORM,
    body: say([user(text("a"), { document: { format: "pdf", source: { bytes: "aaaa" } } })]),
    at: "/messages/0/content/1",
  },
  "two documents of one name": {
    demand: documents.NAME_TWICE,
    body: say([user(text("a"), document("a")), assistant(text("b")), user(text("c"), document("a"))]),
    at: "/messages/2/content/1/document/name",
    target: NOVA,
  },
  "six documents": {
    demand: documents.TOO_MANY,
    body: say([user(text("a"), ...[..."abcdef"].map((name) => document(name)))]),
    at: "/messages/0/content/1",
  },
  "a text document of 5 MiB": {
    demand: documents.BYTES,
    body: say([user(text("a"), document("a", { format: "txt", ...source(new Uint8Array(5 * 2 ** 20)) }))]),
    at: "/messages/0/content/1",
  },
  "a PDF of 5 MiB for an old model": {
    demand: documents.BYTES,
    body: say([user(text("a"), document("a", source(new Uint8Array(5 * 2 ** 20))))]),
    at: "/messages/0/content/1",
    target: { ...CLAUDE, modelId: "anthropic.claude-3-haiku-20240307-v1:0" },
  },
  "an archive": {
    demand: documents.FORMAT,
    body: say([user(text("a"), document("a", { format: "zip" }))]),
    at: "/messages/0/content/1/document/format",
  },
  "a document with nothing in it": {
    demand: documents.SOURCE,
    body: say([user(text("a"), document("a", { source: {} }))]),
    at: "/messages/0/content/1",
  },
  "a document that is no base64": {
    demand: documents.INVALID,
    body: say([user(text("a"), document("a", source("%PDF")))]),
    at: "/messages/0/content/1",
  },
  "a document of the assistant": {
    demand: documents.OF_ASSISTANT,
    body: say([ask, assistant(text("a"), document("a")), ask]),
    at: "/messages/1/content/1",
  },
};
