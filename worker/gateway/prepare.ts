/** From the bytes of a request to those that are sent: the same ones, unless the provider would refuse them. */
import {
  detectWireFormat,
  type Explanation,
  explainError,
  type Finding,
  formatCatalog,
  type ImageOptions,
  lintPayload,
  type PayloadOptions,
  type ReplayResult,
  type ReplayTarget,
  sanitizePayload,
  type WireFormat,
  wireFormatFor,
} from "../../src/index.ts";
import { decodeText, parseJson, readUpTo, type Start, withoutEncoding } from "../body.ts";
import type { Limits } from "../config.ts";
import { Refusal } from "../problem.ts";
import { renamedTools, type ToolNames } from "./names.ts";
import type { Report } from "./report.ts";
import type { Mode } from "./settings.ts";

/** A request as it is sent. */
export interface Prepared {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly report: Report;
  /** The body is ours: it has no content encoding. */
  readonly isRewritten: boolean;
  /** What the body says; absent when it was not read. */
  readonly said?: Said;
  /** Tools that have other names than the caller knows. */
  readonly names: ToolNames;
  /** Why nothing could be done, when that is for the settings to judge. */
  readonly failure?: Refusal;
  /** What the provider would refuse and nobody can repair. */
  readonly unrepairable?: readonly Finding[];
}

/** What is known of a body that was read. */
interface Said {
  readonly format: WireFormat;
  readonly target: Partial<ReplayTarget>;
  /** Parses it again: while an upstream thinks, the bytes are held and nothing that was made of them. */
  parse(): Promise<unknown>;
}

/** What is needed to repair. */
export interface Repairing {
  readonly mode: Mode;
  readonly limits: Limits;
  readonly images: ImageOptions;
}

const NO_NAMES: ToolNames = new Map();

/** What is passed on as it came. */
export function asItCame(body: Prepared["body"], reason: string, failure?: Refusal): Prepared {
  const report: Report = { status: "bypassed", reason };
  return { body, report, isRewritten: false, names: NO_NAMES, ...(failure && { failure }) };
}

