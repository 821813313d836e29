/** What the page and its Web Worker say to each other. The worker keeps the transcript; the page asks for what it shows. */
import type {
  Change,
  ImageReason,
  PolicyOverrides,
  ReplayTarget,
  Source,
  TranscriptPolicy,
  WireFormat,
} from "../src/index.ts";
import type { TurnView } from "./turn-view.ts";

/** What was opened. A blob is handed to the worker without being copied. */
export interface Opening {
  /** Differs for everything that is opened, so that the worker knows what it has parsed. */
  readonly key: number;
  readonly name: string;
  readonly blob: Blob;
  /** Which of several things that were found in it. */
  readonly pick?: number;
  /** What the person says it is; absent: by its shape. */
  readonly as?: WireFormat | "session";
  /** The last entry of the branch to look at; absent: the active one. */
  readonly leaf?: number;
}

/** One of several things found in what was opened, such as a request of a HAR file. */
export interface Choice {
  readonly label: string;
  readonly detail: string;
}

/** A branch of a session, by its last entry. */
export interface Branch {
  readonly leaf: number;
  readonly label: string;
  readonly messages: number;
  readonly active: boolean;
  /** The turn of the chosen branch that both have last in common; -1: none. */
  readonly behind: number;
  /** Messages behind that, which the chosen branch does not have. */
  readonly own: number;
}

/** A line of the file that is no part of the session. */
export interface LostLine {
  readonly line: number;
  readonly why: string;
  /** The turn of the chosen branch that stands before it; -1: none. */
  readonly behind: number;
}

/** What was read. */
export interface Opened {
  readonly kind: "session" | "body";
  /** For people, such as `pi session`. */
  readonly format: string;
  readonly bytes: number;
  readonly turns: number;
  /** Entries of the session file, of all branches. */
  readonly entries?: number;
  readonly branches: readonly Branch[];
  readonly choices: readonly Choice[];
  readonly picked: number;
  /** What was passed over, or changed on the way. */
  readonly notes: readonly string[];
  /** Whom it was made for, as far as it says so. */
  readonly target?: Partial<ReplayTarget>;
  /** Lines that could not be used as they are. */
  readonly badLines: number;
  /** The first of those that were taken out. */
  readonly lost: readonly LostLine[];
}

/** What a run is asked for. */
export interface RunInput {
  readonly opening: Opening;
  readonly target: ReplayTarget;
  readonly policy: PolicyOverrides;
}

/** What a row is about, by bits of its flags. */
export const FLAG = {
  rejected: 1,
  dropped: 2,
  made: 4,
  edited: 8,
  moved: 16,
  merged: 32,
  image: 64,
  note: 128,
  file: 256,
  lossy: 512,
  left: 1024,
} as const;

/** Any of these bits: something was done to the row. */
export const CHANGED: number = FLAG.dropped | FLAG.made | FLAG.edited | FLAG.moved | FLAG.merged | FLAG.file;

/** The turns before and after, one row each, in typed arrays. */
export interface RowIndex {
  readonly count: number;
  /** Index of the turn in the input; -1: a rule made it; -2: the parts of the request besides turns. */
  readonly before: Int32Array;
  /** Index of the turn in the output; -1: it is gone. */
  readonly after: Int32Array;
  readonly flags: Uint16Array;
}

/** What was found, in four kinds: refused as it is, changed, worth knowing, and refused even after the repair. */
export type IssueKind = "rejected" | "changed" | "note" | "left";
/** The file itself, or the copy that is sent. */
export type Layer = "file" | "replay";

/** One place where something was found. */
export interface Issue {
  /** The row; -1: none. */
  readonly row: number;
  /** For people: a JSON pointer, or a line. */
  readonly place: string;
  readonly text: string;
  readonly action?: Change["action"];
  readonly lossy?: boolean;
  readonly before?: string;
  readonly after?: string;
  /** The line of the file, counted from 1. */
  readonly line?: number;
}

/** One thing that was found, with what it is a case of. */
export interface NamedIssue extends Issue, Pick<IssueGroup, "kind" | "layer" | "id"> {}

/** Everything found at one turn. */
export interface TurnIssues {
  /** Undefined: what belongs to no turn, such as lines that were taken out. */
  readonly turn: RowView | undefined;
  readonly issues: readonly NamedIssue[];
}

/** Everything found of one kind. */
export interface IssueGroup {
  readonly kind: IssueKind;
  readonly layer: Layer;
  /** The code of a finding or the id of a rule. */
  readonly id: string;
  readonly title: string;
  /** How the provider says it. */
  readonly says?: string;
  /** What is done about it. */
  readonly does?: string;
  readonly stage?: string;
  readonly sources: readonly Source[];
  readonly count: number;
  readonly lossy: number;
  readonly first: readonly Issue[];
}

/** A check that found nothing. */
export interface QuietCheck {
  readonly id: string;
  readonly summary: string;
}

/** How much there is, before and after. Tokens are an estimate. */
export interface Amounts {
  readonly turns: number;
  readonly bytes: number;
  readonly tokens: number;
}

/** An image: what it is, what is to be done with it, and what became of it. */
export interface ImageRow {
  readonly row: number;
  /** Where it stands in the input, a JSON pointer. */
  readonly path: string;
  readonly before?: ImageSize;
  readonly state: "kept" | "fitted" | "replaced" | "gone" | "waiting";
  readonly reasons: readonly ImageReason[];
  readonly after?: ImageSize;
  /** Where the image that it became stands in the output. */
  readonly afterPath?: string;
  /** Why, in words. */
  readonly why: string;
}

/** Format, sides in pixels, bytes of the file, tokens by the target's formula. */
export interface ImageSize {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly tokens: number;
}

