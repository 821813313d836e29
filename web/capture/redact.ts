/** Credentials never get further than the place where a request is first seen. */
import { isObject, type JsonObject } from "../inputs/json.ts";

/** What stands where a credential stood. */
export const REDACTED = "[redacted]";

/** Query parameters that say how an API is called, and nothing about who calls. */
const PLAIN_PARAMETERS: ReadonlySet<string> = new Set(["alt", "api-version", "beta", "stream"]);
const PLAIN_VALUE = /^[\w ,;=./+:-]{1,300}$/;
const LONGEST_URL = 2000;

/** A URL without user, password and fragment, and with the values of all parameters hidden that are not known. */
export function safeUrl(url: string): string {
  if (!URL.canParse(url)) return "";
  const parsed = new URL(url);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return `${parsed.protocol}//`;
  const parameters = [...parsed.searchParams].map(([name, value]) => {
    const shown = PLAIN_PARAMETERS.has(name.toLowerCase()) && PLAIN_VALUE.test(value) ? value : REDACTED;
    return `${encodeURIComponent(name)}=${shown}`;
  });
  const query = parameters.length > 0 ? `?${parameters.join("&")}` : "";
  return `${parsed.origin}${parsed.pathname}${query}`.slice(0, LONGEST_URL);
}

const SECRET_KEYS =
  /^(?:x[-_])?(?:api[-_]?key|authorization(?:[-_]token)?|access[-_]?token|auth[-_]?token|secret|password)$/i;
const HEADER_KEYS = /^(?:extra[-_]?)?headers$/i;
/** Lists of servers that the provider calls for the model, with credentials of their own. */
const SERVER_LISTS = ["mcp_servers", "mcpServers", "tools"];

/** The body without the credentials that some APIs take in it; the same object where there is none. */
export function withoutCredentials(body: unknown): unknown {
  if (!isObject(body)) return body;
  const changed = hidden(body);
  const lists = SERVER_LISTS.flatMap((key): [string, unknown][] => {
    const list = Object.hasOwn(changed, key) ? changed[key] : undefined;
    if (!Array.isArray(list)) return [];
    const safe = list.map((item: unknown) => (isObject(item) ? hidden(item) : item));
    return safe.every((item, index) => item === list[index]) ? [] : [[key, safe]];
  });
  return lists.length === 0 ? changed : { ...changed, ...Object.fromEntries(lists) };
}

/** The object with its secret values hidden; the same object where there is none. */
function hidden(object: JsonObject): JsonObject {
  const entries = Object.entries(object);
  const safe = entries.map(([key, value]): [string, unknown] => [key, safeValue(key, value)]);
  return safe.every(([, value], index) => value === entries[index]?.[1]) ? object : Object.fromEntries(safe);
}

function safeValue(key: string, value: unknown): unknown {
  if (value === undefined || value === null || value === REDACTED) return value;
  if (SECRET_KEYS.test(key) || (HEADER_KEYS.test(key) && isObject(value))) return REDACTED;
  if ((key === "url" || key === "server_url") && typeof value === "string" && /[?@#]/.test(value))
    return safeUrl(value);
  return value;
}

const TOKENS =
  /\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|ghs|glpat|xox[a-z])[-_][\w*.-]{5,200}[\w*-]|\bAIza[\w-]{20,60}|\bAKIA[A-Z0-9]{12,20}|\beyJ[\w-]{8,2000}\.[\w-]{4,2000}(?:\.[\w-]{0,2000})?|\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,2000}/gi;

/** A text of a provider without what looks like a key: some repeat the one they refuse. */
export function withoutKeys(text: string): string {
  return text.replace(TOKENS, REDACTED);
}
