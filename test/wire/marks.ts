// Private names: every block and turn of a body gets a field that no API knows, so that a test can see where it went.
import { isRecord } from "../../src/transcript/message.ts";
import { PLACES_PER_MESSAGE, type Place } from "../../src/transcript/place.ts";
import type { Parsed } from "../../src/wire/types.ts";
import { partsOf } from "../oracles/values.ts";

/** The private field. */
export const PRIVATE = "x_private";

/** All places of a parsed body, those of its messages and of their blocks. */
export function placesIn({ messages }: Parsed): Place[] {
  return messages.flatMap(({ content }, index) => {
    const at = index * PLACES_PER_MESSAGE;
    return [at, ...(Array.isArray(content) ? content.map((_, block) => at + 1 + block) : [])];
  });
}

/** The pointers of everything that was read from the body and of the turns around it. */
function pointersIn(parsed: Parsed): Set<string> {
  const pointers = new Set<string>();
  for (const place of placesIn(parsed)) {
    for (const pointer of [parsed.shape.pointerIn(place), parsed.shape.turnOf(place)]) {
      if (pointer) pointers.add(pointer);
    }
  }
  return pointers;
}

interface Trie {
  readonly children: Map<string, Trie>;
  mark?: string;
}

/**
 * A copy of the body with a private field, and a field named `__proto__`, in every object that a block or turn was read
 * from. The mark is the pointer of the object.
 *
 * @param wrappers keys of objects inside of blocks that get marks of their own, such as `source`
 */
export function markBody(body: unknown, parsed: Parsed, wrappers: readonly string[] = []): unknown {
  const root: Trie = { children: new Map() };
  for (const pointer of pointersIn(parsed)) {
    let node = root;
    for (const part of partsOf(pointer)) {
      const next = node.children.get(part) ?? { children: new Map() };
      node.children.set(part, next);
      node = next;
    }
    node.mark = pointer;
  }
  return copy(body, root, wrappers);
}

function copy(value: unknown, { children, mark }: Trie, wrappers: readonly string[]): unknown {
  if (Array.isArray(value)) {
    if (children.size === 0) return value;
    return value.map((item: unknown, index) => {
      const child = children.get(String(index));
      return child ? copy(item, child, wrappers) : item;
    });
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const child = children.get(key);
    if (child) return [key, copy(inner, child, wrappers)];
    return [
      key,
      mark !== undefined && wrappers.includes(key) && isRecord(inner) ? marked(inner, `${mark}/${key}`) : inner,
    ];
  });
  const copied: Record<string, unknown> = {};
  for (const [key, inner] of entries) setData(copied, key, inner);
  return mark === undefined ? copied : marked(copied, mark);
}

function marked(object: Readonly<Record<string, unknown>>, mark: string): Readonly<Record<string, unknown>> {
  const copied: Record<string, unknown> = { ...object };
  setData(copied, "__proto__", { polluted: mark });
  copied[PRIVATE] = mark;
  return copied;
}

function setData(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** How often each mark stands in a value, and every object in it. Depth and cycles do no harm. */
export function survey(value: unknown): {
  readonly marks: ReadonlyMap<string, number>;
  readonly objects: ReadonlySet<unknown>;
} {
  const marks = new Map<string, number>();
  const objects = new Set<unknown>();
  const work: unknown[] = [value];
  while (work.length > 0) {
    const next = work.pop();
    if (typeof next !== "object" || next === null) continue;
    const mark = Object.hasOwn(next, PRIVATE) ? (next as Record<string, unknown>)[PRIVATE] : undefined;
    if (typeof mark === "string") marks.set(mark, (marks.get(mark) ?? 0) + 1);
    // An object that stands twice counts twice, but its inside is looked at once.
    if (objects.has(next)) continue;
    objects.add(next);
    for (const inner of Object.values(next)) work.push(inner);
  }
  return { marks, objects };
}
