/** What the app knows: the facts that its parts show. Only `state.ts` changes them. */
import type { PolicyOverrides } from "../src/index.ts";
import type { LayerFilter } from "./hash.ts";
import type { Item } from "./items.ts";
import type { Scrolled } from "./places.ts";
import type { Target } from "./presets.ts";
import type { Opened, Opening, Preview, Progress, RunResult, Trouble } from "./protocol.ts";

/** How the detail of a turn is shown. */
export type DetailMode = "diff" | "before" | "after" | "json";
/** What was cancelled, so that what is shown is only a part. */
export type Partial = "reading" | "rules" | "images";

/** All of it. */
export abstract class Facts extends EventTarget {
  opening: Opening | undefined;
  exampleId: string | undefined;
  /** The files that were opened together. */
  files: readonly File[] = [];
  opened: Opened | undefined;
  /** Whom the transcript is replayed to. */
  target: Target;
  policy: PolicyOverrides = {};
  tab = "transcript";
  row = -1;
  mode: DetailMode = "diff";
  /** Undefined: as suits the transcript. */
  onlyChanged: boolean | undefined;
  layer: LayerFilter = "both";
  /** The group of findings that is open. */
  group: string | undefined;
  /** The code or rule whose findings are opened. */
  rule: string | undefined;
  query = "";
  /** How far the list is scrolled. */
  scrolled: Scrolled | undefined;
  /** Rows that hold what is searched for. */
  hits: Uint32Array | undefined;
  working: Progress | undefined;
  partial: Partial | undefined;
  preview: Preview | undefined;
  result: RunResult | undefined;
  trouble: Trouble | undefined;
  /** The line to go to in the file, once it is shown. */
  rawLine: number | undefined;
  /** A word about something that was done, said once. */
  note = "";
  items: readonly Item[] = [];
  /** Counts results, so that parts know when theirs is old. */
  generation = 0;

  constructor(target: Target) {
    super();
    this.target = target;
  }
}
