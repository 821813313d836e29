// Bodies that break a demand on the request or on cache points.
import * as caching from "../../../src/validate/bedrock-converse/caching.ts";
import * as body from "../../../src/validate/bedrock-converse/index.ts";
import * as request from "../../../src/validate/bedrock-converse/request.ts";
import type { Row } from "../anthropic-messages/row.ts";
import {
  ask,
  assistant,
  called,
  document,
  ENABLED,
  MISTRAL,
  NOVA,
  point,
  result,
  say,
  TOOL,
  text,
  thought,
  use,
  user,
} from "./bodies.ts";

const tools = (...list: unknown[]) => ({ toolConfig: { tools: list } });
const named = (name: unknown) => ({ toolSpec: { name, inputSchema: { json: {} } } });

export const requestRows: Readonly<Record<string, Row>> = {
  // ---- the body
  "no object": { demand: body.UNREADABLE, body: [ask], at: "" },
  "no messages": { demand: body.NO_MESSAGES, body: { modelId: "m" }, at: "" },
  "messages that are no list": { demand: body.NO_MESSAGES, body: { messages: "hi" }, at: "/messages" },
  "half a surrogate pair": {
    demand: body.SURROGATE,
    body: say([user(text("a\ud83d"))]),
    at: "/messages/0/content/0/text",
  },
  NUL: {
    demand: body.NUL,
    body: called(result("a", { content: [{ json: { k: "x\u0000y" } }] })),
    at: "/messages/2/content/0/toolResult/content/0/json/k",
  },
  // ---- the request
  "an empty list": { demand: request.MESSAGES_EMPTY, body: say([]), at: "/messages" },
  "a system prompt that is a text": { demand: request.SYSTEM_FORM, body: say([ask], { system: "s" }), at: "/system" },
  "a system prompt that is an object": {
    demand: request.SYSTEM_INVALID,
    body: say([ask], { system: {} }),
    at: "/system",
  },
  "an image in the system prompt": {
    demand: request.SYSTEM_BLOCK,
    body: say([ask], { system: [text("s"), { image: {} }] }),
    at: "/system/1",
  },
  "an empty text in the system prompt": {
    demand: request.SYSTEM_EMPTY,
    body: say([ask], { system: [text("")] }),
    at: "/system/0/text",
  },
  "a blank text in the system prompt": {
    demand: request.SYSTEM_BLANK,
    body: say([ask], { system: [text(" ")] }),
    at: "/system/0/text",
  },
  "no tokens": {
    demand: request.MAX_TOKENS,
    body: say([ask], { inferenceConfig: { maxTokens: 0 } }),
    at: "/inferenceConfig/maxTokens",
  },
  "a temperature above 1": {
    demand: request.SAMPLING,
    body: say([ask], { inferenceConfig: { temperature: 1.5, topP: 1 } }),
    at: "/inferenceConfig/temperature",
  },
  "a small budget": {
    demand: request.BUDGET_SMALL,
    body: say([ask], { additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1023 } } }),
    at: "/additionalModelRequestFields/thinking/budget_tokens",
  },
  "a budget above the limit": {
    demand: request.BUDGET_LARGE,
    body: { ...ENABLED, inferenceConfig: { maxTokens: 1024 }, messages: [ask] },
    at: "/additionalModelRequestFields/thinking/budget_tokens",
  },
  "the same with tools": {
    demand: request.BUDGET_LARGE_WITH_TOOLS,
    body: say([ask], { ...ENABLED, inferenceConfig: { maxTokens: 1024 } }),
    at: "/additionalModelRequestFields/thinking/budget_tokens",
  },
  "calls without tools": {
    demand: request.NO_TOOLS,
    body: { messages: [ask, assistant(use("a")), user(result("a"))] },
    at: "/messages/1/content/0",
  },
  "an empty list of tools": { demand: request.TOOLS_EMPTY, body: say([ask], tools()), at: "/toolConfig/tools" },
  "a tool of another API": {
    demand: request.TOOL_INVALID,
    body: say([ask], tools(TOOL, { type: "function" })),
    at: "/toolConfig/tools/1",
  },
  "the name of a tool": {
    demand: request.TOOL_NAME,
    body: say([ask], tools(named("a.b"))),
    at: "/toolConfig/tools/0/toolSpec/name",
  },
  "a tool without a schema": {
    demand: request.TOOL_SCHEMA,
    body: say([ask], tools({ toolSpec: { name: "read" } })),
    at: "/toolConfig/tools/0",
  },
  "an empty description": {
    demand: request.TOOL_DESCRIPTION,
    body: say([ask], tools({ toolSpec: { ...(TOOL["toolSpec"] as object), description: "" } })),
    at: "/toolConfig/tools/0/toolSpec/description",
  },
  "two tools of one name": {
    demand: request.TOOL_TWICE,
    body: say([ask], tools(TOOL, TOOL)),
    at: "/toolConfig/tools/1",
  },
  "a choice of a tool that is not there": {
    demand: request.CHOICE_UNKNOWN,
    body: say([ask], { toolConfig: { tools: [TOOL], toolChoice: { tool: { name: "exec" } } } }),
    at: "/toolConfig/toolChoice/tool/name",
  },
  "a request of 21 MiB": {
    demand: request.TOO_LARGE,
    body: say([user({ audio: { format: "mp3", source: { bytes: new Uint8Array(16 * 2 ** 20) } } })]),
    at: "",
  },
  // ---- cache points
  "five cache points": {
    demand: caching.TOO_MANY,
    body: say([user(text("a"), point, text("b"), point), assistant(use("a"), point), user(result("a"), point)], {
      system: [text("s"), point],
    }),
    at: "",
  },
  "a cache point for a model that takes none": {
    demand: caching.REFUSED,
    body: say([ask], { toolConfig: { tools: [TOOL, point] } }),
    at: "/toolConfig/tools/1",
    target: MISTRAL,
  },
  "a cache point of another type": {
    demand: caching.FAULT,
    body: say([user(text("a"), { cachePoint: { type: "ephemeral" } })]),
    at: "/messages/0/content/1",
    target: NOVA,
  },
  "a cache point that is kept for a day": {
    demand: caching.FAULT,
    body: say([ask], { system: [text("s"), { cachePoint: { type: "default", ttl: "1d" } }] }),
    at: "/system/1",
  },
  "a cache point behind reasoning": {
    demand: caching.AFTER_REASONING,
    body: say([ask, assistant(thought(), point, text("a")), ask]),
    at: "/messages/1/content/1",
  },
  "a cache point that stands first": {
    demand: caching.FIRST,
    body: say([user(point, text("a"))]),
    at: "/messages/0/content/0",
  },
  "a cache point behind a text document": {
    demand: caching.AFTER_DOCUMENT,
    body: say([user(text("a"), document("b", { format: "txt" }), point)]),
    at: "/messages/0/content/2",
  },
};
