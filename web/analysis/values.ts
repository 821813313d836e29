/** Reading values of a transcript that may be anything. */

/** An object with keys. */
export type Fields = Readonly<Record<string, unknown>>;

/** Is it an object with keys? */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands at a JSON pointer. Only what is an object's own is looked at. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const key of keysOf(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Fields)[key];
  }
  return value;
}

/** The keys of a JSON pointer. */
export function keysOf(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/").map(unescapeKey);
}

/** A key as a part of a pointer. */
export function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescapeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Its texts, also those within. Keys count, the data of pictures does not. Bounded depth: JSON may be hostile. */
export function* textsIn(value: unknown): Generator<string> {
  const work: unknown[] = [value];
  for (let item = work.pop(); item !== undefined || work.length > 0; item = work.pop()) {
    if (typeof item === "string") yield item;
    if (typeof item !== "object" || item === null) continue;
    if (Array.isArray(item)) {
      for (let index = item.length - 1; index >= 0; index--) work.push(item[index]);
      continue;
    }
    for (const key of Object.keys(item).reverse()) {
      const inner = (item as Fields)[key];
      if (typeof inner !== "string" || !isData(key, inner)) work.push(inner);
      work.push(key);
    }
  }
}

/** Is the text under this key the data of a picture or file rather than something to read? */
export function isData(key: string, text: string): boolean {
  if (text.length < 512) return false;
  if (/^data:[\w/+.-]*;base64,/i.test(text.slice(0, 80))) return true;
  return /^(data|bytes|file_data|url)$/.test(key) && /^[\w+/=\s-]*$/.test(text.slice(0, 512));
}
