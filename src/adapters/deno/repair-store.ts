/** Views of a store: what the command line wants done besides, or not done. */
import type { SessionStore, StagedSession, StoredSession } from "../../index.ts";

/** The files of a store; what is written to them is thrown away. A repair runs to its end and changes nothing. */
export function withoutWriting(store: SessionStore): SessionStore {
  const nothing = async (): Promise<void> => {};
  return changeFiles(store, (file) => ({
    size: file.size,
    read: () => file.read(),
    backUp: async () => "",
    removeBackup: nothing,
    stage: async () => ({ write: nothing, commit: nothing, discard: nothing }),
  }));
}

/** The files of a store; `act` is done before one is replaced, and if it fails none is. */
export function beforeReplacing(store: SessionStore, act: () => Promise<void>): SessionStore {
  return changeFiles(store, (file) => ({
    size: file.size,
    read: () => file.read(),
    backUp: () => file.backUp(),
    removeBackup: (path) => file.removeBackup(path),
    stage: async (size) => afterwards(await file.stage(size), act),
  }));
}

function changeFiles(store: SessionStore, change: (file: StoredSession) => StoredSession): SessionStore {
  return {
    open: async (path) => {
      const file = await store.open(path);
      return file && change(file);
    },
  };
}

function afterwards(staged: StagedSession, act: () => Promise<void>): StagedSession {
  return {
    write: (bytes) => staged.write(bytes),
    commit: async () => {
      await act();
      await staged.commit();
    },
    discard: () => staged.discard(),
  };
}
