/** What a request wants to append, checked before any of it is written. */
import { readSession, type SessionProblemCode } from "../../src/index.ts";
import { appendRequest, check } from "../api/requests.ts";
import { Refusal } from "../problem.ts";
import type { Addition } from "./lines.ts";

/**
 * Reads a parsed body.
 *
 * @param idempotencyKey the same key gives the same ids, by which an addition is known when it comes again
 * @throws Refusal 400 `invalid-request`, `invalid-message`
 */
export async function additionOf(value: unknown, idempotencyKey: string | null): Promise<Omit<Addition, "size">> {
  const { messages, entries } = check(appendRequest, value);
  const values = messages ?? entries ?? [];
  if ((messages === undefined) === (entries === undefined) || values.length === 0) {
    throw new Refusal(400, "invalid-request", "Send messages or entries: a list that is not empty.");
  }
  if (idempotencyKey !== null && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new Refusal(400, "invalid-request", "An idempotency-key has at most 255 characters and no spaces.");
  }
  const repeated = idempotencyKey === null ? "no" : "key";
  if (messages) {
    checkMessages(messages);
    return { kind: "messages", values, ids: await newIds(messages.length, idempotencyKey), repeated };
  }
  checkEntries(values);
  const ids = values.map((entry) => (entry as { id?: unknown }).id).filter((id) => typeof id === "string");
  return { kind: "entries", values, ids, repeated };
}

function checkMessages(messages: readonly unknown[]): void {
  const header = { type: "session", version: 3, id: "check", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/" };
  const entries = messages.map((message) => ({ type: "message", message }));
  // Line 1 is the header.
  const problem = firstProblem([header, ...entries]);
  if (problem) throw invalid(`/messages/${problem.line - 2}${(problem.path ?? "").replace(/^\/message/, "")}`);
}

function checkEntries(entries: readonly unknown[]): void {
  const index = entries.findIndex((entry) => typeof entry !== "object" || entry === null || Array.isArray(entry));
  if (index >= 0) throw invalid(`/entries/${index}`);
  const problem = firstProblem(entries);
  if (problem) throw invalid(`/entries/${problem.line - 1}${problem.path ?? ""}`);
}

/** What is true of every part of a file: its header and some parents stand before it. */
const OF_PARTS: ReadonlySet<SessionProblemCode> = new Set(["missing-header", "missing-parent", "missing-kept-entry"]);

function firstProblem(values: readonly unknown[]) {
  const { problems } = readSession(values.map((value) => JSON.stringify(value)).join("\n"));
  return problems.find(({ code }) => !OF_PARTS.has(code));
}

function invalid(path: string): Refusal {
  return new Refusal(400, "invalid-message", "This is not what a session file holds at this place.", { path });
}

/** Ids of 16 hexadecimal digits. */
async function newIds(count: number, key: string | null): Promise<readonly string[]> {
  const seed = key ?? crypto.randomUUID();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const text = new TextEncoder().encode(`${seed}\n${index}`);
      return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text)).subarray(0, 8));
    }),
  );
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
