/** Providers that speak Chat Completions with a dialect of their own. How they differ is the table below. */
import type { Source } from "../../transcript/changes.ts";
import { COMPLETIONS_APIS, RESPONSES_APIS } from "../apis.ts";
import { DEEPSEEK_THINKING, HYGIENE } from "../sources.ts";
import { chatCompletions, compose, nativeChat, reasoning, responses, type Trait, trait, when } from "../traits.ts";
import type { NormalizedTarget, PolicyEntry } from "../types.ts";

/** How a provider differs from the others. */
interface Dialect {
  /** It wants the reasoning of earlier turns back, and where that is known from. */
  readonly keepsReasoning?: Source;
  /** Users run it themselves, so the model entry decides about reasoning. */
  readonly selfHosted?: boolean;
  /** A chat API of its own, with the same turns but without a rule for ids. */
  readonly nativeApi?: string;
}

const DIALECTS: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ["xai", {}],
  ["zai", {}],
  ["ollama", { nativeApi: "ollama", selfHosted: true }],
  ["sglang", { keepsReasoning: HYGIENE, selfHosted: true }],
  ["deepseek", { keepsReasoning: DEEPSEEK_THINKING }],
  ["xiaomi", { keepsReasoning: HYGIENE }],
  ["longcat", { keepsReasoning: HYGIENE }],
]);

/** Reasoning stays because the provider's protocol wants it. */
export function keepsReasoning(source: Source): Trait {
  return trait({ dropReasoningFromHistory: false }, "The provider wants its reasoning back.", source);
}

function ofReasoning(target: NormalizedTarget, dialect: Dialect): Trait {
  return dialect.keepsReasoning
    ? keepsReasoning(dialect.keepsReasoning)
    : reasoning(target, dialect.selfHosted === true);
}

/** The providers of the table. On other APIs than those they are known for, only the global rules apply. */
export const openaiCompatibleFamily: PolicyEntry = {
  id: "openai-compatible",
  summary: "Strict ids, alternating turns with a user turn first, no reasoning of earlier turns unless it is wanted.",
  source: HYGIENE,
  providers: [...DIALECTS.keys()],
  defaultApi: "openai-completions",
  exampleModel: "grok-4",
  resolve: (target) => {
    const dialect = DIALECTS.get(target.provider) ?? {};
    return compose([
      ...when(COMPLETIONS_APIS.includes(target.modelApi), ...chatCompletions(ofReasoning(target, dialect))),
      ...when(dialect.nativeApi === target.modelApi, ...nativeChat(ofReasoning(target, dialect))),
      ...when(RESPONSES_APIS.includes(target.modelApi), ...responses()),
    ]);
  },
};
