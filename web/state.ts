/** What the app knows, and the only place where it changes. Parts listen for `change` and draw themselves anew. */
import type { PolicyOverrides } from "../src/index.ts";
import { Core, CoreError, Superseded } from "./core.ts";
import { examples } from "./examples.ts";
import { decodeContent, formatHash, type LayerFilter, parseHash } from "./hash.ts";
import type { Host } from "./host.ts";
import { type Aside, firstTelling, hasFewChanges, type Item, itemsOf, withAsides } from "./items.ts";
import { isSameInWords, presets, type Target, targetFor, targetFrom, toReplayTarget } from "./presets.ts";
import type { Calls, Opened, Opening, Preview, Progress, RunResult, Trouble } from "./protocol.ts";

/** How the detail of a turn is shown. */
export type DetailMode = "diff" | "before" | "after" | "json";
/** What was cancelled, so that what is shown is only a part. */
export type Partial = "reading" | "rules" | "images";

/** The state of the app. */
export class Inspector extends EventTarget {
  readonly host: Host;
  readonly #core: Core;
  #lastKey = 0;
  #run = 0;
  /** Was the target given with what is open, so that nothing needs to be guessed? */
  #isGiven = false;
  #expanded = new Set<number>();

  opening: Opening | undefined;
  exampleId: string | undefined;
  /** The files that were opened together. */
  files: readonly File[] = [];
  opened: Opened | undefined;
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
  query = "";
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

