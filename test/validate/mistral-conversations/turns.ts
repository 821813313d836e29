// Bodies as a whole, their turns, and what stands beside them.
import * as bodies from "../../../src/validate/mistral-conversations/index.ts";
import * as request from "../../../src/validate/mistral-conversations/request.ts";
import * as turns from "../../../src/validate/mistral-conversations/turns.ts";
import { answer, ask, call, result, say } from "../../wire/fixtures/mistral-messages.ts";
import { type Row, step } from "./bodies.ts";

const system = { role: "system", content: "s" };
const tool = (inner: unknown): object => ({ type: "function", function: inner });

export const turnRows: Readonly<Record<string, Row>> = {
  "a body that is none": { demand: bodies.UNREADABLE, body: [], at: "" },
  "no list of messages": { demand: bodies.NO_MESSAGES, body: say({}), at: "/messages" },
  "half an emoji": {
    demand: bodies.SURROGATE,
    body: say([{ role: "user", content: "a\ud83d" }]),
    at: "/messages/0/content",
  },
  NUL: { demand: bodies.NUL, body: say([{ role: "user", content: "a\u0000" }]), at: "/messages/0/content" },

  "no message": { demand: request.MESSAGES_EMPTY, body: say([]), at: "/messages" },
  "an empty list of tools": { demand: request.TOOLS_EMPTY, body: say([ask], { tools: [] }), at: "/tools" },
  "a tool with a space in its name": {
    demand: request.TOOL_NAME,
    body: say([ask], { tools: [tool({ name: "a b", parameters: {} })] }),
    at: "/tools/0/function/name",
  },
  "a tool without parameters": {
    demand: request.TOOL_PARAMETERS,
    body: say([ask], { tools: [tool({ name: "a" })] }),
    at: "/tools/0",
  },
  "a parameter in the words of Chat Completions": {
    demand: request.PARAM_NAMED,
    body: say([ask], { max_completion_tokens: 10 }),
    at: "/max_completion_tokens",
  },
  "a parameter of Chat Completions": {
    demand: request.PARAM,
    body: say([ask], { logit_bias: {} }),
    at: "/logit_bias",
  },
  "a body of 41 million bytes": {
    demand: request.TOO_LARGE,
    body: say([{ role: "user", content: "a".repeat(41_000_000) }]),
    at: "",
  },

  "an entry that is none": { demand: turns.NO_MESSAGE, body: say([ask, null]), at: "/messages/1" },
  "a role that nobody knows": {
    demand: turns.ROLE_UNKNOWN,
    body: say([{ role: "model", content: "a" }, ask]),
    at: "/messages/0/role",
  },
  "the role developer": {
    demand: turns.ROLE_DEVELOPER,
    body: say([{ role: "developer", content: "a" }, ask]),
    at: "/messages/0/role",
  },
  "an assistant alone": { demand: turns.FIRST, body: say([answer("a")]), at: "/messages/0" },
  "calls in the first message": { demand: turns.FIRST_CALLS, body: say([...step("A")]), at: "/messages/0" },
  "a system message behind an answer": {
    demand: turns.SYSTEM_POSITION,
    body: say([ask, answer("a"), system, ask]),
    at: "/messages/2",
  },
  "a system message behind a result": {
    demand: turns.SYSTEM_POSITION,
    body: say([ask, ...step("A"), system]),
    at: "/messages/3",
  },
  "a user behind a result": { demand: turns.BRIDGE, body: say([ask, ...step("A"), ask]), at: "/messages/3" },
  "an answer at the end": { demand: turns.LAST, body: say([ask, answer("a")]), at: "/messages/1" },
  "a prefix before the end": {
    demand: turns.PREFIX,
    body: say([ask, answer("a", { prefix: true }), ask]),
    at: "/messages/1/prefix",
  },
  "a prefix that calls": {
    demand: turns.PREFIX,
    body: say([ask, answer("a", { tool_calls: [call("A")], prefix: true }), result("A")]),
    at: "/messages/1/prefix",
  },
};
