// Calls, results and reasoning.
import * as calls from "../../../src/validate/openai-completions/calls.ts";
import * as reasoning from "../../../src/validate/openai-completions/reasoning.ts";
import { ask, call, called, calling, chat, claude, type Row, result, say, step } from "./bodies.ts";

export const callRows: Readonly<Record<string, Row>> = {
  "a call without result": {
    demand: calls.UNANSWERED,
    body: chat([ask, calling([call("a"), call("b")]), result("a"), ask]),
    at: "/messages/1/tool_calls/1",
  },
  "a result without call": {
    demand: calls.ORPHANED,
    body: chat([ask, result("a")]),
    at: "/messages/1/tool_call_id",
  },
  "two results of one call": {
    demand: calls.RESULT_TWICE,
    body: chat([ask, ...step("a"), result("a")]),
    at: "/messages/3/tool_call_id",
  },
  "a result that names no call": {
    demand: calls.RESULT_ID,
    body: chat([ask, calling([call("a")]), result("a"), { role: "tool", content: "b" }]),
    at: "/messages/3",
  },
  "a call without id": {
    demand: calls.ID_MISSING,
    body: chat([ask, calling([call(undefined)])]),
    at: "/messages/1/tool_calls/0/id",
  },
  "an id of 41 characters": {
    demand: calls.ID_LONG,
    body: chat([ask, ...step("a".repeat(41))]),
    at: "/messages/1/tool_calls/0/id",
  },
  "one id twice in a message": {
    demand: calls.ID_TWICE,
    body: chat([ask, calling([call("a"), call("a")]), result("a")]),
    at: "/messages/1/tool_calls/1/id",
  },
  "one id twice in a request": {
    demand: calls.ID_TWICE_IN_ALL,
    body: chat([ask, ...step("a"), say("b"), ask, ...step("a")]),
    at: "/messages/5/tool_calls/0/id",
    to: "minimax",
  },
  "one id twice for Claude": {
    demand: calls.ID_TWICE_CLAUDE,
    body: claude([ask, ...step("a"), ...step("a")]),
    at: "/messages/3/tool_calls/0/id",
    to: "openrouter",
  },
  "an id with a colon for Claude": {
    demand: calls.ID_FORM_CLAUDE,
    body: claude([ask, ...step("functions.a:0")]),
    at: "/messages/1/tool_calls/0/id",
    to: "openrouter",
  },
  "an id of ten characters for Mistral": {
    demand: calls.ID_NINE,
    body: chat([ask, ...step("call_12345")], { model: "mistralai/mistral-large" }),
    at: "/messages/1/tool_calls/0/id",
    to: "openrouter",
  },
  "an empty list of calls": {
    demand: calls.CALLS_EMPTY,
    body: chat([ask, say("a", { tool_calls: [] }), ask]),
    at: "/messages/1/tool_calls",
  },
  "calls that are no list": {
    demand: calls.CALLS_INVALID,
    body: chat([ask, say("a", { tool_calls: {} }), ask]),
    at: "/messages/1/tool_calls",
  },
  "a call of a kind that nobody knows": {
    demand: calls.CALL_INVALID,
    body: chat([ask, calling([{ type: "mcp", id: "a" }]), result("a")]),
    at: "/messages/1/tool_calls/0",
  },
  "a call without type": {
    demand: calls.CALL_TYPE,
    body: chat([ask, calling([{ id: "a", function: { name: "read", arguments: "{}" } }]), result("a")]),
    at: "/messages/1/tool_calls/0",
  },
  "a called name with a dot": {
    demand: calls.NAME,
    body: called({ name: "multi.tool" }),
    at: "/messages/1/tool_calls/0/function/name",
  },
  "a call that names nothing": {
    demand: calls.NAME_MISSING,
    body: called({ name: "" }),
    at: "/messages/1/tool_calls/0/function/name",
  },
  "arguments that are a list": {
    demand: calls.ARGUMENTS_TYPE,
    body: called({ arguments: [] }),
    at: "/messages/1/tool_calls/0/function/arguments",
  },
  "arguments that are an object": {
    demand: calls.ARGUMENTS_OBJECT,
    body: called({ arguments: {} }),
    at: "/messages/1/tool_calls/0/function/arguments",
  },
  "arguments that are no JSON": {
    demand: calls.ARGUMENTS_JSON,
    body: called({ arguments: '{"a": ' }),
    at: "/messages/1/tool_calls/0/function/arguments",
    to: "qwen",
  },
  "arguments that are no JSON, for OpenAI": {
    demand: calls.ARGUMENTS_JSON_PERHAPS,
    body: called({ arguments: '{"a": ' }),
    at: "/messages/1/tool_calls/0/function/arguments",
  },

  "a call without its reasoning": {
    demand: reasoning.NOT_BACK,
    body: chat([ask, ...step("a")], { model: "kimi-k2-thinking" }),
    at: "/messages/1",
    to: "moonshot",
  },
  "a call perhaps without its reasoning": {
    demand: reasoning.NOT_BACK_PERHAPS,
    body: chat([ask, ...step("a")], { model: "deepseek-chat" }),
    at: "/messages/1",
    to: "deepseek",
  },
  "a call with empty reasoning": {
    demand: reasoning.EMPTY_BACK,
    body: chat([ask, ...step("a", { reasoning_content: "" })], { model: "deepseek-v4-pro" }),
    at: "/messages/1/reasoning_content",
    to: "deepseek",
  },
  "reasoning that is not taken": {
    demand: reasoning.NOT_TAKEN,
    body: chat([ask, say("a", { reasoning_content: "b" }), ask]),
    at: "/messages/1/reasoning_content",
    to: "groq",
  },
  "a call without thought signature": {
    demand: reasoning.THOUGHT_MISSING,
    body: chat([ask, ...step("a")], { model: "gemini-3-pro-preview" }),
    at: "/messages/1/tool_calls/0",
    to: "google",
  },
  "a call without thought signature behind a gateway": {
    demand: reasoning.THOUGHT_MISSING_PERHAPS,
    body: chat([ask, ...step("a")], { model: "google/gemini-3-pro-preview" }),
    at: "/messages/1/tool_calls/0",
    to: "openrouter",
  },
  "a thought signature that is no base64": {
    demand: reasoning.THOUGHT_FORM,
    body: chat(
      [ask, calling([call("a", { extra_content: { google: { thought_signature: "msg_1!" } } })]), result("a")],
      { model: "google/gemini-3-pro-preview" },
    ),
    at: "/messages/1/tool_calls/0",
    to: "openrouter",
  },
};
