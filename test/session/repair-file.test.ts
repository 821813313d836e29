// The repair of stored files over the store in memory: what is written when, what is reported, what is left behind.
import { describe, expect, test } from "vitest";
import {
  createMemoryStore,
  type MemoryFiles,
  openSession,
  type RepairFileRequest,
  type RepairMessage,
  type RepairProgress,
  repairSessionFileIfNeeded,
  repairSessionText,
  type SessionStore,
  SessionStoreError,
  type StoredSession,
  TranscriptInputError,
} from "../../src/index.ts";
import { assistant, file, HEADER, NOTHING, user } from "./damaged.ts";

const PATH = "sessions/s.jsonl";
const damaged = file(HEADER, user("a", null), "{oops", user("b", "a", ""));
const repaired = file(HEADER, user("a", null), user("b", "a", "(continue)"));

interface Setting {
  readonly files: MemoryFiles;
  readonly store: SessionStore;
  readonly messages: RepairMessage[];
  texts(): Record<string, string>;
  repair(more?: Partial<RepairFileRequest>): ReturnType<typeof repairSessionFileIfNeeded>;
}

/** A store with one file, some steps of which are replaced. */
function setUp(text: string, replaced: Partial<StoredSession> = {}): Setting {
  const files: MemoryFiles = new Map([[PATH, new TextEncoder().encode(text)]]);
  const plain = createMemoryStore(files);
  const messages: RepairMessage[] = [];
  const store: SessionStore = {
    async open(path) {
      const opened = await plain.open(path);
      if (opened === undefined) return undefined;
      return {
        size: opened.size,
        read: () => opened.read(),
        backUp: () => opened.backUp(),
        removeBackup: (backup) => opened.removeBackup(backup),
        stage: (size) => opened.stage(size),
        ...replaced,
      };
    },
  };
  return {
    files,
    store,
    messages,
    texts: () => Object.fromEntries([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])),
    repair: (more) =>
      repairSessionFileIfNeeded({ store, path: PATH, onMessage: (message) => messages.push(message), ...more }),
  };
}

test("a damaged file is replaced; the report is that of its text", async () => {
  const { repair, texts, messages } = setUp(damaged);
  expect(await repair({ path: ` ${PATH}\n` })).toEqual(repairSessionText(damaged).report);
  expect(texts()).toEqual({ [PATH]: repaired });
  const text = "session file repaired: dropped 1 malformed line(s), rewrote 1 user message(s) (s.jsonl)";
  expect(messages).toEqual([{ level: "debug", text }]);
  expect(await repair()).toEqual(NOTHING);
});

test("an intact file is read once and nothing else", async () => {
  const never = (): never => {
    throw new Error("must not be called");
  };
  const { repair, messages } = setUp(repaired, { backUp: never, stage: never, removeBackup: never });
  expect(await repair()).toEqual(NOTHING);
  expect(messages).toEqual([]);
});

test("extras that look at the whole file first", async () => {
  const call = { type: "toolCall", id: "c1", name: "read", arguments: {} };
  const turn = assistant("a", null, [call], { api: "openai-chatgpt-responses", provider: "openai" });
  const text = file(HEADER, turn, user("b", "a"));
  const { repair, texts } = setUp(text);
  expect(await repair()).toEqual(NOTHING);
  const expected = repairSessionText(text, { extras: true });
  expect(await repair({ options: { extras: true } })).toEqual(expected.report);
  expect(expected.report.insertedToolResults).toBe(1);
  expect(texts()).toEqual({ [PATH]: expected.text });
});

test("the dropped bytes can be kept", async () => {
  const { repair } = setUp(`${damaged}{"torn`);
  const dropped: Uint8Array[] = [];
  const quarantine = new WritableStream<Uint8Array>({ write: (bytes) => void dropped.push(bytes) });
  await repair({ quarantine });
  expect(Buffer.concat(dropped).toString()).toBe('{oops\n{"torn');
  expect(quarantine.locked).toBe(false);
});

test("the backup is kept if that is wished", async () => {
  const { repair, texts } = setUp(damaged);
  const backupPath = `${PATH}.bak-0-0`;
  expect(await repair({ keepBackup: true })).toMatchObject({ repaired: true, backupPath });
  expect(texts()).toEqual({ [PATH]: repaired, [backupPath]: damaged });
});

