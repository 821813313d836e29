/**
 * The contract of a rule: what it is given and what it says back.
 *
 * A rule is pure. It returns the object it was given when there is nothing to do and a changed copy otherwise, and it
 * says every change through {@link Note} or {@link TurnReport}; the engine adds the rule's id and the places. A rule
 * never throws, never imports another rule, and never looks at a provider's name: the policy has been resolved.
 */
import type { PolicyFlags, TranscriptPolicy } from "../policy/types.ts";
import type { Stage, Why } from "../transcript/changes.ts";
import type { SessionMessage, ToolCallBlock } from "../transcript/message.ts";
import type { Place, Turn } from "../transcript/place.ts";
import type { RequestFacts, WireFormat } from "../transcript/request.ts";
import type { ModelSnapshot } from "../transcript/snapshot.ts";
import type { ImageOutcomes, ImageReader } from "./images.ts";

export type { Stage, Why } from "../transcript/changes.ts";
export type { RequestFacts, ToolDefinition, WireFormat } from "../transcript/request.ts";

/** The caller's wishes, normalized once a run. */
export interface RuleOptions {
  /** Lower-case names of the tools of this request; absent: no list was given. */
  readonly allowedToolNames?: ReadonlySet<string>;
  /** Ids of calls that are still being worked on: never closed. A rule that renames such a call adds its new id. */
  readonly pendingToolCallIds?: Set<string>;
  /** The text of a result that stands for a missing one. */
  readonly missingResultText?: (call: ToolCallBlock) => string;
  /** The models in use so far, oldest first. */
  readonly modelSnapshots?: readonly ModelSnapshot[];
  /** False: the latest assistant turn gets no exemption from the thinking rules. */
  readonly preserveLatestAssistantThinking?: boolean;
  /** What pairing does with failed turns that have calls; the pipeline uses `keep-finished`. */
  readonly failedTurns?: "keep-finished" | "preserve" | "drop";
  /** Pairing leaves results without a call where they are. */
  readonly preserveUnframedToolResults?: boolean;
  /** What the texts that stand for images begin with, in brackets. */
  readonly imageLabel?: string;
  /** How many turns that are over keep their images; absent: all. */
  readonly keepImagesOfTurns?: number;
}

/** Something about the whole transcript, computed when a rule first asks. */
export type Fact<T> = (turns: readonly Turn[], context: RuleContext) => T;

/** Facts of the turns before the rule. Ask by place, never by object: earlier rules may have copied it. */
export interface Facts {
  /** The fact, computed at most once for these turns. */
  of<T>(fact: Fact<T>): T;
}

/** All that a rule may look at besides the message. One object a run. */
export interface RuleContext {
  /** The body that is written in the end; absent in the stage functions, which know of no body. */
  readonly format?: WireFormat;
  /** What is known of the target. */
  readonly policy: TranscriptPolicy;
  /** What the request has besides messages. */
  readonly request: RequestFacts;
  /** The caller's wishes. */
  readonly options: RuleOptions;
  /** What is known of the whole list. */
  readonly facts: Facts;
  /** Reads the heads of images. */
  readonly images: ImageReader;
  /** What became of images; only for the rule that puts it in place. */
  readonly outcomes?: ImageOutcomes;
  /** Turns before these that an earlier run has settled, as they came out. Empty in a run over everything. */
  readonly settled: readonly Turn[];
  /** Says that what the rule sees may change what was settled: the run is then repeated over everything. */
  reachesBack(): void;
}

/** What a rule says while it works on one message. Indices count in the content the rule was given; a string is index 0. */
export interface Note {
  /** Block `index` is not in the output. */
  drop(index: number, why: Why): void;
  /** Field `key` of block `index` differs; a block replaced by one of another kind in its place: key `type`. */
  rewrite(index: number, key: string, why: Why): void;
  /** A new block stands before block `before`. */
  insert(before: number, why: Why): void;
  /** Field `key` of the message differs; a message of another kind: key `role`. A string content turned into one text block is `set("content")`. */
  set(key: string, why: Why): void;
  /** The blocks that remain stand in this order. */
  order(indices: readonly number[], why: Why): void;
}

/** How a rule that works on the whole list says what it does. It never builds a {@link Turn} itself. */
export interface TurnReport {
  /** Changes one message; says what through the note. Returns the same turn when the same message comes back. */
  edit(turn: Turn, change: (message: SessionMessage, note: Note) => SessionMessage): Turn;
  /** The turn is not in the output. */
  drop(turn: Turn, why: Why): void;
  /**
   * A new turn; `beside` is the turn of the input it belongs to. `blocks`: places of blocks taken from other turns, and
   * nothing for those that are new.
   */
  make(message: SessionMessage, why: Why, beside: Turn, blocks?: readonly (Place | undefined)[]): Turn;
  /** One turn of several neighbors: their content in order, all other fields of one, then `fields` (undefined: without). */
  merge(turns: readonly Turn[], keep: "first" | "last", why: Why, fields?: Readonly<Record<string, unknown>>): Turn;
  /** The turn was put elsewhere. Turns not named keep their relative order. */
  move(turn: Turn, why: Why): void;
  /** The turn is written into the wire turn of another. */
  join(turn: Turn, other: Turn, why: Why): Turn;
  /** A part of the request besides messages differs; seen from the next rule on. */
  request<Key extends keyof RequestFacts>(key: Key, value: RequestFacts[Key], why: Why): void;
}

/** What every rule says of itself. The catalog and the README are made from it. */
export interface RuleInfo {
  /** Equals the name of the rule's file. */
  readonly id: string;
  readonly stage: Stage;
  /** One sentence: what it does. */
  readonly summary: string;
  /** All reasons it ever gives, for the catalog. */
  readonly whys: readonly Why[];
  /** How far back new turns may change its output: into the turn that is still open, or anywhere. Absent: never. */
  readonly rewinds?: "openTurn" | "anywhere";
  applies(policy: PolicyFlags, request: RequestFacts): boolean;
}

/** Works on one message at a time. Neighbors in the list are fused into one walk. */
export interface LocalRule extends RuleInfo {
  readonly kind: "local";
  /** Does it ask for facts? Then its walk begins after all rules before it have seen the whole list. */
  readonly asks?: boolean;
  /** The same message: nothing to do. A reason instead of a message: the message is dropped. */
  message(message: SessionMessage, at: Place, note: Note, context: RuleContext): SessionMessage | Why;
}

/** Works on one message at a time and remembers what it saw before. */
export interface WalkRule<Memory = unknown, Base = Memory> extends RuleInfo {
  readonly kind: "walk";
  readonly asks?: boolean;
  /** A fresh memory, or one that continues `base` without touching it. */
  remember(base: Base | undefined, context: RuleContext): Memory;
  /** The base for later runs: what is to be remembered of the messages before `seam`. Absent: nothing. */
  settle?(memory: Memory, seam: Place): Base;
  message(message: SessionMessage, at: Place, note: Note, context: RuleContext, memory: Memory): SessionMessage | Why;
}

/** Works on the whole list. */
export interface SequenceRule extends RuleInfo {
  readonly kind: "sequence";
  /** The same array: nothing to do. */
  turns(turns: readonly Turn[], report: TurnReport, context: RuleContext): readonly Turn[];
}

/** Any rule. */
// biome-ignore lint/suspicious/noExplicitAny: each walk rule has a memory type of its own, known only to itself.
export type Rule = LocalRule | WalkRule<any, any> | SequenceRule;
