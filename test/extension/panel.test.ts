// The panel as it is built, in Chromium with its real policy, worker and codecs; the developer tools have a stand-in.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lintPayload } from "../../src/index.ts";
import { FIREFOX_LIMIT } from "../../web/capture/entry.ts";
import { accessibilityFaults } from "../e2e/visit.ts";
import { all, entryOf, samples } from "../web/capture/exchanges.ts";
import { bodies, SECRET } from "../web/inputs/bodies.ts";
import { type ExtensionBrowser, startBrowser } from "./browser.ts";
import { type Mocked, openMocked } from "./mocked.ts";
import { type Provider, startProvider } from "./provider.ts";

let browser: ExtensionBrowser;
let provider: Provider;

beforeAll(async () => {
  [browser, provider] = await Promise.all([startBrowser(false), startProvider()]);
});

afterAll(async () => {
  await browser?.stop();
  await provider?.stop();
});

type Options = Parameters<typeof openMocked>[1];

/** Runs a test with pages of its own, which may do nothing wrong. */
async function during(
  body: (mocked: Awaited<ReturnType<typeof openMocked>>) => Promise<void>,
  options: Options = {},
): Promise<void> {
  const mocked = await openMocked(browser, options);
  await body(mocked);
  const faults = [...mocked.faults];
  await mocked.end();
  expect(faults).toEqual([]);
}

