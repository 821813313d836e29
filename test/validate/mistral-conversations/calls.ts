// Calls and results.
import * as calls from "../../../src/validate/mistral-conversations/calls.ts";
import { answer, ask, call, id, result, say } from "../../wire/fixtures/mistral-messages.ts";
import { called, type Row, step } from "./bodies.ts";

const calling = (...list: readonly unknown[]): object => answer("", { tool_calls: list });

export const callRows: Readonly<Record<string, Row>> = {
  "a call without result": {
    demand: calls.UNANSWERED,
    body: say([ask, calling(call("A"), call("B")), result("A")]),
    at: "/messages/1/tool_calls/1",
  },
  "a result without call": {
    demand: calls.ORPHANED,
    body: say([ask, ...step("A"), result("B")]),
    at: "/messages/3/tool_call_id",
  },
  "more results than calls": {
    demand: calls.ORPHANED,
    body: say([ask, answer("a"), result("A"), answer("b"), ask]),
    at: "/messages/2/tool_call_id",
  },
  "a result behind the user": {
    demand: calls.ORPHANED_TURN,
    body: say([ask, result("A")]),
    at: "/messages/1/tool_call_id",
  },
  "two results of one call": {
    demand: calls.RESULT_TWICE,
    body: say([ask, ...step("A"), result("A")]),
    at: "/messages/3/tool_call_id",
  },
  "a result that names no call": {
    demand: calls.RESULT_ID,
    body: say([ask, ...step("A"), { role: "tool", content: "b" }]),
    at: "/messages/3",
  },
  "a result whose tool has a space in its name": {
    demand: calls.RESULT_NAME,
    body: say([ask, calling(call("A")), result("A", "ok", { name: "a b" })]),
    at: "/messages/2/name",
  },
  "a result whose tool has no name": {
    demand: calls.RESULT_NAME_FORM,
    body: say([ask, calling(call("A")), result("A", "ok", { name: "" })]),
    at: "/messages/2/name",
  },
  "a call without id": {
    demand: calls.ID_MISSING,
    body: say([ask, calling({ function: { name: "read", arguments: "{}" } })]),
    at: "/messages/1/tool_calls/0",
  },
  "an id of ten characters": {
    demand: calls.ID_NINE,
    body: say([ask, calling(call("A", "{}", { id: "call_12345" })), result("A", "ok", { tool_call_id: "call_12345" })]),
    at: "/messages/1/tool_calls/0/id",
  },
  "an id that is null in words": {
    demand: calls.ID_NINE,
    body: say([ask, calling(call("A", "{}", { id: "null" })), result("A", "ok", { tool_call_id: "null" })]),
    at: "/messages/1/tool_calls/0/id",
  },
  "an id with a hyphen, in a result alone": {
    demand: calls.ID_NINE,
    body: say([ask, ...step("A"), result("A", "ok", { tool_call_id: "a-c-d-e-f" })]),
    at: "/messages/3/tool_call_id",
    also: ["result-orphaned"],
  },
  "one id twice in a message": {
    demand: calls.ID_TWICE,
    body: say([ask, calling(call("A"), call("A")), result("A")]),
    at: "/messages/1/tool_calls/1/id",
  },
  "calls that are no list": {
    demand: calls.CALLS_FORM,
    body: say([ask, answer("a", { tool_calls: "none" }), ask]),
    at: "/messages/1/tool_calls",
  },
  "a call that is null": {
    demand: calls.CALL_INVALID,
    body: say([ask, calling(call("A"), null), result("A")]),
    at: "/messages/1/tool_calls/1",
  },
  "a call of a custom tool": {
    demand: calls.CALL_CUSTOM,
    body: say([ask, calling({ id: id("A"), type: "custom", custom: { name: "run", input: "ls" } }), result("A")]),
    at: "/messages/1/tool_calls/0",
  },
  "a called name with a dot": {
    demand: calls.NAME,
    body: called({}, { name: "multi.tool" }),
    at: "/messages/1/tool_calls/0/function/name",
  },
  "a called name of 65 characters": {
    demand: calls.NAME,
    body: called({}, { name: "a".repeat(65) }),
    at: "/messages/1/tool_calls/0/function/name",
  },
  "a call that names nothing": {
    demand: calls.NAME_MISSING,
    body: called({}, { name: "" }),
    at: "/messages/1/tool_calls/0/function/name",
  },
  "arguments that are a list": {
    demand: calls.ARGUMENTS,
    body: called({}, { arguments: [] }),
    at: "/messages/1/tool_calls/0/function/arguments",
  },
  "no arguments": {
    demand: calls.ARGUMENTS_MISSING,
    body: called({ function: { name: "read" } }),
    at: "/messages/1/tool_calls/0/function",
  },
  "an id of ten characters, at another server": {
    demand: calls.ID_NINE,
    body: say([ask, calling(call("A", "{}", { id: "call_12345" })), result("A", "ok", { tool_call_id: "call_12345" })]),
    at: "/messages/1/tool_calls/0/id",
    to: "acme",
  },
};
