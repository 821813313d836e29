/** What the servers that speak the Responses API demand, as far as they differ. */
import { type ResponsesServer, responsesServerFor } from "../../transcript/responses-servers.ts";
import type { ValidateTarget } from "../types.ts";

/** What a server demands. */
export interface ResponsesDemands {
  /**
   * Whose validator judges: OpenAI's own, with all its demands, or another one, of which only what every server
   * demands is known: OpenAI's are then warnings.
   */
  readonly validator: "openai" | "own";
  /** Nothing is ever stored: an item of an earlier answer may not have its id. */
  readonly stateless?: true;
  /** Nothing may stand between a call and its output but other calls and their outputs. */
  readonly adjacentOutputs?: true;
  /** Reasoning has to come back with the calls it led to. */
  readonly reasoningBack?: true;
}

const DIRECT: ResponsesDemands = { validator: "openai" };

/** By dialect. */
export const responsesDemands: Readonly<Record<ResponsesServer, ResponsesDemands>> = {
  openai: DIRECT,
  azure: DIRECT,
  codex: { validator: "openai", stateless: true },
  deepseek: { validator: "own", adjacentOutputs: true, reasoningBack: true },
  compatible: { validator: "own" },
};

/** The demands of the server that a target means. */
export function demandsFor(target: ValidateTarget): ResponsesDemands {
  return responsesDemands[responsesServerFor(target)];
}

/** Models of OpenAI's that answer without reasoning, so that their items need none beside them. */
const PLAIN = /^(?:gpt-3|gpt-4|chatgpt-4o|ft:gpt-3|ft:gpt-4|computer-use)/;

/** Does the model reason before it answers? One that is not known may. */
export function isReasoningModel(modelId: string): boolean {
  return !PLAIN.test(modelId.slice(modelId.lastIndexOf("/") + 1));
}
