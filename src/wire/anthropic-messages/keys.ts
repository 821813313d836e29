/** Where the parts of a request stand in a body of Anthropic's Messages API. */
import type { RequestKeys } from "../request.ts";
import { buildTool } from "./build.ts";

/** The keys of a body. */
export const KEYS: RequestKeys = {
  messages: "messages",
  system: "system",
  tools: ["tools"],
  toolLenses: {
    name: { at: ["name"] },
    description: { at: ["description"] },
    parameters: { at: ["input_schema"] },
  },
  buildTool,
};

/** The fields that every turn has. */
export const TURN_KEYS: ReadonlySet<string> = new Set(["role", "content"]);
