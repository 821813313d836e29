/** From the gateway's path to the address of an upstream. */
import type { ReplayTarget } from "../../src/index.ts";
import { Refusal } from "../problem.ts";
import type { Regions, Upstream } from "./upstreams.ts";

/** Where a request goes. */
export interface Route {
  readonly upstream: Upstream;
  /** The address at the upstream, with the caller's query. */
  readonly url: URL;
  /** The region that signs; empty for servers that have none. */
  readonly region: string;
  /** Whom the body is for; undefined: it is no call of a model. `provider` and `modelApi` are absent where not known. */
  readonly target: Partial<ReplayTarget> | undefined;
}

/**
 * Finds the upstream that the first segment of a path names.
 *
 * @returns undefined when there is none of that name
 * @throws Refusal 404 `unknown-region`
 */
export function routeOf(upstreams: readonly Upstream[], { pathname, search }: URL): Route | undefined {
  const end = pathname.indexOf("/", 1);
  const id = pathname.slice(1, end < 0 ? undefined : end);
  const upstream = upstreams.find((one) => one.id === id);
  if (!upstream) return undefined;
  const path = end < 0 ? "/" : pathname.slice(end);
  const { base, rest, region } = placed(upstream, path);
  return { upstream, url: joined(base, rest, search), region, target: targetOf(upstream, rest, base) };
}

function placed({ base }: Upstream, path: string): { base: string; rest: string; region: string } {
  if (typeof base === "string") return { base, rest: path, region: "" };
  const found = base.path.exec(path);
  const region = found?.[1] ?? "";
  if (!found || !base.names.includes(region)) throw unknownRegion(base);
  const rest = base.strip ? path.slice(found[0].length) : path;
  const own = base.bases && Object.hasOwn(base.bases, region) ? base.bases[region] : undefined;
  return { base: own ?? base.base.replace("{region}", region), rest, region };
}

function unknownRegion({ names }: Regions): Refusal {
  return new Refusal(
    404,
    "unknown-region",
    `The path names no region that may be asked. There are ${names.join(", ")}.`,
  );
}

/** The setters of a URL cannot change its host, whatever the path holds. */
function joined(base: string, rest: string, search: string): URL {
  const url = new URL(base);
  const prefix = url.pathname.replace(/\/$/, "");
  url.pathname = prefix + rest;
  url.search = search;
  if (url.pathname.startsWith(`${prefix}/`)) return url;
  throw new Refusal(404, "not-found", "The path leaves the upstream.");
}

function targetOf({ provider, calls }: Upstream, path: string, base: string): Partial<ReplayTarget> | undefined {
  for (const call of calls) {
    const found = call.path.exec(path);
    if (!found) continue;
    const model = decoded(found.groups?.["model"]);
    const owner = call.provider ?? provider;
    return {
      ...(owner === "" ? { baseUrl: new URL(base).origin } : { provider: owner }),
      ...(call.api !== undefined && { modelApi: call.api }),
      ...(model !== undefined && { modelId: model }),
    };
  }
  return undefined;
}

function decoded(segment: string | undefined): string | undefined {
  if (segment === undefined) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
