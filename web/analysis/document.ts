/** What was opened, in one shape for sessions and request bodies: a list of turns somewhere in a JSON value. */
import type {
  ModelSnapshot,
  RepairReport,
  ReplayTarget,
  SessionContent,
  SessionMessage,
  WireFormat,
} from "../../src/index.ts";
import { isFields, keysOf } from "./values.ts";

/** A session: what stands in the file, and the messages of the chosen branch. */
export interface SessionDocument {
  readonly kind: "session";
  readonly format: string;
  readonly file: Blob;
  readonly text: string;
  readonly repairedText: string;
  readonly report: RepairReport;
  readonly content: SessionContent;
  readonly messages: readonly SessionMessage[];
  /** The same messages as they stand in the file, before its repair; absent where they are the same. */
  readonly stored?: readonly SessionMessage[];
  readonly modelSnapshots: readonly ModelSnapshot[];
  /** The line of the file of each message, counted from 1; absent where that is not known. */
  readonly lines?: ReadonlyMap<unknown, number>;
}

/** A request body. */
export interface BodyDocument {
  readonly kind: "body";
  readonly format: string;
  readonly wire: WireFormat;
  readonly text: string;
  readonly body: unknown;
  readonly target?: Partial<ReplayTarget>;
}

/** What was opened. */
export type Document = SessionDocument | BodyDocument;

/** A JSON value and its turns. */
export interface Turns {
  readonly root: unknown;
  /** Where the list of turns stands in it. */
  readonly base: string;
  readonly list: readonly unknown[];
}

/** The keys under which bodies have their turns. */
const TURN_KEYS = ["messages", "input", "contents"];

/** The turns of a body. */
export function turnsOfBody(body: unknown): Turns {
  if (isFields(body)) {
    for (const key of TURN_KEYS) {
      const list = body[key];
      if (Array.isArray(list)) return { root: body, base: `/${key}`, list };
    }
  }
  return { root: body, base: "/messages", list: [] };
}

/** The turns of a list of messages. */
export function turnsOfMessages(messages: readonly unknown[]): Turns {
  return { root: messages, base: "", list: messages };
}

/** The index of the turn that a pointer leads into; -1: it leads elsewhere. */
export function turnIndex({ base }: Pick<Turns, "base">, pointer: string): number {
  if (!pointer.startsWith(`${base}/`)) return -1;
  const key = keysOf(pointer.slice(base.length))[0] ?? "";
  return /^\d{1,9}$/.test(key) ? Number(key) : -1;
}

/** What leads on from the turn: empty for the turn itself. */
export function withinTurn({ base }: Pick<Turns, "base">, pointer: string): string {
  const rest = pointer.slice(base.length + 1);
  const slash = rest.indexOf("/");
  return slash < 0 ? "" : rest.slice(slash);
}

/** The pointer to a turn. */
export function turnPointer({ base }: Pick<Turns, "base">, index: number): string {
  return `${base}/${index}`;
}
