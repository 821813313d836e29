// Bodies that break a demand on turns or on blocks as such.
import * as content from "../../../src/validate/bedrock-converse/content.ts";
import * as turns from "../../../src/validate/bedrock-converse/turns.ts";
import type { Row } from "../anthropic-messages/row.ts";
import { ask, assistant, called, ENABLED, LLAMA, NOVA, OPUS, result, say, text, thought, use, user } from "./bodies.ts";

export const turnRows: Readonly<Record<string, Row>> = {
  // ---- turns
  "an entry that is no message": { demand: turns.NO_MESSAGE, body: say([ask, null]), at: "/messages/1" },
  "a role of another API": {
    demand: turns.ROLE_UNKNOWN,
    body: say([ask, { role: "tool", content: [text("x")] }]),
    at: "/messages/1/role",
  },
  "a system message": {
    demand: turns.SYSTEM_POSITION,
    body: say([{ role: "system", content: [text("x")] }, ask]),
    at: "/messages/0/role",
  },
  "content that is a text": {
    demand: turns.CONTENT_FORM,
    body: say([{ role: "user", content: "go" }]),
    at: "/messages/0",
  },
  "content that is a block": {
    demand: turns.CONTENT_FORM,
    body: say([{ role: "user", content: text("go") }]),
    at: "/messages/0",
  },
  "content that is a number": {
    demand: turns.CONTENT_INVALID,
    body: say([ask, { role: "assistant", content: 7 }, ask]),
    at: "/messages/1/content",
  },
  "no content": { demand: turns.CONTENT_EMPTY, body: say([{ role: "user" }]), at: "/messages/0" },
  "an empty list as content": { demand: turns.CONTENT_EMPTY, body: say([ask, assistant(), ask]), at: "/messages/1" },
  "the assistant first": {
    demand: turns.USER_FIRST,
    body: say([assistant(text("a")), ask]),
    at: "/messages/0",
    target: NOVA,
  },
  "two user messages": {
    demand: turns.ALTERNATE,
    body: say([ask, user(text("b"))]),
    at: "/messages/1/content/0",
    target: NOVA,
  },
  "two assistant messages": {
    demand: turns.ALTERNATE,
    body: say([ask, assistant(text("a")), assistant(text("b")), ask]),
    at: "/messages/2/content/0",
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
  "the same for Llama": {
    demand: turns.PREFILL_REFUSED,
    body: say([ask, assistant(text("a"))]),
    at: "/messages/1",
    target: LLAMA,
  },
  "the same for Nova": {
    demand: turns.PREFILL_PERHAPS,
    body: say([ask, assistant(text("a"))]),
    at: "/messages/1",
    target: NOVA,
  },
  "an answer that ends in a space": {
    demand: turns.PREFILL_SPACE,
    body: say([ask, assistant(text("a "))]),
    at: "/messages/1/content/0",
  },
  // ---- content
  "a text among blocks": { demand: content.NO_BLOCK, body: say([user("a")]), at: "/messages/0/content/0" },
  "a block of the Messages API": {
    demand: content.KIND_FOREIGN,
    body: say([user({ type: "image", source: {} })]),
    at: "/messages/0/content/0",
  },
  "a block that is not known": {
    demand: content.KIND_UNKNOWN,
    body: say([user({ hologram: {} })]),
    at: "/messages/0/content/0",
  },
  "a block that is two": {
    demand: content.KINDS_SEVERAL,
    body: say([user({ text: "a", image: {} })]),
    at: "/messages/0/content/0",
  },
  "a block with a type": {
    demand: content.TYPED,
    body: say([user({ type: "text", text: "a" })]),
    at: "/messages/0/content/0",
  },
  "a text that is none": {
    demand: content.TEXT_INVALID,
    body: say([user(text(7))]),
    at: "/messages/0/content/0/text",
  },
  "a text of a result that is none": {
    demand: content.TEXT_INVALID,
    body: called(result("a", { content: [text(null)] })),
    at: "/messages/2/content/0/toolResult/content/0/text",
  },
  "an empty text": {
    demand: content.TEXT_EMPTY,
    body: say([user(text(""), text("b"))]),
    at: "/messages/0/content/0/text",
  },
  "a blank text": {
    demand: content.TEXT_BLANK,
    body: say([ask, assistant(text("\n"), use("a")), user(result("a"))]),
    at: "/messages/1/content/0/text",
  },
  "JSON in a message": {
    demand: content.JSON_IN_MESSAGE,
    body: say([user({ json: { a: 1 } })]),
    at: "/messages/0/content/0",
  },
  "JSON that is a list": {
    demand: content.JSON_VALUE,
    body: called(result("a", { content: [{ json: [1] }] })),
    at: "/messages/2/content/0/toolResult/content/0",
  },
  "reasoning in a result": {
    demand: content.RESULT_KIND,
    body: called(result("a", { content: [thought()] })),
    at: "/messages/2/content/0/toolResult/content/0",
  },
};
