/**
 * The WASM instances of one engine.
 *
 * A codec that throws leaves its stack and heap as they were at that moment; after some hundred bad images such an
 * instance fails on good ones. So an instance is dropped whenever something is thrown while it works, and the next
 * image gets a fresh one. Memory of an instance never shrinks: idle ones make room before another is used.
 */
import { ImageError } from "../../types.ts";
import { loadModule, type WasmSource } from "./modules.ts";

/** How a codec is started and measured. */
export interface Kind<T> {
  /** What it is for, in messages: `reading JPEG`. */
  readonly purpose: string;
  /** Makes an instance. */
  start(module: WebAssembly.Module): Promise<T>;
  /** The size of its linear memory in bytes. */
  bytes(instance: T): number;
}

/** A place for one instance, which is made when it is first needed and again after every failure. */
export interface Slot<T> {
  /**
   * Does a piece of work with the instance.
   *
   * @param need about how large its memory will become, in bytes
   * @param work may call `spoil` when the instance threw although a result could be saved
   * @throws what the work throws; ImageError `unavailable` when the module cannot be had
   */
  use<Result>(need: number, work: (instance: T, spoil: () => void) => Result | Promise<Result>): Promise<Result>;
}

/** Told after each piece of work: what it was, and the bytes of linear memory that the engine holds. */
export type MemoryWatch = (purpose: string, bytes: number) => void;

/** What the pool knows of a slot. */
interface Holder {
  bytes(): number;
  drop(): void;
}

/** All instances of an engine. */
export class Instances {
  readonly #holders: Holder[] = [];
  readonly #room: number;
  readonly #watch: MemoryWatch | undefined;

  /** @param room the bytes that all instances together may hold before idle ones are dropped */
  constructor(room: number, watch?: MemoryWatch) {
    this.#room = room;
    this.#watch = watch;
  }

  /** A new slot. Nothing is loaded before its first use. */
  slot<T>(source: WasmSource | undefined, kind: Kind<T>): Slot<T> {
    let instance: T | undefined;
    const holder: Holder = {
      bytes: () => (instance === undefined ? 0 : kind.bytes(instance)),
      drop: () => {
        instance = undefined;
      },
    };
    this.#holders.push(holder);
    return {
      use: async (need, work) => {
        this.#makeRoom(holder, need);
        instance ??= await start(source, kind);
        let well = true;
        const spoil = (): void => {
          well = false;
        };
        try {
          return await work(instance, spoil);
        } catch (error) {
          spoil();
          throw error;
        } finally {
          this.#watch?.(kind.purpose, this.#bytes());
          if (!well) holder.drop();
        }
      },
    };
  }

  /** Drops what holds more than the room, after an image. */
  tidy(): void {
    for (const holder of this.#holders) if (holder.bytes() > this.#room) holder.drop();
  }

  #makeRoom(user: Holder, need: number): void {
    const wanted = Math.max(need, user.bytes());
    const idle = this.#holders.filter((holder) => holder !== user).sort((a, b) => b.bytes() - a.bytes());
    for (const holder of idle) {
      if (wanted + idle.reduce((sum, { bytes }) => sum + bytes(), 0) <= this.#room) return;
      holder.drop();
    }
  }

  #bytes(): number {
    return this.#holders.reduce((sum, { bytes }) => sum + bytes(), 0);
  }
}

async function start<T>(source: WasmSource | undefined, kind: Kind<T>): Promise<T> {
  const module = await loadModule(source, kind.purpose);
  try {
    return await kind.start(module);
  } catch (cause) {
    // Another module than the codec's, its glue is not there, or there is no memory.
    throw new ImageError("unavailable", `Image processor for ${kind.purpose} could not be started`, { cause });
  }
}
