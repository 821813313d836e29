/** The settings of the gateway, beside those of the worker. */
import * as z from "zod/mini";
import { readChoice, readInteger, readList, SettingError, type Variables } from "../config.ts";
import { builtInUpstreams, callsOfApi, customCalls, type Upstream } from "./upstreams.ts";

z.config({ jitless: true });

/** What is done with a request unless it says otherwise. */
export const MODES = ["fix", "lint", "off", "retry"] as const;
/** `fix`: repaired; `retry`: and once more by what the provider refuses; `lint`: judged; `off`: passed on. */
export type Mode = (typeof MODES)[number];

/** The worker's own keys for AWS. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Everything that can be set. */
export interface GatewaySettings {
  readonly upstreams: readonly Upstream[];
  readonly mode: Mode;
  /** Who may use it: anybody, who brings a key of the provider's; or holders of one of the worker's tokens. */
  readonly access: "open" | "token";
  /** What happens to a body that is over a limit, or on which we fail. */
  readonly onFailure: "bypass" | "refuse";
  /** What happens to a body in which an error is left. */
  readonly onUnrepairable: "refuse" | "forward";
  /** Milliseconds until an upstream has begun to answer. */
  readonly timeoutMs: number;
  /** Absent: only requests with a key of the caller's go to Bedrock. */
  readonly aws?: AwsKeys;
}

/** What the path of the gateway already means. */
const RESERVED: ReadonlySet<string> = new Set(["v1", "assets"]);

const custom = z.array(
  z.strictObject({
    id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/)),
    baseUrl: z.string(),
    provider: z.optional(z.string()),
    api: z.optional(z.string().check(z.minLength(1))),
    credentials: z.optional(z.array(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,60}$/)))),
  }),
);

const known = new WeakMap<Variables, GatewaySettings>();

/** The settings of an environment: read when the first request asks for them. */
export function gatewaySettingsOf(env: Variables): GatewaySettings {
  const before = known.get(env);
  if (before) return before;
  const settings = readGatewaySettings(env);
  known.set(env, settings);
  return settings;
}

/**
 * Reads the settings.
 *
 * @throws SettingError for the first variable that is not as documented
 */
export function readGatewaySettings(env: Variables): GatewaySettings {
  const aws = readKeys(env);
  return {
    upstreams: readUpstreams(env),
    mode: readChoice(env, "GATEWAY_MODE", MODES),
    access: readChoice(env, "GATEWAY_ACCESS", ["open", "token"]),
    onFailure: readChoice(env, "GATEWAY_ON_FAILURE", ["bypass", "refuse"]),
    onUnrepairable: readChoice(env, "GATEWAY_ON_UNREPAIRABLE", ["refuse", "forward"]),
    timeoutMs: readInteger(env, "GATEWAY_TIMEOUT_MS", 600_000, 10, 3_600_000),
    ...(aws && { aws }),
  };
}

/** `GATEWAY_UPSTREAMS` chooses among those that are built in; `GATEWAY_CUSTOM_UPSTREAMS` adds, or replaces by id. */
function readUpstreams(env: Variables): readonly Upstream[] {
  const chosen = readList(env, "GATEWAY_UPSTREAMS");
  for (const id of chosen) {
    if (builtInUpstreams.some((one) => one.id === id) || id === "none") continue;
    throw new SettingError("GATEWAY_UPSTREAMS", `give ids among ${builtInUpstreams.map((one) => one.id).join(", ")}.`);
  }
  const own = readCustom(env);
  const regions = readList(env, "BEDROCK_REGIONS");
  const kept = builtInUpstreams.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
  return [...own, ...kept.filter(({ id }) => !own.some((one) => one.id === id)).map((one) => within(one, regions))];
}

/** The upstream with fewer regions. A region that is not built in would be a host of the settings' making. */
function within(upstream: Upstream, regions: readonly string[]): Upstream {
  const { base, signs } = upstream;
  if (signs === undefined || typeof base === "string" || regions.length === 0) return upstream;
  if (regions.every((name) => base.names.includes(name))) return { ...upstream, base: { ...base, names: regions } };
  throw new SettingError("BEDROCK_REGIONS", `give regions among ${base.names.join(", ")}.`);
}

function readCustom(env: Variables): readonly Upstream[] {
  const value = env["GATEWAY_CUSTOM_UPSTREAMS"] ?? "";
  if (value === "") return [];
  const parsed = z.safeParse(custom, typeof value === "string" ? parsedJson(value) : value);
  if (!parsed.success) throw badCustom();
  return parsed.data.map(({ id, baseUrl, provider = "", api, credentials = ["authorization", "x-api-key"] }) => {
    if (RESERVED.has(id) || !isBase(baseUrl)) throw badCustom();
    const calls = api === undefined ? customCalls : callsOfApi(api);
    return { id, base: baseUrl, provider, calls, credentials };
  });
}

function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username + password + search + hash === "";
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badCustom();
  }
}

function badCustom(): SettingError {
  return new SettingError(
    "GATEWAY_CUSTOM_UPSTREAMS",
    'give a list such as [{"id":"local","baseUrl":"https://llm.example","provider":"vllm","api":"openai-completions"}].',
  );
}

function readKeys(env: Variables): AwsKeys | undefined {
  const [accessKeyId, secretAccessKey, sessionToken] = [
    secret(env, "AWS_ACCESS_KEY_ID"),
    secret(env, "AWS_SECRET_ACCESS_KEY"),
    secret(env, "AWS_SESSION_TOKEN"),
  ];
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  if (accessKeyId === undefined) throw new SettingError("AWS_ACCESS_KEY_ID", "is missing.");
  if (secretAccessKey === undefined) throw new SettingError("AWS_SECRET_ACCESS_KEY", "is missing.");
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

function secret(env: Variables, name: string): string | undefined {
  const value = env[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  throw new SettingError(name, "give a text.");
}
