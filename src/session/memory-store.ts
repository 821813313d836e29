/** Session files in memory: for hosts without files, and to try things out. */
import { type SessionStore, SessionStoreError, type StagedSession, type StoredSession } from "./store.ts";

/** Files by path. Bytes are replaced, never written to. */
export type MemoryFiles = Map<string, Uint8Array>;

/** A store over files in memory. What is done to the map shows in the store, and the other way round. */
export function createMemoryStore(files: MemoryFiles): SessionStore {
  return {
    open(path) {
      const bytes = files.get(path);
      return Promise.resolve(bytes && new MemoryFile(files, path, bytes));
    },
  };
}

class MemoryFile implements StoredSession {
  readonly size: number;
  readonly #files: MemoryFiles;
  readonly #path: string;
  readonly #bytes: Uint8Array;

  constructor(files: MemoryFiles, path: string, bytes: Uint8Array) {
    this.#files = files;
    this.#path = path;
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  read(): ReadableStream<Uint8Array> {
    const chunks = [this.#bytes].filter(({ length }) => length > 0);
    return new ReadableStream({
      pull(controller) {
        const chunk = chunks.pop();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    });
  }

  async backUp(): Promise<string> {
    let number = 0;
    while (this.#files.has(`${this.#path}.bak-0-${number}`)) number++;
    const path = `${this.#path}.bak-0-${number}`;
    this.#files.set(path, this.#bytes);
    return path;
  }

  async removeBackup(path: string): Promise<void> {
    this.#files.delete(path);
  }

  async stage(size: number): Promise<StagedSession> {
    const content = new Uint8Array(size);
    let length = 0;
    return {
      write: async (bytes) => {
        content.set(bytes, length);
        length += bytes.length;
      },
      commit: async () => {
        if (this.#files.get(this.#path) !== this.#bytes) {
          throw new SessionStoreError("conflict", "The file was replaced meanwhile.");
        }
        this.#files.set(this.#path, content);
      },
      discard: async () => {},
    };
  }
}
