// Every screen of the page, as a person comes to it. Tests visit them; `npm run screenshots` writes them to files.
import type { Page } from "playwright";

/** A screen and the way to it. */
export interface Screen {
  readonly name: string;
  open(page: Page, origin: string): Promise<void>;
}

/** Opens the page with a state, and waits until nothing is being worked on. */
export async function openAt(page: Page, origin: string, hash: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(hash === "" ? origin : `${origin}/#${hash}`);
  if (hash.includes("example=")) await settled(page);
}

/** Waits until a run has ended. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.verdict[aria-busy="false"]').waitFor();
}

const example =
  (id: string, more = "", then?: (page: Page) => Promise<void>) =>
  async (page: Page, origin: string): Promise<void> => {
    await openAt(page, origin, `example=${id}${more}`);
    await then?.(page);
  };

const file = (name: string, text: string) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

/** Opens a file through the picker. */
export async function pick(page: Page, name: string, text: string | Buffer): Promise<void> {
  const buffer = typeof text === "string" ? Buffer.from(text) : text;
  await page.locator(".file-input").setInputFiles({ ...file(name, ""), buffer });
}

const detail = (page: Page) => page.locator("rs-detail .detail-head").waitFor();

/** All of them. */
export const screens: readonly Screen[] = [
  { name: "empty", open: async (page, origin) => openAt(page, origin, "") },
  ...["orphan-tool-use", "mistral-ids", "assistant-first", "bedrock-empty-turn", "large-screenshot", "broken-line"].map(
    (id): Screen => ({ name: `example-${id}`, open: example(id, "", detail) }),
  ),
  {
    name: "transcript-json",
    open: example("orphan-tool-use", "", async (page) => {
      await detail(page);
      await page.getByRole("button", { name: "JSON" }).click();
      await page.locator("rs-tree .tree-line").first().waitFor();
    }),
  },
  {
    name: "transcript-search",
    open: example("orphan-tool-use", "", async (page) => {
      await page.locator(".search-field").fill("billing");
      await page.locator(".list-bar [role=status]").waitFor();
    }),
  },
  { name: "transcript-only-changed", open: example("large-screenshot", "&only=changed", detail) },
  { name: "findings", open: example("mistral-ids", "&tab=findings") },
  {
    name: "findings-by-turn",
    open: example("broken-line", "&tab=findings", async (page) => {
      await page.locator("[name=by]").selectOption("turn");
      await page.locator(".turn-group").first().waitFor();
    }),
  },
  {
    name: "findings-explained",
    open: example("orphan-tool-use", "&tab=findings", async (page) => {
      await page
        .locator("[name=error]")
        .fill(
          "400 invalid_request_error: messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01Tests.",
        );
      await page.getByRole("button", { name: "Explain" }).click();
      await page.locator(".explained").waitFor();
    }),
  },
  {
    name: "findings-clean",
    open: async (page, origin) => {
      await openAt(page, origin, "");
      await pick(page, "fine.json", JSON.stringify([{ role: "user", content: [{ type: "text", text: "Hello" }] }]));
      await settled(page);
      await page.getByRole("tab", { name: "Findings" }).click();
    },
  },
  {
    name: "images",
    open: example("large-screenshot", "&tab=images", async (page) => {
      await page.locator(".image-card img").first().waitFor();
    }),
  },
  {
    name: "images-compare",
    open: example("large-screenshot", "&tab=images", async (page) => {
      await page.locator(".image-open").first().click();
      await page.locator(".stage-after img").waitFor();
    }),
  },
  {
    name: "providers",
    open: example("mistral-ids", "&tab=providers", async (page) => {
      await page.getByText(/^\d+ providers$/).waitFor();
    }),
  },
  {
    name: "policy",
    open: example("mistral-ids", "&tab=policy", async (page) => {
      await page.locator("[name=dropThinkingBlocks]").check();
      await page.locator(".setting-own").waitFor();
      await settled(page);
    }),
  },
  {
    name: "raw",
    open: example("broken-line", "&tab=raw", async (page) => {
      await page.locator(".raw-opened").waitFor();
    }),
  },
  {
    name: "body",
    open: async (page, origin) => {
      await openAt(page, origin, "");
      await pick(page, "request.json", body);
      await settled(page);
      await detail(page);
    },
  },
  {
    name: "branches",
    open: async (page, origin) => {
      await openAt(page, origin, "");
      await pick(page, "tree.jsonl", tree);
      await settled(page);
      await page.locator(".row-aside").waitFor();
      await detail(page);
    },
  },
  {
    name: "unrepairable",
    open: async (page, origin) => {
      await openAt(page, origin, "");
      await pick(page, "empty.json", JSON.stringify({ model: "claude-opus-4-6", max_tokens: 1, messages: [] }));
      await settled(page);
    },
  },
  {
    name: "trouble-json",
    open: async (page, origin) => {
      await openAt(page, origin, "");
      await pick(page, "request.json", '{\n  "model": "gpt-5.4",\n  "messages": [,]\n}\n');
      await page.locator("[role=alert]").waitFor();
    },
  },
  {
    name: "trouble",
    open: async (page, origin) => {
      await openAt(page, origin, "");
      await pick(page, "notes.json", '{"title":"My notes","pages":[1,2,3]}');
      await page.locator("[role=alert]").waitFor();
    },
  },
  {
    name: "dialog-keys",
    open: example("orphan-tool-use", "", async (page) => {
      await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    }),
  },
  {
    name: "dialog-share",
    open: example("orphan-tool-use", "", async (page) => {
      await page.getByText("Export", { exact: true }).click();
      await page.getByRole("button", { name: /Copy a link/ }).click();
    }),
  },
  {
    name: "menu-export",
    open: example("orphan-tool-use", "", async (page) => {
      await page.getByText("Export", { exact: true }).click();
    }),
  },
  {
    name: "dialog-privacy",
    open: async (page, origin) => {
      await openAt(page, origin, "");
      await page.getByRole("button", { name: "How do I check?" }).click();
    },
  },
  {
    name: "dialog-paste",
    open: async (page, origin) => {
      await openAt(page, origin, "");
      await page.getByRole("button", { name: "Paste text" }).click();
    },
  },
  {
    name: "plain",
    open: example("orphan-tool-use", "", async (page) => {
      await page.getByText("Export", { exact: true }).click();
      await page.getByRole("button", { name: /Plain page/ }).click();
      await page.locator(".plain li").last().waitFor();
    }),
  },
];

const entry = (id: string, parentId: string | null, role: string, text: string) => ({
  type: "message",
  id,
  parentId,
  timestamp: "2026-11-03T09:30:00.000Z",
  message: { role, content: [{ type: "text", text }] },
});

/** A session file with two branches. */
export const tree: string = [
  { type: "session", version: 3, id: "s", timestamp: "2026-11-03T09:30:00.000Z", cwd: "/" },
  entry("a", null, "user", "Hello"),
  entry("b", "a", "assistant", "First answer"),
  entry("c", "b", "user", "Left behind"),
  entry("d", "a", "assistant", "Second answer"),
  entry("e", "d", "user", "Goes on"),
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");

/** A request body of Anthropic's API that it would refuse for two reasons. */
export const body: string = JSON.stringify({
  model: "claude-opus-4-6",
  max_tokens: 1024,
  system: "You are a careful engineer.",
  tools: [{ name: "bash", input_schema: { type: "object", properties: { command: { type: "string" } } } }],
  messages: [
    { role: "user", content: "Run the tests." },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I run them." },
        { type: "tool_use", id: "call|1", name: "bash", input: { command: "npm test" } },
      ],
    },
    { role: "user", content: [{ type: "text", text: "And?" }] },
  ],
});
