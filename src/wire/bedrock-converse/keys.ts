/** Where the parts of a request stand in a body of Bedrock's Converse API. */
import type { RequestKeys } from "../request.ts";
import { buildTool } from "./build.ts";

/** The keys of a body. */
export const KEYS: RequestKeys = {
  messages: "messages",
  system: "system",
  tools: ["toolConfig", "tools"],
  toolLenses: {
    name: { at: ["toolSpec", "name"] },
    description: { at: ["toolSpec", "description"] },
    parameters: { at: ["toolSpec", "inputSchema", "json"] },
  },
  buildTool,
};

/** The fields that every turn has. */
export const TURN_KEYS: ReadonlySet<string> = new Set(["role", "content"]);

/** The fields of a body that only Converse has. */
export const OWN_KEYS = [
  "modelId",
  "inferenceConfig",
  "toolConfig",
  "guardrailConfig",
  "additionalModelRequestFields",
  "additionalModelResponseFieldPaths",
  "promptVariables",
  "requestMetadata",
  "performanceConfig",
] as const;

/** All fields of a body. */
export const BODY_KEYS: ReadonlySet<string> = new Set([
  ...OWN_KEYS,
  "messages",
  "system",
  "serviceTier",
  "outputConfig",
]);

/** What a block may be: the one field that it has says it. */
export const MEMBERS: ReadonlySet<string> = new Set([
  "text",
  "image",
  "document",
  "video",
  "audio",
  "toolUse",
  "toolResult",
  "guardContent",
  "cachePoint",
  "reasoningContent",
  "citationsContent",
  "searchResult",
  "toolAddition",
  "toolRemoval",
]);
