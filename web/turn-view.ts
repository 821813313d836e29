/** A turn, opened, as the Web Worker hands it to the page. */
import type { Change } from "../src/index.ts";
import type { ImageSize, IssueKind } from "./protocol.ts";

/** A stretch of a text, and whether it was added or removed. */
export interface DiffPart {
  readonly value: string;
  readonly kind: "same" | "added" | "removed";
}

/** A text, clipped when it is long. */
export interface ClippedText {
  readonly text: string;
  /** Characters in all. */
  readonly length: number;
}

/** A block of a turn on one side. */
export interface BlockSide {
  readonly path: string;
  readonly body: ClippedText;
  readonly image?: ImageSize;
}

/** A block before and after. */
export interface BlockView {
  /** Such as `text`, `thinking`, `tool call bash`. */
  readonly label: string;
  readonly state: "same" | "edited" | "removed" | "added" | "moved";
  readonly before?: BlockSide;
  readonly after?: BlockSide;
  readonly parts?: readonly DiffPart[];
  readonly issues: readonly BlockIssue[];
}

/** What was found or done at a block or turn. */
export interface BlockIssue {
  readonly kind: IssueKind;
  readonly id: string;
  readonly text: string;
  readonly says?: string;
  /** What is done about it elsewhere in the transcript. */
  readonly does?: string;
  readonly action?: Change["action"];
  readonly lossy?: boolean;
  /** The field, and its value before and after. */
  readonly field?: string;
  readonly before?: string;
  readonly after?: string;
}

/** One turn, opened. */
export interface TurnView {
  readonly row: number;
  readonly role: string;
  readonly before: number;
  readonly after: number;
  readonly flags: number;
  readonly line?: number;
  /** Where it went, for one that was merged. */
  readonly mergedInto?: number;
  readonly issues: readonly BlockIssue[];
  readonly blocks: readonly BlockView[];
  readonly moreBlocks: number;
}
