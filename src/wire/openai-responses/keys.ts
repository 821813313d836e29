/** Where the parts of a request stand in a body of the Responses API. */
import type { RequestKeys } from "../request.ts";
import { buildTool } from "./build.ts";

/** The keys of a body. */
export const KEYS: RequestKeys = {
  messages: "input",
  system: "instructions",
  tools: ["tools"],
  toolLenses: {
    name: { at: ["name"] },
    description: { at: ["description"] },
    parameters: { at: ["parameters"] },
  },
  buildTool,
};

/** The fields that every message has. */
export const MESSAGE_KEYS: ReadonlySet<string> = new Set(["type", "role", "content"]);
