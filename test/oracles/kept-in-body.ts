// What was said, thought or returned in a request body is in the body that comes out, or a lossy change lies over it.
import type { Change } from "../../src/transcript/changes.ts";
import { isUnder, type Json, pointerOf, show, type Violation } from "./values.ts";

/** Fields that hold what people, models and tools said, in the words of all formats. */
const SAID: ReadonlySet<string> = new Set([
  "text",
  "content",
  "output",
  "refusal",
  "thinking",
  "reasoning",
  "reasoning_content",
]);
/** Fields below which every text is a tool's. */
const RETURNED: ReadonlySet<string> = new Set(["functionResponse", "function_response", "toolResult"]);
/** Fields below such that name things. */
const NAMES: ReadonlySet<string> = new Set(["id", "name", "toolUseId", "status", "type", "mimeType", "data", "bytes"]);
const LISTS = ["messages", "contents", "input"];

interface Said {
  readonly text: string;
  readonly pointer: string;
}

/** Texts of the input that are in no text of the output although no lossy change lies over their place. */
export function checkKeptInBody(input: unknown, output: unknown, changes: readonly Change[]): Violation[] {
  const after = [...leavesOf(output)].map(({ value }) => wellFormed(value));
  const lossy = changes.filter(
    ({ lossy: own, undoneBy }) => own || (undoneBy !== undefined && changes[undoneBy]?.lossy === true),
  );
  const spots = saidIn(input);
  // A text that stood twice is told of once.
  const told = new Set(
    spots
      .filter(({ pointer }) => lossy.some(({ from }) => from.some((spot) => covers(spot, pointer))))
      .map(({ text }) => text),
  );
  return spots
    .filter(({ text }) => !told.has(text) && !after.some((one) => one.includes(text)))
    .map(({ text, pointer }) => ({
      kind: "text-lost",
      path: pointer,
      text: `${show(text)} is gone and no lossy change says so`,
    }));
}

function covers(spot: string, pointer: string): boolean {
  return isUnder(pointer, spot) || isUnder(spot, pointer);
}

/** Halves of surrogate pairs are replaced; all else of a text stays. */
function wellFormed(text: string): string {
  return text.replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\ufffd|\0/g, "");
}

function saidIn(body: unknown): readonly Said[] {
  const found: Said[] = [];
  for (const { value, keys } of leavesOf(body)) {
    const root = keys[0] === "request" ? keys[1] : keys[0];
    if (!LISTS.includes(String(root)) || !isSaid(keys)) continue;
    const text = wellFormed(value).trim();
    if (text !== "") found.push({ text, pointer: pointerOf(...keys) });
  }
  return found;
}

function isSaid(keys: readonly (string | number)[]): boolean {
  const key = keys.findLast((one) => typeof one === "string") as string;
  if (keys.some((one) => RETURNED.has(String(one)))) return !NAMES.has(key);
  return SAID.has(key);
}

interface Leaf {
  readonly value: string;
  readonly keys: readonly (string | number)[];
}

/** All texts of a value with their places. */
function* leavesOf(value: unknown, keys: readonly (string | number)[] = []): Generator<Leaf> {
  if (typeof value === "string") yield { value, keys };
  if (typeof value !== "object" || value === null || keys.length > 40) return;
  if (ArrayBuffer.isView(value)) return;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leavesOf(item, [...keys, index]);
  else for (const [key, inner] of Object.entries(value as Json)) yield* leavesOf(inner, [...keys, key]);
}
