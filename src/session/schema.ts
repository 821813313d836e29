/** The documented shape of the header and of every kind of entry. What differs is reported, not refused. */
import * as z from "zod/mini";
import {
  content,
  fitting,
  optionalText,
  type Shape,
  type ShapeFault,
  shapeFault,
  text,
  time,
} from "../transcript/schema.ts";
import type { SessionEntry } from "./types.ts";

// Zod would compile schemas with `new Function`, which workers and pages with a content security policy refuse.
z.config({ jitless: true });

// The error text of each schema is the noun phrase that completes "should be ...".
const nullableText = z.optional(fitting((value) => value === null || typeof value === "string", "a string"));
const count = z.optional(z.number("a number"));
const base = { id: optionalText, parentId: nullableText, timestamp: time };

const header = z.looseObject({
  id: z.string("a string that is not empty").check(z.refine((value) => value !== "", "a string that is not empty")),
  version: count,
  timestamp: optionalText,
  cwd: optionalText,
  parentSession: optionalText,
});

const anyEntry = z.looseObject(base);

const modelSnapshot = z.looseObject({
  ...base,
  data: z.looseObject(
    { timestamp: time, provider: nullableText, modelApi: nullableText, modelId: nullableText },
    "an object",
  ),
});

const ENTRIES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ["custom_message", z.looseObject({ ...base, customType: text, content })],
  ["custom", z.looseObject({ ...base, customType: text })],
  [
    "compaction",
    z.looseObject({
      ...base,
      summary: text,
      firstKeptEntryId: nullableText,
      firstKeptEntryIndex: count,
      tokensBefore: count,
    }),
  ],
  ["branch_summary", z.looseObject({ ...base, summary: text, fromId: nullableText })],
  ["model_change", z.looseObject({ ...base, provider: text, modelId: text })],
  ["thinking_level_change", z.looseObject({ ...base, thinkingLevel: text })],
  ["label", z.looseObject({ ...base, targetId: text, label: nullableText })],
  ["session_info", z.looseObject({ ...base, name: nullableText })],
]);

/** The first spot where a header differs from its documented shape. */
export function headerFault(value: unknown): ShapeFault | undefined {
  return shapeFault(value, header);
}

/** The first spot where an entry differs from the documented shape of its kind; its message is not looked into. */
export function entryFault(entry: SessionEntry): ShapeFault | undefined {
  const snapshot = entry.type === "custom" && entry["customType"] === "model-snapshot";
  return shapeFault(entry, snapshot ? modelSnapshot : (ENTRIES.get(entry.type) ?? anyEntry));
}
