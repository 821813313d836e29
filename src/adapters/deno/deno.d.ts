/** The part of Deno that this folder uses, for compilers that do not know it. Deno itself checks against its own. */
declare namespace Deno {
  interface Stream {
    writeSync(bytes: Uint8Array): number;
    isTerminal(): boolean;
  }

  interface FileInfo {
    readonly isFile: boolean;
    readonly isDirectory: boolean;
    readonly size: number;
    readonly mtime: Date | null;
    readonly dev: number;
    readonly ino: number | null;
    readonly mode: number | null;
    readonly uid: number | null;
    readonly gid: number | null;
  }

  interface DirEntry {
    readonly name: string;
    readonly isFile: boolean;
    readonly isDirectory: boolean;
  }

  interface FsFile {
    read(bytes: Uint8Array): Promise<number | null>;
    write(bytes: Uint8Array): Promise<number>;
    sync(): Promise<void>;
    close(): void;
  }

  type Signal = "SIGINT" | "SIGTERM";

  type ErrorClass = new (message?: string) => Error;

  const args: string[];
  const build: { readonly os: string };
  const noColor: boolean;
  const pid: number;
  const stdin: { readonly readable: ReadableStream<Uint8Array<ArrayBuffer>> };
  const stdout: Stream;
  const stderr: Stream;
  const errors: Readonly<
    Record<
      | "NotFound"
      | "AlreadyExists"
      | "IsADirectory"
      | "NotADirectory"
      | "PermissionDenied"
      | "NotCapable"
      | "BrokenPipe",
      ErrorClass
    >
  >;
  let exitCode: number;

  function consoleSize(): { columns: number; rows: number };
  function readFile(path: string): Promise<Uint8Array<ArrayBuffer>>;
  function open(
    path: string,
    options: { read?: boolean; write?: boolean; createNew?: boolean; mode?: number },
  ): Promise<FsFile>;
  function chmod(path: string, mode: number): Promise<void>;
  function chown(path: string, uid: number | null, gid: number | null): Promise<void>;
  function rename(from: string, to: string): Promise<void>;
  function remove(path: string): Promise<void>;
  function stat(path: string): Promise<FileInfo>;
  function lstat(path: string): Promise<FileInfo>;
  function readDir(path: string): AsyncIterable<DirEntry>;
  function realPath(path: string): Promise<string>;
  function addSignalListener(signal: Signal, handler: () => void): void;
  function removeSignalListener(signal: Signal, handler: () => void): void;
}
