/** What the API answers: the fields that callers may rely on. There may be more of them. */
import * as z from "zod/mini";

z.config({ jitless: true });

const count = z.int().check(z.minimum(0));
const pointers = z.array(z.string());

/** Problem details as in RFC 9457. */
export const problem = z.looseObject({
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  path: z.optional(z.string()),
});

const change = z.looseObject({
  rule: z.string(),
  stage: z.enum(["session", "history", "turns", "payload", "images"]),
  action: z.enum(["drop", "rewrite", "insert", "move", "merge"]),
  from: pointers,
  to: z.optional(z.string()),
  anchor: z.optional(z.string()),
  message: z.string(),
  lossy: z.boolean(),
});

const finding = z.looseObject({
  code: z.string(),
  severity: z.enum(["error", "warning", "note"]),
  document: z.enum(["input", "output", "body"]),
  path: z.string(),
  message: z.string(),
  providerMessage: z.optional(z.string()),
  remedies: z.optional(z.array(z.string())),
});

const status = z.enum(["clean", "repaired", "unrepairable"]);
const anyRecord = z.looseObject({});

/** What a repair of a session file found and did. */
export const repairReport = z.looseObject({
  repaired: z.boolean(),
  droppedLines: count,
  recoveredRecords: count,
  dropped: z.array(z.looseObject({ line: count, offset: count, bytes: count, reason: z.string() })),
  changes: z.array(anyRecord),
  brokenParents: z.array(anyRecord),
  reason: z.optional(z.string()),
});

const ofSession = { problems: z.optional(z.array(anyRecord)), repair: z.optional(repairReport) };
const partial = z.optional(z.looseObject({ code: z.literal("cpu-budget"), imagesLeft: count }));

export const sanitized = z.looseObject({
  messages: z.array(z.unknown()),
  body: z.optional(z.unknown()),
  status,
  changes: z.array(change),
  findings: z.array(finding),
  policy: anyRecord,
  stats: anyRecord,
  toAppend: z.optional(anyRecord),
  partial,
  ...ofSession,
});

export const linted = z.looseObject({
  status: z.optional(status),
  findings: z.array(finding),
  changes: z.optional(z.array(change)),
  ...ofSession,
});

export const explained = z.looseObject({
  explanations: z.array(
    z.looseObject({
      code: z.string(),
      cause: z.string(),
      quote: z.string(),
      path: z.optional(z.string()),
      remedies: z.array(z.string()),
      findings: z.array(finding),
    }),
  ),
});

export const policyAnswer = z.looseObject({ family: z.string(), target: anyRecord, why: z.array(anyRecord) });

export const rulesAnswer = z.looseObject({
  rules: z.array(z.looseObject({ id: z.string(), summary: z.string() })),
  policies: z.array(z.looseObject({ id: z.string() })),
});

export const description = z.looseObject({ openapi: z.string(), paths: anyRecord });

export const health = z.looseObject({ status: z.literal("ok"), version: z.string(), sessions: z.boolean() });

/** A session as it is stored, after something was written. */
const stored = { etag: z.string(), bytes: count };

export const sessionPut = z.looseObject({ ...stored, format: z.string(), messages: count, problems: count });
export const sessionAppended = z.looseObject({ ...stored, appended: count, ids: z.array(z.nullable(z.string())) });
export const sessionRepaired = z.looseObject({ ...stored, report: repairReport });

export const historyPage = z.looseObject({
  messages: z.array(anyRecord),
  offset: count,
  total: count,
  older: z.optional(count),
  newer: z.optional(count),
});
