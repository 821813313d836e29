/** The settings of a worker: read once from its environment, with a default for each. */

/** The variables and secrets of a worker. */
export type Variables = Readonly<Record<string, unknown>>;

/** What a request may make the worker do. */
export interface Limits {
  /** Bytes of a request body, after it was decompressed. */
  readonly maxBodyBytes: number;
  /** How deep objects and lists may stand in one another. */
  readonly maxJsonDepth: number;
  /** JSON values in a body: what takes memory once it is parsed. */
  readonly maxJsonValues: number;
  /** JSON objects in a body: messages, blocks, calls and their arguments. */
  readonly maxBlocks: number;
  /** Pixels of one image. */
  readonly maxImagePixels: number;
  /** Milliseconds of processor time that the images of one request may take, as estimated from their pixels. */
  readonly cpuBudgetMs: number;
}

/** Everything that can be set. */
export interface Settings {
  /** Secrets by the name of their tenant. Empty: everybody may use the API, and all are one tenant. */
  readonly tokens: ReadonlyMap<string, readonly string[]>;
  /** Origins whose pages may use the API; `*` is any. */
  readonly corsOrigins: ReadonlySet<string>;
  /** Sessions may be used without a token. */
  readonly openSessions: boolean;
  readonly limits: Limits;
}

/** A setting that cannot be used. The message names it and never holds its value, which may be a secret. */
export class SettingError extends Error {
  /** The name of the variable. */
  readonly setting: string;

  /** @param setting the name of the variable @param advice what it should be */
  constructor(setting: string, advice: string) {
    super(`${setting}: ${advice}`);
    this.name = "SettingError";
    this.setting = setting;
  }
}

const MIB = 2 ** 20;
const SHORTEST_TOKEN = 16;

/**
 * Reads the settings.
 *
 * @throws SettingError for the first variable that is not as documented in wrangler.jsonc
 */
export function readSettings(env: Variables): Settings {
  return {
    tokens: readTokens(env),
    openSessions: readChoice(env, "OPEN_SESSIONS", ["false", "true"]) === "true",
    corsOrigins: new Set(readList(env, "CORS_ORIGINS").map(originOf)),
    limits: {
      maxBodyBytes: readInteger(env, "MAX_BODY_BYTES", 16 * MIB, 1024, 64 * MIB),
      maxJsonDepth: readInteger(env, "MAX_JSON_DEPTH", 200, 8, 2000),
      maxJsonValues: readInteger(env, "MAX_JSON_VALUES", 1_000_000, 1000, 10_000_000),
      maxBlocks: readInteger(env, "MAX_BLOCKS", 200_000, 100, 10_000_000),
      maxImagePixels: readInteger(env, "MAX_IMAGE_PIXELS", 50_000_000, 1, 268_435_456),
      cpuBudgetMs: readInteger(env, "CPU_BUDGET_MS", 20_000, 0, 300_000),
    },
  };
}

const known = new WeakMap<Variables, Settings>();

/** The settings of an environment, which an isolate has one of: read when the first request asks for them. */
export function settingsOf(env: Variables): Settings {
  const before = known.get(env);
  if (before) return before;
  const settings = readSettings(env);
  known.set(env, settings);
  return settings;
}

/** A whole number within bounds; the default when the variable is not set. */
export function readInteger(env: Variables, name: string, byDefault: number, least: number, most: number): number {
  const value = env[name];
  if (value === undefined || value === "") return byDefault;
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= least && number <= most) return number;
  throw new SettingError(name, `give a whole number from ${least} to ${most}.`);
}

/** Words that are separated by commas or white space. */
export function readList(env: Variables, name: string): readonly string[] {
  const value = env[name] ?? "";
  if (typeof value !== "string") throw new SettingError(name, "give words that are separated by commas.");
  return value.split(/[\s,]+/).filter((word) => word !== "");
}

/** One of a list of words; the first when the variable is not set. */
export function readChoice<T extends string>(env: Variables, name: string, choices: readonly [T, ...T[]]): T {
  const value = env[name];
  if (value === undefined || value === "") return choices[0];
  const found = choices.find((choice) => choice === String(value));
  if (found !== undefined) return found;
  throw new SettingError(name, `give ${choices.join(" or ")}.`);
}

function originOf(text: string): string {
  if (text === "*") return text;
  const origin = URL.canParse(text) ? new URL(text).origin : "null";
  if (origin !== "null" && origin === text.toLowerCase().replace(/\/$/, "")) return origin;
  throw new SettingError("CORS_ORIGINS", "give origins such as https://app.example, or *.");
}

/** One secret for one tenant, or a JSON object of tenants, each with a secret or a list of them. */
function readTokens(env: Variables): ReadonlyMap<string, readonly string[]> {
  const value = env["API_TOKENS"] ?? "";
  if (typeof value === "string" && value.trim() === "") return new Map();
  const tenants =
    typeof value === "string" && !value.trim().startsWith("{") ? { default: value.trim() } : parsed(value);
  if (typeof tenants !== "object" || tenants === null || Array.isArray(tenants)) throw badTokens();
  const tokens = new Map<string, readonly string[]>();
  for (const [tenant, secrets] of Object.entries(tenants)) {
    const list: unknown[] = Array.isArray(secrets) ? secrets : [secrets];
    if (!/^[\w.-]{1,64}$/.test(tenant) || list.length === 0 || !list.every(isToken)) throw badTokens();
    tokens.set(tenant, list);
  }
  const all = [...tokens.values()].flat();
  if (tokens.size === 0 || new Set(all).size < all.length) throw badTokens();
  return tokens;
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw badTokens();
  }
}

/** What fits into a header. */
function isToken(value: unknown): value is string {
  return typeof value === "string" && value.length >= SHORTEST_TOKEN && /^[\x21-\x7e]+$/.test(value);
}

function badTokens(): SettingError {
  const shape = `a secret of at least ${SHORTEST_TOKEN} characters, or {"tenant": "secret", "other": ["old", "new"]}`;
  return new SettingError("API_TOKENS", `give ${shape}; no secret twice.`);
}
