/** What the page knows, and the only place where it changes. Parts listen for `change` and draw themselves anew. */
import { Core, CoreError, Superseded } from "./core.ts";
import { type Example, examples } from "./examples.ts";
import { type Target, toReplayTarget } from "./presets.ts";
import type { Calls, Family, RunResult, Source, Trouble } from "./protocol.ts";

/** What is being looked at. */
export type Tab = "changes" | "messages" | "images" | "policy" | "file";

/** The state of the page. */
export class Inspector extends EventTarget {
  readonly #core = new Core();
  #lastKey = 0;
  #run = 0;

  source: Source;
  /** The example that is loaded; absent for a transcript of the person's own. */
  exampleId: string | undefined;
  target: Target;
  tab: Tab = "changes";
  onlyLossy = false;
  working = false;
  /** The latest result. It stays while a newer run works, and goes when that fails. */
  result: RunResult | undefined;
  trouble: Trouble | undefined;
  families: readonly Family[] = [];
  /** Counts results, so that parts know when theirs is old. */
  generation = 0;

  /** @param example to begin with */
  constructor(example: Example = examples[0] as Example) {
    super();
    this.source = this.#sourceOf(example.fileName, new Blob([example.text]));
    this.exampleId = example.id;
    this.target = example.target;
  }

  /** Opens a file or a pasted text. */
  open(name: string, text: Blob): void {
    this.source = this.#sourceOf(name, text);
    this.exampleId = undefined;
    void this.run();
  }

  /** Opens a built-in example together with its target. */
  openExample(id: string): void {
    const example = examples.find((candidate) => candidate.id === id);
    if (!example) return;
    this.source = this.#sourceOf(example.fileName, new Blob([example.text]));
    this.exampleId = id;
    this.target = example.target;
    void this.run();
  }

  /** Chooses whom the transcript is replayed to. */
  setTarget(target: Target): void {
    this.target = target;
    void this.run();
  }

  /** Shows another view of the result. */
  show(tab: Tab): void {
    this.tab = tab;
    this.#changed();
  }

  /** Lists lossy changes only, or all. */
  setOnlyLossy(onlyLossy: boolean): void {
    this.onlyLossy = onlyLossy;
    this.#changed();
  }

  /** Asks for more of the result, such as messages of it. Undefined when a newer run has replaced the result. */
  async ask<Kind extends Exclude<keyof Calls, "run" | "finish">>(
    kind: Kind,
    input: Calls[Kind]["input"],
  ): Promise<Calls[Kind]["output"] | undefined> {
    const run = this.#run;
    try {
      const output = await this.#core.ask(kind, input);
      return run === this.#run ? output : undefined;
    } catch (error) {
      if (run === this.#run) this.#fail(error);
      return undefined;
    }
  }

  /** Repairs the source for the target. A run that is still working is stopped. */
  async run(): Promise<void> {
    const run = ++this.#run;
    this.#core.supersede();
    this.working = true;
    this.#changed();
    try {
      if (this.target.provider.trim() === "") throw new CoreError(noProvider);
      const result = await this.#core.ask("run", { source: this.source, target: toReplayTarget(this.target) });
      if (run !== this.#run) return;
      this.result = result;
      this.trouble = undefined;
      this.working = false;
      this.generation++;
      this.#changed();
      if (this.families.length === 0) await this.#loadFamilies();
      if (result.imagesLeft > 0) await this.#finish(run);
    } catch (error) {
      if (run === this.#run) this.#fail(error);
    }
  }

  /** The plan is on the screen; now the images are worked on. */
  async #finish(run: number): Promise<void> {
    this.working = true;
    this.#changed();
    const result = await this.#core.ask("finish", {});
    if (run !== this.#run) return;
    this.result = result;
    this.working = false;
    this.generation++;
    this.#changed();
  }

  async #loadFamilies(): Promise<void> {
    this.families = (await this.ask("families", {})) ?? [];
    this.#changed();
  }

  #fail(error: unknown): void {
    if (error instanceof Superseded) return;
    const fault = { where: "core", code: "internal", message: String(error), advice: "Reload the page." } as const;
    this.trouble = error instanceof CoreError ? error.trouble : fault;
    this.result = undefined;
    this.working = false;
    this.generation++;
    this.#changed();
  }

  #sourceOf(name: string, text: Blob): Source {
    return { key: ++this.#lastKey, name, text };
  }

  #changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}

const noProvider: Trouble = {
  where: "target",
  code: "no-provider",
  message: "No provider is named.",
  advice: "Choose a preset, or write the id of a provider, such as anthropic.",
};
