/// <reference path="../src/adapters/deno/deno.d.ts" />
/** One measurement of session repair in a process of its own, started by session.mjs; runs in Node and in Deno. */
import { createDenoStore } from "../src/adapters/deno/store.ts";
import { createSessionRepairStream, repairSessionFileIfNeeded } from "../src/index.ts";
import { generateSession, type Json } from "./generate.ts";

/** What is to be measured. */
export type SessionTask =
  | { readonly kind: "compare"; readonly content: Content; readonly damage: number; readonly rounds: number }
  | { readonly kind: "write"; readonly path: string; readonly megabytes: number; readonly longLine: number }
  | { readonly kind: "repair"; readonly path: string };

/** What the lines of a file are about. */
export type Content = "agent" | "images" | "thai";

/** What a task gives; times in milliseconds, one for each round. */
export interface SessionSamples {
  compare: { readonly bytes: number; readonly lines: number; readonly repair: number[]; readonly parse: number[] };
  write: { readonly bytes: number; readonly lines: number };
  repair: { readonly repaired: boolean; readonly dropped: number; readonly ms: number };
}

const encoder = new TextEncoder();
const CHUNK = 64 * 1024;
const HEADER = { type: "session", version: 3, id: "s", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/w" };

/** Lines of a session file, a line feed behind each. */
function linesOf(content: Content, count: number): string[] {
  const entry = (message: Json, index: number): string => {
    const parentId = index === 0 ? null : `e${index - 1}`;
    return `${JSON.stringify({ type: "message", id: `e${index}`, parentId, timestamp: HEADER.timestamp, message })}\n`;
  };
  const header = `${JSON.stringify(HEADER)}\n`;
  if (content === "agent") return [header, ...generateSession(count).map(entry)];
  const text = "ข้อความยาวเป็นภาษาไทยสำหรับทดสอบการอ่านไฟล์ ".repeat(12);
  const block =
    content === "thai"
      ? { type: "text", text }
      : { type: "image", mimeType: "image/png", data: "iVBORw0K".repeat(9000) };
  const messages = Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text: `message ${index}` }, block],
  }));
  return [header, ...messages.map(entry)];
}

/** Every so many lines, the line before one breaks off. */
function damage(lines: readonly string[], every: number): string[] {
  return lines.map((line, index) =>
    every > 0 && index % every === every - 1 ? line.slice(0, line.length >> 1) : line,
  );
}

/** The stream over a file against what any reader does: decode, split, parse each line. In turn, in one process. */
async function compare({ content, damage: every, rounds }: SessionTask & { kind: "compare" }) {
  const lines = damage(linesOf(content, content === "images" ? 150 : 12_000), every);
  const bytes = encoder.encode(lines.join(""));
  const samples = { bytes: bytes.length, lines: lines.length, repair: [] as number[], parse: [] as number[] };
  for (let round = -3; round < rounds; round++) {
    for (const work of ["parse", "repair"] as const) {
      const start = performance.now();
      if (work === "parse") parseAll(bytes);
      else await repairAll(bytes);
      if (round >= 0) samples[work].push(performance.now() - start);
    }
  }
  return samples;
}

function parseAll(bytes: Uint8Array): number {
  let count = 0;
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    if (line === "") continue;
    try {
      JSON.parse(line);
      count++;
    } catch {
      // A damaged line: the reader passes over it.
    }
  }
  return count;
}

async function repairAll(bytes: Uint8Array): Promise<void> {
  const { writable, readable, report } = createSessionRepairStream();
  const source = chunksOf(bytes);
  await Promise.all([source.pipeTo(writable), readable.pipeTo(new WritableStream())]);
  await report;
}

function chunksOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      // A copy, as a host hands it over.
      controller.enqueue(bytes.slice(at, at + CHUNK));
      at += CHUNK;
    },
  });
}

/** Writes a file of ordinary lines, of which one in ten thousand breaks off; and if wished one long line. */
async function write({ path, megabytes, longLine }: SessionTask & { kind: "write" }) {
  const file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  const put = async (text: string): Promise<void> => {
    for (let bytes = encoder.encode(text); bytes.length > 0; ) bytes = bytes.subarray(await file.write(bytes));
  };
  const lines = linesOf("agent", 10_000);
  const round = damage(lines.slice(1), 10_000).join("");
  await put(lines[0] ?? "");
  let [bytes, count] = [0, 1];
  while (bytes < megabytes * 1e6) {
    await put(round);
    bytes += encoder.encode(round).length;
    count += lines.length - 1;
  }
  if (longLine > 0) {
    await put('{"type":"message","id":"long","parentId":null,"message":{"role":"toolResult","content":"');
    for (let left = longLine; left > 0; left -= 1e6) await put("é".repeat(Math.min(left, 1e6) / 2));
    await put('"}}\n');
  }
  file.close();
  return { bytes, lines: count };
}

async function repair({ path }: SessionTask & { kind: "repair" }) {
  const start = performance.now();
  const { repaired, droppedLines, reason } = await repairSessionFileIfNeeded({ store: createDenoStore(), path });
  if (reason !== undefined) throw new Error(reason);
  return { repaired, dropped: droppedLines, ms: performance.now() - start };
}

const { process } = globalThis as { process?: { argv: string[] } };
const task = JSON.parse((process?.argv ?? []).at(-1) ?? "") as SessionTask;
const result = task.kind === "compare" ? compare(task) : task.kind === "write" ? write(task) : repair(task);
console.log(JSON.stringify(await result));
