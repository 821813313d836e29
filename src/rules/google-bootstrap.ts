/**
 * Puts a tiny user turn in front of a transcript that begins with the assistant.
 *
 * Why: Gemini and many Chat Completions servers require that a user speaks first.
 *
 * Leaves alone: a transcript that begins with anything else, such as a compaction summary.
 *
 * @example { "options": {"target":{"provider":"google","modelApi":"google-generative-ai","modelId":"gemini-2.5-pro"}},
 *   "in": [{"role":"assistant","content":[{"type":"text","text":"x"}],"timestamp":5}],
 *   "out": [{"role":"user","content":"(session bootstrap)","timestamp":5},{"role":"assistant","content":[{"type":"text","text":"x"}],"timestamp":5}] }
 */
import type { SequenceRule, Why } from "../contract/rule.ts";
import { BOOTSTRAP } from "../transcript/placeholders.ts";

const USER_FIRST: Why = { text: "The target requires that a user speaks first.", lossy: false };

export const googleBootstrap: SequenceRule = {
  id: "google-bootstrap",
  kind: "sequence",
  stage: "history",
  summary: "Puts a user turn before a transcript that begins with the assistant.",
  whys: [USER_FIRST],
  applies: (policy) => policy.applyGoogleTurnOrdering,
  turns(turns, report) {
    const [first] = turns;
    if (first?.message.role !== "assistant") return turns;
    const { timestamp } = first.message;
    const bootstrap = { role: "user", content: BOOTSTRAP, ...(timestamp !== undefined && { timestamp }) };
    return [report.make(bootstrap, USER_FIRST, first), ...turns];
  },
};
