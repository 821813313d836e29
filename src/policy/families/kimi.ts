/** Kimi's coding endpoint: Anthropic's API with unsigned thinking. */
import { HYGIENE } from "../sources.ts";
import { compose, trait } from "../traits.ts";
import type { PolicyEntry } from "../types.ts";

const UNSIGNED = trait({ preserveSignatures: false }, "Kimi signs no thinking, so unsigned thinking stays.");

/** Only the global rules, and no judgement on signatures. */
export const kimiFamily: PolicyEntry = {
  id: "kimi",
  summary: "Global rules only; unsigned thinking stays.",
  source: HYGIENE,
  providers: ["kimi", "kimi-code", "kimi-coding"],
  defaultApi: "anthropic-messages",
  exampleModel: "kimi-for-coding",
  resolve: () => compose([UNSIGNED]),
};
