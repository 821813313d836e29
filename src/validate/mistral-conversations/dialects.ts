/** What the servers that speak Mistral's chat API demand, as far as they differ. Numbers with their sources. */
import type { Source } from "../../transcript/findings.ts";
import { type MistralServer, mistralServerFor } from "../../transcript/mistral-servers.ts";
import type { ValidateTarget } from "../types.ts";
import * as sources from "./sources.ts";

const MB = 1_000_000;

/** A number that a server enforces. */
export interface ServerLimit {
  readonly value: number;
  readonly source: Source;
}

/** What a server demands. */
export interface MistralDemands {
  /** Fields that the API does not have are refused; elsewhere they may be. */
  readonly refusesExtras: boolean;
  /** Tool messages hold nothing but text. */
  readonly textResults?: Source;
  /** The most images of a request. */
  readonly images?: ServerLimit;
  /** The longest side of an image, in pixels. */
  readonly imageSide?: ServerLimit;
  /** The largest image, in bytes, and the largest request, in bytes of JSON, that were seen to be taken. */
  readonly imageBytes?: ServerLimit;
  readonly requestBytes?: ServerLimit;
}

/** By dialect. */
export const mistralDemands: Readonly<Record<MistralServer, MistralDemands>> = {
  mistral: {
    refusesExtras: true,
    images: { value: 8, source: sources.MEASURED },
    imageSide: { value: 8000, source: sources.MEASURED },
    imageBytes: { value: 15 * MB, source: sources.MEASURED },
    requestBytes: { value: 40 * MB, source: sources.MEASURED },
  },
  compatible: { refusesExtras: false, textResults: sources.TOOL_TEXT },
};

/** The demands of the server that a target means. */
export function demandsFor(target: ValidateTarget): MistralDemands {
  return mistralDemands[mistralServerFor(target)];
}
