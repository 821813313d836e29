/** What is in a session, in numbers. */
import { type SessionContent, type SessionMessage, sanitizeToolUseResultPairing } from "../../index.ts";

/** How often each kind of something occurs, the first seen first. */
export type Tally = Readonly<Record<string, number>>;

/** A model that answered. Absent and empty names are the same. */
export interface UsedModel {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
  /** How many answers it gave. */
  readonly turns: number;
}

/** What is in a session. Messages, models, images and calls are those of the active branch. */
export interface SessionFacts {
  /** The entries of the file by type. */
  readonly entries: Tally;
  /** How many ends the tree of entries has: 1 when nothing was ever gone back on. */
  readonly branches: number;
  readonly compactions: number;
  /** The messages by role. */
  readonly messages: Tally;
  readonly models: readonly UsedModel[];
  /** Inline images, and what they hold in bytes before base64. */
  readonly images: { readonly count: number; readonly bytes: number };
  /** The calls that no result answers. */
  readonly danglingCalls: readonly { readonly id: string; readonly tool: string }[];
}

/** Counts what is in a session. */
export function factsOf({ entries, messages }: SessionContent): SessionFacts {
  const images = messages.flatMap(imagesIn);
  return {
    entries: tally(entries.map(({ type }) => type)),
    branches: branchesIn(entries),
    compactions: entries.filter(({ type }) => COMPACTIONS.has(type)).length,
    messages: tally(messages.map(({ role }) => role)),
    models: modelsIn(messages),
    images: { count: images.length, bytes: images.reduce((sum, data) => sum + bytesOf(data), 0) },
    danglingCalls: sanitizeToolUseResultPairing(messages).added.map((result) => ({
      id: textOf(result["toolCallId"]),
      tool: textOf(result["toolName"]),
    })),
  };
}

/** The entries with which pi, OpenClaw and Codex say that earlier ones are summed up. */
const COMPACTIONS: ReadonlySet<string> = new Set(["compaction", "compacted"]);

function tally(names: readonly string[]): Tally {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  // A name may be __proto__: entries make it a key like others.
  return Object.fromEntries(counts);
}

/** Entries that no later one continues. Those without ids continue each other. */
function branchesIn(entries: SessionContent["entries"]): number {
  const ends = new Set<string>();
  for (const { id, parentId } of entries) {
    if (typeof parentId === "string") ends.delete(parentId);
    if (typeof id === "string") ends.add(id);
  }
  return entries.length === 0 ? 0 : Math.max(1, ends.size);
}

function modelsIn(messages: readonly SessionMessage[]): UsedModel[] {
  const models = new Map<string, UsedModel>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    const [provider, api, model] = [textOf(message["provider"]), textOf(message["api"]), textOf(message["model"])];
    if (provider === "" && model === "") continue;
    const key = JSON.stringify([provider, api, model]);
    models.set(key, { provider, api, model, turns: (models.get(key)?.turns ?? 0) + 1 });
  }
  return [...models.values()];
}

function imagesIn({ content }: SessionMessage): string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown) => {
    if (typeof block !== "object" || block === null || !("data" in block) || !("type" in block)) return [];
    return block.type === "image" && typeof block.data === "string" ? [block.data] : [];
  });
}

function bytesOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
