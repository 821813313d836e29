/** What the API accepts: one schema for each request, which the description of the API is made from too. */
import * as z from "zod/mini";
import type { ReplayTarget, SanitizeOptions, WireFormat } from "../../src/index.ts";
import { formatCatalog } from "../../src/index.ts";
import { Refusal } from "../problem.ts";

z.config({ jitless: true });

/** A schema with what the description of the API says of it. */
function described<T extends z.core.$ZodType>(schema: T, description: string, more: object = {}): T {
  z.globalRegistry.add(schema, { description, ...more });
  return schema;
}

/**
 * Records are only looked at, never copied: a schema that builds a copy would lose a key named `__proto__`.
 */
function recordOf(description: string) {
  const schema = z.custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "expected an object",
  );
  return described(schema, description, { type: "object" });
}

const names = z.array(z.string());
const formatNames = formatCatalog.map(({ format }) => format) as [WireFormat, ...WireFormat[]];
const format = described(z.enum(formatNames), "The format of the body; absent: by its shape.");
const provider = z.string().check(z.minLength(1, "name a provider, such as anthropic"));

const targetFields = {
  modelApi: z.optional(z.nullable(z.string())),
  modelId: z.optional(z.nullable(z.string())),
  model: z.optional(
    z.strictObject({
      reasoning: z.optional(z.boolean()),
      input: z.optional(z.array(z.enum(["text", "image"]))),
      compat: z.optional(recordOf("What the model is known to take.")),
      params: z.optional(recordOf("Parameters that the model is asked with.")),
    }),
  ),
  baseUrl: z.optional(z.string()),
};
const partTarget = z.strictObject({ provider: z.optional(provider), ...targetFields });

const images = z.strictObject({
  maxDimensionPx: described(z.optional(z.number()), "The longest side in pixels."),
  maxBytes: described(z.optional(z.number()), "The largest image in bytes, before base64."),
  keepTurns: described(z.optional(z.number()), "Only the last so many turns that are over keep their images."),
  label: z.optional(z.string()),
});

const options = z.strictObject({
  level: z.optional(z.enum(["documents", "required"])),
  images: z.optional(images),
  policy: z.optional(recordOf("Flags and limits that win over what the target resolves to.")),
  request: z.optional(recordOf("What the request has besides messages: system, tools, params.")),
  allowedToolNames: z.optional(names),
  pendingToolCallIds: z.optional(names),
  modelSnapshots: z.optional(z.array(recordOf("A model that was in use."))),
  danglingCalls: z.optional(z.enum(["synthesize", "drop"])),
  orphanedResults: z.optional(z.enum(["drop", "keepAsText"])),
  preserveLatestAssistantThinking: z.optional(z.boolean()),
});

const transcript = {
  messages: described(z.optional(z.array(z.unknown())), "Messages of a session."),
  session: described(z.optional(z.string()), "The text of a session file, JSON Lines."),
  body: described(z.optional(z.unknown()), "The request body of a provider."),
};

/** `POST /v1/sanitize` and `POST /v1/lint`. */
export const transcriptRequest = described(
  z.strictObject({
    ...transcript,
    target: described(z.optional(partTarget), "Whom it is sent to; needed unless a body says so itself."),
    format: z.optional(format),
    options: z.optional(options),
  }),
  "Exactly one of `messages`, `session` and `body`.",
);

const LONGEST_ERROR = 65_536;

/** `POST /v1/explain`. */
export const explainRequest = z.strictObject({
  error: described(
    z.string().check(z.maxLength(LONGEST_ERROR, `expected at most ${LONGEST_ERROR} characters`)),
    "The error as it was seen: a sentence, JSON, the exception of an SDK.",
  ),
  body: described(z.optional(z.unknown()), "The request body that was refused."),
  target: z.optional(partTarget),
  format: z.optional(format),
});

/** `POST /v1/sessions/{id}/append`. */
export const appendRequest = described(
  z.strictObject({
    messages: described(z.optional(z.array(z.unknown())), "Messages; they become entries behind the last one."),
    entries: described(z.optional(z.array(z.unknown())), "Entries as they stand in the file, one line each."),
  }),
  "Exactly one of `messages` and `entries`, with at least one member.",
);

/** A transcript as a route needs it, and what to do with it. */
export interface TranscriptRequest {
  readonly messages?: readonly unknown[];
  readonly session?: string;
  /** Present with `hasBody`: a body may be anything, null too. */
  readonly body?: unknown;
  readonly hasBody: boolean;
  readonly format?: WireFormat;
  readonly target?: Partial<ReplayTarget>;
  readonly options: Omit<SanitizeOptions, "target">;
}

/** Reads a parsed body. Throws a {@link Refusal} that names the first fault and its place. */
export function readTranscriptRequest(value: unknown): TranscriptRequest {
  const data = check(transcriptRequest, value);
  const hasBody = data.body !== undefined;
  const given = [data.messages, data.session, data.body].filter((one) => one !== undefined).length;
  if (given !== 1) {
    const advice = "Send messages (a list), session (the text of a JSONL file), or body (a provider's request body).";
    throw new Refusal(400, "invalid-request", advice);
  }
  if (!hasBody && data.target === undefined) throw new Refusal(400, "invalid-request", "Name a target.", TARGET);
  if (!hasBody && data.target?.provider === undefined) {
    const more = { path: "/target/provider" };
    throw new Refusal(400, "invalid-request", "Name a provider, such as anthropic.", more);
  }
  return { ...data, hasBody, options: data.options ?? {} } as TranscriptRequest;
}

const TARGET = { path: "/target" };

/** A parsed body by its schema. Throws a {@link Refusal} that names the first fault and its place. */
export function check<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error.issues[0]);
}

/** Reads the target of `GET /v1/policy` from the query string. */
export function readTargetQuery(query: URLSearchParams): ReplayTarget {
  const name = query.get("provider");
  if (!name) throw new Refusal(400, "invalid-request", "Name a provider: /v1/policy?provider=anthropic&api=&model=");
  const [modelApi, modelId] = [query.get("api"), query.get("model")];
  return { provider: name, ...(modelApi && { modelApi }), ...(modelId && { modelId }) };
}

/** A fault in the words of this API: where, as a JSON pointer, and what. */
function refusalOf(issue: z.core.$ZodIssue | undefined): Refusal {
  const keys = issue?.code === "unrecognized_keys" ? issue.keys : [];
  const path = [...(issue?.path ?? []), ...keys.slice(0, 1)]
    .map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
  return new Refusal(400, "invalid-request", wordsOf(issue), path === "" ? {} : { path });
}

/** The schema library's own words are "Invalid input", unless the schema gives others. */
function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return "There is no such field.";
  if (issue === undefined || issue.message !== "Invalid input")
    return issue?.message ?? "The body is not as documented.";
  const where = issue.path.length === 0 ? "The body" : "The field";
  return issue.code === "invalid_type"
    ? `${where} must be of type ${issue.expected}.`
    : `${where} is not as documented.`;
}