test("progress of reading and writing", async () => {
  const seen: RepairProgress[] = [];
  const { repair } = setUp(damaged);
  await repair({ onProgress: (progress) => seen.push(progress) });
  const total = damaged.length;
  expect(seen).toEqual([
    { phase: "read", done: total, total },
    { phase: "write", done: total, total },
  ]);
});

describe("files that are left as they are", () => {
  test.each<[string, string | undefined, string, boolean]>([
    ["", undefined, "missing session file", false],
    [" \t", undefined, "missing session file", false],
    ["none.jsonl", undefined, "missing session file", false],
    ["sqlite:sessions", undefined, "sqlite transcript", false],
    [PATH, "", "empty session file", true],
    [PATH, "{oops", "empty session file", true],
    [PATH, user("a", null), "invalid session header", true],
  ])("%j: %j", async (path, text, reason, isTold) => {
    const { repair, texts, messages } = setUp(text ?? damaged);
    expect(await repair({ path })).toMatchObject({ repaired: false, reason });
    expect(texts()).toEqual({ [PATH]: text ?? damaged });
    expect(messages).toEqual(
      isTold ? [{ level: "warn", text: `session file repair skipped: ${reason} (s.jsonl)` }] : [],
    );
  });
});

/** Throws anything. */
function throwIt(what: unknown): never {
  throw what;
}

describe("failures", () => {
  const fail = (): never => {
    throw new Error("EIO");
  };

  test.each<[string, Partial<StoredSession>, string]>([
    ["reading", { read: fail }, "failed to read session file: EIO"],
    ["the backup", { backUp: async () => fail() }, "repair failed: EIO"],
    ["new content", { stage: async () => fail() }, "repair failed: EIO"],
    [
      "writing",
      { stage: async () => ({ write: async () => fail(), commit: async () => {}, discard: async () => {} }) },
      "repair failed: EIO",
    ],
    [
      "discarding, too",
      { stage: async () => ({ write: async () => fail(), commit: async () => {}, discard: async () => fail() }) },
      "repair failed: EIO",
    ],
    ["what is thrown is no error", { read: () => throwIt("gone") }, "failed to read session file: gone"],
  ])("%s", async (_, replaced, reason) => {
    const { repair, texts, messages } = setUp(damaged, replaced);
    const report = await repair();
    expect(report).toMatchObject({ repaired: false, reason: expect.stringContaining(reason) });
    expect(report).not.toHaveProperty("backupPath");
    expect(texts()).toEqual({ [PATH]: damaged });
    expect(messages).toEqual([{ level: "warn", text: `session file repair skipped: ${report.reason} (s.jsonl)` }]);
  });

  test("what was to be done is in the report", async () => {
    const { repair } = setUp(damaged, { stage: async () => fail() });
    const { dropped, changes, rewrittenUserMessages } = repairSessionText(damaged).report;
    expect(await repair()).toMatchObject({ repaired: false, droppedLines: 1, dropped, changes, rewrittenUserMessages });
  });

  test("a replacement of which nobody knows whether it took place keeps the backup", async () => {
    const staged = { write: async () => {}, commit: async () => fail(), discard: async () => {} };
    const { repair, texts } = setUp(damaged, { stage: async () => staged });
    const backupPath = `${PATH}.bak-0-0`;
    expect(await repair()).toMatchObject({ repaired: false, reason: "repair failed: EIO", backupPath });
    expect(texts()).toEqual({ [PATH]: damaged, [backupPath]: damaged });
  });

  test("a backup that cannot be removed is named", async () => {
    const { repair, texts, messages } = setUp(damaged, { removeBackup: async () => fail() });
    const backupPath = `${PATH}.bak-0-0`;
    expect(await repair()).toMatchObject({ repaired: true, backupPath });
    expect(texts()).toEqual({ [PATH]: repaired, [backupPath]: damaged });
    const text = "session file repair backup cleanup failed: EIO (s.jsonl.bak-0-0)";
    expect(messages).toContainEqual({ level: "debug", text });
  });

  test("somebody else wrote meanwhile: it is theirs", async () => {
    const setting = setUp(damaged);
    const rival = file(HEADER, user("r", null));
    const onProgress = ({ phase }: RepairProgress): void => {
      if (phase === "write") setting.files.set(PATH, new TextEncoder().encode(rival));
    };
    expect(await setting.repair({ onProgress })).toMatchObject({ repaired: false, reason: "conflict" });
    expect(setting.texts()).toEqual({ [PATH]: rival });
  });

  test("a file that is another one when it is read again", async () => {
    let reads = 0;
    const texts = [damaged, `${damaged}{more`];
    const read = (): ReadableStream<Uint8Array> => new Blob([texts[reads++] ?? ""]).stream();
    const setting = setUp(damaged, { read });
    expect(await setting.repair()).toMatchObject({ repaired: false, reason: "conflict" });
    expect(setting.texts()).toEqual({ [PATH]: damaged });
  });
});

