/** What is demanded of thought signatures: that they are base64, and that the calls of the open turn have theirs. */
import type { GeminiModel } from "../../transcript/gemini-models.ts";
import { isBase64 } from "../../transcript/signatures.ts";
import type { Demand } from "../types.ts";
import { callOf, field, type Judged, responseOf, type Spot, shown } from "./contents.ts";
import * as sources from "./sources.ts";

/** The values by which the check is skipped; Vertex AI knows the first alone. */
const SENTINEL = "skip_thought_signature_validator";
const OTHER_SENTINEL = "context_engineering_is_the_way_to_go";

export const NOT_BASE64: Demand = {
  code: "thought-signature",
  severity: "error",
  message: "The thought signature is not base64: it is damaged or of another provider.",
  says: "Invalid value at 'contents.parts.thought_signature' (TYPE_BYTES), Base64 decoding failed",
  source: sources.SIGNATURE_BASE64,
  evidence: "observed",
};
export const URL_SAFE: Demand = {
  code: "thought-signature",
  severity: "warning",
  message: "The thought signature is in the URL-safe alphabet, which has been refused.",
  says: "illegal base64 data at input byte 40",
  source: sources.SIGNATURE_URL_SAFE,
  evidence: "observed",
};
export const MISSING: Demand = {
  code: "thought-signature-missing",
  severity: "error",
  message: "The first call of a step of the open turn, of {}, has no thought signature, which Gemini 3 demands.",
  says: "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call `{}`",
  source: sources.SIGNATURES,
  evidence: "documented",
};
export const MISSING_PERHAPS: Demand = {
  ...MISSING,
  severity: "warning",
  message:
    "The first call of a step of the open turn, of {}, has no thought signature; if the model is Gemini 3 or later, that is refused.",
};
export const SENTINEL_UNKNOWN: Demand = {
  code: "thought-signature",
  severity: "error",
  message:
    "Vertex AI does not know this value in the place of a thought signature; it knows `skip_thought_signature_validator`.",
  says: "Unable to submit request because function call `{}` is missing a `thought_signature`.",
  source: sources.SENTINEL_VERTEX,
  evidence: "observed",
};
export const SKIPPED: Demand = {
  code: "thought-signature",
  severity: "warning",
  message: "The thought signature of the call is lost, and Gemini is told not to look for it. It may go on less well.",
  source: sources.SIGNATURES,
  evidence: "documented",
};

/** Every signature, and the calls that need one. */
export function checkSignatures(judged: Judged): void {
  for (const { parts } of judged.contents) for (const spot of parts) checkSignature(spot, judged);
  if (!judged.model ? !judged.isNamed : needsSignature(judged.model)) checkOpenTurn(judged);
}

function checkSignature(spot: Spot, { demands, report }: Judged): void {
  const { key, value } = field(spot.part, "thoughtSignature");
  if (value === undefined || value === null) return;
  const pointer = `${spot.pointer}/${key}`;
  const call = callOf(spot);
  if (value === SENTINEL) {
    if (call) report(SKIPPED, pointer);
  } else if (value === OTHER_SENTINEL) {
    if (call && demands.oneSentinel) report(SENTINEL_UNKNOWN, pointer, shown(call.part["name"]));
    else if (call) report(SKIPPED, pointer);
  } else if (!isBase64(value)) report(NOT_BASE64, pointer);
  else if (demands.standardBase64 && /[-_]/.test(value)) report(URL_SAFE, pointer);
}

/** Models that draw do not enforce it. */
function needsSignature({ major, variant }: GeminiModel): boolean {
  return major >= 3 && !variant.includes("image");
}

/** The open turn begins where the user last said something other than function responses. */
function checkOpenTurn({ contents, model, report }: Judged): void {
  const said = contents.findLastIndex(({ side, parts }) => side === "user" && !parts.every(responseOf));
  let isStep = false;
  for (const { side, parts } of contents.slice(said + 1)) {
    if (side === "user") isStep = false;
    for (const spot of side === "model" && !isStep ? parts : []) {
      const call = callOf(spot);
      if (!call) continue;
      isStep = true;
      const { value } = field(spot.part, "thoughtSignature");
      if (value === undefined || value === null || value === "") {
        report(model ? MISSING : MISSING_PERHAPS, spot.pointer, shown(call.part["name"]));
      }
      break;
    }
  }
}
