/** Values abbreviated for people: never longer than a line, never the bytes of a picture. */
import { measureCanonical } from "../images/measure.ts";
import { isRecord } from "../transcript/message.ts";

const LONGEST = 160;
/** The same for a text within a value. */
const INNER = 80;

/** One line that says what the value is. Bounded work, whatever the value's size or depth. */
export function preview(value: unknown): string {
  return shorten(describe(value, 0));
}

function describe(value: unknown, depth: number): string {
  if (typeof value === "string") {
    if (depth === 0) return value.slice(0, LONGEST + 1);
    return JSON.stringify(value.length > INNER ? `${value.slice(0, INNER)}…` : value);
  }
  if (typeof value !== "object" || value === null) return String(value);
  if (depth > 2) return Array.isArray(value) ? "[…]" : "{…}";
  if (Array.isArray(value)) {
    const shown = value.slice(0, 4).map((item) => describe(item, depth + 1));
    return `[${shown.join(", ")}${value.length > 4 ? `, … ${value.length} in all` : ""}]`;
  }
  if (!isRecord(value)) return String(value);
  return describeRecord(value, depth);
}

function describeRecord(value: Readonly<Record<string, unknown>>, depth: number): string {
  const { type, role, data, mimeType, text, thinking, name, content } = value;
  if (typeof data === "string" && data.length > 64) {
    const size = formatBytes(Math.floor((data.length * 3) / 4));
    const info = type === "image" ? measureCanonical(data) : undefined;
    const sides = info ? ` ${info.width}x${info.height}` : "";
    return `${String(mimeType ?? type ?? "data")} ${size}${sides}`;
  }
  if (type === "text" && typeof text === "string") return describe(text, depth);
  if (type === "thinking" && typeof thinking === "string") return `thinking: ${thinking.slice(0, LONGEST)}`;
  if (typeof name === "string" && typeof type === "string") {
    return `${type} ${name}(${describe(value["arguments"] ?? value["input"] ?? null, depth + 1)}) ${String(value["id"] ?? "")}`;
  }
  if (typeof role === "string")
    return `${role}: ${describe(content ?? value["summary"] ?? value["command"] ?? "", depth + 1)}`;
  const parts: string[] = [];
  for (const key of Object.keys(value).slice(0, 6)) parts.push(`${key}: ${describe(value[key], depth + 1)}`);
  return `{${parts.join(", ")}${Object.keys(value).length > 6 ? ", …" : ""}}`;
}

function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
