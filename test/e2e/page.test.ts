// The built page as a person meets it: what is opened, and what is said of it.
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { examples } from "../../web/examples.ts";
import { bodies } from "../web/inputs/bodies.ts";
import { body, pick, settled } from "./screens.ts";
import { longestTask, watchTasks } from "./tasks.ts";
import { launch, rowsOf, textOf, type Visit, verdict, visit } from "./visit.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const origin = inject("origin");
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser?.close());

/** Runs a test in a visit of its own. */
async function during(hash: string, task: (visit: Visit) => Promise<void>): Promise<void> {
  const current = await visit(browser, origin, hash);
  await task(current);
  await current.end();
}

const hello = JSON.stringify([{ role: "user", content: [{ type: "text", text: "Hello there" }] }]);
const fileName = (page: Page, name: string) => page.locator(".file-name", { hasText: name }).waitFor();
const groups = (page: Page) => page.locator(".group:not(.quiet-group) .group-facts > code").allTextContents();

describe("opening", () => {
  test("a dropped file, a chosen one, a pasted text and the dialog lead to the same", () =>
    during("", async ({ page }) => {
      const transfer = await page.evaluateHandle((content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], "dropped.json"));
        return data;
      }, hello);
      await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
      const over = page.locator(".drop-overlay");
      expect(await over.isVisible()).toBe(true);
      // The pointer goes on to another element, leaves the first, and then the page.
      await page.dispatchEvent("main", "dragenter", { dataTransfer: transfer });
      await page.dispatchEvent("body", "dragleave", { dataTransfer: transfer });
      expect(await textOf(over)).toBe("Drop files to open them");
      expect(await over.isVisible()).toBe(true);
      await page.dispatchEvent("main", "dragleave", { dataTransfer: transfer });
      await over.waitFor({ state: "hidden" });
      await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
      await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
      await fileName(page, "dropped.json");
      expect(await page.locator(".drop-overlay").isVisible()).toBe(false);
      expect(await verdict(page)).toBe("Anthropic would accept this");
      const expected = await rowsOf(page);
      await pick(page, "chosen.json", hello);
      await fileName(page, "chosen.json");
      await settled(page);
      expect(await rowsOf(page)).toEqual(expected);
      const paste = (selector: string) =>
        page.locator(selector).evaluate((element, content) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", content);
          element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }, hello);
      await paste(".search-field");
      expect(await textOf(page.locator(".file-name"))).toBe("chosen.json");
      await paste("main");
      await fileName(page, "pasted");
      await settled(page);
      expect(await rowsOf(page)).toEqual(expected);
      await page.getByRole("button", { name: "Paste", exact: true }).click();
      await page.locator(".paste-dialog textarea").fill(hello.replace("there", "again"));
      await page.locator(".paste-dialog").getByRole("button", { name: "Open" }).click();
      await page.getByText("Hello again").first().waitFor();
    }));

  test("each example is offered by its failure, and shows the refused block and the reason", () =>
    during("", async ({ page }) => {
      for (const [index, { id, label, fileName: name, target }] of examples.entries()) {
        if (index === 0) await page.getByRole("button", { name: label }).click();
        else {
          await page.getByText("Examples", { exact: true }).click();
          await page.locator(".menu-items").getByRole("button", { name: label }).click();
        }
        await fileName(page, name);
        expect(await verdict(page)).toMatch(/would refuse this$/);
        await page.locator(".detail-body .issue.tone-red blockquote").first().waitFor();
        expect(await page.locator(".rows-row[aria-selected=true] .tag", { hasText: "refused" }).count()).toBe(1);
        expect(page.url()).toContain(`example=${id}&p=${target.provider}`);
      }
    }));

  test("request bodies, HAR entries, commands, packed and damaged files are told apart", () =>
    during("", async ({ page }) => {
      const har = {
        log: {
          version: "1.2",
          entries: ["one", "two"].map((words) => ({
            startedDateTime: "2026-11-03T09:30:00.000Z",
            time: 1,
            request: {
              method: "POST",
              url: "https://api.anthropic.com/v1/messages",
              headers: [{ name: "x-api-key", value: "sk-secret" }],
              postData: { mimeType: "application/json", text: body.replace("Run the tests.", words) },
            },
            response: { status: 400, content: {} },
          })),
        },
      };
      const curl = `curl https://api.openai.com/v1/chat/completions -H 'authorization: Bearer sk-secret' -H 'content-type: application/json' --data-raw '{"model":"gpt-5.4","messages":[{"role":"user","content":"Hi"}]}'`;
      const session = String(await examples[0]?.text());
      const lines = (...list: object[]) => list.map((one) => JSON.stringify(one)).join("\n");
      const claudeCode = { type: "user", uuid: "u", parentUuid: null, message: { role: "user", content: "hi" } };
      const codex = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };
      const cases: [name: string, content: string | Buffer, format: RegExp, turns: number][] = [
        ["request.json", body, /Anthropic/, 5],
        ["traffic.har", JSON.stringify(har), /Anthropic/, 5],
        ["command.txt", curl, /Chat Completions/, 2],
        ["packed.jsonl.gz", gzipSync(session), /session of pi/, 6],
        ["windows.jsonl", `\uFEFF${session.replaceAll("\n", "\r\n")}`, /session of pi/, 6],
        ["unended.jsonl", session.trimEnd(), /session of pi/, 6],
        ["claude-code.jsonl", lines(claudeCode, { ...claudeCode, uuid: "v", parentUuid: "u" }), /Claude Code/, 2],
        [
          "codex.jsonl",
          lines(
            { timestamp: "2026-01-01T00:00:00Z", type: "session_meta", payload: { id: "c", cwd: "/" } },
            { timestamp: "2026-01-01T00:00:01Z", type: "response_item", payload: codex },
          ),
          /Codex/,
          1,
        ],
        ["responses.json", JSON.stringify(bodies["openai-responses"]), /Responses/, 2],
        ["gemini.json", JSON.stringify(bodies["google-generative-ai"]), /Gemini/, 2],
        ["converse.json", JSON.stringify(bodies["bedrock-converse"]), /Bedrock/, 2],
      ];
      for (const [name, content, format, turns] of cases) {
        await pick(page, name, content);
        await fileName(page, name.replace(".gz", ""));
        await settled(page);
        expect(await textOf(page.locator("[name=read-as] option:checked"))).toMatch(format);
        expect([name, await textOf(page.locator("#tab-transcript .count"))]).toEqual([name, String(turns)]);
        expect(await textOf(page.locator("body"))).not.toContain("sk-secret");
        if (name === "packed.jsonl.gz") await page.locator(".status-words", { hasText: "unpacked (gzip)" }).waitFor();
        if (name !== "traffic.har") continue;
        await page.getByLabel("Request", { exact: true }).selectOption("1");
        await page.locator(".row-line", { hasText: "two" }).waitFor();
      }
    }));

  test("what cannot be read says what was seen and what to do, and the page goes on", () =>
    during("", async ({ page }) => {
      const bad: [string, RegExp][] = [
        ['{"model":"gpt-5",\n"messages":[}', /breaks off at line 2, column 13/],
        ["", /nothing in it/],
        ["no transcript", /neither JSON nor a command.*no transcript/],
        ['{"title":"x","pages":[]}', /keys "title", "pages"/],
        ["[1,2,3]", /list of 3 values/],
        ['{"type":"error","error":{"type":"invalid_request_error"}}', /error that a provider answered/],
        ["PK\u0003\u0004zip", /ZIP archive/],
      ];
      for (const [content, words] of bad) {
        await pick(page, "bad.json", content);
        expect(await textOf(page.locator("[role=alert]"))).toMatch(words);
        expect(await textOf(page.locator("[role=alert] .bar"))).toContain("Open another file");
        await pick(page, "good.json", hello);
        await fileName(page, "good.json");
        expect(await verdict(page)).toBe("Anthropic would accept this");
      }
    }));

  test("what was taken for something else is read as what the person says it is", () =>
    during("", async ({ page }) => {
      await pick(page, "odd.json", '{"title":"x","messages":7,"contents":"?"}');
      await page.locator("[name=as]").selectOption({ label: "Anthropic Messages" });
      await settled(page);
      const taken = () => textOf(page.locator("[name=read-as] option:checked"));
      expect(await taken()).toBe("read as Anthropic Messages");
      await pick(page, "mine.json", JSON.stringify(bodies["openai-completions"]));
      await fileName(page, "mine.json");
      await settled(page);
      await page.locator("[name=read-as]").selectOption("mistral-conversations");
      await expect.poll(() => verdict(page)).toMatch(/^Mistral would/);
      await page.locator("[name=read-as]").selectOption("");
      await expect.poll(() => verdict(page)).toMatch(/^OpenAI would/);
      expect(await taken()).toMatch(/Chat Completions/);
    }));

  test("another branch of a session shows its own turns", () =>
    during("", async ({ page }) => {
      const timestamp = "2026-11-03T09:30:00.000Z";
      const entry = (id: string, parentId: string | null, role: string, text: string) => ({
        type: "message",
        id,
        parentId,
        timestamp,
        message: { role, content: [{ type: "text", text }] },
      });
      const entries = [
        { type: "session", version: 3, id: "s", timestamp, cwd: "/" },
        entry("a", null, "user", "Hello"),
        entry("b", "a", "assistant", "First answer"),
        entry("c", "b", "user", "Left behind"),
        entry("d", "a", "assistant", "Second answer"),
        entry("e", "d", "user", "Goes on"),
      ];
      await pick(page, "tree.jsonl", entries.map((one) => JSON.stringify(one)).join("\n"));
      await settled(page);
      const branch = page.getByLabel("Branch", { exact: true });
      expect(await textOf(branch.locator("option:checked"))).toBe("Branch: Goes on (3 messages)");
      await page.locator("rs-transcript .row-line", { hasText: "Second answer" }).waitFor();
      await branch.selectOption({ label: "Branch: Left behind (3 messages)" });
      await page.locator("rs-transcript .row-line", { hasText: "First answer" }).waitFor();
    }));

  test("a Web Worker that does not start is said, and can be tried again", async () => {
    const page = await browser.newPage();
    await page.route("**/core.worker-*", (route) => route.abort());
    await page.goto(`${origin}/#example=mistral-ids`);
    expect(await textOf(page.locator("[role=alert]"))).toMatch(/Web Worker .* failed.* Reload the page/);
    await page.unroute("**/core.worker-*");
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await verdict(page)).toBe("Mistral would refuse this");
    await page.close();
  });
});

