/**
 * The main chain of a Claude Code session: from the last message up to the root.
 *
 * Parents stand before their children, so the walk only moves up in the file and ends, whatever a hostile file claims.
 * There is one exception: a compaction may keep the last messages before it. They stand above it in the file and belong
 * behind its summary. The walk enters or leaves such a segment once, and from there on moves up again.
 */
import { isFilled, isRecord } from "../../../transcript/message.ts";
import type { Located, ReportProblem } from "../../types.ts";
import { type Fields, messageOfRecord } from "./records.ts";

/** A record of the tree, with its place. */
export type Node = Located<Fields>;

const ROOT = -1;

/** The records of the main chain, oldest first. Subagents are not on it, unless the file holds nothing else. */
export function mainChain(nodes: readonly Node[], report: ReportProblem): readonly Node[] {
  const hasMain = nodes.some((node) => !isSidechain(node) && messageOfRecord(node.value) !== undefined);
  const isLeaf = (node: Node): boolean => messageOfRecord(node.value) !== undefined && !(hasMain && isSidechain(node));
  const { parents, latest } = findParents(nodes, report);
  const chain: Node[] = [];
  let segment = keptSegment(nodes, latest);
  let isInside = false;
  for (let at = nodes.findLastIndex(isLeaf); at !== ROOT; ) {
    const isPast = isInside && segment !== undefined && at < segment.head;
    if (!isPast) chain.push(nodes[at] as Node);
    const parent = parents[at] ?? ROOT;
    if (segment !== undefined && (isPast || at === segment.head || (isInside && parent === ROOT))) {
      at = segment.anchor;
      segment = undefined;
    } else if (segment !== undefined && !isInside && parent === segment.anchor) {
      isInside = true;
      at = segment.tail;
    } else at = parent;
  }
  return chain.reverse();
}

/** Is it a record of a subagent? */
export function isSidechain(node: Node): boolean {
  return node.value["isSidechain"] === true || isFilled(node.value["parent_tool_use_id"]);
}

/** The index of each record's parent, and where a `uuid` stands last. */
function findParents(
  nodes: readonly Node[],
  report: ReportProblem,
): { readonly parents: readonly number[]; readonly latest: ReadonlyMap<string, number> } {
  const latest = new Map<string, number>();
  /** The last record of the main chain so far, which a record continues whose parent was lost. */
  let lastMain = ROOT;
  const parents = nodes.map((node, index) => {
    const { uuid, parentUuid } = node.value;
    const before = isSidechain(node) ? index - 1 : lastMain;
    // A record that says nothing of a parent, as in streamed output, continues the one before it.
    let parent = parentUuid === undefined ? before : ROOT;
    if (isFilled(parentUuid)) {
      parent = latest.get(parentUuid) ?? before;
      if (!latest.has(parentUuid)) {
        const text = "The record's parent is not in the file before it; it was taken to continue the record before it.";
        report(node, "missing-parent", "warning", text, "/parentUuid");
      }
    }
    if (isFilled(uuid)) latest.set(uuid, index);
    if (!isSidechain(node)) lastMain = index;
    return parent;
  });
  return { parents, latest };
}

/** Messages that a compaction kept, and the record behind which they belong: places in the list of nodes. */
interface Segment {
  readonly head: number;
  readonly tail: number;
  readonly anchor: number;
}

/** The messages that the last compaction kept. Earlier ones are covered by it. */
function keptSegment(nodes: readonly Node[], latest: ReadonlyMap<string, number>): Segment | undefined {
  const boundary = nodes.findLastIndex(({ value }) => isRecord(value["compactMetadata"]));
  const metadata = nodes[boundary]?.value["compactMetadata"];
  const segment = isRecord(metadata) ? metadata["preservedSegment"] : undefined;
  if (!isRecord(segment)) return undefined;
  const [head, tail, anchor] = [segment["headUuid"], segment["tailUuid"], segment["anchorUuid"]].map((uuid) =>
    isFilled(uuid) ? latest.get(uuid) : undefined,
  );
  if (head === undefined || tail === undefined || anchor === undefined) return undefined;
  // What was kept stands before the compaction, its anchor at or behind it.
  return head <= tail && tail < boundary && anchor >= boundary ? { head, tail, anchor } : undefined;
}
