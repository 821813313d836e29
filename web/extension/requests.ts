/** The requests as the panel knows them, and what is done with them. */

import type { WireFormat } from "../../src/index.ts";
import type { BufferState } from "../capture/buffer.ts";
import { formatNames } from "../inputs/label.ts";
import type { Target } from "../presets.ts";
import type { FromPanel, FromRecorder, Listed } from "./feed.ts";
import { markOf } from "./words.ts";

/** How long the recording page may take to answer. */
const PATIENCE = 4000;

type Waiting = Map<number, ((text: string | undefined) => void)[]>;

/** Listens to the recording page. Fires `change` when there is something else to show. */
export class Requests extends EventTarget {
  readonly #channel: BroadcastChannel;
  readonly #followTheme: (name: string) => void;
  readonly #waiting: Readonly<Record<"text" | "case", Waiting>> = { text: new Map(), case: new Map() };
  /** Oldest first. */
  all: readonly Listed[] = [];
  state: BufferState = { paused: false, preserve: false, dropped: 0, passed: 0 };
  /** Undefined until it is known; false: nobody records, since the extension was updated. */
  connected: boolean | undefined;
  filter = "";
  selected: number | undefined;
  /** The request that the inspector has open. */
  inspected: number | undefined;

  /** @param channel to the recording page @param followTheme is told when the theme of the tools was changed */
  constructor(channel: BroadcastChannel, followTheme: (name: string) => void) {
    super();
    this.#channel = channel;
    this.#followTheme = followTheme;
    channel.addEventListener("message", ({ data }: MessageEvent<FromRecorder>) => this.#hear(data));
    this.#say({ kind: "hello" });
    setTimeout(() => {
      this.connected ??= false;
      this.#changed();
    }, PATIENCE);
  }

  /** Those that the filter lets through, oldest first. */
  get shown(): readonly Listed[] {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    return words.length === 0 ? this.all : this.all.filter((request) => matches(request, words));
  }

  get chosen(): Listed | undefined {
    return this.all.find(({ id }) => id === this.selected);
  }

  select(id: number | undefined): void {
    this.selected = id;
    this.#changed();
  }

  setFilter(filter: string): void {
    this.filter = filter;
    this.#changed();
  }

  clear(): void {
    this.selected = undefined;
    this.#say({ kind: "clear" });
  }

  pause(on: boolean): void {
    this.#say({ kind: "pause", on });
  }

  preserve(on: boolean): void {
    this.#say({ kind: "preserve", on });
  }

  /** The body of a request, or its redacted case; undefined when it is gone. */
  ask(kind: "text" | "case", id: number): Promise<string | undefined> {
    let resolve: (text: string | undefined) => void = () => {};
    const promise = new Promise<string | undefined>((settle) => {
      resolve = settle;
    });
    const waiting = this.#waiting[kind];
    waiting.set(id, [...(waiting.get(id) ?? []), resolve]);
    this.#say({ kind, id });
    return promise;
  }

  #say(message: FromPanel): void {
    this.#channel.postMessage(message);
  }

  #hear(message: FromRecorder): void {
    this.connected = true;
    if (message.kind === "text" || message.kind === "case") {
      const waiting = this.#waiting[message.kind];
      const waiters = waiting.get(message.id) ?? [];
      waiting.delete(message.id);
      for (const resolve of waiters) resolve(message.text);
      return;
    }
    if (message.kind === "theme") {
      this.#followTheme(message.name);
      return;
    }
    this.state = message.state;
    this.all = message.kind === "all" ? message.requests : withRequest(this.all, message.request, message.first);
    if (this.chosen === undefined) this.selected = undefined;
    this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}

function withRequest(all: readonly Listed[], request: Listed, first: number): readonly Listed[] {
  const kept = all.filter(({ id }) => id >= first && id !== request.id);
  return [...kept, request].sort((one, other) => one.id - other.id);
}

function matches(request: Listed, words: readonly string[]): boolean {
  const { url, status, target, format, verdict } = request;
  const said = verdict ? [verdict.prediction.outcome, ...verdict.findings.map(({ code }) => code)] : [];
  const text = [url, status, providerOf(request), target.modelId, format, request.state, markOf(request).word, ...said]
    .join(" ")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Whose API it is when the server is nobody's that is known. */
const PROVIDERS: Readonly<Record<WireFormat, string>> = {
  "anthropic-messages": "anthropic",
  "openai-completions": "openai",
  "openai-responses": "openai",
  "google-generative-ai": "google",
  "bedrock-converse": "amazon-bedrock",
  "mistral-conversations": "mistral",
};

/** The APIs as short as a column of a narrow panel is. */
const SHORT: Readonly<Record<WireFormat, string>> = {
  ...formatNames,
  "anthropic-messages": "Anthropic API",
  "openai-completions": "OpenAI Chat",
  "openai-responses": "Responses",
  "bedrock-converse": "Converse",
};

/** The provider in a word or two: of a server that nobody knows, the API it speaks. */
export function providerOf({ target, format }: Pick<Listed, "target" | "format">): string {
  return target.provider ?? SHORT[format];
}

/** The target as the inspector takes it: that for which the row was judged. */
export function targetOf({ target, format }: Listed): Target {
  return {
    provider: target.provider ?? PROVIDERS[format],
    modelApi: format === "bedrock-converse" ? "bedrock-converse-stream" : format,
    modelId: target.modelId ?? "",
    ...(target.baseUrl && { baseUrl: target.baseUrl }),
  };
}
