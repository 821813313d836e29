// Bodies that break a demand on tool calls or on thinking.
import * as calls from "../../../src/validate/anthropic-messages/calls.ts";
import * as thinking from "../../../src/validate/anthropic-messages/thinking.ts";
import { PICTURES } from "../../wire/valid/anthropic-messages.ts";
import {
  ask,
  assistant,
  called,
  ENABLED,
  image,
  OPUS,
  result,
  SIGNATURE,
  say,
  text,
  thought,
  to,
  use,
  user,
} from "./bodies.ts";
import type { Row } from "./row.ts";

export const callRows: Readonly<Record<string, Row>> = {
  // ---- calls
  "a call of the user": { demand: calls.CALL_OF_USER, body: say([user(use("a"))]), at: "/messages/0/content/0" },
  "a result of the assistant": {
    demand: calls.RESULT_OF_ASSISTANT,
    body: say([ask, assistant(result("a")), ask]),
    at: "/messages/1/content/0",
  },
  "a call without an id": {
    demand: calls.ID_MISSING,
    body: say([ask, assistant(use(undefined)), ask]),
    at: "/messages/1/content/0/id",
  },
  "a result without an id": {
    demand: calls.ID_MISSING,
    body: say([ask, assistant(use("a")), user(result("a"), { type: "tool_result", content: "x" })]),
    at: "/messages/2/content/1",
  },
  "an id with a bar": {
    demand: calls.ID_FORM,
    body: say([ask, assistant(use("call_1|fc_1")), user(result("call_1|fc_1"))]),
    at: "/messages/1/content/0/id",
  },
  "a long id on Bedrock": {
    demand: calls.ID_LONG,
    body: say([ask, assistant(use("a".repeat(65))), user(result("a".repeat(65)))]),
    at: "/messages/1/content/0/id",
    target: to("amazon-bedrock"),
  },
  "an id that stands twice": {
    demand: calls.ID_TWICE,
    body: say([ask, assistant(use("a")), user(result("a")), assistant(use("a")), user(result("a"))]),
    at: "/messages/3/content/0/id",
  },
  "a name with a point": {
    demand: calls.NAME,
    body: say([ask, assistant(use("a", { name: "fs.read" })), user(result("a"))]),
    at: "/messages/1/content/0/name",
  },
  "no name": {
    demand: calls.NAME,
    body: say([ask, assistant({ type: "tool_use", id: "a", input: {} }), user(result("a"))]),
    at: "/messages/1/content/0",
  },
  "arguments that are text": {
    demand: calls.INPUT,
    body: say([ask, assistant(use("a", { input: "{}" })), user(result("a"))]),
    at: "/messages/1/content/0/input",
  },
  "a call without a result": {
    demand: calls.UNANSWERED,
    body: say([ask, assistant(use("a")), ask]),
    at: "/messages/1/content/0",
  },
  "a call at the end": {
    demand: calls.UNANSWERED,
    body: say([ask, assistant(use("a"))]),
    at: "/messages/1/content/0",
    target: OPUS,
  },
  "a result two turns later": {
    demand: calls.UNANSWERED,
    body: say([ask, assistant(use("a")), ask, assistant(text("x")), user(result("a"))]),
    at: "/messages/1/content/0",
    also: ["result-orphaned"],
  },
  "a result without a call": {
    demand: calls.ORPHANED,
    body: say([user(result("a"))]),
    at: "/messages/0/content/0/tool_use_id",
  },
  "two results": {
    demand: calls.SECOND_RESULT,
    body: called(result("a"), result("a")),
    at: "/messages/2/content/1/tool_use_id",
  },
  "a result behind text": {
    demand: calls.BEHIND_TEXT,
    body: called(text("b"), result("a")),
    at: "/messages/2/content/1",
  },
  "a result in the second of two user messages, behind text": {
    demand: calls.BEHIND_TEXT,
    body: say([ask, assistant(use("a")), ask, user(result("a"))]),
    at: "/messages/3/content/0",
  },
  "a result that is a number": {
    demand: calls.RESULT_CONTENT,
    body: called(result("a", { content: 7 })),
    at: "/messages/2/content/0/content",
  },
  "a result that is one block": {
    demand: calls.RESULT_CONTENT_FORM,
    body: called(result("a", { content: text("b") })),
    at: "/messages/2/content/0",
  },
  "a result that is null": {
    demand: calls.RESULT_CONTENT_FORM,
    body: called(result("a", { content: null })),
    at: "/messages/2/content/0",
  },
  "an image in a failed result": {
    demand: calls.ERROR_CONTENT,
    body: called(result("a", { is_error: true, content: [text("b"), image(PICTURES["image/png"])] })),
    at: "/messages/2/content/0/content/1",
  },
  "a failed result that says nothing": {
    demand: calls.ERROR_EMPTY,
    body: called({ type: "tool_result", tool_use_id: "a", is_error: true }),
    at: "/messages/2/content/0",
  },
  "an image in a result on LM Studio": {
    demand: calls.NOT_TEXT,
    body: called(result("a", { content: [image(PICTURES["image/png"])] })),
    at: "/messages/2/content/0/content/0",
    target: to("lmstudio", "qwen3"),
  },
  "the id of a server tool": {
    demand: calls.SERVER_ID_FORM,
    body: say([
      ask,
      assistant(
        { type: "server_tool_use", id: "toolu_1", name: "web_search", input: {} },
        { type: "web_search_tool_result", tool_use_id: "toolu_1", content: [] },
      ),
      ask,
    ]),
    at: "/messages/1/content/0/id",
  },
  "the result of a server tool without its call": {
    demand: calls.SERVER_ORPHANED,
    body: say([
      ask,
      assistant({ type: "advisor_tool_result", tool_use_id: "srvtoolu_1", content: {} }, text("x")),
      ask,
    ]),
    at: "/messages/1/content/0/tool_use_id",
  },
  "a server tool without its result": {
    demand: calls.SERVER_UNANSWERED,
    body: say([ask, assistant({ type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }), ask]),
    at: "/messages/1/content/0",
  },
  // ---- thinking
  "thinking without its field": {
    demand: thinking.NO_THOUGHT,
    body: say([ask, assistant({ type: "thinking", signature: SIGNATURE }, text("a")), ask]),
    at: "/messages/1/content/0",
  },
  "unsigned thinking": {
    demand: thinking.UNSIGNED,
    body: say([ask, assistant({ type: "thinking", thinking: "hm" }, text("a")), ask]),
    at: "/messages/1/content/0",
  },
  "thinking with neither": {
    demand: thinking.EMPTY,
    body: say([ask, assistant({ type: "thinking", thinking: "", signature: "" }, text("a")), ask]),
    at: "/messages/1/content/0/signature",
  },
  "a signature that was cut off": {
    demand: thinking.FORGED,
    body: say([ask, assistant(thought({ signature: "EqQBCkYIB" }), text("a")), ask]),
    at: "/messages/1/content/0/signature",
  },
  "an item of OpenAI as a signature": {
    demand: thinking.FORGED,
    body: say([
      ask,
      assistant(thought({ signature: '{"id":"rs_1","type":"reasoning","summary":[]}' }), text("a")),
      ask,
    ]),
    at: "/messages/1/content/0/signature",
  },
  "redacted thinking without data": {
    demand: thinking.NO_DATA,
    body: say([ask, assistant({ type: "redacted_thinking" }, text("a")), ask]),
    at: "/messages/1/content/0",
  },
  "thinking at the end": {
    demand: thinking.LAST,
    body: say([ask, assistant(thought())]),
    at: "/messages/1/content/0",
    also: ["thinking-disabled"],
  },
  "an earlier turn that ends in thinking": {
    demand: thinking.LAST_OF_EARLIER,
    body: say([ask, assistant(thought()), ask]),
    at: "/messages/1/content/0",
  },
  "an open tool turn without thinking": {
    demand: thinking.NOT_FIRST,
    body: say([ask, assistant(use("a")), user(result("a"))], ENABLED),
    at: "/messages/1/content/0",
  },
  "thinking behind text": {
    demand: thinking.BEHIND_OTHERS,
    body: say([ask, assistant(text("a"), thought(), text("b")), ask], ENABLED),
    at: "/messages/1/content/0",
  },
  "thinking to go on with, while it is off": {
    demand: thinking.WHILE_OFF,
    body: say([ask, assistant(thought(), text("a"))]),
    at: "/messages/1/content/0",
  },
  "thinking that did not come back": {
    demand: thinking.NOT_BACK,
    body: say([ask, assistant(use("a")), user(result("a"))], { thinking: { type: "enabled" } }),
    at: "/messages/1/content/0",
    target: to("deepseek", "deepseek-v4-pro"),
  },
  "the same on MiniMax": {
    demand: thinking.NOT_BACK_PERHAPS,
    body: say([ask, assistant(use("a")), user(result("a"))], { thinking: { type: "enabled" } }),
    at: "/messages/1/content/0",
    target: to("minimax", "minimax-m2.5"),
  },
  "thinking without the field of its signature": {
    demand: thinking.NO_FIELD,
    body: say([ask, assistant({ type: "thinking", thinking: "hm" }, text("a")), ask]),
    at: "/messages/1/content/0",
    target: to("kimi", "kimi-k2.6"),
  },
  "thinking to Copilot": {
    demand: thinking.NOT_TAKEN,
    body: say([ask, assistant(thought(), text("a")), ask]),
    at: "/messages/1/content/0",
    target: to("github-copilot"),
  },
};