/** Reads the body of a call and repairs it. Fails with nothing: what goes wrong is in the result. */
export async function prepare(
  request: Request,
  target: Partial<ReplayTarget>,
  repairing: Repairing,
): Promise<Prepared> {
  const { maxBodyBytes } = repairing.limits;
  const tooLarge = new Refusal(413, "body-too-large", `The body may have at most ${maxBodyBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) {
    return asItCame(request.body, tooLarge.code, tooLarge);
  }
  const start = await readStart(request, maxBodyBytes);
  if (!start.complete) return asItCame(start.stream, tooLarge.code, tooLarge);
  const raw = start.bytes;
  try {
    const parse = async (): Promise<unknown> =>
      jsonOf(await withoutEncoding(raw, request, repairing.limits), repairing.limits);
    return await repaired(raw, await parse(), { target, parse }, repairing);
  } catch (error) {
    if (error instanceof Refusal) return asItCame(raw, error.code, error);
    return asItCame(
      raw,
      "failure",
      new Refusal(500, "failure", "The body could not be repaired: a fault of the gateway."),
    );
  }
}

/** In a function of its own: what waits for images must not hold the text, too. */
function jsonOf(bytes: Uint8Array, limits: Limits): unknown {
  return parseJson(decodeText(bytes), limits);
}

/** A length that was announced cannot be exceeded, so the runtime may read by itself: it makes no copies on the way. */
async function readStart(request: Request, maxBytes: number): Promise<Start> {
  if (!request.headers.has("content-length")) return readUpTo(request.body, maxBytes);
  return { complete: true, bytes: new Uint8Array(await request.arrayBuffer()) };
}

async function repaired(
  raw: Uint8Array<ArrayBuffer>,
  value: unknown,
  { target, parse }: Omit<Said, "format">,
  { mode, images }: Repairing,
): Promise<Prepared> {
  const format = formatOf(value, target);
  if (format === undefined) return asItCame(raw, "unknown-format");
  const said: Said = { format, target, parse };
  const sent: Prepared = { body: raw, report: { status: "clean" }, isRewritten: false, said, names: NO_NAMES };
  // Most bodies are sound, and judging them costs a fraction of reading them for repair.
  const judged = lintPayload(value, { target, format });
  if (!judged.some(isError)) return { ...sent, report: { status: "clean", findings: judged } };
  if (mode === "lint") return { ...sent, report: { status: "bypassed", reason: "lint", findings: judged } };
  const result = await sanitizePayload(value, { target, format, images });
  const { status, findings } = result;
  if (status === "repaired") return rewritten(said, value, result);
  const report: Report = { status, findings };
  return { ...sent, report, ...(status === "unrepairable" && { unrepairable: findings }) };
}

function rewritten(said: Said, before: unknown, { body, changes, findings }: ReplayResult): Prepared {
  // The types of workers do not say what it is a view of.
  const bytes = new TextEncoder().encode(JSON.stringify(body)) as Uint8Array<ArrayBuffer>;
  return {
    body: bytes,
    // No more than is told: the rest would be held as long as the answer takes.
    report: { status: "repaired", changes: changes.map(({ rule, lossy }) => ({ rule, lossy })), findings },
    isRewritten: true,
    said: { ...said, parse: async () => JSON.parse(decodeText(bytes)) as unknown },
    names: renamedTools(before, body),
  };
}

/** The format of the API that the path names, else by the body's shape; undefined when nobody here reads it. */
function formatOf(value: unknown, { provider = "", modelApi }: Partial<ReplayTarget>): WireFormat | undefined {
  const spoken = modelApi ? wireFormatFor({ provider: provider === "" ? "custom" : provider, modelApi }) : undefined;
  const format = spoken ?? detectWireFormat(value);
  return formatCatalog.some((entry) => entry.format === format) ? format : undefined;
}

function isError({ severity }: Finding): boolean {
  return severity === "error";
}

/** What a refusal means. Empty: the words are not known, or the body was not read. */
export async function explain(text: string, { said }: Prepared): Promise<readonly Explanation[]> {
  if (!said) return [];
  const { target, format } = said;
  return explainError(text, { body: await said.parse(), target, format });
}

/** Images of these sizes and formats every provider takes. */
const SMALLER: PayloadOptions = { images: { maxDimensionPx: 1200, maxBytes: 2 ** 20 } };
const USUAL_FORMATS: PayloadOptions = { images: { maxDimensionPx: 7999 }, policy: { imageFormats: ["png", "jpeg"] } };
/** What a refusal of images asks for beyond the limits that are known. */
const BY_CODE: Readonly<Partial<Record<string, PayloadOptions>>> = {
  "image-side": SMALLER,
  "image-many": SMALLER,
  "image-bytes": SMALLER,
  "request-bytes": SMALLER,
  "image-format": USUAL_FORMATS,
};

/**
 * Repairs a body by what its provider said of it: first by what answers just that, else by all rules of the policy.
 *
 * @returns undefined when nothing would change, or an error would be left
 */
export async function repairRefused(
  prepared: Prepared,
  refused: readonly Explanation[],
  { images }: Repairing,
): Promise<Prepared | undefined> {
  const { said, report, names } = prepared;
  if (!said || prepared.unrepairable) return undefined;
  const { target, format } = said;
  const value = await said.parse();
  const more = refused.map(({ code }) => BY_CODE[code]).find((options) => options !== undefined);
  const options: PayloadOptions = { target, format, refused, ...more, images: { ...images, ...more?.images } };
  for (const level of ["required", "documents"] as const) {
    const result = await sanitizePayload(value, { ...options, level });
    if (result.status !== "repaired") continue;
    const next = rewritten(said, value, result);
    return {
      ...next,
      names: composed(names, next.names),
      report: {
        ...next.report,
        changes: [...(report.changes ?? []), ...(next.report.changes ?? [])],
        retried: refused,
      },
    };
  }
  return undefined;
}

/** Names that were changed twice. */
function composed(first: ToolNames, second: ToolNames): ToolNames {
  if (first.size === 0) return second;
  const names = new Map(first);
  for (const [sent, before] of second) names.set(sent, first.get(before) ?? before);
  return names;
}
