/**
 * Where session files are kept: the port between the repair, which knows no files, and hosts, which know no repair.
 *
 * A store does one thing more than reading and writing: it puts new content in a file's place all at once, and only if
 * the file is still the one that was opened.
 */

/** Why a store refuses, for programs. */
export type SessionStoreErrorCode =
  /** The file is no longer the one that was opened: somebody else has written to it. */
  | "conflict"
  /** The file is too large to be held as a text. */
  | "too-large";

/** A refusal that callers tell from a failure. A store may throw any other error when the host fails. */
export class SessionStoreError extends Error {
  /** Why, for programs. */
  readonly code: SessionStoreErrorCode;

  /**
   * A refusal.
   *
   * @param code why, for programs
   * @param message the same for people
   */
  constructor(code: SessionStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SessionStoreError";
    this.code = code;
  }
}

/** Files by path, in the manner of the host: a path of the system, a key of a bucket. */
export interface SessionStore {
  /** Opens a file as it is now; undefined when there is none. */
  open(path: string): Promise<StoredSession | undefined>;
}

/** A file as it was when it was opened. */
export interface StoredSession {
  /** Its size in bytes. */
  readonly size: number;
  /** Its bytes from the beginning, as often as they are asked for. Fails with `conflict` when they have changed. */
  read(): ReadableStream<Uint8Array>;
  /** Copies the file to a new one beside it, named `*.bak-<process>-<time>`, and says where. */
  backUp(): Promise<string>;
  /** Removes a backup. */
  removeBackup(path: string): Promise<void>;
  /** Begins new content of exactly `size` bytes. Nobody sees it before it is committed. */
  stage(size: number): Promise<StagedSession>;
}

/** New content for a file. */
export interface StagedSession {
  /** Adds bytes, which must not be written to afterwards. Ends when more can be taken. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Puts the content in the file's place, all at once, with the file's permissions. Whoever opens the file sees either
   * the old content or the new. Fails with `conflict`, and changes nothing, when the file has changed since.
   */
  commit(): Promise<void>;
  /** Throws the content away. Does nothing after `commit` succeeded. */
  discard(): Promise<void>;
}
