// The laws see what they forbid: adapters that break one each, made of a good one.
import { expect, test } from "vitest";
import { anthropicMessages } from "../../src/wire/anthropic-messages/index.ts";
import type { WireAdapter, Written } from "../../src/wire/types.ts";
import { createRandom } from "../properties/random.ts";
import { normalAnthropic } from "./cases/anthropic-messages.ts";
import { checkEdits, checkIdentity, checkRequest, garbage, mutateBody } from "./laws.ts";
import { generate } from "./valid/anthropic-messages.ts";

type Json = Record<string, unknown>;
interface Body extends Json {
  readonly messages: readonly Json[];
}

/** An adapter whose output is spoiled. */
function spoiled(spoil: (written: Written) => Partial<Written>): WireAdapter {
  return {
    ...anthropicMessages,
    serialize(...given) {
      const written = anthropicMessages.serialize(...given);
      return { ...written, ...spoil(written) };
    },
  };
}

/** An adapter whose messages are spoiled. */
const spoiledMessages = (spoil: (messages: readonly Json[]) => readonly Json[]): WireAdapter =>
  spoiled(({ body }) => ({ body: { ...(body as Body), messages: spoil((body as Body).messages) } }));

/** The kinds of violations that are found in 25 bodies. */
function kindsOf(adapter: WireAdapter): Set<string> {
  const found = [...Array(25).keys()].flatMap((seed) => {
    const random = createRandom(seed);
    const body = generate(random);
    return [
      ...checkIdentity(adapter, body, "anthropic"),
      ...checkRequest(adapter, body, "anthropic"),
      ...checkEdits(adapter, body, "anthropic", random, { normal: normalAnthropic, wrappers: ["source"] }),
    ];
  });
  return new Set(found.map(({ kind }) => kind));
}

/** What the change makes of the first block of a message's list. */
const firstBlock = (change: (block: Json) => readonly Json[]) =>
  spoiledMessages((messages) =>
    messages.map((message) => {
      const { content } = message;
      if (!Array.isArray(content) || content.length === 0) return message;
      return { ...message, content: [...change(content[0] as Json), ...content.slice(1)] };
    }),
  );

let turn = 0;
const wrong: Record<string, [WireAdapter, string]> = {
  "an equal copy of the body": [spoiled(({ body }) => ({ body: { ...(body as Body) } })), "identity"],
  "an equal copy of each turn": [spoiledMessages((messages) => messages.map((one) => ({ ...one }))), "turn-locality"],
  "an equal copy of a block": [firstBlock((block) => [{ ...block }]), "locality"],
  "a block without its unknown fields": [firstBlock(({ x_private: _, ...block }) => [block]), "fields"],
  "a turn without its unknown fields": [
    spoiledMessages((messages) => messages.map(({ x_private: _, ...one }) => one)),
    "turn-lost",
  ],
  "a block that is gone": [firstBlock(() => []), "meaning"],
  "a block that stands twice": [firstBlock((block) => [block, block]), "copied"],
  "a turn that stands twice": [spoiledMessages((messages) => [...messages, ...messages.slice(0, 1)]), "turn-copied"],
  "turns in another order": [spoiledMessages((messages) => [...messages].reverse()), "meaning"],
  "no list of losses": [spoiled(() => ({ lost: [] })), "turn-lost"],
  "losses that are none": [spoiled(() => ({ lost: [{ place: 1, what: "x" }] })), "loss"],
  "no pointers": [spoiled(() => ({ pointerOf: () => undefined })), "loss"],
  "pointers to elsewhere": [spoiled(() => ({ pointerOf: () => "/messages/0" })), "pointer"],
  "pointers to nowhere": [spoiled(() => ({ pointerOf: () => "/nowhere" })), "pointer"],
  "places that are others'": [spoiled(() => ({ placeAt: () => 0 })), "placeAt"],
  "another body each time": [spoiled(({ body }) => ({ body: { ...(body as Body), turn: turn++ } })), "second-write"],
  "the body itself, edited": [
    {
      ...anthropicMessages,
      parse(body, dialect) {
        (body as Json)["seen"] = true;
        return anthropicMessages.parse(body, dialect);
      },
    },
    "throws",
  ],
};

test.each(Object.entries(wrong))("an adapter that writes %s", (_, [adapter, kind]) => {
  expect([...kindsOf(adapter)]).toContain(kind);
});

test("a good adapter breaks none", () => {
  expect([...kindsOf(anthropicMessages)]).toEqual([]);
});

test("garbage and damage are of many kinds, and the same for the same seed", () => {
  const made = (seed: number): string =>
    `${show(garbage(createRandom(seed)))} ${show(mutateBody(createRandom(seed), generate(createRandom(seed))))}`;
  expect(made(7)).toBe(made(7));
  expect(new Set([...Array(100).keys()].map(made)).size).toBeGreaterThan(95);
});

/** Too deep for JSON is shown as such. */
function show(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch {
    return "deep";
  }
}
