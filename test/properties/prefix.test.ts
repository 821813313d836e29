// Prompt caches depend on it: what a rule made of earlier messages stays when turns are appended, unless the rule says
// how far back it may change its mind.
import { describe, expect, test } from "vitest";
import { prepareReplay, ruleCatalog, runRule, type SanitizeOptions } from "../../src/index.ts";
import { familiesNamed, optionsFor } from "./families.ts";
import { generate } from "./generate.ts";
import { createRandom } from "./random.ts";

const SEEDS = 75;
const families = ["anthropic-opus-4-6", "openai-responses", "google", "mistral"].flatMap((name) => familiesNamed(name));

/** The rule over the transcript, and over an earlier state of it. */
function before(id: string, seed: number, family: (typeof families)[number]) {
  const scenario = generate(seed);
  const cut = 1 + createRandom(seed).below(scenario.messages.length);
  const run = (messages: readonly unknown[]) => runRule(id, messages, optionsFor(family, scenario)).messages;
  return { earlier: run(scenario.messages.slice(0, cut)), later: run(scenario.messages) };
}

describe.each(ruleCatalog.filter(({ rewinds }) => rewinds === undefined))("$id", ({ id }) => {
  test.each(families)("never changes what it made of earlier messages ($name)", (family) => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { earlier, later } = before(id, seed, family);
      expect(later.slice(0, earlier.length), `seed ${seed}`).toEqual(earlier);
    }
  });
});

/** What random transcripts do not show: seen below. */
const RARE = new Set(["tool-call-ids", "old-images", "image-limits"]);

// Each of these is seen to change its mind, so that a rule that no longer does loses the mark.
test.each(ruleCatalog.filter(({ id, rewinds }) => rewinds !== undefined && !RARE.has(id)))("$id does", ({ id }) => {
  const changed = families.some((family) =>
    Array.from({ length: SEEDS * 8 }, (_, seed) => before(id, seed + 1, family)).some(
      ({ earlier, later }) => JSON.stringify(later.slice(0, earlier.length)) !== JSON.stringify(earlier),
    ),
  );
  expect(changed).toBe(true);
});

test("tool-call-ids does, when a turn with thinking keeps an id that an earlier call was given", () => {
  const call = (id: string) => ({ type: "toolCall", id, name: "read", arguments: {} });
  const result = (id: string) => ({ role: "toolResult", toolCallId: id, content: [] });
  const earlier = [{ role: "assistant", content: [call("k_1")] }, result("k_1")];
  const thinking = { type: "thinking", thinking: "t", thinkingSignature: "s" };
  const later = [...earlier, { role: "assistant", content: [thinking, call("k1")] }, result("k1")];
  const idOf = (messages: readonly unknown[]) =>
    runRule("tool-call-ids", messages, { target: { provider: "anthropic", modelId: "claude-opus-4-6" } }).messages[1];
  expect(idOf(earlier)).toMatchObject({ toolCallId: "k1" });
  expect(idOf(later)).toMatchObject({ toolCallId: "k11bdfdabf" });
});

describe("rules about images", () => {
  const gif = "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=";
  const shown = { role: "user", content: [{ type: "image", data: gif, mimeType: "image/gif" }] };
  const earlier = [
    shown,
    { role: "assistant", content: [{ type: "text", text: "a" }] },
    { role: "user", content: "b" },
  ];
  const target = { provider: "anthropic", modelId: "claude-opus-4-6" };

  test("old-images does, when a turn is over", () => {
    const later = [...earlier, { role: "assistant", content: [{ type: "text", text: "c" }] }, { ...shown }];
    const options = { target, images: { keepTurns: 1 } };
    expect(runRule("old-images", earlier, options).messages).toBe(earlier);
    expect(runRule("old-images", later, options).messages[0]).not.toEqual(shown);
  });

  test("image-limits does, when the request has no room for another image", async () => {
    const later = [...earlier, { role: "assistant", content: [{ type: "text", text: "c" }] }, { ...shown }];
    const options: SanitizeOptions = { target, policy: { limits: { images: { value: 1, unit: "images" } } } };
    expect((await prepareReplay(earlier as never, options)).messages).toBe(earlier);
    const { messages, changes } = await prepareReplay(later as never, options);
    expect(messages.at(-1)).toEqual(shown);
    expect(messages[0]).not.toEqual(shown);
    expect(changes.map(({ rule }) => rule)).toContain("image-limits");
  });
});
