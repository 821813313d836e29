/** What callers see of the stages and of the front door. */
import type { TranscriptPolicy } from "../policy/types.ts";
import type { Finding } from "../transcript/changes.ts";
import type { RequestFacts } from "../transcript/request.ts";
import { isSameRoute, type ModelSnapshot } from "../transcript/snapshot.ts";
import type { Run, SanitizeOptions } from "./options.ts";
import type { PassResult } from "./run.ts";

/** What `sanitizeSessionHistory` gives back. */
export interface SanitizeResult extends PassResult {
  /** The policy that was followed. */
  readonly policy: TranscriptPolicy;
  /** What the caller should append to the session, so that later runs know about this one. */
  readonly toAppend?: { readonly modelSnapshot?: ModelSnapshot };
  /** How many leading messages are the same as in the run before; only from a replay sanitizer. */
  readonly stablePrefix?: number;
}

/** What `prepareReplay` and `sanitizePayload` gives back. */
export interface ReplayResult extends SanitizeResult {
  /** The request body, where the API of the target is known. When `status` is `unrepairable`, for people only. */
  readonly body?: unknown;
  /** What the request is to have besides the messages, where a repair changed what the caller named. */
  readonly request?: RequestFacts;
  /** What is still wrong with it, and what is worth knowing. */
  readonly findings: readonly Finding[];
  /** `clean`: nothing was changed; `repaired`: something was; `unrepairable`: an error is left. */
  readonly status: "clean" | "repaired" | "unrepairable";
}

/** The result of a run with the policy it followed, and what the session should remember of it. */
export function withPolicy(
  pass: PassResult,
  run: Run,
  options: SanitizeOptions,
  more: { readonly stablePrefix?: number } = {},
): SanitizeResult {
  const modelSnapshot = snapshotToAppend(run, options.now);
  return extend(pass, { policy: run.policy, ...(modelSnapshot && { toAppend: { modelSnapshot } }), ...more });
}

/** Adds to a result without reading what it makes on demand. */
export function extend<R extends object, More extends object>(result: R, more: More): R & More {
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(result),
      ...Object.getOwnPropertyDescriptors(more),
    },
  ) as R & More;
}

/** The snapshot to record when the route is new to the session. */
function snapshotToAppend({ policy, options }: Run, now: number | undefined): ModelSnapshot | undefined {
  const { provider, modelApi, modelId } = policy.target;
  const latest = options.modelSnapshots?.at(-1);
  const same = latest && isSameRoute(latest, policy.target);
  return same ? undefined : { ...(now !== undefined && { timestamp: now }), provider, modelApi, modelId };
}
