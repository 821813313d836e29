/** Recognizes the server behind a target, for what differs between servers of one API. */

/** How targets name a server. */
export interface Server<Id extends string = string> {
  /** Its name here. */
  readonly id: Id;
  /** Ids of providers. */
  readonly providers?: readonly string[];
  /** Hosts of endpoints: `deepseek.com` stands for `api.deepseek.com` and `eu-deepseek.com`, too. */
  readonly hosts?: readonly string[];
  /** How model ids begin, for providers that nobody knows: the part behind the last `/`. */
  readonly models?: readonly string[];
}

/** Whom a request goes to; each field may be empty. */
export interface ServerTarget {
  /** The provider's id, lower-cased. */
  readonly provider: string;
  /** The model's id, lower-cased. */
  readonly modelId: string;
  /** The endpoint's URL. */
  readonly baseUrl: string;
}

/** The server of a list that a target means: by its endpoint, else by its provider, else by its model. */
export function serverFor<Id extends string>(
  servers: readonly Server<Id>[],
  { provider, modelId, baseUrl }: ServerTarget,
): Id | undefined {
  const host = hostOf(baseUrl);
  const model = modelId.slice(modelId.lastIndexOf("/") + 1);
  const found =
    servers.find(({ hosts }) => hosts?.some((known) => isAt(host, known))) ??
    servers.find(({ providers }) => providers?.includes(provider)) ??
    servers.find(({ models }) => models?.some((start) => model.startsWith(start)));
  return found?.id;
}

/** The host of a URL, lower-cased; empty when there is none. */
export function hostOf(url: string): string {
  try {
    return new URL(url).hostname.toLowerCase();
  } catch {
    return "";
  }
}

function isAt(host: string, known: string): boolean {
  return host === known || host.endsWith(`.${known}`) || host.endsWith(`-${known}`);
}