describe("the signal", () => {
  const reason = new Error("enough");

  test.each(["read", "write"])("while it is looked through: %s", async (phase) => {
    const controller = new AbortController();
    const { repair, texts } = setUp(damaged);
    const onProgress = (progress: RepairProgress): void => {
      if (progress.phase === phase) controller.abort(reason);
    };
    await expect(repair({ signal: controller.signal, onProgress })).rejects.toBe(reason);
    expect(texts()).toEqual({ [PATH]: damaged });
  });

  test("before it begins, and when it is over", async () => {
    const { repair, texts } = setUp(damaged);
    await expect(repair({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    expect(await repair({ signal: controller.signal })).toMatchObject({ repaired: true });
    controller.abort(reason);
    expect(texts()).toEqual({ [PATH]: repaired });
  });
});

test("wrong options are refused before anything is opened", async () => {
  const { repair } = setUp(damaged, {});
  await expect(repair({ options: { maxLineBytes: -1 } })).rejects.toThrow(TranscriptInputError);
});

describe("openSession", () => {
  const textsOf = ({ messages }: { messages: readonly { content?: unknown }[] }): unknown[] =>
    messages.map(({ content }) => content);

  test("repairs the file, then reads it", async () => {
    const { store, texts } = setUp(damaged);
    const session = await openSession({ store, path: PATH });
    expect(session).toMatchObject({
      format: "session",
      header: { id: "s1" },
      problems: [],
      repair: { repaired: true },
    });
    expect(textsOf(session)).toEqual(["from a", "(continue)"]);
    expect(texts()).toEqual({ [PATH]: repaired });
  });

  test("read-only: the file stays, and what is read is repaired", async () => {
    const { store, texts } = setUp(damaged);
    const session = await openSession({ store, path: PATH, readOnly: true });
    expect(session.repair).toEqual(repairSessionText(damaged).report);
    expect(textsOf(session)).toEqual(["from a", "(continue)"]);
    expect(texts()).toEqual({ [PATH]: damaged });
  });

  test("a repair that fails does not keep one from reading", async () => {
    const stage = async (): Promise<never> => {
      throw new Error("ENOSPC");
    };
    const session = await openSession({ store: setUp(damaged, { stage }).store, path: PATH });
    expect(session.repair).toMatchObject({ repaired: false, reason: "repair failed: ENOSPC" });
    expect(textsOf(session)).toEqual(["from a", "(continue)"]);
    expect(session.problems).toEqual([]);
  });

  test.each([
    ["none.jsonl", false],
    ["none.jsonl", true],
    ["", false],
  ])("a file that is not there: %j", async (path, readOnly) => {
    const session = await openSession({ store: setUp(damaged).store, path, readOnly });
    expect(session).toMatchObject({ format: "none", messages: [], repair: { reason: "missing session file" } });
  });

  test("a file that cannot be read", async () => {
    const read = (): never => {
      throw new Error("EIO");
    };
    for (const readOnly of [true, false]) {
      const session = await openSession({ store: setUp(damaged, { read }).store, path: PATH, readOnly });
      expect(session).toMatchObject({ format: "none", repair: { reason: "failed to read session file: EIO" } });
    }
  });

  test("what is no session is read as what it is", async () => {
    const { store, texts } = setUp('[{"role":"user","content":"x"}]');
    const session = await openSession({ store, path: PATH });
    expect(session).toMatchObject({ format: "message-array", repair: { reason: "invalid session header" } });
    expect(textsOf(session)).toEqual(["x"]);
    expect(texts()).toEqual({ [PATH]: '[{"role":"user","content":"x"}]' });
  });

  test("a file that is too large to be a text", async () => {
    // The runtime's own word for it, at a size that tests can afford.
    const read = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        pull: () => {
          throw new SessionStoreError("too-large", "Too large.");
        },
      });
    await expect(openSession({ store: setUp(damaged, { read }).store, path: PATH, readOnly: true })).rejects.toThrow(
      SessionStoreError,
    );
  });
});
