/** What is known of a provider without an entry: the API it speaks. */
import { ANTHROPIC_APIS, COMPLETIONS_APIS, GOOGLE_APIS, MISTRAL_APIS, RESPONSES_APIS } from "../apis.ts";
import { MISTRAL_LIMITS } from "../limits.ts";
import { namesClaude } from "../model-ids.ts";
import { HYGIENE } from "../sources.ts";
import {
  anthropic,
  chatCompletions,
  compose,
  DROP_OLD_THINKING,
  google,
  NINE_CHARACTER_IDS,
  reasoning,
  responses,
  type Trait,
  trait,
  when,
} from "../traits.ts";
import type { Limits, NormalizedTarget, PolicyEntry } from "../types.ts";

const CLAUDE_TURNS = trait(
  { validateAnthropicTurns: true },
  "Claude behind the Responses API wants alternating turns.",
);
const NO_EFFORT = {
  ...DROP_OLD_THINKING,
  text: "The model entry says that the endpoint has no reasoning effort, so no old thinking is sent.",
};

/** One kind of API: its names, and what it demands. */
interface Transport {
  readonly apis: readonly string[];
  readonly summary: string;
  readonly limits?: Limits;
  traits(target: NormalizedTarget): readonly Trait[];
}

const TRANSPORTS: readonly Transport[] = [
  {
    apis: ANTHROPIC_APIS,
    summary: "An Anthropic-compatible server: strict ids, signed thinking, alternating turns.",
    traits: (target) => [
      ...anthropic(target),
      ...when(target.model.compat?.["supportsReasoningEffort"] === false, NO_EFFORT),
    ],
  },
  {
    apis: GOOGLE_APIS,
    summary: "A Gemini-compatible server: strict ids, base64 thought signatures, ordered turns.",
    traits: google,
  },
  {
    apis: COMPLETIONS_APIS,
    summary: "An OpenAI-compatible server: strict ids, alternating turns, no reasoning of earlier turns.",
    traits: (target) => chatCompletions(reasoning(target, true)),
  },
  {
    apis: RESPONSES_APIS,
    summary: "A Responses-compatible server: synthetic results; Claude models want alternating turns.",
    traits: (target) => [...responses(), ...when(namesClaude(target.modelId), CLAUDE_TURNS)],
  },
  {
    apis: MISTRAL_APIS,
    summary: "Mistral's own API: call ids of nine letters and digits.",
    limits: MISTRAL_LIMITS,
    traits: () => [NINE_CHARACTER_IDS],
  },
];

/** What the API of the target demands; nothing when the API is not known. */
export function transportTraits(target: NormalizedTarget): readonly Trait[] | undefined {
  return TRANSPORTS.find(({ apis }) => apis.includes(target.modelApi))?.traits(target);
}

/** One entry for each API, for providers that nobody owns. */
export const transportFamilies: readonly PolicyEntry[] = TRANSPORTS.flatMap(({ apis, summary, limits, traits }) =>
  apis.map((api) => ({
    id: `transport:${api}`,
    summary,
    source: HYGIENE,
    providers: [],
    defaultApi: api,
    owns: ({ modelApi }: NormalizedTarget) => modelApi === api,
    resolve: (target: NormalizedTarget) => compose(traits(target), limits),
  })),
);