const API = "https://api.anthropic.com/v1/messages";
const { refused, error, accepted, stream } = samples["anthropic-messages"];
const rows = ({ panel }: Mocked) => panel.locator(".requests-table tbody tr");
const textsOf = async (mocked: Mocked, column: string) =>
  (await rows(mocked).locator(`.col-${column}`).allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
const verdicts = (mocked: Mocked) => textsOf(mocked, "verdict");
const eventually = (check: () => Promise<unknown>) => expect.poll(check, { timeout: 20_000 });

test("an empty panel says what it waits for, and what it cannot see", () =>
  during(async ({ panel }) => {
    const text = await panel.locator(".requests-none").textContent();
    for (const word of [
      "Waiting for LLM requests",
      "Anthropic Messages",
      "…/v1/messages",
      "Bedrock Converse",
      "server",
      "HAR",
    ])
      expect(text).toContain(word);
    expect(await panel.getByRole("tab", { name: "Requests" }).getAttribute("aria-selected")).toBe("true");
  }));

test("refused, accepted, streamed, missed: of each API, with its verdict and the provider's own words", () =>
  during(async (mocked) => {
    const detail = mocked.panel.locator(".request-detail");
    for (const [, { url, refused, error, code, accepted, stream, whole }] of all) {
      const at = `https://proxy.test${url}`;
      const streamed = Buffer.from(stream).toString("base64");
      await mocked.emit(entryOf(at, refused, { status: 400 }), JSON.stringify(error));
      await mocked.emit(entryOf(at, accepted), JSON.stringify(whole));
      await mocked.emit(entryOf(at, accepted, { mimeType: "text/event-stream" }), streamed, "base64");
      await mocked.emit(entryOf(at, accepted, { status: 400 }), JSON.stringify(error));
      await eventually(() => verdicts(mocked)).toEqual(["✓ predicted", "✓ in order", "✓ in order", "✗ missed"]);
      expect(await textsOf(mocked, "status")).toEqual(["400", "200", "200", "400"]);
      await rows(mocked).nth(0).click();
      expect(await detail.locator(".request-error").textContent()).toContain(error.error.message);
      expect(await detail.locator(".request-outcome").textContent()).toContain(code);
      expect(await detail.locator(".request-findings").first().textContent()).toContain(code);
      await rows(mocked).nth(2).click();
      expect(await detail.textContent()).toContain("The next request is in order");
      await rows(mocked).nth(3).click();
      expect(await detail.locator(".request-outcome").textContent()).toContain("not found here");
      await mocked.panel.getByRole("button", { name: "Clear" }).click();
      await eventually(() => rows(mocked).count()).toBe(0);
    }
  }));

test("requests from before the panel, and from before the recorder, are listed", () =>
  during(
    async (mocked) => {
      await mocked.emit(entryOf(API, refused, { status: 400 }), JSON.stringify(error));
      await mocked.openPanel();
      await eventually(() => verdicts(mocked)).toEqual(expect.arrayContaining(["✓ predicted", expect.any(String)]));
      expect(await rows(mocked).count()).toBe(2);
    },
    { panelLater: true, before: [entryOf(API, accepted)] },
  ));

test("preflights, other requests and what was listed already are not", () =>
  during(async (mocked) => {
    await mocked.emit(entryOf(API, undefined, { method: "OPTIONS" }));
    await mocked.emit(entryOf("https://x.test/track", { event: 1 }));
    const entry = entryOf(API, accepted);
    for (let count = 0; count < 2; count++) await mocked.emit(entry);
    await eventually(() => verdicts(mocked)).toHaveLength(1);
  }));

test("a body that is cut off or not kept is said to be so, and not judged", () =>
  during(async (mocked) => {
    const long = JSON.stringify({ ...accepted, system: "x".repeat(2 * FIREFOX_LIMIT) });
    await mocked.emit(entryOf(API, long.slice(0, FIREFOX_LIMIT)));
    await mocked.emit(entryOf(API, undefined, { headers: [{ name: "Content-Length", value: "20000000" }] }));
    await mocked.emit(entryOf(API, "{oops"));
    expect(await verdicts(mocked)).toEqual(["✂ body cut off", "∅ body not kept", "? no JSON"]);
    expect(await textsOf(mocked, "size")).toEqual(["1.0 MB", "20.0 MB", "5 bytes"]);
    const detail = mocked.panel.locator(".request-detail");
    await rows(mocked).nth(0).click();
    expect(await detail.textContent()).toMatch(/Not judged.*kept only 1\.0 MB.*requestBodyLimit/);
    await rows(mocked).nth(1).click();
    expect(await detail.textContent()).toMatch(/did not keep the body \(20\.0 MB\)/);
    expect(await detail.getByRole("button").count()).toBe(0);
  }));

test("the last hundred are kept; pause, clear, preserve, filter", () =>
  during(async (mocked) => {
    const { panel } = mocked;
    const send = (index: number) =>
      mocked.emit({ ...entryOf(API, { ...accepted, model: `claude-${index}` }), time: index + 1 });
    for (let index = 0; index < 103; index++) await send(index);
    await eventually(() => rows(mocked).count()).toBe(100);
    expect((await textsOf(mocked, "model"))[0]).toBe("claude-3");
    expect(await panel.locator(".requests-bar").textContent()).toContain("3 older ones dropped");

    await panel.getByLabel("Filter requests").fill("claude-7");
    expect(await textsOf(mocked, "model")).toEqual([
      "claude-7",
      ...Array.from({ length: 10 }, (_, index) => `claude-${70 + index}`),
    ]);
    await panel.getByLabel("Filter requests").fill("nowhere");
    expect(await panel.locator(".requests-list").textContent()).toContain("No request has all of these words");
    await panel.getByLabel("Filter requests").fill("");

    await panel.getByRole("button", { name: "Pause" }).click();
    await send(200);
    await eventually(() => panel.locator(".requests-bar").textContent()).toContain("1 passed over");
    await panel.getByRole("button", { name: "Paused" }).click();

    await panel.getByLabel("Preserve log").check();
    await eventually(() => panel.getByLabel("Preserve log").isChecked()).toBe(true);
    await mocked.navigate();
    await send(201);
    await eventually(async () => (await textsOf(mocked, "model")).at(-1)).toBe("claude-201");
    expect(await rows(mocked).count()).toBe(100);
    await panel.getByLabel("Preserve log").uncheck();
    await mocked.navigate();
    await eventually(() => rows(mocked).count()).toBe(0);
    await send(202);
    await eventually(() => rows(mocked).count()).toBe(1);
    await panel.getByRole("button", { name: "Clear" }).click();
    await eventually(() => rows(mocked).count()).toBe(0);
  }));

test("credentials are in nothing that is shown, copied or handed over", () =>
  during(async (mocked) => {
    const { panel, recorder } = mocked;
    const body = {
      ...refused,
      api_key: SECRET,
      mcp_servers: [{ type: "url", url: "https://m.test/", name: "m", authorization_token: SECRET }],
    };
    const headers = ["authorization", "x-api-key", "cookie"].map((name) => ({ name, value: SECRET }));
    await recorder.evaluate(() => {
      const told: string[] = [];
      const post = BroadcastChannel.prototype.postMessage;
      BroadcastChannel.prototype.postMessage = function (message) {
        told.push(JSON.stringify(message));
        post.call(this, message);
      };
      Object.assign(globalThis, { told });
    });
    await mocked.emit(
      entryOf(`https://u:${SECRET}@api.anthropic.com/v1/messages?key=${SECRET}&access_token=${SECRET}`, body, {
        status: 400,
        headers,
      }),
      JSON.stringify(error),
    );
    await eventually(() => verdicts(mocked)).toEqual(["✓ predicted"]);
    await rows(mocked).first().click();
    await panel.getByRole("button", { name: "Copy as cURL" }).click();
    expect(await mocked.copied()).toMatch(/^curl 'https:\/\/api\.anthropic\.com\/v1\/messages' [\s\S]*"messages":/);
    expect(await mocked.copied()).not.toContain(SECRET);
    await panel.getByRole("button", { name: "Copy repaired body" }).click();
    await eventually(() => mocked.copied()).toMatch(/^\{/);
    const repaired = JSON.parse(await mocked.copied());
    expect(JSON.stringify(repaired)).not.toContain(SECRET);
    expect(lintPayload(repaired).filter(({ severity }) => severity === "error")).toEqual([]);
    expect(repaired.messages.length).toBeGreaterThanOrEqual(
      refused["messages"]?.["length" as never] as unknown as number,
    );
    expect(await panel.locator("body").innerHTML()).not.toContain(SECRET);
    const told = (await recorder.evaluate(() => (globalThis as unknown as { told: string[] }).told)).join("");
    expect(told).toContain("call-unanswered");
    expect(told).not.toContain(SECRET);
  }));

test("a missed case can be copied, without its words", () =>
  during(async (mocked) => {
    const { panel } = mocked;
    const body = { ...accepted, messages: [{ role: "user", content: "zzprivatezz" }] };
    await mocked.emit(entryOf("https://my-own-proxy.test/v1/messages", body, { status: 400 }), JSON.stringify(error));
    await eventually(() => verdicts(mocked)).toEqual(["✗ missed"]);
    await rows(mocked).first().click();
    await panel.getByRole("button", { name: /Report this/ }).click();
    const text = await mocked.copied();
    expect(JSON.parse(text)).toMatchObject({
      schema: "replaysafe-case/1",
      outcome: "missed",
      status: 400,
      recognized: [{ code: "call-unanswered" }],
    });
    expect(text).not.toMatch(/zzprivatezz|my-own-proxy/);
    expect(await panel.locator("rs-status").textContent()).toContain("redacted case was copied");
  }));

test("a request is looked into with all views of the inspector, and its images with the real codecs", () =>
  during(async (mocked) => {
    const { panel } = mocked;
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: await largeImage(mocked) },
    };
    const body = {
      ...bodies["anthropic-messages"],
      messages: [{ role: "user", content: [image, { type: "text", text: "What is it?" }] }],
    };
    await mocked.emit(entryOf(API, body));
    await rows(mocked).first().click();
    await panel.getByRole("button", { name: "Inspect", exact: true }).click();
    await panel.getByRole("tab", { name: "Transcript" }).and(panel.locator("[aria-selected=true]")).waitFor();
    await panel.locator("rs-verdict").waitFor();
    await panel.getByRole("tab", { name: "Requests" }).click();
    await panel.getByRole("button", { name: "Copy repaired body" }).click();
    const repaired = JSON.parse(await mocked.copied());
    const { data } = repaired.messages[0].content[0].source;
    const width = await panel.evaluate(async (url) => {
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      return Math.max(picture.naturalWidth, picture.naturalHeight);
    }, `data:image/png;base64,${data}`);
    expect(width).toBeGreaterThan(100);
    expect(width).toBeLessThanOrEqual(8000);
  }));

