/** What the app does: the only place where what it knows changes. Parts listen for `change` and draw themselves anew. */
import type { PolicyOverrides } from "../src/index.ts";
import { Core, CoreError, faultOf, messageOf, Superseded } from "./core.ts";
import { examples } from "./examples.ts";
import { type DetailMode, Facts } from "./facts.ts";
import { decodeContent, formatHash, type LayerFilter, NEWER, parseHash } from "./hash.ts";
import type { Host } from "./host.ts";
import { firstTelling, hasFewChanges, itemsOf, withAsides } from "./items.ts";
import { Places } from "./places.ts";
import { isSameInWords, presets, type Target, targetFor, targetFrom, toReplayTarget } from "./presets.ts";
import type { Calls, Opening, Progress, RunResult } from "./protocol.ts";
import type { ReadAs } from "./read-as.ts";

/** The state of the app. */
export class Inspector extends Facts {
  readonly host: Host;
  readonly #core: Core;
  #lastKey = 0;
  #run = 0;
  /** Was the target given with what is open, so that nothing needs to be guessed? */
  #isGiven = false;
  #expanded = new Set<number>();
  readonly #places = new Places();
  /** The turn that was selected when the file was open before. */
  #lastTurn: number | undefined;
  /** What is to be said of the address, once the file is read. */
  #linkNote = "";

  /** @param host where the app runs */
  constructor(host: Host) {
    super(targetFrom(host.readSetting("target")) ?? (presets[0] as Target));
    this.host = host;
    this.#core = new Core({
      progress: (progress) => this.#set({ working: progress }),
      preview: (preview) => this.#set({ preview }),
    });
  }

  /** Begins with what the host has stored of the view. */
  async begin(): Promise<void> {
    const { newer, content, example, ...view } = parseHash(this.host.readHash());
    this.#note(newer);
    this.#restore(view);
    if (content !== undefined) await this.#openLink(content, view.target);
    else if (example !== undefined) this.openExample(example, view.target);
    else this.changed();
  }

  /** The address was changed from outside. */
  restoreFromHost(): void {
    const { example, newer, content, ...view } = parseHash(this.host.readHash());
    const { target: before } = this;
    const target = view.target && !isSameInWords(view.target, before) ? view.target : undefined;
    this.#note(newer);
    this.#restore(view);
    // An address says nothing of servers.
    this.target = target ?? before;
    if (content !== undefined) void this.#openLink(content, view.target);
    else if (example !== undefined && example !== this.exampleId) this.openExample(example, target);
    else if (example === undefined && this.exampleId !== undefined) this.close();
    else if (target) void this.run(this.note);
    else this.#arrange();
  }

  #note(newer: boolean | undefined): void {
    this.#linkNote = newer ? NEWER : "";
    if (newer) this.note = NEWER;
  }

  async #openLink(content: string, target: Target | undefined): Promise<void> {
    try {
      this.open("from-link.jsonl", await decodeContent(content), target);
    } catch (error) {
      this.#fail(new CoreError({ code: "bad-link", message: messageOf(error), advice: "Ask for the file instead." }));
    }
  }

  #restore({ target, tab, row, onlyChanged, layer, rule }: ReturnType<typeof parseHash>): void {
    if (target) this.target = target;
    this.tab = tab ?? "transcript";
    this.row = row ?? this.row;
    this.onlyChanged = onlyChanged;
    this.layer = layer ?? "both";
    this.rule = rule;
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
    this.#leave();
    const place = this.#places.of(opening);
    if (this.opening)
      Object.assign(this, { row: -1, tab: "transcript", onlyChanged: undefined, layer: "both", rule: undefined });
    Object.assign(this, { opening, opened: undefined, result: undefined, preview: undefined, trouble: undefined });
    Object.assign(this, { query: "", hits: undefined, policy: {}, group: undefined, partial: undefined });
    this.#lastTurn = place?.turn;
    this.scrolled = place?.scrolled;
    if (target) this.target = target;
    this.#isGiven = target !== undefined;
    this.#expanded.clear();
    void this.#openAndRun();
  }

  #leave(): void {
    const turn = this.result?.rows.before[this.row];
    this.#places.leave(this.opening, { turn, scrolled: this.scrolled });
  }

  async #openAndRun(): Promise<void> {
    const { opening } = this;
    if (!opening) return;
    const run = this.#begin({ phase: "reading", done: 0, total: opening.blob.size });
    try {
      const opened = await this.#core.ask("open", { opening });
      if (run !== this.#run) return;
      this.opened = opened;
      if (!this.#isGiven) this.target = targetFor(opened, this.target);
      const notes = [this.#linkNote, ...opened.notes].filter((note) => note !== "");
      this.#linkNote = "";
      await this.run(notes.join(" "));
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
  treatAs(as: ReadAs | undefined): void {
    if (!this.opening) return;
    const { name, blob } = this.opening;
    this.#open({ key: ++this.#lastKey, name, blob, ...(as !== undefined && { as }) }, undefined);
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
    this.#leave();
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
    // A turn that is gone to is shown, whatever was searched for.
    if (this.hits && !this.hits.includes(row)) Object.assign(this, { query: "", hits: undefined });
    if (!this.items.includes(row)) this.#expand(row);
    this.changed(step);
  }

  /** Sets parts of the view and draws anew. */
  set(view: {
    onlyChanged?: boolean;
    layer?: LayerFilter;
    mode?: DetailMode;
    group?: string;
    rule?: string | undefined;
    note?: string;
  }): void {
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

  /** Repairs the transcript for the target, and says a word with the result. A run that is still working is stopped. */
  async run(note = ""): Promise<void> {
    const { opening } = this;
    if (!opening) return;
    const run = this.#begin({ phase: "rules", done: 0, total: 0 });
    try {
      const input = { opening, target: toReplayTarget(this.target), policy: this.policy };
      const result = await this.#core.ask("run", input);
      if (run !== this.#run) return;
      this.#show(result, note);
      if (result.imagesLeft > 0) await this.#finish(run, result.imagesLeft, note);
    } catch (error) {
      if (run === this.#run) this.#fail(error);
    }
  }

  /** Works on the images: the plan is on the screen already. */
  async #finish(run: number, images: number, note: string): Promise<void> {
    this.#set({ working: { phase: "images", done: 0, total: images } });
    const result = await this.#core.finish(images);
    if (run === this.#run) this.#show(result, note);
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

  #show(result: RunResult, note: string): void {
    const turn = this.#lastTurn ?? (this.row < 0 ? undefined : this.result?.rows.before[this.row]);
    this.#lastTurn = undefined;
    Object.assign(this, { result, working: undefined, preview: undefined, trouble: undefined, note });
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
    Object.assign(this, { trouble: faultOf(error), result: undefined, working: undefined, preview: undefined });
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
      this.items = withAsides(items, result, this.opened, this.layer);
    }
    this.changed();
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
      const { target, tab, row, onlyChanged, layer, rule, exampleId: example } = this;
      this.host.writeHash(
        formatHash({ target, tab, row, onlyChanged, layer, rule, example, content: undefined }),
        step,
      );
    }
    this.dispatchEvent(new Event("change"));
  }
}
