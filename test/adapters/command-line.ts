// Runs the command line as a user does, on files of a folder of its own.
import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));
export const deno: string = join(root, "node_modules/.bin/deno");
export const reading: readonly string[] = ["run", "--no-lock", "--no-remote", "--no-prompt", "--allow-read"];

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Deno in the repository. */
export function runDeno(args: readonly string[], input = ""): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, stdout: string, stderr: string): void => {
      if (error !== null && !("code" in error && typeof error.code === "number")) reject(error);
      else resolve({ code: child.exitCode ?? -1, stdout, stderr });
    };
    const child = execFile(deno, args, { cwd: root }, done);
    child.stdin?.end(input);
  });
}

/** Runs the command line, which may read and write. */
export function run(args: readonly string[], input = ""): Promise<Outcome> {
  return runDeno([...reading, "--allow-write", "src/adapters/deno/cli.ts", ...args], input);
}

/** A folder that goes when the tests of the file are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "replaysafe-cli-"));
  afterAll(() => rm(folder, { recursive: true }));
  return folder;
}

/** Writes lines to a file: text as it is, anything else as JSON. */
export async function writeLines(path: string, ...values: readonly unknown[]): Promise<string> {
  const lines = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

export const header = { type: "session", version: 3, id: "s", timestamp: "2026-01-05T09:30:00.000Z", cwd: "/w" };

export function entry(id: string, parentId: string | null, message: object): object {
  return { type: "message", id, parentId, timestamp: header.timestamp, message };
}

export function user(text: string): object {
  return { role: "user", content: [{ type: "text", text }], timestamp: 1 };
}

export const answer = {
  role: "assistant",
  content: [{ type: "text", text: "yes" }],
  provider: "anthropic",
  api: "anthropic-messages",
  model: "claude-opus-4-6",
  stopReason: "stop",
  timestamp: 2,
};

export const call = {
  ...answer,
  content: [{ type: "toolCall", id: "toolu_1", name: "read", arguments: {} }],
  stopReason: "toolUse",
};

export const clean: readonly object[] = [
  header,
  entry("a", null, user("hi")),
  entry("b", "a", answer),
  entry("c", "b", user("go on")),
];

export const dangling: readonly object[] = [
  header,
  entry("a", null, user("hi")),
  entry("b", "a", call),
  entry("c", "b", user("go on")),
];