/** A picture that is wider than Anthropic takes. */
function largeImage({ panel }: Mocked): Promise<string> {
  return panel.evaluate(async () => {
    const canvas = new OffscreenCanvas(8400, 40);
    canvas.getContext("2d")?.fillRect(0, 0, 4200, 40);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
}

test("the views judge as the row does: for the server that the request went to, until another target is chosen", () =>
  during(async (mocked) => {
    const { panel } = mocked;
    const { whole } = samples["openai-completions"];
    const ask = { role: "user", content: "Hi" };
    const thought = [ask, { role: "assistant", content: "Hm.", reasoning_content: "Let me see." }, ask];
    const own = "http://localhost:8000/v1/chat/completions";
    // Mistral's own API takes no such reasoning, and DeepSeek's no such role: a server of one's own may.
    await mocked.emit(entryOf(own, { model: "mistral-small", messages: thought }), JSON.stringify(whole));
    const told = [{ role: "developer", content: "Be brief." }, ask];
    for (const at of [own, "https://api.deepseek.com/chat/completions"])
      await mocked.emit(entryOf(at, { model: "deepseek-chat", messages: told }), JSON.stringify(whole));
    await eventually(() => verdicts(mocked)).toEqual(["✓ in order", "✓ in order", "✗ accepted anyway"]);
    await panel.getByLabel("Filter requests").fill("anyway");
    await eventually(() => rows(mocked).count()).toBe(1);
    await panel.getByLabel("Filter requests").fill("");
    const chosen = panel.getByLabel("Replay to").locator("option:checked");
    const refusals = panel.locator("rs-verdict .chips", { hasText: "refused" });
    for (const [index, words, isRefused] of [
      [0, "openai-compatible · mistral-small at localhost:8000", false],
      [1, "openai-compatible · deepseek-chat at localhost:8000", false],
      [2, "deepseek · deepseek-chat at api.deepseek.com", true],
    ] as const) {
      await panel.getByRole("tab", { name: "Requests" }).click();
      await rows(mocked).nth(index).click();
      await panel.getByRole("button", { name: "Inspect", exact: true }).click();
      await panel.locator('.verdict[aria-busy="false"]').waitFor();
      expect(await chosen.textContent()).toBe(words);
      expect(await refusals.count()).toBe(isRefused ? 1 : 0);
    }
    await panel.getByRole("tab", { name: "Requests" }).click();
    await rows(mocked).first().click();
    await panel.getByRole("button", { name: "Inspect", exact: true }).click();
    await panel.locator('.verdict[aria-busy="false"]').waitFor();
    await panel.getByLabel("Replay to").selectOption({ label: "OpenAI: Chat Completions" });
    await panel.locator(".target summary").click();
    await panel.locator("[name=modelId]").fill("mistral-small");
    await panel.locator("[name=modelId]").press("Enter");
    await refusals.waitFor();
    expect(await chosen.textContent()).toBe("openai · mistral-small");
  }));

test("what a stream left behind is checked before it is sent again", () =>
  during(async (mocked) => {
    const cut = stream.slice(0, stream.lastIndexOf("event: content_block_delta"));
    await mocked.emit(entryOf(API, accepted, { mimeType: "text/event-stream" }), cut);
    await eventually(() => verdicts(mocked)).toEqual(["! next one refused"]);
    await rows(mocked).first().click();
    const text = await mocked.panel.locator(".request-detail").textContent();
    for (const word of ["The next request would be refused", "break off", "arguments-invalid"])
      expect(text).toContain(word);
    const early = stream.slice(0, stream.indexOf("event: content_block_start", stream.indexOf("Reading it.")));
    await mocked.emit(entryOf(API, accepted, { mimeType: "text/event-stream" }), early);
    await eventually(() => verdicts(mocked)).toEqual(["! next one refused", "! answer broke off"]);
  }));

test("the whole list by keyboard", () =>
  during(async (mocked) => {
    const { panel } = mocked;
    for (const time of [1, 2, 3])
      await mocked.emit({ ...entryOf(API, refused, { status: 400 }), time }, JSON.stringify(error));
    await eventually(() => rows(mocked).count()).toBe(3);
    await panel.getByLabel("Filter requests").focus();
    await panel.keyboard.press("Tab");
    for (const key of ["Enter", "Escape", "ArrowDown", "ArrowDown", "ArrowUp"]) await panel.keyboard.press(key);
    const selected = () =>
      panel.evaluate(() =>
        [...document.querySelectorAll("tbody tr")].findIndex((row) => row.matches("[aria-selected=true]:focus")),
      );
    await eventually(selected).toBe(1);
    await panel.keyboard.press("End");
    await eventually(selected).toBe(2);
    await panel.keyboard.press("Enter");
    await eventually(() => panel.evaluate(() => document.activeElement?.className)).toBe("request-detail");
    await panel.keyboard.press("Tab");
    expect(await panel.evaluate(() => document.activeElement?.textContent)).toBe("Inspect");
    await panel.keyboard.press("Enter");
    await panel.getByRole("tab", { name: "Transcript" }).and(panel.locator("[aria-selected=true]")).waitFor();
  }));

test("the detail is beside the list, and below it where the panel itself is narrow", () =>
  during(async (mocked) => {
    const { panel } = mocked;
    await mocked.emit(entryOf(API, accepted));
    await rows(mocked).first().click();
    const placed = () =>
      panel.evaluate(() => {
        const [list, detail] = [".requests-list", ".request-detail"].map((name) =>
          document.querySelector(name)?.getBoundingClientRect(),
        );
        return list && detail && detail.left >= list.right ? "beside" : "below";
      });
    expect(await placed()).toBe("beside");
    // The window stays as wide as it is.
    await panel.evaluate(() => {
      (document.querySelector("transcript-inspector") as HTMLElement).style.width = "700px";
    });
    await eventually(placed).toBe("below");
    // As low as tools are at the bottom of a window.
    await panel.setViewportSize({ width: 1280, height: 272 });
    const bottom = () => panel.locator("rs-status").evaluate((status) => status.getBoundingClientRect().bottom);
    await eventually(bottom).toBeLessThanOrEqual(272);
  }));

test.each(["default", "dark"])("theme %s: nothing is wrong for assistive technology, and nothing sticks out", (theme) =>
  during(
    async (mocked) => {
      const { panel } = mocked;
      const shown = theme === "dark" ? "dark" : "light";
      expect(await panel.locator("transcript-inspector").getAttribute("data-theme")).toBe(shown);
      expect(await accessibilityFaults(panel)).toEqual([]);
      await mocked.emit(entryOf(API, refused, { status: 400 }), JSON.stringify(error));
      await mocked.emit(entryOf(API, undefined));
      await mocked.emit(entryOf(API, accepted, { status: 400 }), JSON.stringify(error));
      await eventually(() => verdicts(mocked)).toEqual(["✓ predicted", "∅ body not kept", "✗ missed"]);
      for (const [index, width] of [1000, 550, 320].entries()) {
        await panel.setViewportSize({ width, height: 700 });
        await rows(mocked).nth(index).click();
        expect(await accessibilityFaults(panel)).toEqual([]);
        const [scrolled = 0, inner = 0] = await panel.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ]);
        expect(scrolled).toBeLessThanOrEqual(inner);
        expect(
          await rows(mocked)
            .nth(index)
            .locator(".tag")
            .evaluate((tag) => tag.getBoundingClientRect().right),
        ).toBeLessThanOrEqual(width);
      }
    },
    { theme },
  ),
);