describe("the verdict", () => {
  test("another provider gives another verdict, and the same turn stays selected", () =>
    during("example=mistral-ids&turn=3", async ({ page }) => {
      const turn = () => textOf(page.locator(".rows-row[aria-selected=true] .row-line"));
      expect(await verdict(page)).toBe("Mistral would refuse this");
      const before = await turn();
      await page.locator("[name=preset]").selectOption({ label: "OpenRouter: Gemini" });
      await expect.poll(() => verdict(page)).toBe("OpenRouter would accept this");
      expect(await turn()).toBe(before);
    }));

  test("a target in one's own words; an unknown one is said not to be checked", () =>
    during("example=mistral-ids", async ({ page }) => {
      await page.getByTitle("Target in your own words").click();
      await page.getByLabel("Provider", { exact: true }).fill("acme");
      await page.getByLabel("Provider", { exact: true }).blur();
      await expect.poll(() => textOf(page.locator(".verdict-head"))).toContain("no checker for this API");
    }));

  test("findings: what is refused and changed, passed and not applicable, with links to the turns", () =>
    during("example=mistral-ids&tab=findings", async ({ page }) => {
      expect(await groups(page)).toEqual(["call-id-pattern", "tool-call-ids"]);
      const refused = page.locator("#group-call-id-pattern");
      expect(await textOf(refused)).toContain("must be a-z, A-Z, 0-9, with a length of 9");
      expect(await textOf(refused.locator("summary"))).toMatch(/Refused.*\d$/);
      const passed = page.locator(".quiet-group").first();
      expect(await textOf(passed.locator("summary"))).toMatch(/Passed \(\d+\)/);
      await passed.locator("summary").click();
      expect(await textOf(passed)).toContain("call-unanswered");
      const others = page.locator(".quiet-group").last();
      await others.locator("summary").click();
      expect(await textOf(others)).toMatch(/^· Not for this target \(\d+\).*thought-signature/);
      // What is opened stands in the address.
      await page.locator("#group-tool-call-ids summary").click();
      await page.locator("#group-tool-call-ids summary").click();
      await expect.poll(() => page.url()).toContain("rule=tool-call-ids");
      await page.locator("[name=by]").selectOption("turn");
      await page.getByText(/^3 places with findings$/).waitFor();
      const turns = await Promise.all((await page.locator(".turn-group").all()).map(textOf));
      expect(turns[0]).toMatch(/^assistant 1.*4 \/1\/content\/0.*✕ Refused call-id-pattern.*~ Changed tool-call-ids/);
      expect(turns[1]).toMatch(/^tool result 2.*~ Changed tool-call-ids/);
      await page.locator("[name=by]").selectOption("rule");
      await refused.getByRole("button").nth(1).click();
      expect(await page.locator("#tab-transcript").getAttribute("aria-selected")).toBe("true");
      expect(await textOf(page.locator(".rows-row[aria-selected=true]"))).toContain("assistant");
    }));

  test("an error that is pasted is explained, and its block is a press away", () =>
    during("example=orphan-tool-use&tab=findings", async ({ page }) => {
      const explain = async (text: string) => {
        await page.locator("[name=error]").fill(text);
        await page.getByRole("button", { name: "Explain" }).click();
      };
      await explain("the cat sat on the mat");
      await page.getByText("These words are not known").waitFor();
      await explain(
        '{"type":"error","error":{"type":"invalid_request_error","message":"messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01Tests"}}',
      );
      await page.getByText("found in this transcript").waitFor();
      await page.getByRole("button", { name: /Go to the block/ }).click();
      expect(await textOf(page.locator(".block-refused"))).toContain("toolu_01Tests");
    }));

  test("the matrix of providers says what single runs say", () =>
    during("example=mistral-ids&tab=providers", async ({ page }) => {
      await page.getByText(/^13 providers$/).waitFor();
      const column = async (name: string) => {
        const heads = await page.locator(".matrix thead th").allTextContents();
        const at = heads.findIndex((head) => head.replace(/\s+/g, " ").includes(name));
        return Promise.all(
          (await page.locator(".matrix-verdict").all()).map((row) => textOf(row.locator("td").nth(at))),
        );
      };
      expect(await column("Mistral")).toEqual(["✕ refused", "✓ passes"]);
      expect(await column("OpenRouter Gemini")).toEqual(["✓ accepted", "✓ passes"]);
      const columns = await page.locator(".matrix thead button").all();
      const said = await Promise.all(columns.map(async (one) => column((await textOf(one)).replace(/ (?=\S*$)/, " "))));
      const names = await Promise.all(columns.map((one) => one.getAttribute("title")));
      for (const [index, name] of names.entries()) {
        const label = name?.replace("Replay to ", "") ?? "";
        await page.locator("[name=preset]").selectOption({ label });
        await settled(page);
        const refused = /would refuse/.test(await verdict(page));
        expect([label, said[index]?.[0]]).toEqual([label, refused ? "✕ refused" : "✓ accepted"]);
        const cells = await page
          .locator(`.matrix button[aria-label$=", rejected by ${label}"]`)
          .evaluateAll((all) =>
            all.reduce((sum, cell) => sum + Number(/: (\d+),/.exec(cell.getAttribute("aria-label") ?? "")?.[1]), 0),
          );
        const chip = page.locator(".chip", { hasText: /^\d+ refused$/ });
        expect([label, (await chip.count()) > 0 ? await textOf(chip) : ""]).toEqual([
          label,
          cells > 0 ? `${cells} refused` : "",
        ]);
      }
      await page.getByRole("button", { name: /^call-id-pattern: 2, rejected by Amazon Bedrock/ }).click();
      await expect.poll(() => verdict(page)).toBe("Amazon Bedrock would refuse this");
      await expect.poll(() => groups(page)).toEqual(["call-id-pattern"]);
      expect(page.url()).toContain("rule=call-id-pattern");
    }));

  test("the layers are kept apart", () =>
    during("example=broken-line&tab=findings", async ({ page }) => {
      expect(await groups(page)).toEqual(["result-orphaned", "line-malformed", "tool-result-pairing"]);
      await page.locator("[name=layer]").selectOption("file");
      await expect.poll(() => groups(page)).toEqual(["line-malformed"]);
      await page.locator("[name=layer]").selectOption("replay");
      await expect.poll(() => groups(page)).toEqual(["result-orphaned", "tool-result-pairing"]);
      await page.locator("[name=layer]").selectOption("both");
      await page.locator("#group-line-malformed").getByRole("button").click();
      expect(await textOf(page.locator(".raw-opened"))).toMatch(/Line 5.*byte 1,006.*Not JSON/);
    }));

  test("what a person sets in the policy counts at once, and can be taken along", () =>
    during("example=orphan-tool-use&tab=policy", async ({ page }) => {
      await page.locator("[name=danglingCalls]").selectOption("drop");
      await page.locator(".setting-own").waitFor();
      await settled(page);
      await page.locator("[name=toolCallIdLength]").fill("12");
      await page.locator("[name=toolCallIdLength]").blur();
      await page.getByText("2 set by you").waitFor();
      await settled(page);
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Export profile" }).click(),
      ]);
      expect(JSON.parse(await readFile(await saved.path(), "utf8"))).toEqual({
        danglingCalls: "drop",
        limits: { toolCallIdLength: { value: 12, unit: "characters" } },
      });
      await page.getByRole("tab", { name: "Transcript" }).click();
      await page.locator(".tag", { hasText: "added" }).waitFor({ state: "detached" });
      await page.getByRole("tab", { name: "Policy" }).click();
      await page.getByRole("button", { name: "Reset" }).click();
      await page.getByText(/set by you/).waitFor({ state: "detached" });
      const links = await page
        .locator(".setting a.source")
        .evaluateAll((all) => all.map((link) => [(link as HTMLAnchorElement).protocol, link.getAttribute("rel")]));
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(link).toEqual(["https:", "noopener noreferrer"]);
    }));
});

