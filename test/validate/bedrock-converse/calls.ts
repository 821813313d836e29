// Bodies that break a demand on tool calls or on reasoning.
import * as apart from "../../../src/validate/bedrock-converse/apart.ts";
import * as calls from "../../../src/validate/bedrock-converse/calls.ts";
import * as thinking from "../../../src/validate/bedrock-converse/thinking.ts";
import { PICTURES } from "../../wire/valid/anthropic-messages.ts";
import type { Row } from "../anthropic-messages/row.ts";
import {
  ask,
  assistant,
  called,
  ENABLED,
  image,
  LLAMA,
  LLAMA_4,
  MISTRAL,
  NOVA,
  OPUS,
  result,
  SIGNATURE,
  SONNET_5,
  say,
  text,
  thought,
  use,
  user,
} from "./bodies.ts";

const LONG = "a".repeat(65);
const picture = image(PICTURES["image/png"]);

export const callRows: Readonly<Record<string, Row>> = {
  // ---- turns of their own
  "text beside a call, for Llama": {
    demand: apart.TEXT_WITH_CALL,
    body: say([ask, assistant(text("hm"), use("a")), user(result("a"))]),
    at: "/messages/1/content/1",
    target: LLAMA,
  },
  "text behind a result, for Llama 4": {
    demand: apart.BEHIND_RESULT,
    body: called(result("a"), text("n")),
    at: "/messages/2/content/1",
    target: LLAMA_4,
  },
  "text before a result, for Mistral": {
    demand: apart.BEFORE_RESULT,
    body: called(text("n"), result("a")),
    at: "/messages/2/content/1",
    target: MISTRAL,
  },
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
    at: "/messages/1/content/0/toolUse/toolUseId",
  },
  "a result without an id": {
    demand: calls.ID_MISSING,
    body: called(result("a"), { toolResult: { content: [] } }),
    at: "/messages/2/content/1",
  },
  "an id with a bar": {
    demand: calls.ID_FORM,
    body: say([ask, assistant(use("call_1|fc_1")), user(result("call_1|fc_1"))]),
    at: "/messages/1/content/0/toolUse/toolUseId",
    target: NOVA,
  },
  "an id with a colon, for Claude": {
    demand: calls.ID_FORM_OF_CLAUDE,
    body: say([ask, assistant(use("read:0")), user(result("read:0"))]),
    at: "/messages/1/content/0/toolUse/toolUseId",
  },
  "a long id": {
    demand: calls.ID_LONG,
    body: say([ask, assistant(use(LONG)), user(result(LONG))]),
    at: "/messages/1/content/0/toolUse/toolUseId",
    target: NOVA,
  },
  "an id that stands twice in a turn": {
    demand: calls.ID_TWICE,
    body: say([ask, assistant(use("a"), use("a")), user(result("a"))]),
    at: "/messages/1/content/1/toolUse/toolUseId",
    target: NOVA,
  },
  "an id that stands in two turns": {
    demand: calls.ID_REPEATED,
    body: say([ask, assistant(use("a")), user(result("a")), assistant(use("a")), user(result("a"))]),
    at: "/messages/3/content/0/toolUse/toolUseId",
  },
  "a name with a point": {
    demand: calls.NAME,
    body: say([ask, assistant(use("a", { name: "fs.read" })), user(result("a"))]),
    at: "/messages/1/content/0/toolUse/name",
    target: NOVA,
  },
  "no name": {
    demand: calls.NAME,
    body: say([ask, assistant({ toolUse: { toolUseId: "a", input: {} } }), user(result("a"))]),
    at: "/messages/1/content/0",
  },
  "arguments that are text": {
    demand: calls.INPUT,
    body: say([ask, assistant(use("a", { input: "{}" })), user(result("a"))]),
    at: "/messages/1/content/0/toolUse/input",
  },
  "a call without a result": {
    demand: calls.UNANSWERED,
    body: say([ask, assistant(use("a"), use("b")), user(result("a"))]),
    at: "/messages/1/content/1",
    target: NOVA,
  },
  "a call at the end": {
    demand: calls.UNANSWERED,
    body: say([ask, assistant(use("a"))]),
    at: "/messages/1/content/0",
  },
  "results over two messages": {
    demand: calls.UNANSWERED,
    body: say([ask, assistant(use("a"), use("b")), user(result("a")), user(result("b"))]),
    at: "/messages/1/content/1",
    also: ["roles-alternate"],
  },
  "a result that nobody asked for": {
    demand: calls.ORPHANED,
    body: called(result("a"), result("b")),
    at: "/messages/2/content/1/toolResult/toolUseId",
    target: NOVA,
  },
  "a second result": {
    demand: calls.SECOND_RESULT,
    body: called(result("a"), result("a")),
    at: "/messages/2/content/1/toolResult/toolUseId",
    target: NOVA,
  },
  "a result behind text": {
    demand: calls.BEHIND_TEXT,
    body: called(text("n"), result("a")),
    at: "/messages/2/content/1",
  },
  "a result whose content is a text": {
    demand: calls.RESULT_CONTENT,
    body: called(result("a", { content: "r" })),
    at: "/messages/2/content/0",
    target: NOVA,
  },
  "a failed result that is empty": {
    demand: calls.ERROR_EMPTY,
    body: called(result("a", { content: [], status: "error" })),
    at: "/messages/2/content/0",
    target: NOVA,
  },
  "an image in a failed result": {
    demand: calls.ERROR_IMAGE,
    body: called(result("a", { content: [text("x"), picture], status: "error" })),
    at: "/messages/2/content/0/toolResult/content/1",
  },
  "a search result in a failed result": {
    demand: calls.ERROR_CONTENT,
    body: called(result("a", { content: [{ searchResult: {} }], status: "error" })),
    at: "/messages/2/content/0/toolResult/content/0",
  },
  "text behind a call": {
    demand: calls.CALL_BEFORE_TEXT,
    body: say([ask, assistant(use("a"), text("so")), user(result("a"))]),
    at: "/messages/1/content/0",
    target: OPUS,
  },
  "the same for an older model": {
    demand: calls.CALL_BEFORE_TEXT_PERHAPS,
    body: say([ask, assistant(use("a"), text("so")), user(result("a"))]),
    at: "/messages/1/content/0",
  },
  // ---- reasoning
  "reasoning for a model that takes none": {
    demand: thinking.REFUSED,
    body: say([ask, assistant(thought(), text("a")), ask]),
    at: "/messages/1/content/0",
    target: NOVA,
  },
  "reasoning of the user": {
    demand: thinking.OF_USER,
    body: say([user(thought(), text("a"))]),
    at: "/messages/0/content/0",
  },
  "reasoning without words": {
    demand: thinking.NO_WORDS,
    body: say([ask, assistant({ reasoningContent: {} }, text("a")), ask]),
    at: "/messages/1/content/0",
  },
  "a signature without a text": {
    demand: thinking.NO_TEXT,
    body: say([ask, assistant(thought(null), text("a")), ask]),
    at: "/messages/1/content/0/reasoningContent/reasoningText",
  },
  "reasoning one level too high": {
    demand: thinking.NOT_NESTED,
    body: say([ask, assistant({ reasoningContent: { text: "hm", signature: SIGNATURE } }, text("a")), ask]),
    at: "/messages/1/content/0/reasoningContent",
  },
  "reasoning without a signature": {
    demand: thinking.UNSIGNED,
    body: say([ask, assistant(thought("hm", {}), text("a")), ask]),
    at: "/messages/1/content/0/reasoningContent/reasoningText",
  },
  "reasoning without anything": {
    demand: thinking.EMPTY,
    body: say([ask, assistant(thought("", {}), text("a")), ask]),
    at: "/messages/1/content/0/reasoningContent/reasoningText",
  },
  "a signature that is cut off": {
    demand: thinking.FORGED,
    body: say([ask, assistant(thought("hm", { signature: "EqQBC" }), text("a")), ask]),
    at: "/messages/1/content/0/reasoningContent/reasoningText/signature",
  },
  "redacted reasoning without data": {
    demand: thinking.NO_DATA,
    body: say([ask, assistant({ reasoningContent: { redactedContent: new Uint8Array() } }, text("a")), ask]),
    at: "/messages/1/content/0/reasoningContent/redactedContent",
  },
  "a request that ends in reasoning": {
    demand: thinking.LAST,
    body: say([ask, assistant(text("a"), thought())], {
      additionalModelRequestFields: { thinking: { type: "adaptive" } },
    }),
    at: "/messages/1/content/1",
    also: ["prefill"],
  },
  "a turn of nothing but reasoning": {
    demand: thinking.ALONE,
    body: say([ask, assistant(thought()), ask]),
    at: "/messages/1/content/0",
    target: SONNET_5,
  },
  "the same for an older model's turn": {
    demand: thinking.ALONE_PERHAPS,
    body: say([ask, assistant(thought()), ask]),
    at: "/messages/1/content/0",
  },
  "an open tool turn without reasoning": {
    demand: thinking.NOT_FIRST,
    body: say([ask, assistant(use("a")), user(result("a"))], ENABLED),
    at: "/messages/1/content/0",
  },
  "reasoning at the end while thinking is off": {
    demand: thinking.WHILE_OFF,
    body: say([ask, assistant(thought(), text("a"))]),
    at: "/messages/1/content/0",
  },
};
