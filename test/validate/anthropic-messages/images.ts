// Bodies that break a demand on images and documents.
import * as images from "../../../src/validate/anthropic-messages/images.ts";
import { pngHead } from "../../images/heads.ts";
import { PICTURES } from "../../wire/valid/anthropic-messages.ts";
import { called, image, OPUS, ofSide, result, say, to, user } from "./bodies.ts";
import type { Row } from "./row.ts";

const big = (megabytes: number): string => pngHead(10, 10, megabytes * 2 ** 20);

/** The head of a bitmap of one pixel. */
export function bmp(): string {
  const file = new Uint8Array(58);
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  view.setUint32(2, 58, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, 1, true);
  view.setInt32(22, 1, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  return btoa(String.fromCharCode(...file));
}

export const imageRows: Readonly<Record<string, Row>> = {
  // ---- images
  "data that is no image": {
    demand: images.INVALID,
    body: say([user(image("aGVsbG8gd29ybGQ="))]),
    at: "/messages/0/content/0/source",
  },
  "an image without data": {
    demand: images.INVALID,
    body: say([user(image(undefined))]),
    at: "/messages/0/content/0/source",
  },
  "a data URL as data": {
    demand: images.INVALID,
    body: say([user(image(`data:image/png;base64,${PICTURES["image/png"]}`))]),
    at: "/messages/0/content/0/source",
  },
  "an image that is cut off": {
    demand: images.INVALID,
    body: say([user(image((PICTURES["image/png"] ?? "").slice(0, 100)))]),
    at: "/messages/0/content/0/source",
  },
  "a bitmap": {
    demand: images.FORMAT,
    body: say([user(image(bmp(), "image/bmp"))]),
    at: "/messages/0/content/0/source",
  },
  "a media type that is not taken": {
    demand: images.LABEL_UNKNOWN,
    body: say([user(image(PICTURES["image/jpeg"], "image/jpg"))]),
    at: "/messages/0/content/0/source",
  },
  "a JPEG that is called a PNG, in a result": {
    demand: images.LABEL,
    body: called(result("a", { content: [image(PICTURES["image/jpeg"])] })),
    at: "/messages/2/content/0/content/0/source/media_type",
  },
  "an image of 8 MiB": { demand: images.BYTES, body: say([user(image(big(8)))]), at: "/messages/0/content/0/source" },
  "an image of 4 MiB on a cloud": {
    demand: images.BYTES,
    body: say([user(image(big(4)))]),
    at: "/messages/0/content/0/source",
    target: to("anthropic-vertex"),
  },
  "an image of 4 MiB": {
    demand: images.BYTES_PERHAPS,
    body: say([user(image(big(4)))]),
    at: "/messages/0/content/0/source",
  },
  "a long side": { demand: images.SIDE, body: say([user(ofSide(8001))]), at: "/messages/0/content/0/source" },
  "a long side among many": {
    demand: images.SIDE_OF_MANY,
    body: say([user(ofSide(2001), ...Array.from({ length: 20 }, () => ofSide(9)))]),
    at: "/messages/0/content/0/source",
  },
  "a side of 2000 among many": {
    demand: images.SIDE_OF_MANY_PERHAPS,
    body: say([user(ofSide(2000), ...Array.from({ length: 20 }, () => ofSide(9)))]),
    at: "/messages/0/content/0/source",
  },
  "101 images": {
    demand: images.TOO_MANY,
    body: say([user(...Array.from({ length: 101 }, () => ofSide(9)))]),
    at: "/messages/0/content/100",
  },
  "601 images, of which newer models take 600": {
    demand: images.TOO_MANY,
    body: say([user(...Array.from({ length: 601 }, () => ofSide(9)))]),
    at: "/messages/0/content/600",
    target: OPUS,
  },
  "an image without a source": {
    demand: images.NO_SOURCE,
    body: say([user({ type: "image" })]),
    at: "/messages/0/content/0",
  },
  "a document without a source": {
    demand: images.NO_DOCUMENT_SOURCE,
    body: say([user({ type: "document" })]),
    at: "/messages/0/content/0",
  },
  "a document by URL on a cloud": {
    demand: images.DOCUMENT_ONLY_BASE64,
    body: say([user({ type: "document", source: { type: "url", url: "https://example.com/a.pdf" } })]),
    at: "/messages/0/content/0/source",
    target: to("anthropic-vertex"),
  },
  "an image by URL on a cloud": {
    demand: images.ONLY_BASE64,
    body: say([user({ type: "image", source: { type: "url", url: "https://example.com/a.png" } })]),
    at: "/messages/0/content/0/source",
    target: to("amazon-bedrock"),
  },
  "a Word document": {
    demand: images.DOCUMENT_TYPE,
    body: say([user({ type: "document", source: { type: "base64", media_type: "application/msword", data: "aaaa" } })]),
    at: "/messages/0/content/0/source",
  },
  "a document that is no base64": {
    demand: images.DOCUMENT_INVALID,
    body: say([user({ type: "document", source: { type: "base64", media_type: "application/pdf", data: "%PDF" } })]),
    at: "/messages/0/content/0/source",
  },
};