  /** @param host where the app runs */
  constructor(host: Host) {
    super();
    this.host = host;
    this.target = targetFrom(host.readSetting("target")) ?? (presets[0] as Target);
    this.#core = new Core({
      progress: (progress) => this.#set({ working: progress }),
      preview: (preview) => this.#set({ preview }),
    });
  }

  /** Begins with what the host has stored of the view. */
  async begin(): Promise<void> {
    const { newer, content, example, ...view } = parseHash(this.host.readHash());
    if (newer) this.note = "The link was made by a newer version of this page: not everything in it was understood.";
    this.#restore(view);
    if (content !== undefined) {
      try {
        this.open("from-link.jsonl", await decodeContent(content), view.target);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#fail(new CoreError({ code: "bad-link", message, advice: "Ask for the file instead." }));
      }
    } else if (example !== undefined) this.openExample(example, view.target);
    else this.changed();
  }

  /** The address was changed from outside. */
  restoreFromHost(): void {
    const { example, newer: _, content, ...view } = parseHash(this.host.readHash());
    const { target: before } = this;
    const target = view.target && !isSameInWords(view.target, before) ? view.target : undefined;
    this.#restore(view);
    // An address says nothing of servers.
    this.target = target ?? before;
    if (example !== undefined && example !== this.exampleId) this.openExample(example, target);
    else if (example === undefined && content === undefined && this.exampleId !== undefined) this.close();
    else if (target) void this.run();
    else this.#arrange();
  }

  #restore({ target, tab, row, onlyChanged, layer }: ReturnType<typeof parseHash>): void {
    if (target) this.target = target;
    this.tab = tab ?? "transcript";
    this.row = row ?? this.row;
    this.onlyChanged = onlyChanged;
    this.layer = layer ?? "both";
  }

  /** Opens one of some files; the others can be chosen then. */
  openFiles(files: readonly File[], index = 0): void {
    const file = files[index];
    if (!file) return;
    this.open(file.name, file);
    this.files = files;
  }

  /** Opens a file or a text. */
  open(name: string, blob: Blob, target?: Target): void {
    this.exampleId = undefined;
    this.files = [];
    this.#open({ key: ++this.#lastKey, name, blob }, target);
  }

  /** Opens a built-in example together with its target. */
  openExample(id: string, target?: Target): void {
    const example = examples.find((candidate) => candidate.id === id);
    if (!example) {
      const advice = "Choose one of those below.";
      this.#fail(new CoreError({ code: "no-example", message: "There is no example of that name.", advice }));
      return;
    }
    this.exampleId = id;
    this.files = [];
    const key = ++this.#lastKey;
    const run = ++this.#run;
    void Promise.resolve(example.text()).then((text) => {
      if (run !== this.#run) return;
      this.#open({ key, name: example.fileName, blob: new Blob([text]) }, target ?? example.target);
    });
  }

  #open(opening: Opening, target: Target | undefined): void {
    if (this.opening) Object.assign(this, { row: -1, tab: "transcript", onlyChanged: undefined, layer: "both" });
    Object.assign(this, { opening, opened: undefined, result: undefined, preview: undefined, trouble: undefined });
    Object.assign(this, { query: "", hits: undefined, policy: {}, group: undefined, partial: undefined });
    if (target) this.target = target;
    this.#isGiven = target !== undefined;
    this.#expanded.clear();
    void this.#openAndRun();
  }

  async #openAndRun(): Promise<void> {
    const { opening } = this;
    if (!opening) return;
    const run = this.#begin({ phase: "reading", done: 0, total: opening.blob.size });
    try {
      const opened = await this.#core.ask("open", { opening });
      if (run !== this.#run) return;
      this.opened = opened;
      this.note = opened.notes.join(" ");
      if (!this.#isGiven) this.target = targetFor(opened, this.target);
      await this.run();
    } catch (error) {
      if (run === this.#run) this.#fail(error);
    }
  }

  /** Takes another of the things found in the file. */
  pick(pick: number): void {
    if (!this.opening) return;
    const { leaf: _, ...opening } = this.opening;
    this.#open({ ...opening, pick }, undefined);
  }

  /** Reads the file as what the person says it is. */
  treatAs(as: NonNullable<Opening["as"]>): void {
    if (this.opening) this.#open({ ...this.opening, key: ++this.#lastKey, as }, undefined);
  }

  /** Does again what was cancelled or has failed. */
  again(): void {
    if (!this.opening) return;
    if (this.opened) void this.run();
    else void this.#openAndRun();
  }

  /** Looks at another branch of the session. */
  chooseBranch(leaf: number): void {
    if (!this.opening) return;
    this.opening = { ...this.opening, leaf };
    this.row = -1;
    void this.#openAndRun();
  }

  /** Back to the beginning. */
  close(): void {
    this.#core.supersede();
    this.#run++;
    this.exampleId = undefined;
    Object.assign(this, { opening: undefined, opened: undefined, result: undefined, trouble: undefined });
    Object.assign(this, { working: undefined, preview: undefined, partial: undefined, row: -1 });
    this.changed();
  }

  /** Chooses whom the transcript is replayed to. */
  setTarget(target: Target): void {
    this.target = target;
    const { provider, modelApi, modelId } = target;
    this.host.writeSetting("target", JSON.stringify({ provider, modelApi, modelId }));
    if (this.opened) void this.run();
    else this.changed();
  }

  /** Sets flags and limits that win over those of the target. */
  setPolicy(policy: PolicyOverrides): void {
    this.policy = policy;
    if (this.opened) void this.run();
  }

  /** Shows another view. */
  show(tab: string): void {
    this.tab = tab;
    this.changed(true);
  }

  /** Selects a row, in the list of turns if need be. */
  select(row: number, tab = this.tab): void {
    const step = tab !== this.tab;
    this.row = row;
    this.tab = tab;
    if (!this.items.includes(row)) this.#expand(row);
    this.changed(step);
  }

  /** Sets parts of the view and draws anew. */
  set(view: { onlyChanged?: boolean; layer?: LayerFilter; mode?: DetailMode; group?: string; note?: string }): void {
    Object.assign(this, view);
    if ("onlyChanged" in view) this.#expanded.clear();
    this.#arrange();
  }

  /** Shows rows that were left out. */
  expand(from: number, to: number): void {
    for (let row = from; row <= to; row++) this.#expanded.add(row);
    this.#arrange();
  }

  #expand(row: number): void {
    this.#expanded.add(row);
    this.#arrange();
  }

  /** Searches; an empty text ends the search. */
  async search(query: string): Promise<void> {
    this.query = query;
    if (query.trim() === "" || !this.result) {
      this.hits = undefined;
      return this.#arrange();
    }
    const hits = await this.ask("search", { query });
    if (query !== this.query || !hits) return;
    this.hits = hits;
    this.#arrange();
  }

  /** Asks for more of the result. Undefined when a newer run has replaced the result. */
  async ask<Kind extends keyof Calls>(
    kind: Kind,
    input: Calls[Kind]["input"],
  ): Promise<Calls[Kind]["output"] | undefined> {
    const run = this.#run;
    try {
      const output = await this.#core.ask(kind, input);
      return run === this.#run ? output : undefined;
    } catch (error) {
      if (run === this.#run && !(error instanceof Superseded)) this.#set({ note: messageOf(error) });
      return undefined;
    }
  }

  /** Repairs the transcript for the target. A run that is still working is stopped. */
  async run(): Promise<void> {
    const { opening } = this;
    if (!opening) return;
    const run = this.#begin({ phase: "rules", done: 0, total: 0 });
    try {
      const input = { opening, target: toReplayTarget(this.target), policy: this.policy };
      const result = await this.#core.ask("run", input);
      if (run !== this.#run) return;
      this.#show(result);
      if (result.imagesLeft > 0) await this.#finish(run, result.imagesLeft);
    } catch (error) {
      if (run === this.#run) this.#fail(error);
    }
  }

  /** Works on the images: the plan is on the screen already. */
  async #finish(run: number, images: number): Promise<void> {
    this.#set({ working: { phase: "images", done: 0, total: images } });
    const result = await this.#core.finish(images);
    if (run === this.#run) this.#show(result);
  }

  /** Stops what is going on. What is known already stays, and is said to be a part. */
  cancel(): void {
    const phase = this.working?.phase;
    if (phase === undefined || phase === "providers") return;
    this.partial = phase;
    if (phase === "images") this.#core.stopImages();
    else {
      this.#core.supersede();
      this.#run++;
      this.working = undefined;
    }
    this.changed();
  }

  #begin(working: Progress): number {
    this.#core.supersede();
    Object.assign(this, { working, partial: undefined, trouble: undefined });
    this.changed();
    return ++this.#run;
  }

  #show(result: RunResult): void {
    const turn = this.row < 0 ? undefined : this.result?.rows.before[this.row];
    Object.assign(this, { result, working: undefined, preview: undefined, trouble: undefined, note: "" });
    if (result.unchecked && this.partial !== "images") this.partial = undefined;
    // The same turn stays selected, although rows may have come before it.
    if (turn !== undefined && turn >= 0) this.row = result.rows.before.indexOf(turn);
    if (this.row >= result.rows.count) this.row = -1;
    if (this.row < 0 && this.tab === "transcript") this.row = firstTelling(result);
    this.generation++;
    this.#arrange();
    if (this.query !== "") void this.search(this.query);
  }

  #fail(error: unknown): void {
    if (error instanceof Superseded) return;
    const advice = "Reload the page. If it happens again, please report it.";
    const fault = { code: "internal", message: messageOf(error), advice };
    this.trouble = error instanceof CoreError ? error.trouble : fault;
    Object.assign(this, { result: undefined, working: undefined, preview: undefined });
    this.generation++;
    this.changed();
  }

  /** Is anything but changed rows left out? */
  get showsOnlyChanged(): boolean {
    const { result } = this;
    if (this.onlyChanged !== undefined || !result) return this.onlyChanged ?? false;
    return hasFewChanges(result);
  }

  #arrange(): void {
    const { result, hits } = this;
    if (!result) this.items = [];
    else if (hits) this.items = Array.from(hits);
    else {
      const items = itemsOf(result, this.showsOnlyChanged, this.layer, this.#expanded);
      this.items = withAsides(items, result, this.#asides);
    }
    this.changed();
  }

  get #asides(): readonly Aside[] {
    const { branches = [], lost = [] } = this.opened ?? {};
    return [...branches.filter(({ active, own }) => !active && own > 0), ...(this.layer === "replay" ? [] : lost)];
  }

  /** Goes to a line of the file. */
  showLine(line: number): void {
    this.rawLine = line;
    this.show("raw");
  }

  #set(fields: object): void {
    Object.assign(this, fields);
    this.changed();
  }

  /** Tells everybody, and stores the view. */
  changed(step = false): void {
    if (this.opening || this.tab !== "transcript") {
      const { target, tab, row, onlyChanged, layer, exampleId: example } = this;
      this.host.writeHash(formatHash({ target, tab, row, onlyChanged, layer, example, content: undefined }), step);
    }
    this.dispatchEvent(new Event("change"));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
