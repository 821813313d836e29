// A session that was held with one model goes on with another: what survives, what goes, and that each loss is said.
import { describe, expect, test } from "vitest";
import { buildPayload, lintPayload, prepareReplay, type ReplayTarget } from "../../src/index.ts";
import { deepFreeze } from "../oracles/values.ts";

const routes = {
  claude: { api: "anthropic-messages", provider: "anthropic", model: "claude-opus-4-6" },
  converse: { api: "bedrock-converse-stream", provider: "amazon-bedrock", model: "anthropic.claude-opus-4-6-v1" },
  nova: { api: "bedrock-converse-stream", provider: "amazon-bedrock", model: "amazon.nova-pro-v1:0" },
  gpt: { api: "openai-responses", provider: "openai", model: "gpt-5" },
  codex: { api: "openai-codex-responses", provider: "openai-codex", model: "gpt-5-codex" },
  chat: { api: "openai-completions", provider: "openai", model: "gpt-4o" },
  deepseek: { api: "openai-completions", provider: "deepseek", model: "deepseek-reasoner" },
  gemini: { api: "google-generative-ai", provider: "google", model: "gemini-3-pro-preview" },
  mistral: { api: "mistral-conversations", provider: "mistral", model: "magistral-medium-latest" },
} as const;
type Name = keyof typeof routes;

const THOUGHT = "Plan: read first";
const item = (id: string): string =>
  JSON.stringify({
    type: "reasoning",
    id,
    summary: [{ type: "summary_text", text: THOUGHT }],
    encrypted_content: "gA",
  });

/** How each model signs, and the ids it gives. */
const signed: Readonly<Record<Name, readonly [first: unknown, second: unknown, id: string]>> = {
  claude: ["ErUBc2lnbmVk", "ErUBYWdhaW4=", "toolu_01A"],
  converse: ["ErUBc2lnbmVk", "ErUBYWdhaW4=", "tooluse_A1"],
  nova: [undefined, undefined, "tooluse_N1"],
  gpt: [item("rs_1"), item("rs_2"), "call_1|fc_1"],
  codex: [item("rs_1"), item("rs_2"), "call_1|fc_1"],
  chat: [undefined, undefined, "call_9"],
  deepseek: ["reasoning_content", "reasoning_content", "call_00_a"],
  gemini: ["CiQBc2ln", "CiQBYWdh", "fn1"],
  mistral: [undefined, undefined, "abcdef123"],
};
/** Where the thinking of a model is sent back: to whom can verify it, and to whom wants all of it. */
const TAKES: Readonly<Record<Name, readonly Name[]>> = {
  claude: ["claude", "converse"],
  converse: ["claude", "converse"],
  nova: [],
  gpt: ["gpt", "codex"],
  codex: ["gpt", "codex"],
  chat: [],
  deepseek: Object.keys(routes) as Name[],
  gemini: ["gemini"],
  mistral: ["mistral"],
};

const names = Object.keys(routes) as Name[];
const tools = [{ name: "read", parameters: { type: "object" } }];

function thinking(signature: unknown) {
  return { type: "thinking", thinking: THOUGHT, ...(signature !== undefined && { thinkingSignature: signature }) };
}

function session(from: Name) {
  const [first, second, id] = signed[from];
  const by = { role: "assistant", ...routes[from] };
  return deepFreeze([
    { role: "user", content: "Go" },
    {
      ...by,
      stopReason: "toolUse",
      content: [
        thinking(first),
        { type: "text", text: "Reading." },
        { type: "toolCall", id, name: "read", arguments: { path: "a" } },
      ],
    },
    { role: "toolResult", toolCallId: id, toolName: "read", content: [{ type: "text", text: "data" }] },
    { ...by, stopReason: "stop", content: [thinking(second), { type: "text", text: "Done." }] },
    { role: "user", content: "More" },
  ]) as never;
}

function targetOf(name: Name, model: string = routes[name].model): ReplayTarget {
  const { api, provider } = routes[name];
  return { provider, modelApi: api, modelId: model };
}

function optionsFor(name: Name) {
  return { target: targetOf(name), request: { tools, params: { model: routes[name].model } } };
}

/** How often the thought stands in a body, and how often as something that was said. */
function thoughtsIn(body: unknown): { all: number; said: number } {
  let [all, said] = [0, 0];
  JSON.stringify(body, (key, value: unknown) => {
    if (typeof value === "string" && value.includes(THOUGHT)) all += 1;
    if (key === "content" && value === THOUGHT) said += 1;
    if (typeof value !== "object" || value === null) return value;
    const { type, text, thought } = value as Record<string, unknown>;
    const isSaid = text === THOUGHT && thought !== true && (type === "output_text" || type === "input_text");
    if (isSaid) said += 1;
    return value;
  });
  return { all, said };
}

describe.each(names)("from %s", (from) => {
  test.each(names)("to %s", async (to) => {
    const { body, status, changes, messages } = await prepareReplay(session(from), optionsFor(to));
    expect(status).not.toBe("unrepairable");
    const format = { target: targetOf(to) };
    expect(lintPayload(body, format).filter(({ severity }) => severity === "error")).toEqual([]);
    const text = JSON.stringify(body);
    for (const said of ["Go", "Reading.", "data", "Done.", "More"]) expect(text).toContain(said);
    const { all, said } = thoughtsIn(body);
    expect(said).toBe(0);
    const isKept = TAKES[to].includes(from);
    expect(all).toBe(isKept ? 2 : 0);
    const lost = changes.filter(({ lossy, action }) => lossy && action === "drop");
    expect(lost).toHaveLength(isKept ? 0 : 2);
    const again = await prepareReplay(messages, optionsFor(to));
    expect(again.messages).toBe(messages);
    expect(again.body).toEqual(body);
  });
});

