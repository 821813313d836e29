/** What an operation of the API is: data, from which requests are routed and the description of the API is made. */
import type * as z from "zod/mini";
import type { ImageEngine } from "../src/index.ts";
import type { Settings } from "./config.ts";
import type { ResponseCache } from "./image-cache.ts";
import type { SessionHost } from "./sessions/host.ts";
import type { Timing } from "./timing.ts";

/** What the host brings. */
export interface Services {
  readonly settings: Settings;
  /** Makes images fit; absent: those that the target takes stay, others become a text. */
  readonly engine?: ImageEngine;
  /** Keeps images between requests. */
  readonly imageCache?: ResponseCache;
  /** Where sessions are; absent: they are not kept. */
  readonly sessions?: SessionHost;
}

/** A request on its way. */
export interface Call {
  readonly request: Request;
  readonly url: URL;
  /** What stands in the place of `{id}` in the path; empty where there is none. */
  readonly id: string;
  /** Whose request it is. */
  readonly tenant: string;
  readonly services: Services;
  readonly timing: Timing;
}

/** A schema, or a media type for what is no JSON. */
export type Content = z.ZodMiniType | string;

/** One method of one path. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path, with `{id}` for a part that callers choose. */
  readonly path: string;
  readonly summary: string;
  /** Can be used without a token. */
  readonly open?: boolean;
  /** Parameters of the query string, and what they say. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that mean something here. */
  readonly headers?: readonly string[];
  readonly body?: Content;
  /** What comes back when all went well, by status. */
  readonly answers: Readonly<Record<number, Content | undefined>>;
  /** The statuses of refusals, besides those that every operation has. */
  readonly refusals?: readonly number[];
  run(call: Call): Response | Promise<Response>;
}
