// What reports on stored messages are checked with: reading the messages that come out, and the request.
import { expect } from "vitest";
import { isFilled, isObject, textsOf } from "../oracles/values.ts";
import { list } from "./bodies/run.ts";

export type Message = Record<string, unknown>;

const CALLS: ReadonlySet<unknown> = new Set(["toolCall", "toolUse", "functionCall"]);

export function blocks(message: Message | undefined): readonly Message[] {
  return Array.isArray(message?.["content"]) ? message["content"].filter(isObject) : [];
}

function allBlocks(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap(blocks);
}

export function calls(messages: readonly Message[]): readonly Message[] {
  return messages
    .filter(({ role }) => role === "assistant")
    .flatMap(blocks)
    .filter(({ type }) => CALLS.has(type));
}

export function results(messages: readonly Message[]): readonly Message[] {
  return messages.filter(({ role }) => role === "toolResult");
}

export function thoughts(messages: readonly Message[]): readonly Message[] {
  return allBlocks(messages).filter(({ type }) => type === "thinking" || type === "redacted_thinking");
}

export function roles(messages: readonly Message[]): readonly unknown[] {
  return messages.map(({ role }) => role);
}

export function texts(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) => textsOf(message).map(({ text }) => text));
}

export function textsBy(role: string, messages: readonly Message[]): readonly string[] {
  return texts(messages.filter((message) => message["role"] === role));
}

/** Does every call have its result behind it, in order, and nothing else stand between? */
export function expectPaired(messages: readonly Message[]): void {
  const ids = calls(messages).map(({ id }) => id);
  expect(results(messages).map(({ toolCallId }) => toolCallId)).toEqual(ids);
  messages.forEach((message, index) => {
    const own = calls([message]);
    const behind = messages.slice(index + 1, index + 1 + own.length);
    expect(behind.map(({ toolCallId }) => toolCallId)).toEqual(own.map(({ id }) => id));
  });
}

/** The calls' arguments with the text that answers them. */
export function answers(messages: readonly Message[]): [unknown, string | undefined][] {
  expectPaired(messages);
  return calls(messages).map((call) => {
    const answer = results(messages).find(({ toolCallId }) => toolCallId === call["id"]);
    return [call["arguments"], answer && textsOf(answer)[0]?.text];
  });
}

/** No two neighbors of the same side; results and users are both of the user's side, in that order. */
export function expectAlternating(messages: readonly Message[]): void {
  const seen = roles(messages);
  const clashes = seen.filter((role, index) => index > 0 && role === seen[index - 1] && role !== "toolResult");
  expect(clashes).toEqual([]);
  expect(seen.every((role) => role === "user" || role === "assistant" || role === "toolResult")).toBe(true);
}

export function expectNothingEmpty(messages: readonly Message[]): void {
  expect(messages.length).toBeGreaterThan(0);
  for (const { content } of messages) expect(content).not.toHaveLength(0);
  for (const text of texts(messages)) expect(text.trim()).not.toBe("");
}

export function expectLastNotAssistant(messages: readonly Message[]): void {
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.at(-1)?.["role"]).not.toBe("assistant");
}

function isSigned(block: Message): boolean {
  return isFilled(block["thinkingSignature"]) || isFilled(block["signature"]) || isFilled(block["data"]);
}

export function expectThinkingSigned(messages: readonly Message[]): void {
  expect(thoughts(messages).filter((block) => !isSigned(block))).toEqual([]);
}

export function expectIds(messages: readonly Message[], form: RegExp): void {
  const ids = calls(messages).map(({ id }) => String(id));
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) expect(id).toMatch(form);
  expect(new Set(ids).size).toBe(ids.length);
}

/** The blocks or parts of each message of a body. */
export function entries(body: Message, messages: string, content: string): readonly (readonly Message[])[] {
  return list(body[messages]).map((message) => list(message[content]));
}

/** Those of calls. */
export function signaturesOf(body: Message): readonly unknown[] {
  const parts = entries(body, "contents", "parts").flat();
  return parts.flatMap((part) => (part["functionCall"] ? [part["thoughtSignature"]] : []));
}
