/** A stream of bytes that is filled from outside and can tell when it wants no more for now. */

/** So many bytes are handed out at once at most: a long line must not be copied as a whole by whoever writes it. */
const PIECE_BYTES = 1024 * 1024;

/** A readable stream with its other end. */
export class Outlet {
  /** The stream. */
  readonly readable: ReadableStream<Uint8Array>;
  /** Has somebody read all there was and asked for more? */
  wasDrained = false;

  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isOpen = true;
  readonly #limit: number;
  #wake: (() => void) | undefined;

  /**
   * @param limit bytes that may wait to be read before `ready` waits
   * @param onCancel is called when the reader wants no more at all
   */
  constructor(limit: number, onCancel: (reason: unknown) => void) {
    this.#limit = limit;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.wasDrained = true;
          this.#wakeUp();
        },
        cancel: (reason) => {
          this.#isOpen = false;
          this.#wakeUp();
          onCancel(reason);
        },
      },
      // Without room of its own, the stream asks only when somebody reads.
      { highWaterMark: 0, size: (bytes) => bytes.byteLength },
    );
  }

  /** Bytes that wait to be read. */
  get waiting(): number {
    return this.#isOpen ? -(this.#controller?.desiredSize ?? 0) : 0;
  }

  /** Adds bytes. They must not be written to. Nothing happens once the stream has ended. */
  push(bytes: Uint8Array): void {
    for (let at = 0; this.#isOpen && at < bytes.length; at += PIECE_BYTES) {
      this.#controller?.enqueue(bytes.subarray(at, at + PIECE_BYTES));
    }
  }

  /** Waits until few enough bytes wait to be read, or the stream has ended. */
  async ready(): Promise<void> {
    while (this.#isOpen && this.waiting > this.#limit) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Ends the stream behind what waits to be read. */
  close(): void {
    if (this.#isOpen) this.#controller?.close();
    this.#isOpen = false;
  }

  /** Ends the stream at once. */
  fail(reason: unknown): void {
    if (this.#isOpen) this.#controller?.error(reason);
    this.#isOpen = false;
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
