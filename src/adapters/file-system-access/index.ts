/**
 * Session files in a folder of the browser: one that the user picked, or the page's own (`navigator.storage.getDirectory()`).
 *
 * New content goes to the browser's swap file, which takes the place of the old one all at once when it is closed. Where
 * the browser can lock a file, nobody else writes to it meanwhile.
 *
 * @module
 */
import { type SessionStore, SessionStoreError, type StagedSession, type StoredSession } from "../../index.ts";

/** The part of a `FileSystemDirectoryHandle` that is used. */
export interface DirectoryHandleLike {
  /** A folder in it. */
  getDirectoryHandle(name: string): Promise<DirectoryHandleLike>;
  /** A file in it; `create` makes one that is not there. */
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandleLike>;
  /** Removes a file from it. */
  removeEntry(name: string): Promise<void>;
}

/** The part of a `FileSystemFileHandle` that is used. */
export interface FileHandleLike {
  /** Its name in its folder. */
  readonly name: string;
  /** The file as it is now. */
  getFile(): Promise<File>;
  /** Begins new content, which replaces the old when it is closed. */
  createWritable(options?: { keepExistingData?: boolean; mode?: string }): Promise<WritableFileLike>;
}

/** The part of a `FileSystemWritableFileStream` that is used. */
export interface WritableFileLike {
  /** Adds bytes. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Replaces the file. */
  close(): Promise<void>;
  /** Throws the content away. */
  abort(): Promise<void>;
}

/**
 * The store of the files below a folder. Paths are relative to it, with `/` between names.
 *
 * @example
 * const store = createFileSystemAccessStore(await navigator.storage.getDirectory());
 * const { messages, repair } = await openSession({ store, path: "sessions/a.jsonl" });
 */
export function createFileSystemAccessStore(root: DirectoryHandleLike): SessionStore {
  return {
    async open(path) {
      try {
        const names = path.split("/").filter((name) => name !== "");
        const name = names.pop() ?? "";
        let folder = root;
        for (const step of names) folder = await folder.getDirectoryHandle(step);
        const handle = await folder.getFileHandle(name);
        return new AccessFile(folder, names, handle, await handle.getFile());
      } catch (error) {
        if (isNamed(error, "NotFoundError")) return undefined;
        throw error;
      }
    },
  };
}

/** A writer that locks its file. Browsers that know no locks pass over the mode. */
const EXCLUSIVE = { keepExistingData: false, mode: "exclusive" };

class AccessFile implements StoredSession {
  readonly size: number;
  readonly #folder: DirectoryHandleLike;
  /** The folder's names from the root. */
  readonly #names: readonly string[];
  readonly #handle: FileHandleLike;
  readonly #file: File;

  constructor(folder: DirectoryHandleLike, names: readonly string[], handle: FileHandleLike, file: File) {
    this.size = file.size;
    this.#folder = folder;
    this.#names = names;
    this.#handle = handle;
    this.#file = file;
  }

  read(): ReadableStream<Uint8Array> {
    const reader = this.#file.stream().getReader();
    return new ReadableStream(
      {
        async pull(controller) {
          try {
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            // The browser's word for a file that is no longer the one that was opened.
            throw isNamed(error, "NotReadableError") ? changed(error) : error;
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  async backUp(): Promise<string> {
    // Pages have no process id.
    const name = `${this.#handle.name}.bak-${crypto.randomUUID().slice(0, 8)}-${Date.now()}`;
    const copy = await this.#folder.getFileHandle(name, { create: true });
    let writable: WritableFileLike | undefined;
    try {
      writable = await copy.createWritable();
      const reader = this.read().getReader();
      for (let { value } = await reader.read(); value; { value } = await reader.read())
        await writable.write(own(value));
      await writable.close();
    } catch (error) {
      // A file that is open for writing cannot be removed.
      await writable?.abort().catch(() => {});
      await this.#folder.removeEntry(name);
      throw error;
    }
    return [...this.#names, name].join("/");
  }

  removeBackup(path: string): Promise<void> {
    return this.#folder.removeEntry(path.split("/").pop() ?? "");
  }

  async stage(): Promise<StagedSession> {
    const writable = await this.#handle.createWritable(EXCLUSIVE).catch((error: unknown) => {
      throw isNamed(error, "NoModificationAllowedError") ? changed(error) : error;
    });
    let isOpen = true;
    return {
      write: (bytes) => writable.write(own(bytes)),
      commit: async () => {
        const { size, lastModified } = await this.#handle.getFile();
        if (size !== this.size || lastModified !== this.#file.lastModified) throw changed();
        await writable.close();
        isOpen = false;
      },
      discard: async () => {
        if (isOpen) await writable.abort();
        isOpen = false;
      },
    };
  }
}

/** Bytes in memory that threads share cannot be written, say the types. Nobody shares these. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

function changed(cause?: unknown): SessionStoreError {
  return new SessionStoreError("conflict", "The file has changed, or is being written, since it was opened.", {
    cause,
  });
}
