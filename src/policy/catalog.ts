/** The table of policies, for documentation and user interfaces: made from the families, listed nowhere else. */
import type { Source } from "../transcript/changes.ts";
import { families } from "./families/index.ts";
import { freeze } from "./freeze.ts";
import { defaultFlags, resolveTranscriptPolicy } from "./resolve.ts";
import { flagNames } from "./schema.ts";
import type { PolicyEntry, PolicyFlags } from "./types.ts";

/** One row of the table of policies. */
export interface PolicyCatalogEntry {
  /** The family, as in `policy.family`. */
  readonly id: string;
  /** The providers that it owns; empty: chosen by model id or API. */
  readonly providers: readonly string[];
  /** The API that is meant when a target names none. */
  readonly defaultApi?: string;
  /** One line. */
  readonly summary: string;
  /** Where the rules are documented. */
  readonly source: Source;
  /** The target that `flags` were resolved for. */
  readonly example: { readonly provider: string; readonly modelApi: string; readonly modelId: string };
  /** The flags that differ from the default for a typical target. */
  readonly flags: Partial<PolicyFlags>;
}

function row({ id, providers, defaultApi, exampleModel, summary, source }: PolicyEntry): PolicyCatalogEntry {
  const policy = resolveTranscriptPolicy({
    provider: providers[0] ?? "custom",
    ...(defaultApi !== undefined && { modelApi: defaultApi }),
    ...(exampleModel !== undefined && { modelId: exampleModel }),
  });
  const differs = flagNames.filter((flag) => policy[flag] !== defaultFlags[flag]);
  return {
    id,
    providers,
    ...(defaultApi !== undefined && { defaultApi }),
    summary,
    source,
    example: policy.target,
    flags: Object.fromEntries(differs.map((flag) => [flag, policy[flag]])),
  };
}

/** All built-in families, in the order in which they are asked. */
export const policyCatalog: readonly PolicyCatalogEntry[] = /* @__PURE__ */ (() => freeze(families.map(row)))();
