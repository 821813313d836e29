/** A JSON value as a tree, a level at a time: only what is looked at leaves the worker. */
import type { JsonNode } from "../protocol.ts";
import { escapeKey, type Fields, isData, valueAt } from "./values.ts";

/** How many children are sent at once. */
const PAGE = 200;
/** How much of a string is shown in the tree. */
const SHOWN = 300;

/** The children of what stands at a pointer, from an offset on. */
export function nodesAt(root: unknown, path: string, offset: number): JsonNode[] {
  const value = path === "" ? root : valueAt(root, path);
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  const size = keys ? keys.length : (value as readonly unknown[]).length;
  const nodes: JsonNode[] = [];
  for (let index = offset; index < Math.min(size, offset + PAGE); index++) {
    const key = keys ? (keys[index] as string) : String(index);
    nodes.push(nodeOf(key, (value as Fields)[key], `${path}/${escapeKey(key)}`));
  }
  const left = size - offset - nodes.length;
  if (left > 0) nodes.push({ path, key: String(offset + nodes.length), kind: "more", text: "", size: left });
  return nodes;
}

function nodeOf(key: string, value: unknown, path: string): JsonNode {
  if (typeof value === "string") {
    const data = isData(key, value);
    return { path, key, kind: "string", text: value.slice(0, data ? 40 : SHOWN), size: value.length };
  }
  if (value === null) return { path, key, kind: "null", text: "null", size: 0 };
  if (Array.isArray(value)) return { path, key, kind: "array", text: "", size: value.length };
  if (typeof value === "object") return { path, key, kind: "object", text: "", size: Object.keys(value).length };
  const kind = typeof value === "number" ? "number" : "boolean";
  return { path, key, kind, text: String(value), size: 0 };
}
