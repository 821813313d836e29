/** Built-in transcripts, each named for its failure, with the target that refuses it. */
import { tinyPicture, wideScreenshot } from "./example-images.ts";
import { presets, type Target } from "./presets.ts";

/** A transcript to look at, and whom it is replayed to. */
export interface Example {
  readonly id: string;
  /** What is wrong. */
  readonly label: string;
  /** Who refuses it, and in which words. */
  readonly detail: string;
  readonly fileName: string;
  readonly target: Target;
  text(): string | Promise<string>;
}

const START = Date.UTC(2026, 10, 3, 9, 30);

/** In the order in which they are offered. */
export const examples: readonly Example[] = [
  {
    id: "orphan-tool-use",
    label: "Tool call without a result",
    detail: "The process was killed while a tool ran. Anthropic refuses every later request.",
    fileName: "orphan-tool-use.jsonl",
    target: target("anthropic"),
    text: () =>
      sessionText([
        user("The deploy of `billing` fails since Monday. Find out why and fix it."),
        claude([
          thinking("The log should tell.", "EqQBCkYIBxgC"),
          text("I read the deploy log."),
          call("toolu_01Log", "read", { path: "logs/deploy.log" }),
        ]),
        result("toolu_01Log", "read", "ERROR migration 0042: column invoices.total is missing"),
        claude([
          text("Migration 0042 runs too early. I run the tests before I change the order."),
          call("toolu_01Tests", "bash", { command: "npm test -- billing" }),
        ]),
        user("You were gone. What came out of the tests?"),
      ]),
  },
  {
    id: "mistral-ids",
    label: "Call ids Mistral does not take",
    detail: "A session begun with OpenAI. Mistral takes ids of nine letters and digits only.",
    fileName: "openai-to-mistral.jsonl",
    target: target("mistral"),
    text: () =>
      sessionText([
        user("Compare the two configuration files."),
        gpt([
          call("call_VbQ1kTn7xM|fc_0a1b2c3d4e5f", "read", { path: "a.toml" }),
          call("call_VbQ1kTn7xM_2|fc_0a1b2c3d4e60", "read", { path: "b.toml" }),
        ]),
        result("call_VbQ1kTn7xM|fc_0a1b2c3d4e5f", "read", 'level = "info"'),
        result("call_VbQ1kTn7xM_2|fc_0a1b2c3d4e60", "read", 'level = "debug"'),
        gpt([text("They differ in `level` only.")]),
        user("Make both of them `info`."),
      ]),
  },
  {
    id: "assistant-first",
    label: "History that begins with the assistant",
    detail: "The first turn was cut away. Gemini wants a user turn before a function call.",
    fileName: "assistant-first.jsonl",
    target: target("google"),
    text: () =>
      sessionText([
        assistant("google", "google-generative-ai", "gemini-3-pro-preview", [
          { ...call("call_1", "weather", { city: "Lisbon" }), thoughtSignature: "c2lnbmF0dXJlIG9mIGEgdGhvdWdodA==" },
        ]),
        result("call_1", "weather", "24 °C, sunny, light wind from the north"),
        assistant("google", "google-generative-ai", "gemini-3-pro-preview", [text("24 °C and sunny in Lisbon.")]),
        user("And tomorrow?"),
      ]),
  },
  {
    id: "bedrock-empty-turn",
    label: "Empty turn after an error",
    detail: "A throttled request left an assistant turn without content. Bedrock refuses it.",
    fileName: "bedrock-empty-turn.jsonl",
    target: target("amazon-bedrock"),
    text: () =>
      sessionText([
        user("Summarize the incident report in two sentences."),
        {
          ...assistant("amazon-bedrock", "bedrock-converse-stream", "us.anthropic.claude-opus-4-6-v1", [], "error"),
          errorMessage: "ThrottlingException: Too many tokens, please wait before trying again.",
        },
        user("Please try again."),
      ]),
  },
  {
    id: "large-screenshot",
    label: "A 6000 px screenshot among many",
    detail: "With more than 20 images in a request, Anthropic takes no side over 2000 px.",
    fileName: "large-screenshot.jsonl",
    target: target("anthropic"),
    text: screenshots,
  },
  {
    id: "broken-line",
    label: "A line of the file that broke off",
    detail: "The session file was damaged in a crash, and the result behind it lost its call.",
    fileName: "broken-line.jsonl",
    target: target("anthropic"),
    text: () => {
      const lines = sessionText([
        user("Rename the helper everywhere."),
        claude([text("I look for its uses."), call("toolu_01Grep", "bash", { command: "grep -rn parseDate src" })]),
        result("toolu_01Grep", "bash", "src/time.ts:12\nsrc/log.ts:40"),
        claude([text("Two files use it. I change both."), call("toolu_01Edit", "edit", { path: "src/time.ts" })]),
        result("toolu_01Edit", "edit", "1 replacement in src/time.ts"),
        user("Is it done?"),
      ]).split("\n");
      lines[4] = (lines[4] ?? "").slice(0, 150);
      return lines.join("\n").replace('"parentId":"entry-4"', '"parentId":"entry-3"');
    },
  },
];

async function screenshots(): Promise<string> {
  const messages: Message[] = [user("Click through the sign-up and tell me where it breaks.")];
  for (let step = 1; step <= 20; step++) {
    const image = { type: "image", data: await tinyPicture(step), mimeType: "image/png" };
    messages.push(claude([call(`toolu_01Step${step}`, "screenshot", { step })]), {
      ...result(`toolu_01Step${step}`, "screenshot", `Step ${step}`),
      content: [image],
    });
  }
  const wide = { type: "image", data: await wideScreenshot(), mimeType: "image/png" };
  messages.push(claude([text("The last step looks wrong. Please send me the whole page.")]));
  messages.push({ role: "user", content: [text("Here is all of it, from my wide screen."), wide] });
  return sessionText(messages);
}

type Message = Readonly<Record<string, unknown>>;

function user(words: string): Message {
  return { role: "user", content: [text(words)] };
}

function text(words: string): Message {
  return { type: "text", text: words };
}

function claude(content: readonly Message[]): Message {
  return assistant("anthropic", "anthropic-messages", "claude-opus-4-6", content);
}

function gpt(content: readonly Message[]): Message {
  return assistant("openai", "openai-responses", "gpt-5.4", content);
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

function thinking(words: string, thinkingSignature: string): Message {
  return { type: "thinking", thinking: words, thinkingSignature };
}

function call(id: string, name: string, args: Message): Message {
  return { type: "toolCall", id, name, arguments: args };
}

function result(toolCallId: string, toolName: string, words: string): Message {
  return { role: "toolResult", toolCallId, toolName, content: [text(words)], isError: false };
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
