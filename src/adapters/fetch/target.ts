/** Whom a request goes to, as far as the caller has not said it. */
import type { ReplayTarget } from "../../index.ts";

/** Gemini and Vertex, `/models/{model}:generateContent`; Bedrock, `/model/{model}/converse`. */
const MODEL_IN_PATH = /\/(?:models\/([^/?#:]+):[a-z]+|model\/([^/?#]+)\/[a-z-]+)(?:[?#]|$)/i;

/**
 * The target of a body. Undefined when neither body nor URL names a model: the APIs of many services have lists of
 * `messages`, and those are not ours to touch.
 */
export function targetOf(
  body: unknown,
  url: string,
  given: Partial<ReplayTarget> = {},
): Partial<ReplayTarget> | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { model = "modelId" in body ? body.modelId : undefined } = body as { readonly model?: unknown };
  const isNamed = typeof model === "string";
  const modelId = isNamed ? undefined : modelIn(url);
  if (!isNamed && modelId === undefined) return undefined;
  const baseUrl = given.provider === undefined && given.baseUrl === undefined ? originOf(url) : undefined;
  const found = { ...(modelId !== undefined && { modelId }), ...(baseUrl !== undefined && { baseUrl }) };
  return { ...found, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

function modelIn(url: string): string | undefined {
  const [, ofGoogle, ofBedrock] = MODEL_IN_PATH.exec(url) ?? [];
  const model = ofGoogle ?? ofBedrock;
  return model === undefined ? undefined : decodeURIComponent(model);
}

/** The server tells more than a format does. Undefined for a URL without one. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
