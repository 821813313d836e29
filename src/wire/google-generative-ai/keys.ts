/** Roles of contents, and their fields. */
import type { WireObject } from "../lens.ts";

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
