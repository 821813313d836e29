/**
 * Session files on disk.
 *
 * New content is written to a file beside the old one, brought to the disk, and renamed over it, with the owner and
 * permissions of the old one. A symbolic link stays one: its target is replaced. Another name (hard link) of the file
 * keeps the old content.
 */
import { type SessionStore, SessionStoreError, type StagedSession, type StoredSession } from "../../index.ts";

const CHUNK_BYTES = 256 * 1024;

/** The store of this machine's files. Needs `--allow-read` and `--allow-write` for the folders of the files. */
export function createDenoStore(): SessionStore {
  return {
    async open(path) {
      try {
        const real = await Deno.realPath(path);
        const info = await Deno.stat(real);
        if (!info.isFile) throw new Error("It is no file.");
        return new DenoFile(real, info);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    },
  };
}

class DenoFile implements StoredSession {
  readonly size: number;
  readonly #path: string;
  readonly #info: Deno.FileInfo;

  constructor(path: string, info: Deno.FileInfo) {
    this.size = info.size;
    this.#path = path;
    this.#info = info;
  }

  /** What is appended after the file was opened is not read. */
  read(): ReadableStream<Uint8Array> {
    let left = this.size;
    let file: Deno.FsFile | undefined;
    const close = (): void => {
      file?.close();
      file = undefined;
    };
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      if (left === 0) {
        close();
        controller.close();
        return;
      }
      try {
        file ??= await Deno.open(this.#path, { read: true });
        const bytes = new Uint8Array(Math.min(CHUNK_BYTES, left));
        const count = await file.read(bytes);
        if (count === null) throw changed();
        left -= count;
        controller.enqueue(bytes.subarray(0, count));
      } catch (error) {
        close();
        throw error;
      }
    };
    return new ReadableStream({ pull, cancel: close }, { highWaterMark: 0 });
  }

  async backUp(): Promise<string> {
    for (let time = Date.now(); ; time++) {
      const path = `${this.#path}.bak-${Deno.pid}-${time}`;
      try {
        const copy = await NewFile.create(path);
        try {
          const reader = this.read().getReader();
          for (let { value } = await reader.read(); value; { value } = await reader.read()) await copy.write(value);
          await copy.finish(this.#info);
          return path;
        } catch (error) {
          await copy.remove();
          throw error;
        }
      } catch (error) {
        if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
      }
    }
  }

  removeBackup(path: string): Promise<void> {
    return Deno.remove(path);
  }

  async stage(): Promise<StagedSession> {
    // Renaming needs no right to write to the file itself, but who forbids writing means this as well.
    (await Deno.open(this.#path, { write: true })).close();
    const draft = await NewFile.create(`${this.#path}.repair-${crypto.randomUUID()}.tmp`);
    return {
      write: (bytes) => draft.write(bytes),
      commit: async () => {
        await draft.finish(this.#info);
        if (!(await this.#isSame())) throw changed();
        await Deno.rename(draft.path, this.#path);
        await syncFolder(this.#path);
      },
      discard: () => draft.remove(),
    };
  }

  /** Is the file still the one that was opened? */
  async #isSame(): Promise<boolean> {
    const { dev, ino, size, mtime } = await Deno.stat(this.#path);
    const before = this.#info;
    return (
      dev === before.dev && ino === before.ino && size === before.size && mtime?.getTime() === before.mtime?.getTime()
    );
  }
}

/** A file that is being written. Until it is finished only its owner may read it: sessions are private. */
class NewFile {
  readonly path: string;
  #file: Deno.FsFile | undefined;

  private constructor(path: string, file: Deno.FsFile) {
    this.path = path;
    this.#file = file;
  }

  static async create(path: string): Promise<NewFile> {
    return new NewFile(path, await Deno.open(path, { write: true, createNew: true, mode: 0o600 }));
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray((await this.#file?.write(rest)) ?? rest.length);
  }

  /** Brings it to the disk, with the owner and the permissions of another file. */
  async finish({ uid, gid, mode }: Deno.FileInfo): Promise<void> {
    await this.#file?.sync();
    this.#close();
    const own = await Deno.stat(this.path);
    // Only the system's administrator may give files away, and only then is there a need to.
    if (own.uid !== uid || own.gid !== gid) await Deno.chown(this.path, uid, gid).catch(() => {});
    if (mode !== null) await Deno.chmod(this.path, mode & 0o7777);
  }

  /** Removes it, if it is still there. */
  async remove(): Promise<void> {
    this.#close();
    await Deno.remove(this.path).catch((error: unknown) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }

  #close(): void {
    this.#file?.close();
    this.#file = undefined;
  }
}

/** Brings the renaming to the disk. Not every system can, and none that cannot fails by it. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await Deno.open(path.replace(/[^/\\]*$/, ""), { read: true });
    await folder.sync().finally(() => folder.close());
  } catch {
    // The file itself is complete either way.
  }
}

function changed(): SessionStoreError {
  return new SessionStoreError("conflict", "The file has changed since it was opened.");
}
