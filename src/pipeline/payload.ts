import { KnownResults } from "../images/execute.ts";
import type { ReplayTarget } from "../policy/types.ts";
import { allRules, historyRules } from "../rules/index.ts";
import type { Change, Finding } from "../transcript/changes.ts";
import { TranscriptInputError } from "../transcript/errors.ts";
import { isFilled, isRecord, type SessionMessage } from "../transcript/message.ts";
import type { WireFormat } from "../transcript/request.ts";
import type { ValidateTarget } from "../validate/types.ts";
import { InputBody, lossOf, OutputBody } from "./body-views.ts";
import { detectWireFormat, type Format, formatNamed, formatOfPolicy, formats } from "./formats.ts";
import { findingsOf, planForErrors, planRequest, workOnImages } from "./images.ts";
import { type Run, readOptions, type SanitizeOptions } from "./options.ts";
import { listed, type Proven, prove, type Wire } from "./proof.ts";
import { checkRefused, type Refused } from "./refused.ts";
import { extend, type ReplayResult, withPolicy } from "./results.ts";
import { type PassResult, passRules, resultOf, runRulesToTheEnd } from "./run.ts";
import { InputMessages, OutputMessages } from "./views.ts";

/** Options of {@link sanitizePayload}. */
export type PayloadOptions = Omit<SanitizeOptions, "target" | "request"> & {
  /** Whom the body is sent to; what is absent is read from the body. */
  readonly target?: Partial<ReplayTarget>;
  /** The format; absent: by the body's shape. */
  readonly format?: WireFormat;
  /** What the provider said of this very body, as `explainError` reads it: answered like errors of its own check. */
  readonly refused?: readonly Refused[];
};

/**
 * Repairs a request body. By default only what its provider refuses is touched, and a body without errors comes back
 * as the very same object; with `level: "documents"` all rules of the policy apply.
 *
 * @returns `body`: the repaired body; `changes` and `findings` point into the body that came in, and the one that is
 *   returned
 * @throws TranscriptInputError when the format cannot be told or the options are not as documented
 */
export async function sanitizePayload(body: unknown, options: PayloadOptions = {}): Promise<ReplayResult> {
  const { format: named, target, level = "required", refused = [], ...rest } = options;
  checkRefused(refused);
  const format = chooseFormat(body, named, target);
  const resolved = targetFor(body, format, target);
  const all: SanitizeOptions = { ...rest, target: resolved };
  const judged = judgedTarget(resolved);
  const dialect = format.dialectFor(judged);
  const parsed = format.adapter.parse(body, dialect);
  const run: Run = { ...readOptions(all), request: parsed.request };
  const wire: Wire = { format, dialect, target: judged, shape: parsed.shape };
  const { proven, left } = await repair(parsed.messages, run, all, wire, level, refused);
  return bodyResult(proven, run, all, wire, findingsOf(left));
}

/** The rules of the level, the proof, and images where a limit or an error asks for them. */
async function repair(
  messages: readonly SessionMessage[],
  run: Run,
  options: SanitizeOptions,
  wire: Wire,
  level: "documents" | "required",
  refused: readonly Refused[],
) {
  const known = new KnownResults();
  if (level === "documents") {
    const passed = runRulesToTheEnd(allRules, historyRules.length, messages, run, options);
    const worked = await workOnImages(planRequest(passed, run, options.images), options, known);
    return { proven: prove(worked.passed, run, run.request, wire, refused), left: worked.left };
  }
  const untouched = passRules([], messages, run);
  const proven = prove(untouched, run, run.request, wire, refused);
  const wanted = options.images?.maxDimensionPx !== undefined || options.images?.maxBytes !== undefined;
  if (!wanted && !proven.findings.some(isOfImages)) return { proven, left: [] };
  const round = planForErrors(proven.passed, run, options.images);
  const worked = await workOnImages(round, options, known);
  if (worked.passed === proven.passed) return { proven, left: worked.left };
  return { proven: prove(worked.passed, run, proven.request, wire), left: worked.left };
}

function isOfImages({ code, severity }: Finding): boolean {
  return severity === "error" && (code.startsWith("image-") || code === "request-bytes");
}

