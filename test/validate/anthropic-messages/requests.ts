// Bodies that break a demand on the request.
import * as body from "../../../src/validate/anthropic-messages/index.ts";
import * as request from "../../../src/validate/anthropic-messages/request.ts";
import { ask, assistant, called, marker, result, say, TOOLS, text, to, use, user } from "./bodies.ts";
import type { Row } from "./row.ts";

export const requestRows: Readonly<Record<string, Row>> = {
  // ---- the body
  "no object": { demand: body.UNREADABLE, body: [ask], at: "" },
  "no messages": { demand: body.NO_MESSAGES, body: { max_tokens: 1 }, at: "" },
  "messages that are no list": { demand: body.NO_MESSAGES, body: { messages: "hi" }, at: "/messages" },
  "half a surrogate pair": {
    demand: body.SURROGATE,
    body: say([{ role: "user", content: "a\ud83d" }]),
    at: "/messages/0/content",
  },
  "half a pair in a key": {
    demand: body.SURROGATE,
    body: say([ask, assistant(use("a", { input: { "k\ude00": 1 } })), user(result("a"))]),
    at: "/messages/1/content/0/input/k\ude00",
  },
  NUL: { demand: body.NUL, body: called(result("a", { content: "x\u0000y" })), at: "/messages/2/content/0/content" },
  // ---- the request
  "an empty list": { demand: request.MESSAGES_EMPTY, body: say([]), at: "/messages" },
  "too many messages": { demand: request.TOO_MANY_MESSAGES, body: say(Array(100_001).fill(ask)), at: "/messages" },
  "no tokens": { demand: request.MAX_TOKENS, body: say([ask], { max_tokens: 0 }), at: "/max_tokens" },
  "a small budget": {
    demand: request.BUDGET_SMALL,
    body: say([ask], { thinking: { type: "enabled", budget_tokens: 1023 } }),
    at: "/thinking/budget_tokens",
  },
  "a budget above the limit": {
    demand: request.BUDGET_LARGE,
    body: { max_tokens: 2000, thinking: { type: "enabled", budget_tokens: 2000 }, messages: [ask] },
    at: "/thinking/budget_tokens",
  },
  "the same with tools": {
    demand: request.BUDGET_LARGE_WITH_TOOLS,
    body: say([ask], { thinking: { type: "enabled", budget_tokens: 9000 } }),
    at: "/thinking/budget_tokens",
  },
  "a system prompt that is an object": {
    demand: request.SYSTEM_INVALID,
    body: say([ask], { system: {} }),
    at: "/system",
  },
  "five markers": {
    demand: request.MARKERS,
    body: say(
      [
        user(text("a", marker), text("b", marker)),
        assistant(use("a", marker)),
        user(result("a", { content: [text("r", marker)] })),
      ],
      {
        system: [text("s", marker)],
      },
    ),
    at: "/messages/0/content/0/cache_control",
  },
  "the marker of the request as the fifth": {
    demand: request.MARKERS,
    body: say([user(text("a", marker), text("b", marker))], {
      ...marker,
      tools: [
        { ...TOOLS[0], ...marker },
        { ...TOOLS[0], name: "b", ...marker },
      ],
    }),
    at: "/messages/0/content/0/cache_control",
  },
  "the name of a tool": {
    demand: request.TOOL_NAME,
    body: say([ask], { tools: [{ ...TOOLS[0], name: "a.b" }] }),
    at: "/tools/0/name",
  },
  "a long name on a cloud": {
    demand: request.TOOL_NAME,
    body: say([ask], { tools: [{ ...TOOLS[0], name: "a".repeat(65) }] }),
    at: "/tools/0/name",
    target: to("anthropic-vertex"),
  },
  "two tools of one name": {
    demand: request.TOOL_TWICE,
    body: say([ask], { tools: [...TOOLS, ...TOOLS] }),
    at: "/tools/1/name",
  },
  "calls without tools": {
    demand: request.NO_TOOLS,
    body: say([ask, assistant(use("a")), user(result("a"))], { tools: [] }),
    at: "/messages/1/content/0",
  },
  "a request of 33 MiB": {
    demand: request.TOO_LARGE,
    body: say([{ role: "user", content: "x".repeat(33 * 2 ** 20) }]),
    at: "",
  },
  "a request of 101 MiB to Kimi": {
    demand: request.TOO_LARGE,
    body: say([{ role: "user", content: "é".repeat(51 * 2 ** 20) }]),
    at: "",
    target: to("kimi", "kimi-k2.6"),
  },
  "a request of 21 MiB to Bedrock": {
    demand: request.TOO_LARGE_PERHAPS,
    body: say([{ role: "user", content: "x".repeat(21 * 2 ** 20) }]),
    at: "",
    target: to("amazon-bedrock"),
  },
};
