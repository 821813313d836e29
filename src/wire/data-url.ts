/** Data URLs, in which several formats hold the bytes of images and documents. */

/** How many characters the head of a data URL has at most. */
const LONGEST_HEAD = 200;

/** The base64 of a data URL and its media type; undefined for other URLs. */
export function readDataUrl(url: string): { readonly data: string; readonly mimeType: string } | undefined {
  if (!/^data:/i.test(url.slice(0, 5))) return undefined;
  const head = url.slice(5, LONGEST_HEAD);
  const comma = head.indexOf(",");
  if (comma < 0 || !/;base64$/i.test(head.slice(0, comma))) return undefined;
  const [mimeType = ""] = head.slice(0, comma).split(";");
  return { mimeType, data: url.slice(5 + comma + 1) };
}

/** The data URL; undefined when there are no bytes. */
export function dataUrl(mimeType: unknown, data: unknown): string | undefined {
  return typeof data === "string" ? `data:${typeof mimeType === "string" ? mimeType : ""};base64,${data}` : undefined;
}