/** A page or a worker. */
interface Place {
  evaluate(act: (url: string) => Promise<string>, url: string): Promise<string>;
}

describe("privacy and safety", () => {
  test("the browser itself refuses every connection, of pages and of workers", () =>
    during(async (mocked) => {
      const { panel, recorder, faults, requests } = mocked;
      await mocked.emit(entryOf(API, refused, { status: 400 }), JSON.stringify(error));
      await eventually(() => verdicts(mocked)).toEqual(["✓ predicted"]);
      await rows(mocked).first().click();
      await panel.getByRole("button", { name: "Inspect", exact: true }).click();
      await panel.locator("rs-verdict").waitFor();
      expect(requests.filter((url) => !url.startsWith("chrome-extension://"))).toEqual([]);
      expect(faults).toEqual([]);
      const asked = provider.asked.length;
      const attempt = (url: string) =>
        fetch(url).then(
          () => "allowed",
          () => "blocked",
        );
      const places: readonly Place[] = [panel, recorder, ...panel.workers(), ...recorder.workers()];
      expect(places.length).toBeGreaterThanOrEqual(4);
      for (const place of places) expect(await place.evaluate(attempt, `${provider.origin}/leak`)).toBe("blocked");
      expect(provider.asked.length).toBe(asked);
      faults.length = 0;
    }));

  test("nothing of a request becomes markup", () =>
    during(async (mocked) => {
      const { panel } = mocked;
      const hostile = '"><img src=x onerror="window.__xss=1"><svg onload="window.__xss=1">\u202e</script>';
      const url = `https://x.test/${encodeURIComponent(hostile)}/v1/messages`;
      const body = {
        ...refused,
        model: hostile,
        [hostile]: hostile,
        messages: [
          {
            role: "assistant",
            content: [{ type: "tool_use", id: hostile, name: hostile, input: { [hostile]: hostile } }],
          },
          { role: "user", content: hostile },
        ],
      };
      const answer = { type: "error", error: { type: hostile, message: hostile + JSON.stringify(error) } };
      await mocked.emit(entryOf(url, body, { status: 400 }), JSON.stringify(answer));
      await mocked.emit(entryOf(url, body, { status: 400 }), hostile);
      await mocked.emit(
        entryOf(url, body, { mimeType: "text/event-stream" }),
        stream.replaceAll("Reading", JSON.stringify(hostile).slice(1, -1)).replaceAll("tool_use", "x"),
      );
      await eventually(() => verdicts(mocked)).not.toContain("… checking");
      for (let index = 0; index < 3; index++) {
        await rows(mocked).nth(index).click();
        await panel.locator(".request-outcome").waitFor();
      }
      await panel.getByRole("button", { name: "Inspect", exact: true }).click();
      await panel.locator("rs-verdict").waitFor();
      expect(await panel.evaluate(() => (globalThis as unknown as { __xss?: number }).__xss)).toBeUndefined();
      expect(await panel.locator("transcript-inspector img[src=x], transcript-inspector svg[onload]").count()).toBe(0);
    }));
});
