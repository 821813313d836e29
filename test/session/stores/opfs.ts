// A page that runs the suite over its own folder (OPFS) and keeps the rows. Bundled and opened by stores.test.ts.
import {
  createFileSystemAccessStore,
  type DirectoryHandleLike,
  type FileHandleLike,
  type WritableFileLike,
} from "../../../src/adapters/file-system-access/index.ts";
import { openSession } from "../../../src/index.ts";
import { damagedFile, type Faults, type Host, type Row, runFaults } from "./suite.ts";

/** A folder with calls that can fail. */
function faultyFolder(folder: DirectoryHandleLike, faults: Faults): DirectoryHandleLike {
  return {
    getDirectoryHandle: async (name) =>
      faultyFolder(await faults.call("folder: open", () => folder.getDirectoryHandle(name)), faults),
    getFileHandle: async (name, options) =>
      faultyFile(await faults.call(`${kindOf(name)}: handle`, () => folder.getFileHandle(name, options)), faults),
    removeEntry: (name) => faults.call(`${kindOf(name)}: remove`, () => folder.removeEntry(name)),
  };
}

function kindOf(name: string): string {
  return name.includes(".bak-") ? "backup" : "file";
}

function faultyFile(handle: FileHandleLike, faults: Faults): FileHandleLike {
  const kind = kindOf(handle.name);
  return {
    name: handle.name,
    getFile: () => faults.call(`${kind}: look`, () => handle.getFile()),
    createWritable: async (options) =>
      faultyWritable(await faults.call(`${kind}: writable`, () => handle.createWritable(options)), kind, faults),
  };
}

function faultyWritable(writable: WritableFileLike, kind: string, faults: Faults): WritableFileLike {
  return {
    write: (bytes) =>
      faults.call(
        `${kind}: write`,
        () => writable.write(bytes),
        () => writable.write(bytes.subarray(0, 10)),
      ),
    close: () => faults.call(`${kind}: close`, () => writable.close()),
    // A page that is gone aborts nothing; the browser throws its swap file away.
    abort: () => faults.call(`${kind}: abort`, () => writable.abort()),
  };
}

let number = 0;
const host: Host = {
  name: "file-system-access",
  // The file is locked while new content is written: a rival is kept from writing.
  blind: [],
  creates: ["backup: handle", "backup: writable", "file: writable"],
  async make(text, faults) {
    const root = await navigator.storage.getDirectory();
    const name = String(number++);
    const folder = await root.getDirectoryHandle(name, { create: true });
    const path = "session.jsonl";
    const write = async (content: string): Promise<void> => {
      const handle = await folder.getFileHandle(path, { create: true });
      const writable = await handle.createWritable();
      await writable.write(content);
      await writable.close();
    };
    await write(text);
    return {
      store: createFileSystemAccessStore(faultyFolder(folder, faults)),
      path,
      write,
      read: async (wanted) => {
        const handle = await folder.getFileHandle(wanted).catch(() => undefined);
        return handle && (await handle.getFile()).text();
      },
      list: async () => {
        const names: string[] = [];
        for await (const entry of folder.keys()) names.push(entry);
        return names;
      },
    };
  },
};

/** The page's own folder, with a path of several names, and nothing between. */
async function runPlain(): Promise<object> {
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle("a", { create: true })).getDirectoryHandle("b", { create: true });
  const { original, repaired } = damagedFile(500);
  const writable = await (await folder.getFileHandle("s.jsonl", { create: true })).createWritable();
  await writable.write(original);
  await writable.close();
  const store = createFileSystemAccessStore(root);
  const session = await openSession({ store, path: "a/b/s.jsonl", keepBackup: true });
  const after = await (await (await folder.getFileHandle("s.jsonl")).getFile()).text();
  const { backupPath = "" } = session.repair;
  const backup = await (await (await folder.getFileHandle(backupPath.split("/").pop() ?? "")).getFile()).text();
  const missing = await openSession({ store, path: "a/none/s.jsonl" });
  return {
    messages: session.messages.length,
    isRepaired: after === repaired,
    isBackedUp: backup === original,
    backupPath,
    missing: missing.repair.reason,
  };
}

declare global {
  var outcome: Promise<{ plain: object; rows: Row[] }>;
}

globalThis.outcome = (async () => ({ plain: await runPlain(), rows: await runFaults(host) }))();
