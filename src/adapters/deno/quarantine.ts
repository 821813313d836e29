/** A file for the bytes that a repair drops. */
import { UsageError } from "./arguments.ts";
import { refuse } from "./files.ts";
import { harmless } from "./harmless.ts";

/** A new file, made when the first bytes come. Only its owner may read it: sessions are private. */
export class QuarantineFile {
  /** Takes the bytes. */
  readonly writable: WritableStream<Uint8Array>;
  readonly #path: string;
  #file: Deno.FsFile | undefined;

  constructor(path: string) {
    this.#path = path;
    this.writable = new WritableStream({ write: (bytes) => this.#write(bytes) });
  }

  /** Refuses a name that is taken: nothing is ever written over. */
  async refuseTaken(): Promise<void> {
    try {
      await Deno.lstat(this.#path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      refuse(error, "look at", this.#path);
    }
    throw new UsageError(`${harmless(this.#path)} exists already. Give --quarantine another name.`);
  }

  /** Brings what was written to the disk. */
  async sync(): Promise<void> {
    await this.#file?.sync();
  }

  /** Closes the file, and removes it unless it is wanted. Its path, if there is such a file then. */
  async end(isWanted: boolean): Promise<string | undefined> {
    if (this.#file === undefined) return undefined;
    this.#file.close();
    this.#file = undefined;
    if (isWanted) return this.#path;
    return Deno.remove(this.#path).then(
      () => undefined,
      () => this.#path,
    );
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#file ??= await Deno.open(this.#path, { write: true, createNew: true, mode: 0o600 });
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(await this.#file.write(rest));
  }
}
