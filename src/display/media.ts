/**
 * Media without its bytes: what remains of a picture, a recording or a document is its type, its size and, if a browser
 * may fetch it, its address.
 */
import { isRecord } from "../transcript/message.ts";

const PRIVATE_FIELDS = ["data", "blob", "path", "file", "filePath", "localPath"] as const;
const ADDRESS_FIELDS = ["url", "openUrl", "image_url", "audio_url", "video_url"] as const;

const MEDIA_TYPES: ReadonlySet<unknown> = new Set([
  "image",
  "audio",
  "video",
  "document",
  "media",
  "file",
  "input_image",
  "input_audio",
  "input_file",
  "image_url",
]);

/** The host's own routes that serve media to people who may see the session. */
const LOCAL_ROUTE = /^\/(?:api\/chat\/media\/outgoing|media|__openclaw__)\/[^\s\\?#]*/;
const INBOUND = /^media:\/\/inbound\/[\w.%-]{1,255}$/i;
const WEB = /^(https?):\/\/([^\s/?#\\]{1,255})(\/[^\s?#\\]*)?(?:[?#]|$)/i;

type Mutable = Record<string, unknown>;

/** Is it a block of media? */
export function isMedia(block: unknown): boolean {
  return isRecord(block) && MEDIA_TYPES.has(block["type"]);
}

/**
 * The block without bytes and local paths, also below `source`. `omitted` says that something was taken out, `bytes` how
 * large it was.
 */
export function withoutBytes(block: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const media: Mutable = { ...block };
  const nested = isRecord(block["source"]) ? { ...block["source"] } : undefined;
  const payload = payloadOf(media) ?? (nested && payloadOf(nested));
  let omitted = strip(media);
  if (nested) {
    omitted = strip(nested) || omitted;
    media["source"] = nested;
  } else if ("source" in media) {
    omitted = keepAddress(media, "source") || omitted;
  }
  if (omitted) media["omitted"] = true;
  if (payload !== undefined) media["bytes"] = decodedBytes(payload);
  return media;
}

/** A note of the host about media, without local paths. */
export function withoutPaths(fact: unknown): unknown {
  if (!isRecord(fact)) return fact;
  const copy: Mutable = { ...fact };
  delete copy["workspaceDir"];
  strip(copy);
  return copy;
}

/** How many bytes base64 text stands for, as its length tells; a `data:` prefix does not count. */
function decodedBytes(base64: string): number {
  const start = base64.startsWith("data:") ? base64.indexOf(",") + 1 : 0;
  let digits = 0;
  let padding = 0;
  for (let at = start; at < base64.length; at += 1) {
    const code = base64.charCodeAt(at);
    if (code <= 0x20) continue;
    digits += 1;
    padding = code === 0x3d ? padding + 1 : 0;
  }
  return Math.max(0, Math.floor((digits * 3) / 4) - Math.min(padding, 2));
}

function payloadOf(record: Mutable): string | undefined {
  if (typeof record["data"] === "string") return record["data"];
  if (typeof record["blob"] === "string") return record["blob"];
  const inline = ADDRESS_FIELDS.map((key) => addressIn(record[key])).find((address) => address?.startsWith("data:"));
  return inline;
}

/** Takes out bytes, paths and addresses that lead nowhere. Was there anything to take out? */
function strip(record: Mutable): boolean {
  let omitted = false;
  for (const key of PRIVATE_FIELDS) {
    if (!Object.hasOwn(record, key)) continue;
    delete record[key];
    omitted = true;
  }
  for (const key of ADDRESS_FIELDS) omitted = keepAddress(record, key) || omitted;
  return omitted;
}

/** Replaces an address by its public form, or takes it out. Was it taken out? */
function keepAddress(record: Mutable, key: string): boolean {
  if (!Object.hasOwn(record, key)) return false;
  const address = publicAddress(addressIn(record[key]));
  if (address === undefined) delete record[key];
  else record[key] = isRecord(record[key]) ? { ...(record[key] as object), url: address } : address;
  return address === undefined;
}

/** Chat Completions write an address as an object with `url`. */
function addressIn(value: unknown): string | undefined {
  const address = isRecord(value) ? value["url"] : value;
  return typeof address === "string" ? address.trim() : undefined;
}

/** The address without user, password, query and fragment; undefined when no browser should follow it. */
function publicAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const local = LOCAL_ROUTE.exec(address)?.[0];
  if (local !== undefined) return local.split("/").includes("..") ? undefined : local;
  if (INBOUND.test(address)) return address;
  const [, scheme = "", authority = "", path = "/"] = WEB.exec(address) ?? [];
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return host === "" ? undefined : `${scheme.toLowerCase()}://${host.toLowerCase()}${path}`;
}
