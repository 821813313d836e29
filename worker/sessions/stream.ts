/** The history of a session as server-sent events: first as it is, then what changes. */
import {
  type DisplayMessage,
  pageForDisplay,
  projectForDisplay,
  readSession,
  repairSessionText,
} from "../../src/index.ts";
import { withSecurityHeaders } from "../problem.ts";
import { type Bucket, bytesOf } from "./bucket.ts";
import type { Notice } from "./watchers.ts";

/** What is streamed. */
export interface HistoryStream {
  readonly bucket: Bucket;
  readonly key: string;
  /** What becomes of the file, one JSON object a line. */
  readonly notices: ReadableStream<Uint8Array> | null;
  /** How many rows of the history to begin with. */
  readonly limit: number | undefined;
  /** The id of the last event that the reader has seen: its history is not sent again if nothing has changed. */
  readonly since: string | null;
}

/** So often something is sent, for proxies that close silent connections. */
const KEEP_ALIVE_MS = 20_000;

const encoder = new TextEncoder();

/**
 * Events: `history`, a page of rows with `offset` and `total`; `rows`, which take the place of all rows from `offset`
 * on; `deleted`. The id of an event names the file it was made from.
 */
export function streamHistory({ bucket, key, notices, limit, since }: HistoryStream): Response {
  const reader = readNotices(notices);
  const view = new HistoryView(bucket, key);
  let isFirst = true;
  let next = reader.next();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const notice = await within(next, KEEP_ALIVE_MS);
    if (notice === undefined) return controller.enqueue(encoder.encode(": still here\n\n"));
    if (notice.done === true) return controller.close();
    next = reader.next();
    next.catch(() => {});
    const changed = await view.update(notice.value);
    if (changed === undefined) {
      controller.enqueue(eventOf("deleted", {}));
      return controller.close();
    }
    const { rows, from, etag } = changed;
    if (isFirst && since !== etag) {
      controller.enqueue(eventOf("history", pageForDisplay(rows, limit === undefined ? {} : { limit }), etag));
    } else if (isFirst || from >= rows.length) {
      controller.enqueue(encoder.encode(": nothing new\n\n"));
    } else {
      controller.enqueue(eventOf("rows", { offset: from, total: rows.length, messages: rows.slice(from) }, etag));
    }
    isFirst = false;
  };
  const body = new ReadableStream<Uint8Array>({ pull, cancel: () => reader.cancel() }, { highWaterMark: 0 });
  const headers = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" };
  return withSecurityHeaders(new Response(body, { headers }));
}

function eventOf(event: string, data: unknown, id?: string): Uint8Array {
  const lines = [`event: ${event}`, ...(id === undefined ? [] : [`id: ${id}`]), `data: ${JSON.stringify(data)}`];
  return encoder.encode(`${lines.join("\n")}\n\n`);
}

/** The value of a promise; undefined when it takes too long. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    if (timer !== undefined) clearTimeout(timer);
  }
}

type NoticeResult =
  | { readonly done: true; readonly value?: undefined }
  | { readonly done?: false; readonly value: Notice };

function readNotices(stream: ReadableStream<Uint8Array> | null) {
  const reader = stream?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    async next(): Promise<NoticeResult> {
      for (;;) {
        const end = text.indexOf("\n");
        if (end >= 0) {
          const value = JSON.parse(text.slice(0, end)) as Notice;
          text = text.slice(end + 1);
          return { value };
        }
        const chunk = await reader?.read().catch(() => undefined);
        if (chunk?.value === undefined) return { done: true };
        text += decoder.decode(chunk.value, { stream: true });
      }
    },
    cancel: (): Promise<void> | undefined => reader?.cancel(),
  };
}

interface Changed {
  readonly rows: readonly DisplayMessage[];
  /** The first row that is another than before. */
  readonly from: number;
  readonly etag: string;
}

/** The rows of a file that grows. Of what was appended only the new bytes are fetched. */
class HistoryView {
  readonly #bucket: Bucket;
  readonly #key: string;
  #etag = "";
  #size = 0;
  #text = "";
  /** The rows as JSON, to see which have changed. */
  #rows: readonly string[] = [];

  constructor(bucket: Bucket, key: string) {
    this.#bucket = bucket;
    this.#key = key;
  }

  /** Reads what a notice tells of. Undefined: the file is gone. */
  async update({ etag, from }: Notice): Promise<Changed | undefined> {
    if (etag === undefined) return undefined;
    const isGrown = from !== undefined && from === this.#etag && (await this.#readOn(etag));
    if (!isGrown && !(await this.#readAll())) return undefined;
    const rows = projectForDisplay(readSession(repairSessionText(this.#text).text).messages);
    const written = rows.map((row) => JSON.stringify(row));
    const first = written.findIndex((row, index) => row !== this.#rows[index]);
    // Rows that are gone at the end show in a shorter total.
    const isShorter = first < 0 && written.length < this.#rows.length;
    this.#rows = written;
    return {
      rows,
      from: first >= 0 ? first : isShorter ? Math.max(0, rows.length - 1) : rows.length,
      etag: this.#etag,
    };
  }

  async #readOn(etag: string): Promise<boolean> {
    const range = { offset: this.#size };
    const object = await this.#bucket.get(this.#key, { range, onlyIf: { etagMatches: etag } });
    const bytes = object && (await bytesOf(object));
    if (!bytes) return false;
    this.#text += new TextDecoder().decode(bytes);
    this.#size += bytes.length;
    this.#etag = etag;
    return true;
  }

  async #readAll(): Promise<boolean> {
    const object = await this.#bucket.get(this.#key);
    const bytes = object && (await bytesOf(object));
    if (!object || !bytes) return false;
    this.#text = new TextDecoder().decode(bytes);
    this.#size = bytes.length;
    this.#etag = object.etag;
    return true;
  }
}
