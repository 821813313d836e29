/** Those who are told what becomes of a session. */
import type { BucketObject } from "./bucket.ts";

/** What became of a session's file. Whoever knows the latest needs none of those before. */
export interface Notice {
  /** The file as it is now; absent: it is gone. */
  readonly etag?: string | undefined;
  /** The file that something was appended to; absent: what stood in it may be gone. */
  readonly from?: string | undefined;
}

const encoder = new TextEncoder();

/** The watchers of one session. Each gets a stream of notices, one JSON object a line. */
export class Watchers {
  readonly #all = new Set<Watcher>();

  /** A new watcher. The first notice says how the file is now. */
  add(stored: BucketObject | null): Response {
    const watcher = new Watcher(() => this.#all.delete(watcher));
    this.#all.add(watcher);
    watcher.tell({ etag: stored?.etag });
    return new Response(watcher.stream, { headers: { "content-type": "application/x-ndjson" } });
  }

  /** Tells all of them. */
  tell(notice: Notice): void {
    for (const watcher of this.#all) watcher.tell(notice);
  }
}

class Watcher {
  readonly stream: ReadableStream<Uint8Array>;
  /** What it was not told yet: one notice, however slow it is. */
  #waiting: Notice | undefined;
  #wake: (() => void) | undefined;

  constructor(onEnd: () => void) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (this.#waiting === undefined) {
            await new Promise<void>((resolve) => {
              this.#wake = resolve;
            });
          }
          const notice = this.#waiting;
          this.#waiting = undefined;
          controller.enqueue(encoder.encode(`${JSON.stringify(notice ?? {})}\n`));
        },
        cancel: onEnd,
      },
      { highWaterMark: 0 },
    );
  }

  tell(notice: Notice): void {
    // Several appends in a row are one that begins where the first did.
    const from = this.#waiting === undefined || this.#waiting.etag === notice.from ? notice.from : undefined;
    this.#waiting = { etag: notice.etag, from: this.#waiting === undefined ? from : from && this.#waiting.from };
    this.#wake?.();
    this.#wake = undefined;
  }
}
