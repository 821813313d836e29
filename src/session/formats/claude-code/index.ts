/**
 * Reads a project file of Claude Code: the main chain of its last message, with the answers whole.
 *
 * Parallel tool calls are stored as a fork: the result of the first call is no ancestor of what follows the second one.
 * Records of an answer on the chain, and results of its calls, are therefore taken from beside the chain too.
 */
import { isFilled, isRecord } from "../../../transcript/message.ts";
import type { Located, ReportProblem, SessionEntry, SessionHeader } from "../../types.ts";
import { countUnknown, createModelLog, type ForeignSession } from "../foreign.ts";
import { isSidechain, mainChain, type Node } from "./chain.ts";
import { isClaudeCodeRecord, isTreeRecord, messageOfRecord } from "./records.ts";
import { answeredBy, createTurnReader } from "./turns.ts";

/** Reads the records of a file that was recognized as Claude Code's. */
export function readClaudeCode(records: readonly Located<unknown>[], report: ReportProblem): ForeignSession {
  const entries: SessionEntry[] = [];
  const nodes: Node[] = [];
  const unknown = countUnknown(report, "Claude Code", "left out");
  for (const record of records) {
    const { value } = record;
    if (!isRecord(value)) report(record, "not-an-entry", "error", "Not an object; it was left out.");
    else {
      if (isFilled(value["type"])) entries.push(toEntry(value));
      if (isTreeRecord(value)) nodes.push({ ...record, value });
      else if (!isClaudeCodeRecord(value)) unknown.add(record, value["type"]);
    }
  }
  unknown.report();

  const models = createModelLog();
  const reader = createTurnReader(models);
  for (const node of wholeTurns(mainChain(nodes, report), nodes)) reader.read(node);
  const header = headerOf(nodes);
  return { ...(header && { header }), entries, messages: reader.messages, modelSnapshots: models.snapshots };
}

/** The chain with what belongs to its answers and stands beside it. */
function* wholeTurns(chain: readonly Node[], nodes: readonly Node[]): Generator<Node> {
  const onChain = new Set(chain);
  const inSidechain = chain.some(isSidechain);
  const answers = new Map<string, Node[]>();
  const strayResults = new Map<string, Node>();
  for (const node of nodes) {
    if (!onChain.has(node) && isSidechain(node) !== inSidechain) continue;
    const id = answerId(node);
    if (id !== undefined) {
      const parts = answers.get(id);
      if (parts) parts.push(node);
      else answers.set(id, [node]);
    }
    if (!onChain.has(node)) for (const call of answeredBy(node)) strayResults.set(call, node);
  }

  const read = new Set<Node>();
  const waiting = new Set<string>();
  for (const node of chain) {
    if (read.has(node)) continue;
    const answered = answeredBy(node);
    if (answered.length === 0 && messageOfRecord(node.value) !== undefined) yield* strays(waiting, strayResults, read);
    const id = answerId(node);
    for (const part of id === undefined ? [node] : (answers.get(id) ?? [node])) {
      read.add(part);
      for (const call of callsIn(part)) waiting.add(call);
      yield part;
    }
    for (const call of answered) waiting.delete(call);
  }
  yield* strays(waiting, strayResults, read);
}

/** The results beside the chain for calls that have none on it. */
function* strays(waiting: Set<string>, results: ReadonlyMap<string, Node>, read: Set<Node>): Generator<Node> {
  for (const call of waiting) {
    const node = results.get(call);
    if (node === undefined || read.has(node)) continue;
    read.add(node);
    yield node;
  }
  waiting.clear();
}

/** The id of the answer that a record is a part of. */
function answerId({ value }: Node): string | undefined {
  const id = value["type"] === "assistant" ? messageOfRecord(value)?.["id"] : undefined;
  return isFilled(id) ? id : undefined;
}

function callsIn({ value }: Node): readonly string[] {
  const content = value["type"] === "assistant" ? messageOfRecord(value)?.["content"] : undefined;
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown) =>
    isRecord(block) && block["type"] === "tool_use" && isFilled(block["id"]) ? [block["id"]] : [],
  );
}

function toEntry(value: Readonly<Record<string, unknown>>): SessionEntry {
  const { type, uuid, parentUuid } = value;
  return {
    ...value,
    type: String(type),
    ...(isFilled(uuid) && { id: uuid }),
    ...((isFilled(parentUuid) || parentUuid === null) && { parentId: parentUuid }),
  } as SessionEntry;
}

/** What the first record that names its session says of it. */
function headerOf(nodes: readonly Node[]): SessionHeader | undefined {
  const first = nodes.find(({ value }) => isFilled(value["sessionId"]) || isFilled(value["session_id"]))?.value;
  if (first === undefined) return undefined;
  const { sessionId, session_id: streamId, timestamp, cwd } = first;
  return {
    type: "session",
    id: String(isFilled(sessionId) ? sessionId : streamId),
    ...(isFilled(timestamp) && { timestamp }),
    ...(isFilled(cwd) && { cwd }),
  };
}
