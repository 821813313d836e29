// Bodies that break a demand on ids, on calls and outputs, and on reasoning.
import * as calls from "../../../src/validate/openai-responses/calls.ts";
import * as ids from "../../../src/validate/openai-responses/ids.ts";
import * as pairs from "../../../src/validate/openai-responses/pairs.ts";
import * as thought from "../../../src/validate/openai-responses/reasoning.ts";
import {
  ask,
  body,
  call,
  type Json,
  output,
  outputText,
  reasoning,
  said,
} from "../../wire/fixtures/responses-items.ts";
import type { Row } from "../anthropic-messages/row.ts";
import { CODEX, DEEPSEEK, to } from "./bodies.ts";

const custom = (call_id: string, more: Json = {}): Json => ({
  type: "custom_tool_call",
  call_id,
  name: "patch",
  input: "x",
  ...more,
});
const answered = (more: Json): unknown => body([ask, reasoning("rs_1"), call("call_1", more), output("call_1")]);
const named = (id: string): Json => ({ ...said(outputText("a")), id, status: "completed" });
const LONG_ID = `call_${"x".repeat(60)}`;

export const callRows: Readonly<Record<string, Row>> = {
  // ---- ids of items
  "the id of a call that is that of its item": {
    demand: ids.PREFIX,
    body: answered({ id: "call_1" }),
    at: "/input/2/id",
  },
  "the id of a message that is none": {
    demand: ids.PREFIX,
    body: body([ask, reasoning("rs_1"), named("item_1")]),
    at: "/input/2/id",
  },
  "the id of a custom call that is that of a function": {
    demand: ids.PREFIX,
    body: body([
      ask,
      reasoning("rs_1"),
      custom("call_1", { id: "fc_1" }),
      { type: "custom_tool_call_output", call_id: "call_1", output: "" },
    ]),
    at: "/input/2/id",
  },
  "the id of an output that is that of its call": {
    demand: ids.PREFIX,
    body: body([ask, call("call_1"), output("call_1", { id: "call_1" })]),
    at: "/input/2/id",
  },
  "an id with a slash": { demand: ids.FORM, body: answered({ id: "fc_1/2" }), at: "/input/2/id" },
  "an id that is too long": {
    demand: ids.LONG,
    body: body([ask, reasoning(`rs_${"x".repeat(400)}`), said(outputText("a"))]),
    at: "/input/1/id",
  },
  "an empty id": { demand: ids.EMPTY, body: answered({ id: "" }), at: "/input/2/id" },
  "the same reasoning twice": {
    demand: ids.TWICE,
    body: body([ask, reasoning("rs_1"), reasoning("rs_1"), said(outputText("a"))]),
    at: "/input/2/id",
  },
  "the same message twice": {
    demand: ids.TWICE,
    body: body([ask, reasoning("rs_1"), named("msg_1"), named("msg_1")]),
    at: "/input/3/id",
  },
  "an id on the backend of Codex": {
    demand: ids.STATELESS,
    body: body([ask, reasoning("rs_1"), said(outputText("a"))], { store: false }),
    at: "/input/1/id",
    target: CODEX,
  },
  // ---- calls
  "a call without an id": {
    demand: calls.ID_MISSING,
    body: body([ask, call(undefined)]),
    at: "/input/1/call_id",
  },
  "an output without an id": {
    demand: calls.ID_MISSING,
    body: body([ask, { type: "function_call_output", name: "create_thread", output: "x" }]),
    at: "/input/1",
  },
  "an id of a call that is too long": {
    demand: calls.ID_LONG,
    body: body([ask, call(LONG_ID), output(LONG_ID)]),
    at: "/input/1/call_id",
  },
  "an id of a call that stands twice": {
    demand: calls.ID_TWICE,
    body: body([ask, call("a"), output("a"), ask, call("a"), output("a")]),
    at: "/input/4/call_id",
  },
  "a name with a point": { demand: calls.NAME, body: answered({ name: "fs.read" }), at: "/input/2/name" },
  "no name": {
    demand: calls.NAME,
    body: body([
      ask,
      { type: "custom_tool_call", call_id: "c", input: "" },
      { type: "custom_tool_call_output", call_id: "c", output: "" },
    ]),
    at: "/input/1",
  },
  "arguments that are an object": {
    demand: calls.ARGUMENTS_FORM,
    body: answered({ arguments: { a: 1 } }),
    at: "/input/2/arguments",
  },
  "arguments that are cut off": {
    demand: calls.ARGUMENTS_JSON,
    body: answered({ arguments: '{"a' }),
    at: "/input/2/arguments",
  },
  "free text that is an object": {
    demand: calls.INPUT_FORM,
    body: body([ask, custom("c", { input: {} }), { type: "custom_tool_call_output", call_id: "c", output: "" }]),
    at: "/input/1/input",
  },
  "an output without its field": {
    demand: calls.OUTPUT_MISSING,
    body: body([ask, call("c"), { type: "function_call_output", call_id: "c" }]),
    at: "/input/2",
  },
  "an output that is an object": {
    demand: calls.OUTPUT_INVALID,
    body: body([ask, call("c"), output("c", { output: { a: 1 } })]),
    at: "/input/2/output",
  },
  "an output that is too long": {
    demand: calls.OUTPUT_LONG,
    body: body([ask, call("c"), output("c", { output: "x".repeat(10_485_761) })]),
    at: "/input/2/output",
    also: ["field-invalid"],
  },
  // ---- pairs
  "a call without an output": {
    demand: pairs.UNANSWERED,
    body: body([ask, call("a"), call("b"), output("b"), ask]),
    at: "/input/1",
  },
  "a call at the end": { demand: pairs.UNANSWERED, body: body([ask, custom("a")]), at: "/input/1" },
  "a call of the computer": {
    demand: pairs.UNANSWERED,
    body: body([ask, { type: "computer_call", id: "cu_1", call_id: "c", pending_safety_checks: [] }]),
    at: "/input/1",
  },
  "an output without a call": { demand: pairs.ORPHANED, body: body([ask, output("a"), ask]), at: "/input/1/call_id" },
  "two outputs": {
    demand: pairs.SECOND_OUTPUT,
    body: body([ask, call("a"), output("a"), output("a", { output: "again" })]),
    at: "/input/3/call_id",
  },
  "an output of another type": {
    demand: pairs.WRONG_KIND,
    body: body([ask, custom("a"), output("a")]),
    at: "/input/2/type",
  },
  "an output before its call": {
    demand: pairs.BEFORE_CALL,
    body: body([ask, output("a"), call("a")]),
    at: "/input/1/call_id",
  },
  "a message between a call and its output": {
    demand: pairs.DISPLACED,
    body: body([ask, call("a"), said(outputText("note")), output("a")]),
    at: "/input/1",
  },
  "the user between a call and its output": {
    demand: pairs.DISPLACED,
    body: body([ask, call("a"), ask, output("a")]),
    at: "/input/1",
  },
  "reasoning between two calls on DeepSeek": {
    demand: pairs.NOT_ADJACENT,
    body: body([ask, reasoning("rs_1"), call("a"), reasoning("rs_2"), call("b"), output("a"), output("b")]),
    at: "/input/2",
    target: DEEPSEEK,
  },
  // ---- reasoning
  "reasoning at the end": { demand: thought.ALONE, body: body([ask, reasoning("rs_1")]), at: "/input/1" },
  "reasoning before the user": {
    demand: thought.ALONE,
    body: body([ask, reasoning("rs_1"), reasoning("rs_2"), ask]),
    at: "/input/1",
  },
  "reasoning without an id at the end": {
    demand: thought.ALONE_UNNAMED,
    body: body([ask, { type: "reasoning", summary: [], encrypted_content: "gAAA" }]),
    at: "/input/1",
  },
  "a call whose reasoning is not there": {
    demand: thought.CALL_ALONE,
    body: body([ask, call("a", { id: "fc_1" }), output("a"), ask]),
    at: "/input/1/id",
  },
  "a message whose reasoning is not there": {
    demand: thought.MESSAGE_ALONE,
    body: body([ask, named("msg_1"), ask]),
    at: "/input/1/id",
  },
  "an answer after a tool without reasoning of its own": {
    demand: thought.ALONE_IN_ANSWER,
    body: body([ask, reasoning("rs_1"), call("a", { id: "fc_1" }), output("a"), named("msg_1")]),
    at: "/input/4/id",
  },
  "reasoning without a summary": {
    demand: thought.SUMMARY,
    body: body([ask, { type: "reasoning", id: "rs_1", encrypted_content: "gAAA" }, said(outputText("a"))]),
    at: "/input/1",
  },
  "a status that is null": {
    demand: thought.NULL_STATUS,
    body: body([ask, reasoning("rs_1", { status: null }), said(outputText("a"))]),
    at: "/input/1/status",
  },
  "encrypted content that is damaged": {
    demand: thought.ENCRYPTED,
    body: body([ask, reasoning("rs_1", { encrypted_content: "gAAAA<truncated" }), said(outputText("a"))]),
    at: "/input/1/encrypted_content",
  },
  "a summary of the turns before that is damaged": {
    demand: thought.ENCRYPTED,
    body: body([{ type: "compaction", encrypted_content: "gAAA..." }, ask]),
    at: "/input/0/encrypted_content",
  },
  "reasoning by its id alone, and nothing is stored": {
    demand: thought.NOT_STORED,
    body: body([ask, { type: "reasoning", id: "rs_1", summary: [] }, said(outputText("a"))], { store: false }),
    at: "/input/1",
  },
  "a reference, and nothing is stored": {
    demand: thought.REFERENCE,
    body: body([ask, { type: "item_reference", id: "msg_1" }, ask], { store: false }),
    at: "/input/1",
  },
  "a call without reasoning on DeepSeek": {
    demand: thought.NOT_BACK,
    body: body([ask, call("a"), output("a")]),
    at: "/input/1",
    target: DEEPSEEK,
  },
};

/** What OpenAI demands is a warning where somebody else judges. */
export const mild: Readonly<Record<string, unknown>> = {
  "an id that is too long": body([ask, call(LONG_ID), output(LONG_ID)]),
  "a name with a point": answered({ name: "fs.read" }),
  "reasoning at the end": body([ask, reasoning("rs_1")]),
};
export const OTHERS = [to("acme", "gpt-5.2"), DEEPSEEK] as const;
