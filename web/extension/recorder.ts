/** Records requests from the moment the developer tools are opened, whether or not the panel is looked at. */
import { CaptureBuffer } from "../capture/buffer.ts";
import { type Captured, seenRequest, withContent } from "../capture/entry.ts";
import type { Verdict } from "../capture/judge.ts";
import { own, ownText } from "../inputs/json.ts";
import type { DevtoolsApi, NetworkEntry } from "./devtools-api.ts";
import { type FromPanel, type FromRecorder, type Listed, listed } from "./feed.ts";
import type { JudgeAnswer, JudgeQuestion } from "./judging.ts";

/** How many entries are remembered, so that none is listed twice. */
const MOST_KNOWN = 2000;

/** What records are told through: a channel to the panel, and a judge. */
export interface RecorderPorts {
  tell(message: FromRecorder): void;
  ask(question: JudgeQuestion): void;
}

/** Keeps requests, has them judged once somebody looks, and tells the panel. */
export class Recorder {
  readonly #ports: RecorderPorts;
  readonly #buffer = new CaptureBuffer();
  readonly #verdicts = new Map<number, Verdict | "failed">();
  readonly #known = new Set<string>();
  /** Before the panel was opened, nothing is judged. */
  #watched = false;

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
  }

  /** Begins to listen. Requests that the log has already are taken, too. */
  start({ network }: Pick<DevtoolsApi, "network">): void {
    network.onRequestFinished.addListener((entry) => this.see(entry));
    network.onNavigated.addListener(() => {
      if (this.#buffer.navigated()) this.#tellAll();
    });
    network.getHAR((log) => {
      for (const entry of log?.entries ?? []) this.see(entry);
    });
  }

  /** Takes an entry of the network log, if it is a call of an LLM API. */
  see(entry: NetworkEntry): void {
    const seen = seenRequest(entry);
    if (!seen || this.#isKnown(entry)) return;
    const captured = this.#buffer.add(seen);
    if (!captured) {
      this.#tellAll();
      return;
    }
    this.#put(captured);
    entry.getContent?.((content, encoding) => {
      const answered = this.#buffer.answer(captured.id, withContent(captured.answer, content, encoding));
      if (answered) this.#put(answered);
    });
  }

  /** Does what the panel asks for. */
  hear(message: FromPanel): void {
    switch (message.kind) {
      case "hello":
        this.#tellAll();
        if (!this.#watched) for (const request of this.#buffer.requests) this.#judge(request);
        this.#watched = true;
        return;
      case "clear":
        this.#buffer.clear();
        this.#verdicts.clear();
        this.#tellAll();
        return;
      case "pause":
        this.#buffer.pause(message.on);
        this.#tellAll();
        return;
      case "preserve":
        this.#buffer.preserve(message.on);
        this.#tellAll();
        return;
      case "text":
        this.#ports.tell({ kind: "text", id: message.id, text: this.#find(message.id)?.text });
        return;
      case "case": {
        const captured = this.#find(message.id);
        if (captured) this.#ports.ask({ kind: "case", captured });
        else this.#ports.tell({ kind: "case", id: message.id, text: undefined });
      }
    }
  }

  /** Takes what the judge says. */
  judged(answer: JudgeAnswer): void {
    if (answer.kind === "case") {
      this.#ports.tell(answer);
      return;
    }
    const captured = this.#find(answer.id);
    if (!captured) return;
    this.#verdicts.set(answer.id, answer.verdict ?? "failed");
    this.#tellOf(captured);
  }

  #put(captured: Captured): void {
    this.#tellOf(captured);
    if (this.#watched) this.#judge(captured);
  }

  #judge(captured: Captured): void {
    if (captured.state === "whole") this.#ports.ask({ kind: "verdict", captured });
  }

  #tellOf(captured: Captured): void {
    const { requests, state } = this.#buffer;
    const first = requests[0]?.id ?? captured.id;
    for (const id of this.#verdicts.keys()) if (id < first) this.#verdicts.delete(id);
    this.#ports.tell({ kind: "put", request: this.#listed(captured), first, state });
  }

  #tellAll(): void {
    const { requests, state } = this.#buffer;
    this.#ports.tell({ kind: "all", requests: requests.map((request) => this.#listed(request)), state });
  }

  #listed(captured: Captured): Listed {
    return listed(captured, this.#verdicts.get(captured.id));
  }

  #find(id: number): Captured | undefined {
    return this.#buffer.requests.find((request) => request.id === id);
  }

  /** The log and the event may both tell of a request. */
  #isKnown(entry: unknown): boolean {
    const request = own(entry, "request");
    const size = ownText(own(request, "postData"), "text")?.length ?? 0;
    const key = `${ownText(entry, "startedDateTime")} ${own(entry, "time")} ${size} ${ownText(request, "url")?.slice(0, 500)}`;
    if (this.#known.has(key)) return true;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.add(key);
    return false;
  }
}
