// Three promises about what was said and done: no marked text vanishes without a lossy change, signed thinking is
// replayed byte for byte or reported, and nothing appears that nobody said.
import type { Change } from "../../src/transcript/changes.ts";
import {
  isFilled,
  isObject,
  isUnder,
  type Json,
  pointerOf,
  sameJson,
  show,
  textsOf,
  type Violation,
} from "./values.ts";

/** The generator marks every text that must be kept like this; the number makes it unique. */
export const MARK: RegExp = /\b(?:said|result|summary)-\d+\b/g;

/** Marked texts that are in no text of the output although no lossy change lies over their place. */
export function checkKept(
  input: readonly unknown[],
  output: readonly unknown[],
  changes: readonly Change[],
): Violation[] {
  const kept = new Set(output.flatMap((message) => textsOf(message).flatMap(({ text }) => text.match(MARK) ?? [])));
  const spots = input.flatMap((message, index) =>
    textsOf(message).flatMap(({ path, text }) =>
      (text.match(MARK) ?? []).map((mark) => ({ mark, pointer: `/${index}${path}` })),
    ),
  );
  // A text that stood twice is told of once: the copy may go silently, the original may not.
  const told = new Set(spots.filter(({ pointer }) => isLossReported(pointer, changes)).map(({ mark }) => mark));
  return spots
    .filter(({ mark }) => !kept.has(mark) && !told.has(mark))
    .map(({ mark, pointer }) => ({
      kind: "text-lost",
      path: pointer,
      text: `${mark} is gone and no lossy change says so`,
    }));
}

function isLossReported(pointer: string, changes: readonly Change[]): boolean {
  // What was merged into a message goes with it: the merge names the drop that undid it.
  return changes.some(({ lossy, from, undoneBy }) => {
    const told = lossy || (undoneBy !== undefined && changes[undoneBy]?.lossy === true);
    return told && from.some((above) => isUnder(pointer, above));
  });
}

interface Thought {
  readonly pointer: string;
  readonly block: Json;
}

function signedThoughts(messages: readonly unknown[]): Thought[] {
  return messages.flatMap((message, index) => {
    if (!isObject(message) || message["role"] !== "assistant" || !Array.isArray(message["content"])) return [];
    return message["content"].flatMap((block: unknown, at) => {
      if (!isObject(block) || (block["type"] !== "thinking" && block["type"] !== "redacted_thinking")) return [];
      return isSigned(block) ? [{ pointer: pointerOf(index, "content", at), block }] : [];
    });
  });
}

function isSigned(block: Json): boolean {
  return [block["signature"], block["thinkingSignature"], block["thought_signature"], block["data"]].some(isFilled);
}

/** Signed thinking that is neither in the output as it was nor under a change; and signed thinking nobody gave. */
export function checkSignedThinking(
  input: readonly unknown[],
  output: readonly unknown[],
  changes: readonly Change[],
): Violation[] {
  const [before, after] = [signedThoughts(input), signedThoughts(output)];
  const touched = (pointer: string): boolean =>
    changes.some(({ from }) => from.some((spot) => isUnder(pointer, spot) || isUnder(spot, pointer)));
  const found: Violation[] = [];
  for (const { pointer, block } of before) {
    if (after.some((other) => sameJson(other.block, block)) || touched(pointer)) continue;
    found.push({ kind: "thinking-altered", path: pointer, text: `${show(block)} is not replayed as it was` });
  }
  for (const { pointer, block } of after) {
    const original = before.some((other) => other.block["thinking"] === block["thinking"]);
    if (!original) found.push({ kind: "thinking-invented", path: pointer, text: `${show(block)} was never thought` });
  }
  return found;
}
