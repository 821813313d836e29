/** What `POST /v1/sanitize` accepts. */
import * as z from "zod/mini";
import type { ReplayTarget, SanitizeOptions } from "../src/index.ts";
import { Refusal } from "./problem.ts";

z.config({ jitless: true });

/**
 * Records are only looked at, never copied: a schema that builds a copy would lose a key named `__proto__`.
 */
const record = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);
const names = z.array(z.string());

const target = z.strictObject({
  provider: z.string().check(z.minLength(1, "name a provider, such as anthropic")),
  modelApi: z.optional(z.nullable(z.string())),
  modelId: z.optional(z.nullable(z.string())),
  model: z.optional(
    z.strictObject({
      reasoning: z.optional(z.boolean()),
      input: z.optional(z.array(z.enum(["text", "image"]))),
      compat: z.optional(record),
      params: z.optional(record),
    }),
  ),
  baseUrl: z.optional(z.string()),
});

const images = z.strictObject({
  maxDimensionPx: z.optional(z.number()),
  maxBytes: z.optional(z.number()),
  keepTurns: z.optional(z.number()),
  label: z.optional(z.string()),
});

const options = z.strictObject({
  level: z.optional(z.enum(["documents", "required"])),
  images: z.optional(images),
  policy: z.optional(record),
  request: z.optional(record),
  allowedToolNames: z.optional(names),
  pendingToolCallIds: z.optional(names),
  modelSnapshots: z.optional(z.array(record)),
  danglingCalls: z.optional(z.enum(["synthesize", "drop"])),
  orphanedResults: z.optional(z.enum(["drop", "keepAsText"])),
  preserveLatestAssistantThinking: z.optional(z.boolean()),
});

const sanitizeRequest = z.strictObject({
  messages: z.optional(z.array(z.unknown())),
  session: z.optional(z.string()),
  target,
  options: z.optional(options),
});

/** A request as the route needs it: messages or the text of a session file, and what to do with them. */
export interface SanitizeRequest {
  readonly messages?: readonly unknown[];
  readonly session?: string;
  readonly options: SanitizeOptions;
}

/** Reads a parsed body. Throws a {@link Refusal} that names the first fault and its place. */
export function readSanitizeRequest(body: unknown): SanitizeRequest {
  const parsed = z.safeParse(sanitizeRequest, body);
  if (!parsed.success) throw refusalOf(parsed.error.issues[0]);
  const { messages, session } = parsed.data;
  if ((messages === undefined) === (session === undefined)) {
    throw new Refusal(400, "invalid-request", "Send either messages (a list) or session (the text of a JSONL file).");
  }
  return {
    ...(messages && { messages }),
    ...(session !== undefined && { session }),
    options: { ...parsed.data.options, target: parsed.data.target as ReplayTarget } as SanitizeOptions,
  };
}

/** Reads the target of `GET /v1/policy` from the query string. */
export function readTargetQuery(query: URLSearchParams): ReplayTarget {
  const provider = query.get("provider");
  if (!provider) {
    throw new Refusal(400, "invalid-request", "Name a provider: /v1/policy?provider=anthropic&api=&model=");
  }
  const [modelApi, modelId] = [query.get("api"), query.get("model")];
  return { provider, ...(modelApi && { modelApi }), ...(modelId && { modelId }) };
}

/** A fault in the words of this API: where, as a JSON pointer, and what. */
function refusalOf(issue: z.core.$ZodIssue | undefined): Refusal {
  const keys = issue?.code === "unrecognized_keys" ? issue.keys : [];
  const path = [...(issue?.path ?? []), ...keys.slice(0, 1)]
    .map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
  const message = keys.length > 0 ? "There is no such field." : (issue?.message ?? "The body is not as documented.");
  return new Refusal(400, "invalid-request", message, { path });
}
