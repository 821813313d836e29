/** What a caller may ask of a repair. */
import { TranscriptInputError } from "../../transcript/errors.ts";

/** Repairs that go beyond what makes a file readable. */
export type RepairExtra =
  /** Pictures that are no pictures become a text. */
  | "corrupt-images"
  /** Tool calls of the Responses family that have no result get one. */
  | "missing-results"
  /** Compactions that nothing follows go, beside one of the same parent that the session went on from. */
  | "orphan-forks";

const EXTRAS: readonly RepairExtra[] = ["corrupt-images", "missing-results", "orphan-forks"];
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** How far a repair is. */
export interface RepairProgress {
  /** `read`: looking for damage; `write`: writing the repaired file. */
  readonly phase: "read" | "write";
  /** Bytes of the file that are done. */
  readonly done: number;
  /** Bytes of the file, if known. */
  readonly total?: number;
}

/** What a repair may do. By default: what makes each line a record, and turns durable. */
export interface RepairOptions {
  /** Repairs beyond that; `true` asks for all. */
  readonly extras?: boolean | readonly RepairExtra[];
  /** Attach entries whose parent is gone to the nearest ancestor that is left, or to the entry before them. */
  readonly reparent?: boolean;
  /** The longest line that is looked at, in bytes; default 64 MiB. A longer one is dropped. */
  readonly maxLineBytes?: number;
}

/** Options with defaults filled in. */
export interface RepairSettings {
  readonly extras: ReadonlySet<RepairExtra>;
  readonly reparent: boolean;
  readonly maxLineBytes: number;
}

/** The options, checked. Throws a {@link TranscriptInputError} that names the wrong one. */
export function settingsOf(options: RepairOptions = {}): RepairSettings {
  const { extras = false, reparent = false, maxLineBytes = MAX_LINE_BYTES } = options;
  const wished = extras === true ? EXTRAS : extras === false ? [] : extras;
  if (!Array.isArray(wished) || wished.some((extra) => !EXTRAS.includes(extra))) {
    throw new TranscriptInputError("invalid-option", "/extras", `Give true, false or a list of ${EXTRAS.join(", ")}.`);
  }
  if (!Number.isInteger(maxLineBytes) || maxLineBytes < 1) {
    throw new TranscriptInputError("invalid-option", "/maxLineBytes", "Give a number of bytes, at least 1.");
  }
  return { extras: new Set(wished), reparent: reparent === true, maxLineBytes };
}
