/** Built-in transcripts, each with the target that would refuse it. */
import { presets, type Target } from "./presets.ts";

/** A transcript to look at, and whom it is replayed to. */
export interface Example {
  readonly id: string;
  readonly label: string;
  readonly fileName: string;
  readonly target: Target;
  readonly text: string;
}

const START = Date.UTC(2026, 10, 3, 9, 30);

/** The first one is loaded with the page. */
export const examples: readonly Example[] = [
  {
    id: "everything",
    label: "Everything at once",
    fileName: "everything-at-once.jsonl",
    target: target("anthropic"),
    text: sessionText([
      user("The deploy of `billing` fails since Monday. Find out why and fix it."),
      assistant("openai", "openai-responses", "gpt-5.4", [
        thinking("The logs should tell. I read them first."),
        { type: "text", text: "I will read the deploy log." },
        call("call_9fK2|fc_68b1", "read", { path: "logs/deploy.log" }),
      ]),
      result("call_9fK2|fc_68b1", "read", "ERROR migration 0042: column invoices.total is missing", {
        rawBytes: 51234,
      }),
      assistant("anthropic", "anthropic-messages", "claude-opus-4-6", [
        thinking("A migration runs before the column exists."),
        { type: "text", text: " " },
        call("toolu_01A", "bash", { command: "grep -rn total migrations" }),
        call("toolu_01B", "read", { path: "migrations/0042.sql" }),
      ]),
      result("toolu_01A", "bash", "migrations/0042.sql:3: ALTER TABLE invoices ALTER COLUMN total SET NOT NULL"),
      user("Any news?"),
      user("I have to tell the customer something."),
      result("toolu_lost", "bash", "exit 0"),
      assistant("anthropic", "anthropic-messages", "claude-opus-4-6", [], "error"),
      user("  "),
      assistant("anthropic", "anthropic-messages", "claude-opus-4-6", [
        { type: "text", text: "Migration 0042 runs before 0041 has made the column. I swap the two." },
        call("toolu_01C", "edit\u202E", { path: "migrations/order.json" }),
      ]),
      user("Did it work?"),
    ]).replace("\n", '\n{"type":"message","id":"torn","message":{"role":"assis\n'),
  },
  {
    id: "dangling",
    label: "Dangling tool call after a crash",
    fileName: "dangling-tool-call.jsonl",
    target: target("anthropic"),
    text: sessionText([
      user("Run the tests and tell me what fails."),
      assistant("anthropic", "anthropic-messages", "claude-opus-4-6", [
        { type: "text", text: "I run the tests." },
        call("toolu_01Tests", "bash", { command: "npm test" }),
      ]),
      user("You were gone. What came out?"),
    ]),
  },
  {
    id: "unsigned",
    label: "Unsigned thinking",
    fileName: "unsigned-thinking.jsonl",
    target: target("anthropic"),
    text: sessionText([
      user("What is the capital of Australia?"),
      assistant("deepseek", "openai-completions", "deepseek-reasoner", [
        thinking("Not Sydney. It is Canberra."),
        { type: "text", text: "Canberra." },
      ]),
      user("And of Canada?"),
      assistant("anthropic", "anthropic-messages", "claude-opus-4-6", [
        { ...thinking("Ottawa, of course."), thinkingSignature: "" },
        { type: "text", text: "Ottawa." },
      ]),
      user("And of New Zealand?"),
    ]),
  },
  {
    id: "foreign-ids",
    label: "Foreign ids, OpenAI to Mistral",
    fileName: "openai-to-mistral.jsonl",
    target: target("mistral"),
    text: sessionText([
      user("Compare the two configuration files."),
      assistant("openai", "openai-responses", "gpt-5.4", [
        call("call_VbQ1kTn7xM|fc_0a1b2c3d4e5f", "read", { path: "a.toml" }),
        call("call_VbQ1kTn7xM_2|fc_0a1b2c3d4e60", "read", { path: "b.toml" }),
      ]),
      result("call_VbQ1kTn7xM|fc_0a1b2c3d4e5f", "read", 'level = "info"'),
      result("call_VbQ1kTn7xM_2|fc_0a1b2c3d4e60", "read", 'level = "debug"'),
      assistant(
        "openai",
        "openai-responses",
        "gpt-5.4",
        [{ type: "text", text: "They differ in `level` only." }],
        "stop",
      ),
      user("Make both of them `info`."),
    ]),
  },
];

type Message = Readonly<Record<string, unknown>>;

function user(text: string): Message {
  return { role: "user", content: [{ type: "text", text }] };
}

function assistant(
  provider: string,
  api: string,
  model: string,
  content: readonly Message[],
  stopReason: string = content.some(({ type }) => type === "toolCall") ? "toolUse" : "stop",
): Message {
  return { role: "assistant", content, provider, api, model, stopReason };
}

function thinking(text: string): Message {
  return { type: "thinking", thinking: text };
}

function call(id: string, name: string, args: Message): Message {
  return { type: "toolCall", id, name, arguments: args };
}

function result(toolCallId: string, toolName: string, text: string, details?: Message): Message {
  const content = [{ type: "text", text }];
  return { role: "toolResult", toolCallId, toolName, content, isError: false, ...(details && { details }) };
}

/** A session file: a header and one entry a line, each the child of the one before. */
function sessionText(messages: readonly Message[]): string {
  const header = { type: "session", version: 3, id: "example", timestamp: stamp(0), cwd: "/srv/billing" };
  const entries = messages.map((message, index) => ({
    type: "message",
    id: `entry-${index + 1}`,
    parentId: index === 0 ? null : `entry-${index}`,
    timestamp: stamp(index + 1),
    message: { ...message, timestamp: START + (index + 1) * 1000 },
  }));
  return [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join("");
}

function stamp(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString();
}

function target(provider: string): Target {
  const { modelApi, modelId } = presets.find((preset) => preset.provider === provider) ?? { modelApi: "", modelId: "" };
  return { provider, modelApi, modelId };
}
