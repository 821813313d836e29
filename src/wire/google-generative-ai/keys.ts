/** Fields of protocol buffers as JSON, which are spelled in camel case or as in the schema, and roles. */
import type { WireObject } from "../lens.ts";

/** A field, as it is spelled where it stands. */
export interface Spelled {
  readonly key: string;
  readonly value: unknown;
}

/** A field under whichever of its names it has; camel case when it has none. */
export function spelled(raw: WireObject, camel: string): Spelled {
  const value = Object.hasOwn(raw, camel) ? raw[camel] : undefined;
  if (value !== undefined) return { key: camel, value };
  const snake = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake !== camel && Object.hasOwn(raw, snake) && raw[snake] !== undefined
    ? { key: snake, value: raw[snake] }
    : { key: camel, value };
}

/** Who speaks, by the role of a content. Only `user` and `model` are the API's own. */
const SIDES: Readonly<Record<string, "user" | "assistant" | "system">> = {
  user: "user",
  function: "user",
  tool: "user",
  model: "assistant",
  assistant: "assistant",
  system: "system",
  developer: "system",
};

/** The role in the session model; undefined for what is no role. A content without one is the user's. */
export function sideOf(role: unknown): "user" | "assistant" | "system" | undefined {
  if (role === undefined || role === null) return "user";
  return typeof role === "string" && Object.hasOwn(SIDES, role) ? SIDES[role] : undefined;
}

/** Has a rule asked that the message or block be written as the API documents it? */
export function isRestated({ form }: WireObject): boolean {
  return form === "canonical";
}

/** The fields that every content has. */
export const CONTENT_KEYS: ReadonlySet<string> = new Set(["role", "parts"]);
