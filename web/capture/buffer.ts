/** Keeps the latest requests, within bounds. */
import type { Captured, Seen } from "./entry.ts";

/** How much is kept. */
export interface BufferLimits {
  readonly requests: number;
  /** The length of all texts together, in UTF-16 code units as the browser keeps them. */
  readonly size: number;
}

/** Requests that fit a panel, and a share of memory that a page's tools may take. */
export const bufferLimits: BufferLimits = { requests: 100, size: 256 * 10 ** 6 };

/** How the buffer stands. */
export interface BufferState {
  readonly paused: boolean;
  /** Are requests kept when the page is left? */
  readonly preserve: boolean;
  /** How many were dropped to make room. */
  readonly dropped: number;
  /** How many were not taken while it was paused. */
  readonly passed: number;
}

/** The latest requests, oldest first. */
export class CaptureBuffer {
  readonly #limits: BufferLimits;
  #requests: Captured[] = [];
  #size = 0;
  #lastId = 0;
  #state: BufferState = { paused: false, preserve: false, dropped: 0, passed: 0 };

  constructor(limits: BufferLimits = bufferLimits) {
    this.#limits = limits;
  }

  get requests(): readonly Captured[] {
    return this.#requests;
  }

  get state(): BufferState {
    return this.#state;
  }

  /** Takes a request, and drops the oldest ones where there is no room. Undefined while paused. */
  add(seen: Seen): Captured | undefined {
    if (this.#state.paused) {
      this.#state = { ...this.#state, passed: this.#state.passed + 1 };
      return undefined;
    }
    const captured: Captured = { ...seen, id: ++this.#lastId };
    this.#requests.push(captured);
    this.#size += sizeOf(captured);
    this.#makeRoom();
    return captured;
  }

  /** Puts an answer to a request that was taken, if it is still there. */
  answer(id: number, answer: Captured["answer"]): Captured | undefined {
    const index = this.#requests.findIndex((request) => request.id === id);
    const before = this.#requests[index];
    if (!before) return undefined;
    const after = { ...before, answer };
    this.#requests[index] = after;
    this.#size += sizeOf(after) - sizeOf(before);
    this.#makeRoom();
    return after;
  }

  pause(paused: boolean): void {
    this.#state = { ...this.#state, paused };
  }

  preserve(preserve: boolean): void {
    this.#state = { ...this.#state, preserve };
  }

  clear(): void {
    this.#requests = [];
    this.#size = 0;
    this.#state = { ...this.#state, dropped: 0, passed: 0 };
  }

  /** The page is left. */
  navigated(): boolean {
    if (this.#state.preserve || this.#state.paused) return false;
    this.clear();
    return true;
  }

  /** The latest stays, however large it is. */
  #makeRoom(): void {
    let count = 0;
    while (
      this.#requests.length - count > 1 &&
      (this.#requests.length - count > this.#limits.requests || this.#size > this.#limits.size)
    ) {
      this.#size -= sizeOf(this.#requests[count] as Captured);
      count++;
    }
    if (count === 0) return;
    this.#requests = this.#requests.slice(count);
    this.#state = { ...this.#state, dropped: this.#state.dropped + count };
  }
}

function sizeOf({ text, answer }: Captured): number {
  return (text?.length ?? 0) + (answer.text?.length ?? 0);
}
