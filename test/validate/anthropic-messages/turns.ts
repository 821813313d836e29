// Bodies that break a demand on turns or on blocks as such.
import * as content from "../../../src/validate/anthropic-messages/content.ts";
import * as turns from "../../../src/validate/anthropic-messages/turns.ts";
import { PICTURES } from "../../wire/valid/anthropic-messages.ts";
import {
  ask,
  assistant,
  called,
  ENABLED,
  image,
  marker,
  OPUS,
  result,
  say,
  text,
  thought,
  to,
  user,
} from "./bodies.ts";
import type { Row } from "./row.ts";

export const turnRows: Readonly<Record<string, Row>> = {
  // ---- turns
  "an entry that is no message": { demand: turns.NO_MESSAGE, body: say([ask, null]), at: "/messages/1" },
  "a role of another API": {
    demand: turns.ROLE_UNKNOWN,
    body: say([ask, { role: "tool", content: "x" }]),
    at: "/messages/1/role",
  },
  "a system message": {
    demand: turns.SYSTEM_POSITION,
    body: say([{ role: "system", content: "x" }, ask]),
    at: "/messages/0/role",
  },
  "no content": { demand: turns.CONTENT_MISSING, body: say([{ role: "user" }]), at: "/messages/0" },
  "content that is a number": {
    demand: turns.CONTENT_INVALID,
    body: say([{ role: "user", content: 7 }]),
    at: "/messages/0/content",
  },
  "content that is one block": {
    demand: turns.CONTENT_OBJECT,
    body: say([{ role: "user", content: text("a") }]),
    at: "/messages/0",
  },
  "an empty list as content": { demand: turns.CONTENT_EMPTY, body: say([ask, assistant(), ask]), at: "/messages/1" },
  "an empty text as content": {
    demand: turns.CONTENT_EMPTY,
    body: say([{ role: "user", content: "" }]),
    at: "/messages/0",
  },
  "the assistant first": {
    demand: turns.USER_FIRST,
    body: say([assistant(text("a")), ask]),
    at: "/messages/0",
    target: to("amazon-bedrock"),
  },
  "two user messages": {
    demand: turns.ALTERNATE,
    body: say([ask, ask]),
    at: "/messages/1",
    target: to("lmstudio", "qwen3"),
  },
  "an answer to go on with": {
    demand: turns.PREFILL,
    body: say([ask, assistant(text("a"))]),
    at: "/messages/1",
    target: OPUS,
  },
  "the same while thinking": {
    demand: turns.PREFILL_WHILE_THINKING,
    body: say([ask, assistant(text("a"))], ENABLED),
    at: "/messages/1",
  },
  "an answer that ends in a space": {
    demand: turns.PREFILL_SPACE,
    body: say([ask, assistant(text("a "))]),
    at: "/messages/1/content/0",
  },
  // ---- content
  "a text among blocks": { demand: content.NO_BLOCK, body: say([user("a")]), at: "/messages/0/content/0" },
  "a block of Chat Completions": {
    demand: content.TYPE_FOREIGN,
    body: say([user({ type: "image_url" })]),
    at: "/messages/0/content/0",
  },
  "a block without a type": {
    demand: content.TYPE_FOREIGN,
    body: say([user({ text: "a" })]),
    at: "/messages/0/content/0",
  },
  "a block that is not known": {
    demand: content.TYPE_UNKNOWN,
    body: say([user({ type: "hologram" })]),
    at: "/messages/0/content/0",
  },
  "a text without text": {
    demand: content.TEXT_MISSING,
    body: say([user(text(undefined))]),
    at: "/messages/0/content/0",
  },
  "an empty text": {
    demand: content.TEXT_EMPTY,
    body: say([user(text(""), text("b"))]),
    at: "/messages/0/content/0/text",
  },
  "an empty text of the system prompt": {
    demand: content.TEXT_EMPTY,
    body: say([ask], { system: [text("")] }),
    at: "/system/0/text",
  },
  "an empty text of a result": {
    demand: content.TEXT_EMPTY,
    body: called(result("a", { content: [text("")] })),
    at: "/messages/2/content/0/content/0/text",
  },
  "a blank text": { demand: content.TEXT_BLANK, body: say([user(text("\n\t"))]), at: "/messages/0/content/0/text" },
  "a blank text as content": {
    demand: content.TEXT_BLANK,
    body: say([{ role: "user", content: " " }]),
    at: "/messages/0/content",
  },
  "a blank text of a result": {
    demand: content.TEXT_BLANK_IN_RESULT,
    body: called(result("a", { content: [text("\n")] })),
    at: "/messages/2/content/0/content/0/text",
  },
  "a marker on an empty text": {
    demand: content.CACHED_EMPTY,
    body: say([user(text("b"), text("", marker))]),
    at: "/messages/0/content/1/cache_control",
    also: ["text-empty"],
  },
  "a marker on thinking": {
    demand: content.CACHED_THINKING,
    body: say([ask, assistant(thought(marker), text("a")), ask]),
    at: "/messages/1/content/0/cache_control",
  },
  "an image of the assistant": {
    demand: content.IMAGE_OF_ASSISTANT,
    body: say([ask, assistant(image(PICTURES["image/png"])), ask]),
    at: "/messages/1/content/0",
  },
};
