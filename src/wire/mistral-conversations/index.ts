/** Mistral's chat API: a list of messages whose content may hold thinking, in the spelling of the wire or of the SDK. */
import type { WireAdapter } from "../types.ts";
import { isMistralBody } from "./detect.ts";
import { parse } from "./parse.ts";
import { serialize } from "./serialize.ts";

/** The adapter. */
export const mistralConversations: WireAdapter = {
  format: "mistral-conversations",
  detect: isMistralBody,
  parse,
  serialize,
};
