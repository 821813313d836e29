/** Bedrock's Converse API, which speaks to every model on Bedrock in one format. */
import type { WireAdapter } from "../types.ts";
import { isConverseBody } from "./detect.ts";
import { parse } from "./parse.ts";
import { serialize } from "./serialize.ts";

/** The adapter. */
export const bedrockConverse: WireAdapter = {
  format: "bedrock-converse",
  detect: isConverseBody,
  parse,
  serialize,
};
