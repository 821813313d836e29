// Bodies as a whole, and their turns.
import * as bodies from "../../../src/validate/openai-completions/index.ts";
import * as request from "../../../src/validate/openai-completions/request.ts";
import * as turns from "../../../src/validate/openai-completions/turns.ts";
import { ask, chat, claude, gemma, type Row, say, step, system, tool, unnamed } from "./bodies.ts";

export const turnRows: Readonly<Record<string, Row>> = {
  "a body that is none": { demand: bodies.UNREADABLE, body: [], at: "" },
  "no list of messages": { demand: bodies.NO_MESSAGES, body: { model: "gpt-5.4", messages: {} }, at: "/messages" },
  "half an emoji": {
    demand: bodies.SURROGATE,
    body: chat([{ role: "user", content: "a\ud83d" }]),
    at: "/messages/0/content",
  },
  NUL: { demand: bodies.NUL, body: chat([{ role: "user", content: "a\u0000" }]), at: "/messages/0/content" },
  "no message": { demand: request.MESSAGES_EMPTY, body: chat([]), at: "/messages" },
  "an empty list of tools": { demand: request.TOOLS_EMPTY, body: chat([ask], { tools: [] }), at: "/tools" },
  "an empty list of tools, refused": {
    demand: request.TOOLS_EMPTY_REFUSED,
    body: chat([ask], { tools: [] }),
    at: "/tools",
    to: "deepseek",
  },
  "too many tools": {
    demand: request.TOOLS_MANY,
    body: chat([ask], { tools: Array.from({ length: 129 }, () => tool) }),
    at: "/tools",
  },
  "a choice among no tools": {
    demand: request.TOOL_CHOICE,
    body: chat([ask], { tool_choice: "auto" }),
    at: "/tool_choice",
  },
  "a tool with a space in its name": {
    demand: request.TOOL_NAME,
    body: chat([ask], { tools: [{ type: "function", function: { name: "a b" } }] }),
    at: "/tools/0/function/name",
  },
  "a tool without parameters": {
    demand: request.TOOL_PARAMETERS,
    body: chat([ask], { tools: [{ type: "function", function: { name: "a" } }] }),
    at: "/tools/0",
    to: "minimax",
  },
  "a body of eleven million bytes": {
    demand: request.TOO_LARGE,
    body: chat([{ role: "user", content: "a".repeat(11_000_000) }]),
    at: "",
    to: "qwen",
  },

  "an entry that is none": { demand: turns.NO_MESSAGE, body: chat([ask, null]), at: "/messages/1" },
  "a role that nobody knows": {
    demand: turns.ROLE_UNKNOWN,
    body: chat([ask, { role: "model", content: "a" }]),
    at: "/messages/1/role",
  },
  "the role developer": {
    demand: turns.ROLE_DEVELOPER,
    body: chat([{ role: "developer", content: "a" }, ask]),
    at: "/messages/0/role",
    to: "deepseek",
  },
  "a second system message": {
    demand: turns.SYSTEM_POSITION,
    body: chat([system, ask, system]),
    at: "/messages/2",
    to: "minimax",
  },
  "a second system message for a template that refuses it": {
    demand: turns.SYSTEM_POSITION_TEMPLATE,
    body: chat([ask, system], { model: "qwen3.6-27b" }),
    at: "/messages/1",
    to: "vllm",
  },
  "a second system message for any template": {
    demand: turns.SYSTEM_POSITION_PERHAPS,
    body: unnamed([ask, system]),
    at: "/messages/1",
    to: "vllm",
  },
  "nobody asks": {
    demand: turns.USER_NEEDED,
    body: chat([system]),
    at: "/messages/0",
    to: "zai",
  },
  "the assistant first, for a strict template": {
    demand: turns.USER_FIRST,
    body: gemma([system, say("a"), ask]),
    at: "/messages/1",
    to: "ollama",
  },
  "the assistant first, for any template": {
    demand: turns.USER_FIRST_PERHAPS,
    body: unnamed([say("a"), ask]),
    at: "/messages/0",
    to: "ollama",
  },
  "two users, for a strict template": {
    demand: turns.ALTERNATE,
    body: gemma([ask, ask]),
    at: "/messages/1",
    to: "lmstudio",
  },
  "two users, for any template": {
    demand: turns.ALTERNATE_PERHAPS,
    body: unnamed([ask, ask]),
    at: "/messages/1",
    to: "lmstudio",
  },
  "a user behind results, for a strict template": {
    demand: turns.BRIDGE_TEMPLATE,
    body: gemma([ask, ...step("a", { content: "" }), ask]),
    at: "/messages/3",
    to: "llama.cpp",
  },
  "a user behind results, for any template": {
    demand: turns.BRIDGE_PERHAPS,
    body: unnamed([ask, ...step("a"), ask]),
    at: "/messages/3",
    to: "llama.cpp",
  },
  "two assistants at the end": {
    demand: turns.TWO_LAST,
    body: unnamed([ask, say("a"), say("b")]),
    at: "/messages/2",
    to: "ollama",
  },
  "a user behind results": {
    demand: turns.BRIDGE,
    body: chat([ask, ...step("aaaaaaaa1"), ask], { model: "mistral-large" }),
    at: "/messages/3",
    to: "mistral",
  },
  "an answer that is to be continued, for Mistral": {
    demand: turns.LAST_MISTRAL,
    body: chat([ask, say("a")], { model: "mistralai/mistral-large" }),
    at: "/messages/1",
    to: "openrouter",
  },
  "an answer that is to be continued, for GLM": {
    demand: turns.LAST_GLM,
    body: chat([ask, say("a")]),
    at: "/messages/1",
    to: "zai",
  },
  "an answer that is to be continued, for Claude": {
    demand: turns.LAST_CLAUDE,
    body: claude([ask, say("a")]),
    at: "/messages/1",
    to: "openrouter",
  },
  "an answer that is to be continued while Claude thinks": {
    demand: turns.LAST_WHILE_THINKING,
    body: claude([ask, say("a")], { model: "anthropic/claude-sonnet-4.5", reasoning: { effort: "high" } }),
    at: "/messages/1",
    to: "openrouter",
  },
  "an answer that is to be continued while a template thinks": {
    demand: turns.LAST_TEMPLATE,
    body: unnamed([ask, say("a")], { chat_template_kwargs: { enable_thinking: true } }),
    at: "/messages/1",
    to: "llama.cpp",
  },
  "an answer that ends in a space": {
    demand: turns.LAST_SPACE,
    body: claude([ask, say("a ")], { model: "anthropic/claude-3.5-sonnet" }),
    at: "/messages/1",
    to: "openrouter",
  },
};