/** What a run gave, without the transcript itself. */
export interface RunResult {
  readonly status: "clean" | "repaired" | "unrepairable";
  readonly rows: RowIndex;
  /** Where the turns stand in the document, a JSON pointer. */
  readonly base: string;
  readonly groups: readonly IssueGroup[];
  readonly counts: Readonly<Record<IssueKind, number>> & { readonly lossy: number; readonly file: number };
  readonly before: Amounts;
  readonly after: Amounts;
  readonly policy: TranscriptPolicy;
  readonly passed: readonly QuietCheck[];
  readonly notApplicable: readonly QuietCheck[];
  /** False: the API of the target has no checker here, so nothing is said of what it would refuse. */
  readonly judged: boolean;
  readonly images: readonly ImageRow[];
  /** Images that are to be worked on: ask `finish`. */
  readonly imagesLeft: number;
  /** Were images left alone because the work was cancelled, or could not be done? */
  readonly unchecked: boolean;
  /** Does the session end with an answer, so that the next prompt is still to come? */
  readonly awaitsPrompt: boolean;
  readonly milliseconds: number;
}

/** A row as the list shows it. */
export interface RowView {
  readonly row: number;
  readonly role: string;
  readonly summary: string;
  readonly tokens: number;
  readonly flags: number;
}

/** A node of a JSON tree. */
export interface JsonNode {
  readonly path: string;
  readonly key: string;
  readonly kind: "object" | "array" | "string" | "number" | "boolean" | "null" | "more";
  readonly text: string;
  /** Children, or characters of a string. */
  readonly size: number;
}

/** A line of the file. */
export interface RawLine {
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
  readonly text: string;
  readonly state: "good" | "dropped" | "changed";
  /** What is wrong with it, or what was done. */
  readonly note: string;
}

/** The file by lines. */
export interface RawIndex {
  readonly lines: number;
  /** Numbers of the lines that are bad. */
  readonly bad: readonly number[];
}

/** A column of the matrix: one provider. */
export interface ProviderColumn {
  readonly judged: boolean;
  readonly status: "accepted" | "rejected" | "changed";
  readonly rejected: Readonly<Record<string, number>>;
  readonly changed: Readonly<Record<string, number>>;
  readonly left: number;
}

/** An error explained. */
export interface ExplainedError {
  readonly code: string;
  readonly cause: string;
  readonly quote: string;
  readonly api?: string;
  readonly row: number;
  readonly place?: string;
  readonly remedies: readonly QuietCheck[];
  /** Does the checker find the same in this transcript? */
  readonly confirmed: boolean;
}

/** What can be taken along. */
export type ExportKind = "session" | "copy" | "body" | "report" | "markdown" | "sarif" | "curl" | "profile";

/** A file that was made. */
export interface ExportFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Which side of a row. */
export type Side = "before" | "after";

/** Every question the page may ask: what goes in and what comes back. */
export interface Calls {
  open: { input: { opening: Opening }; output: Opened };
  run: { input: RunInput; output: RunResult };
  /** Works on the images of the latest run; an engine is at the other end of each port. Without ports: leaves them. */
  finish: { input: { ports: readonly MessagePort[] }; output: RunResult };
  /** Ends the work on images: what is left stays as it is. */
  stopImages: { input: Record<never, never>; output: undefined };
  rows: { input: { rows: readonly number[] }; output: readonly RowView[] };
  turn: { input: { row: number }; output: TurnView };
  text: { input: { path: string; side: Side }; output: string };
  nodes: { input: { path: string; side: Side; offset: number }; output: readonly JsonNode[] };
  copy: { input: { row: number; side: Side }; output: string };
  issues: { input: { id: string; kind: IssueKind; offset: number; limit: number }; output: readonly Issue[] };
  /** The same by turns; without a kind or a layer: of all. */
  turnIssues: {
    input: { kind: IssueKind | undefined; layer: Layer | undefined; offset: number; limit: number };
    output: { readonly turns: readonly TurnIssues[]; readonly total: number };
  };
  image: { input: { path: string; side: Side }; output: Blob | undefined };
  rawIndex: { input: Record<never, never>; output: RawIndex };
  raw: { input: { from: number; count: number }; output: readonly RawLine[] };
  rawLine: { input: { line: number }; output: string };
  search: { input: { query: string }; output: Uint32Array };
  provider: { input: { target: ReplayTarget }; output: ProviderColumn };
  explain: { input: { text: string }; output: readonly ExplainedError[] };
  export: { input: { kind: ExportKind; name: string }; output: ExportFile };
  /** The whole text, for a link that holds it; undefined when it is longer than a link may hold. */
  content: { input: { most: number }; output: Uint8Array | undefined };
}

/** A fault, in words that say what to do. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
  readonly advice: string;
  /** A piece of the text where it cannot be read. */
  readonly excerpt?: string;
  /** Several things were found: which is meant? */
  readonly choices?: readonly Choice[];
}

/** How far the work is. */
export interface Progress {
  readonly phase: "reading" | "rules" | "images" | "providers";
  readonly done: number;
  readonly total: number;
}

/** The first turns of a file that is still being read. */
export interface Preview {
  readonly rows: readonly RowView[];
}

/** From the page to the worker. */
export type Question = {
  [Kind in keyof Calls]: { readonly id: number; readonly kind: Kind; readonly input: Calls[Kind]["input"] };
}[keyof Calls];

/** From the worker to the page. */
export type Answer =
  | { readonly id: number; readonly value: Calls[keyof Calls]["output"] }
  | { readonly id: number; readonly trouble: Trouble }
  | { readonly progress: Progress }
  | { readonly preview: Preview };