function bodyResult(
  proven: Proven,
  run: Run,
  options: SanitizeOptions,
  { format, shape }: Wire,
  ofImages: readonly Finding[],
): ReplayResult {
  const { passed, written } = proven;
  if (!shape) throw new TypeError("A body has a shape.");
  const input = new InputBody(shape);
  const lost = lossOf(written, format.adapter.format, (place) => input.pointer(place));
  const pass = resultOf(passed, { input, output: () => new OutputBody(written, shape), lost });
  const findings = [...proven.findings, ...ofImages];
  const error = findings.some(({ severity }) => severity === "error");
  const status = error ? "unrepairable" : written.body === shape.body ? "clean" : "repaired";
  const { toAppend: _, ...result } = extend(withPolicy(pass, run, options), { findings, status, body: written.body });
  return result as ReplayResult;
}

function chooseFormat(body: unknown, named: unknown, target: Partial<ReplayTarget> | undefined): Format {
  if (named !== undefined) return formatNamed(named);
  const detected = detectWireFormat(body);
  const spoken = isFilled(target?.provider)
    ? formatOfPolicy(readOptions({ target: target as ReplayTarget }).policy)
    : undefined;
  const name = detected ?? spoken;
  const format = name === undefined ? undefined : formats[name];
  if (format) return format;
  throw new TranscriptInputError("unknown-format", "", "The body is of no known format; name one as `format`.");
}

/** What the caller left out: the provider of the format, and the model that the body names. */
function targetFor(body: unknown, { provider, adapter }: Format, target: Partial<ReplayTarget> = {}): ReplayTarget {
  const model = isRecord(body) ? (body["model"] ?? body["modelId"]) : undefined;
  return {
    provider,
    modelApi: apiOf(adapter.format),
    ...(typeof model === "string" && { modelId: model }),
    ...Object.fromEntries(Object.entries(target).filter(([, value]) => value !== undefined)),
  };
}

/** The API that is meant when only the body's format is known. */
function apiOf(format: WireFormat): string {
  return format === "bedrock-converse" ? "bedrock-converse-stream" : format;
}

/** A target as validators read it. */
export function judgedTarget({ provider, modelId, baseUrl }: ReplayTarget): ValidateTarget {
  const lower = (value: unknown): string => (typeof value === "string" ? value.trim().toLowerCase() : "");
  return { provider: lower(provider), modelId: lower(modelId), baseUrl: typeof baseUrl === "string" ? baseUrl : "" };
}

/**
 * What the provider of a body would refuse, without repairing it.
 *
 * @throws TranscriptInputError when the format cannot be told
 */
export function lintPayload(
  body: unknown,
  { target, format: named }: Pick<PayloadOptions, "target" | "format"> = {},
): readonly Finding[] {
  const format = chooseFormat(body, named, target);
  return listed(format.validate(body, judgedTarget(targetFor(body, format, target))));
}

/** What {@link buildPayload} gives back. */
export interface BuiltPayload extends PassResult {
  /** The request body. */
  readonly body: unknown;
  /** What the format has no words for; also among `changes`. */
  readonly lost: readonly Change[];
}

/**
 * A request body of session messages. Nothing is proved and no image is worked on: `prepareReplay` does both.
 *
 * @throws TranscriptInputError when the target speaks no known format, or the input is not as documented
 */
export function buildPayload(
  messages: readonly unknown[],
  options: Pick<SanitizeOptions, "target" | "request" | "policy" | "policies">,
): BuiltPayload {
  const run = readOptions(options);
  const wire = wireOf(run, options.target);
  if (!wire) throw new TranscriptInputError("unknown-format", "/target", "The target speaks no known format.");
  const passed = runRulesToTheEnd(allRules, historyRules.length, messages, run);
  const { adapter } = wire.format;
  const written = adapter.serialize(passed.turns, run.request, wire.dialect);
  const input = new InputMessages(passed.input);
  const lost = lossOf(written, adapter.format, (place) => input.pointer(place));
  const output = () => new OutputMessages(passed.turns, passed.input.length);
  return extend(resultOf(passed, { input, output, lost }), { body: written.body, lost });
}

/** How the messages of a run are written; undefined when the target's API is not known. */
export function wireOf({ policy }: Run, target: ReplayTarget): Wire | undefined {
  const name = formatOfPolicy(policy);
  const format = name === undefined ? undefined : formats[name];
  if (!format) return undefined;
  const judged = judgedTarget({ ...target, ...policy.target });
  return { format, dialect: format.dialectFor(judged), target: judged };
}
