/** Whose model answers behind Bedrock's Converse API, as far as what is taken depends on it. */

/**
 * Their names, which are the ids of the dialects. `llama`: those before `llama4`. `mistral`: those before Mistral 3. `other`: a model of a maker that is
 * known, with nothing special. `unknown`: nobody named a model, or by an id that does not say which.
 */
export type ConverseFamily = "claude" | "nova" | "llama" | "llama4" | "mistral" | "other" | "unknown";

/** Makers as model ids name them, but for those with a family of their own. */
const MAKERS: ReadonlySet<string> = new Set([
  "ai21",
  "amazon",
  "cohere",
  "deepseek",
  "google",
  "luma",
  "meta",
  "minimax",
  "mistral",
  "moonshot",
  "moonshotai",
  "nvidia",
  "openai",
  "qwen",
  "stability",
  "twelvelabs",
  "writer",
  "xai",
  "zai",
]);

/** Mistral's models before Mistral 3, by how their names begin. */
const OLDER_MISTRAL = /^(?:mistral-(?:7b|large-24|small-24)|mixtral|pixtral)/;

/**
 * The family of a model: `us.anthropic.claude-opus-4-6-v1:0` and the ARN of its inference profile are `claude`. The ARN
 * of a profile of one's own says nothing.
 *
 * @param modelId lower-cased
 */
export function converseFamilyOf(modelId: string): ConverseFamily {
  const name = modelId.slice(modelId.lastIndexOf("/") + 1);
  if (name.includes("claude") || name.startsWith("anthropic.")) return "claude";
  // Before the maker there may be a region, such as `us` or `global`.
  const [first = "", second = "", third = ""] = name.split(".");
  const [maker, model] = MAKERS.has(first) ? [first, second] : [second, third];
  if (!MAKERS.has(maker)) return "unknown";
  if (maker === "amazon") return model.startsWith("nova") ? "nova" : "other";
  if (maker === "mistral") return OLDER_MISTRAL.test(model) ? "mistral" : "other";
  if (maker !== "meta") return "other";
  return model.startsWith("llama4") ? "llama4" : "llama";
}
