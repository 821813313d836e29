/**
 * The documented shape of every message and block, checked where messages come in from outside.
 *
 * The schemas say what `message.ts` says in types. They are loose, since unknown fields, roles and blocks pass through,
 * and they only describe: what differs is reported and kept, because rules look at the values themselves. Never used
 * in loops of the pipeline.
 */
import * as z from "zod/mini";
import { resultIdOf } from "./calls.ts";
import { isRecord, type SessionMessage } from "./message.ts";
import type { Pointer } from "./place.ts";

// Zod would compile schemas with `new Function`, which workers and pages with a content security policy refuse.
z.config({ jitless: true });

/** Where a value differs from its documented shape. */
export interface ShapeFault {
  /** The first spot that differs, as a pointer into the value. */
  readonly path: Pointer;
  /** What should stand there, such as `a string`. */
  readonly expected: string;
}

/** A schema of whatever kind. */
export type Shape = z.ZodMiniType;

// The error text of each schema is the noun phrase that completes "should be ...".
/** A string. */
export const text: z.ZodMiniString = z.string("a string");
/** A string, or nothing. */
export const optionalText: Shape = z.optional(text);
const flag = z.optional(z.boolean("true or false"));
/** When it was: a number, a string or nothing. */
export const time: Shape = z.optional(
  fitting((value) => typeof value === "string" || typeof value === "number", "a time"),
);
/** What was said. */
export const content: Shape = fitting(
  (value) => typeof value === "string" || Array.isArray(value),
  "a string or a list of blocks",
);

/** A value that passes a test. */
export function fitting(test: (value: unknown) => boolean, expected: string): Shape {
  return z.unknown().check(z.refine(test, expected));
}

const toolCall = z.looseObject({ id: text, name: text, partialJson: optionalText });

const BLOCKS: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ["text", z.looseObject({ text })],
  [
    "thinking",
    z.looseObject({
      thinking: text,
      thinkingSignature: optionalText,
      signature: optionalText,
      thought_signature: optionalText,
      redacted: flag,
    }),
  ],
  ["redacted_thinking", z.looseObject({ data: optionalText })],
  ["image", z.looseObject({ data: text, mimeType: text })],
  ["media", z.looseObject({ kind: text, url: optionalText, fileId: optionalText })],
  ["document", z.looseObject({ mimeType: optionalText, name: optionalText })],
  ["opaque", z.looseObject({ kind: text, pair: optionalText })],
  ["toolCall", toolCall],
  ["toolUse", toolCall],
  ["functionCall", toolCall],
  ["tool_call", toolCall],
  ["tool_use", toolCall],
  ["function_call", toolCall],
]);

const ROLES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ["user", z.looseObject({ content, timestamp: time })],
  [
    "assistant",
    z.looseObject({
      content,
      provider: optionalText,
      api: optionalText,
      model: optionalText,
      stopReason: optionalText,
      timestamp: time,
    }),
  ],
  ["toolResult", z.looseObject({ content, toolName: optionalText, isError: flag, timestamp: time })],
  ["custom", z.looseObject({ customType: text, content, timestamp: time })],
  ["compactionSummary", z.looseObject({ summary: text, timestamp: time })],
  ["branchSummary", z.looseObject({ summary: text, timestamp: time })],
  ["bashExecution", z.looseObject({ command: text, output: text, timestamp: time })],
]);

/** The first spot where a value differs from a schema whose error texts are noun phrases. */
export function shapeFault(value: unknown, shape: Shape, prefix: Pointer = ""): ShapeFault | undefined {
  const issue = z.safeParse(shape, value).error?.issues[0];
  if (issue === undefined) return undefined;
  // Paths consist of the schemas' own keys, none of which needs escaping in a pointer.
  const path = issue.path.map((key) => `/${String(key)}`).join("");
  return { path: prefix + path, expected: issue.message };
}

/** The first spot where a message differs from the documented shape of its role or of one of its blocks. */
export function messageFault(message: SessionMessage): ShapeFault | undefined {
  const shape = ROLES.get(message.role);
  return (shape && shapeFault(message, shape)) ?? resultIdFault(message) ?? blocksFault(message.content);
}

/** The id of a result's call may stand under several names, so no schema of one field can ask for it. */
function resultIdFault(message: SessionMessage): ShapeFault | undefined {
  if (message.role !== "toolResult" || resultIdOf(message) !== undefined) return undefined;
  return { path: "/toolCallId", expected: "the id of a tool call" };
}

function blocksFault(content: unknown): ShapeFault | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const [index, block] of content.entries()) {
    const fault = blockFault(block, `/content/${index}`);
    if (fault) return fault;
  }
  return undefined;
}

function blockFault(block: unknown, path: Pointer): ShapeFault | undefined {
  if (!isRecord(block)) return { path, expected: "an object" };
  const type = block["type"];
  if (typeof type !== "string") return { path: `${path}/type`, expected: "a string" };
  const shape = BLOCKS.get(type);
  return shape && shapeFault(block, shape, path);
}