test("what a format has no words for is among the changes of buildPayload", () => {
  const { changes, lost } = buildPayload(session("claude"), optionsFor("nova"));
  expect(lost).toHaveLength(2);
  for (const one of lost) {
    expect(one).toMatchObject({ stage: "body", action: "drop", lossy: true });
    expect(changes).toContainEqual(one);
  }
});

describe("Claude", () => {
  const by = (model: string) => ({ role: "assistant", api: "anthropic-messages", provider: "anthropic", model });
  const held = (model: string) =>
    [
      { role: "user", content: "Go" },
      { ...by(model), content: [thinking("ErUBc2lnbmVk"), { type: "text", text: "Done." }] },
      { role: "user", content: "More" },
    ] as never;
  const kept = async (from: string, to: string) =>
    thoughtsIn((await prepareReplay(held(from), { target: targetOf("claude", to) })).body).all === 1;

  test.each([
    ["claude-opus-4-6", "claude-opus-4-7", true],
    ["claude-opus-4-6", "claude-sonnet-4-6", true],
    ["claude-opus-5", "claude-opus-5", true],
    ["claude-opus-5", "claude-opus-5-20270101", true],
    ["claude-opus-5", "claude-sonnet-5", false],
    ["claude-opus-4-6", "claude-opus-5", false],
    ["claude-opus-5", "claude-opus-4-6", false],
    ["claude-opus-5", "claude-opus-5-5", false],
    ["claude-sonnet-5", "claude-fable-5-1", true],
    ["claude-opus-4-6", "claude-fable-5-1", true],
    ["claude-fable-5-1", "claude-fable-5", false],
  ])("%s to %s: kept %s", async (from, to, isKept) => {
    expect(await kept(from, to)).toBe(isKept);
  });

  test("thinking stays where nobody says who thought it, or another cloud serves the same maker", async () => {
    const [ask, answer, more] = held("claude-opus-4-6") as [object, object, object];
    const target = targetOf("claude");
    const { api: _, provider: __, model: ___, ...unnamed } = answer as Record<string, unknown>;
    expect(thoughtsIn((await prepareReplay([ask, unnamed, more] as never, { target })).body).all).toBe(1);
    const vertex = { ...answer, provider: "anthropic-vertex", model: "claude-opus-4-6@default" };
    expect(thoughtsIn((await prepareReplay([ask, vertex, more] as never, { target })).body).all).toBe(1);
  });

  test("a turn that held only another maker's thinking keeps its place", async () => {
    const [ask, , more] = held("x") as [object, object, object];
    const other = { role: "assistant", ...routes.gemini, content: [thinking("CiQBc2ln")] };
    const { body } = await prepareReplay([ask, other, more] as never, { target: targetOf("claude") });
    expect(JSON.stringify(body)).toContain("[assistant reasoning omitted]");
  });

  test("at level `required` it goes too: no proof could find it", async () => {
    const [ask, , more] = held("x") as [object, object, object];
    const other = { role: "assistant", ...routes.gemini, content: [thinking("CiQBc2ln"), { type: "text", text: "a" }] };
    const options = { target: targetOf("claude"), level: "required" } as const;
    const { body, changes, status } = await prepareReplay([ask, other, more] as never, options);
    expect(status).toBe("repaired");
    expect(thoughtsIn(body).all).toBe(0);
    expect(changes.map(({ rule }) => rule)).toEqual(["route-bound-thinking"]);
  });

  test("an open tool turn that another model began goes on without thinking", async () => {
    const open = (session("gemini") as readonly unknown[]).slice(0, 3) as never;
    const params = { model: "claude-opus-4-5", max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 2048 } };
    const target = targetOf("claude", "claude-opus-4-5");
    const { status, request, changes } = await prepareReplay(open, { target, request: { tools, params } });
    expect(status).toBe("repaired");
    expect(request?.params?.["thinking"]).toEqual({ type: "disabled" });
    expect(changes.map(({ rule }) => rule)).toContain("pause-thinking");
  });
});

describe("Gemini", () => {
  const call = { type: "toolCall", id: "fn1", name: "read", arguments: {}, thoughtSignature: "CiQBc2ln" };
  const open = (model: string) =>
    [
      { role: "user", content: "Go" },
      { role: "assistant", ...routes.gemini, model, content: [call] },
      { role: "toolResult", toolCallId: "fn1", toolName: "read", content: [{ type: "text", text: "data" }] },
    ] as never;

  test("the very model gets its signature back", async () => {
    const { body, status } = await prepareReplay(open(routes.gemini.model), optionsFor("gemini"));
    expect(JSON.stringify(body)).toContain('"thoughtSignature":"CiQBc2ln"');
    expect(status).toBe("clean");
  });

  test("another Gemini gets the value that skips the check", async () => {
    const { body, changes } = await prepareReplay(open("gemini-2.5-pro"), optionsFor("gemini"));
    expect(JSON.stringify(body)).not.toContain("CiQBc2ln");
    expect(JSON.stringify(body)).toContain("skip_thought_signature_validator");
    expect(changes.some(({ rule, lossy }) => rule === "route-bound-thinking" && lossy)).toBe(false);
  });

  test("a Gemini that checks none gets none", async () => {
    const { body } = await prepareReplay(open(routes.gemini.model), {
      target: targetOf("gemini", "gemini-2.5-pro"),
      request: { tools },
    });
    expect(JSON.stringify(body)).not.toContain("thoughtSignature");
  });
});
