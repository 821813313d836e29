/**
 * What every validator does: it reads a request body as its provider would and says what would be refused. A validator
 * owns its limits, with their sources; it reads no policy and calls no rule, so that it proves what they do.
 */
import type { Evidence, Finding, FindingCode, Source } from "../transcript/changes.ts";
import type { Pointer } from "../transcript/place.ts";

/** Whom a body is judged for. All fields as in a replay target. */
export interface ValidateTarget {
  /** The provider's id, lower-cased; empty when not known. */
  readonly provider: string;
  /** The model's id, lower-cased; empty when not known. */
  readonly modelId: string;
  /** The endpoint; empty when it is the provider's own. */
  readonly baseUrl: string;
}

/** A demand of a provider. One constant each, at the top of the file that checks it. */
export interface Demand {
  readonly code: FindingCode;
  /** `error`: the request is refused; `warning`: some servers or models do; `note`: worth knowing. */
  readonly severity: Finding["severity"];
  /** What is wrong and what to do, for people; `{}` stands for the particulars. */
  readonly message: string;
  /** The provider's usual words, with `{}` for the particulars. */
  readonly says?: string;
  readonly source: Source;
  readonly evidence: Evidence;
}

/** Collects findings. */
export type Report = (demand: Demand, path: Pointer, particulars?: string) => void;

/** Judges a body of one format. Never throws, whatever the body is. */
export type Validator = (body: unknown, target: ValidateTarget) => readonly Finding[];
