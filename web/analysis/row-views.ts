/** A row as the list shows it: who speaks, and a line about what is said. */
import type { RowView } from "../protocol.ts";
import type { Analysis } from "./analysis.ts";
import { blocksIn, bodyOf, imageIn, kindOf, labelOf, roleOf } from "./blocks.ts";
import { REQUEST } from "./rows.ts";
import { isFields } from "./values.ts";

const LONGEST = 200;

/** Some rows. */
export function rowViews({ rows, amounter, target }: Analysis, wanted: readonly number[]): RowView[] {
  const { before, after, flags, count } = rows.index;
  return wanted
    .filter((row) => row >= 0 && row < count)
    .map((row) => {
      const [i, k] = [before[row] as number, after[row] as number];
      if (i === REQUEST) {
        const summary = requestLine(rows.before.root, rows.before.base);
        return { row, role: "request", summary, tokens: 0, flags: flags[row] ?? 0 };
      }
      const turn = i >= 0 ? rows.before.list[i] : rows.after.list[k];
      return { row, ...viewOf(turn), tokens: amounter.tokens(turn, target), flags: flags[row] ?? 0 };
    });
}

/** The first turns of a file that is still being read. */
export function previewOf(messages: readonly unknown[]): RowView[] {
  return messages.map((message, row) => ({ row, ...viewOf(message), tokens: 0, flags: 0 }));
}

function viewOf(turn: unknown): Pick<RowView, "role" | "summary"> {
  return { role: roleOf(turn).slice(0, 40), summary: summarize(turn) };
}

/** A line about a turn. Pictures and signatures never get into it. */
function summarize(turn: unknown): string {
  const parts: string[] = [];
  let length = 0;
  for (const { value } of blocksIn(turn).slice(0, 12)) {
    if (length > LONGEST) break;
    const part = summarizeBlock(value);
    length += part.length;
    if (part !== "") parts.push(part);
  }
  if (parts.length === 0 && isFields(turn)) {
    for (const key of ["summary", "command", "errorMessage"]) {
      if (typeof turn[key] === "string") parts.push(oneLine(turn[key]));
    }
  }
  const line = parts.join(" · ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function summarizeBlock(block: unknown): string {
  const image = imageIn(block);
  if (image) return image.describes;
  const kind = kindOf(block);
  const text = oneLine(bodyOf(block));
  if (kind === "text") return text;
  if (kind === "tool call") return `${labelOf(block).slice(10)}(${text})`;
  return text === "" ? kind : `${kind}: ${text}`;
}

function oneLine(text: string): string {
  return text.slice(0, LONGEST).replace(/\s+/g, " ").trim();
}

function requestLine(root: unknown, base: string): string {
  if (!isFields(root)) return "";
  const { model } = root;
  const keys = Object.keys(root).filter((key) => `/${key}` !== base && key !== "model");
  return [...(typeof model === "string" ? [model] : []), ...keys.slice(0, 12)].join(" · ").slice(0, LONGEST);
}
