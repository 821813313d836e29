/**
 * Leaves out a parameter that the server does not take, and says that nothing is stored where that is wanted.
 *
 * Why: "Store must be set to false", "Unsupported parameter: max_output_tokens": the backend of Codex takes fewer than the
 * API does.
 *
 * @example { "finding": "param-refused",
 *   "in": [{"role":"user","content":[{"type":"text","text":"a"}]}],
 *   "out": [{"role":"user","content":[{"type":"text","text":"a"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";

const REFUSED: Why = { text: "The server does not take this parameter, or its value.", lossy: false };

export const fitParams: Remedy = {
  id: "fit-params",
  for: ["param-refused"],
  cost: 0,
  summary: "Leaves out a parameter that the server does not take.",
  whys: [REFUSED],
  apply(turns, { pointer }, report, { request, format }) {
    const key = pointer.slice(1);
    const { [key]: value, ...rest } = request.params ?? {};
    if (key === "" || (key === "store" && format === "openai-responses")) {
      if (request.params?.["store"] !== false) report.request("params", { ...request.params, store: false }, REFUSED);
    } else if (value !== undefined) report.request("params", rest, REFUSED);
    return turns;
  },
};