describe("the turn", () => {
  test("what was done is said in words: edited, added, dropped, merged", () =>
    during("", async ({ page }) => {
      const text = (words: string) => ({ type: "text", text: words });
      const messages = [
        { role: "user", content: [text("One")] },
        { role: "user", content: [text("Two")] },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "No signature" },
            text("I look."),
            { type: "toolCall", id: "call|1", name: "bash", arguments: { command: "ls" } },
          ],
          stopReason: "toolUse",
        },
        { role: "toolResult", toolCallId: "toolu_lost", toolName: "bash", content: [text("exit 0")] },
        { role: "user", content: [text("Three")] },
      ];
      await pick(page, "all.json", JSON.stringify(messages));
      await settled(page);
      const rows = (await rowsOf(page)).join(" | ");
      for (const word of ["merged", "edited", "added", "dropped", "refused"]) expect(rows).toContain(word);
      await page.locator(".row", { hasText: "I look." }).click();
      await page.locator(".block").first().waitFor();
      const detail = await textOf(page.locator(".detail-body"));
      expect(detail).toMatch(/thinking − removed.*Thinking without a signature is refused/);
      expect(detail).toMatch(/removed: call\|1.*added: call1/);
      await page.keyboard.press("b");
      expect(await textOf(page.locator(".detail-body"))).toContain("No signature");
      await page.keyboard.press("a");
      expect(await textOf(page.locator(".detail-body"))).not.toContain("No signature");
      await page.keyboard.press("r");
      await page.locator(".tree-line", { hasText: "content" }).first().waitFor();
      await page.keyboard.press("d");
      await page.locator(".row-merged").click();
      const merged = await textOf(page.locator(".row-merged"));
      await page.getByRole("button", { name: "Go to the turn it was merged into" }).click();
      const survivor = page.locator(".rows-row[aria-selected=true]", {
        hasText: merged.includes("One") ? "Two" : "One",
      });
      await survivor.waitFor();
    }));

  test("a result that came late is moved; JSON shows both sides beside each other, and no data of images", () =>
    during("", async ({ page }) => {
      await page.setViewportSize({ width: 2000, height: 860 });
      const text = (words: string) => ({ type: "text", text: words });
      const png = (await examples.find(({ id }) => id === "large-screenshot")?.text())?.match(/iVBORw0KGgo[^"]+/)?.[0];
      const call = { type: "toolCall", id: "toolu_1", name: "bash", arguments: { command: "ls" } };
      const messages = [
        { role: "user", content: [text("Look.")] },
        { role: "assistant", content: [call], stopReason: "toolUse" },
        { role: "user", content: [text("Well?")] },
        {
          role: "toolResult",
          toolCallId: "toolu_1",
          toolName: "bash",
          content: [text("a.txt"), { type: "image", mimeType: "image/png", data: png }],
        },
      ];
      await pick(page, "late.json", JSON.stringify(messages));
      await settled(page);
      const late = page.locator(".row", { hasText: "a.txt" });
      await late.waitFor();
      expect(await textOf(late)).toMatch(/↕ moved/);
      await late.click();
      expect(await textOf(page.locator(".detail-head"))).toMatch(/tool result 3 → 2.*↕ moved/);
      for (const key of ["d", "b", "a", "r"]) {
        await page.keyboard.press(key);
        await page
          .locator(key === "r" ? ".tree-line" : ".block-image figcaption")
          .first()
          .waitFor();
        expect(await textOf(page.locator(".detail-body"))).not.toContain(png?.slice(0, 60));
      }
      await page.locator(".sides-both rs-tree").nth(1).waitFor();
      const [before, after] = await Promise.all(
        (await page.locator(".sides-both rs-tree").all()).map((tree) => tree.boundingBox()),
      );
      expect(after?.y).toBe(before?.y);
      await page.setViewportSize({ width: 1000, height: 860 });
      expect((await page.locator(".sides-both rs-tree").nth(1).boundingBox())?.x).toBe(
        (await page.locator(".sides-both rs-tree").nth(0).boundingBox())?.x,
      );
    }));

  test("turns without a change are left out, and come back some at a time", () =>
    during("example=large-screenshot", async ({ page }) => {
      expect(await page.getByLabel("Only changed").isChecked()).toBe(true);
      const gap = page.locator(".row-gap button").first();
      const [, left] = /⋯ (\d+) unchanged turns/.exec(await textOf(gap)) ?? [];
      expect(Number(left)).toBeGreaterThan(5);
      const rows = await page.locator("rs-transcript .row").count();
      await gap.click();
      await expect.poll(() => page.locator("rs-transcript .row").count()).toBeGreaterThan(rows);
      await page.getByLabel("Only changed").uncheck();
      await page.locator(".row-gap").first().waitFor({ state: "detached" });
      expect(page.url()).toContain("only=all");
    }));

  test("search finds turns and marks the words", () =>
    during("example=orphan-tool-use", async ({ page }) => {
      await page.keyboard.press("/");
      await page.keyboard.type("MIGRATION");
      await page.locator(".list-bar [role=status]", { hasText: "2 turns" }).waitFor();
      expect(await page.locator("rs-transcript .row").count()).toBe(2);
      await page.keyboard.press("Enter");
      await expect
        .poll(() =>
          page.evaluate(
            () => (CSS as unknown as { highlights: Map<string, { size: number }> }).highlights.get("search")?.size ?? 0,
          ),
        )
        .toBeGreaterThan(0);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("rs-transcript .row").count()).toBe(6);
    }));

  test("very long texts and very many keys do not hold the page up", () =>
    during("", async ({ page }) => {
      const long = "lorem ipsum ".repeat(440_000);
      const args = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index]));
      const messages = [
        { role: "user", content: [{ type: "text", text: long }] },
        {
          role: "assistant",
          content: [{ type: "toolCall", id: "call|1", name: "bash", arguments: args }],
          stopReason: "toolUse",
        },
      ];
      // By its path: a buffer would be unpacked by the page.
      const path = join(await mkdtemp(join(tmpdir(), "page-")), "long.json");
      await writeFile(path, JSON.stringify(messages));
      await watchTasks(page);
      await page.locator(".file-input").setInputFiles(path);
      await settled(page);
      await page.locator(".row", { hasText: "user" }).first().click();
      const text = page.locator(".block .text");
      expect((await textOf(text)).length).toBeLessThan(20_001);
      await page.getByRole("button", { name: /Show all \(5,280,000 characters\)/ }).waitFor();
      await page.locator(".row", { hasText: "assistant" }).click();
      await page.keyboard.press("r");
      await page.locator(".tree-line", { hasText: "arguments" }).first().click();
      await page.getByText("… 19,800 more").waitFor();
      console.info(`longest task ${await longestTask(page)} ms`);
    }));
});
