/** The part of Deno that this folder uses, for compilers that do not know it. Deno itself checks against its own. */
declare namespace Deno {
  interface Stream {
    writeSync(bytes: Uint8Array): number;
    isTerminal(): boolean;
  }

  interface FileInfo {
    readonly dev: number;
    readonly ino: number | null;
  }

  interface FsFile {
    write(bytes: Uint8Array): Promise<number>;
    sync(): Promise<void>;
    close(): void;
  }

  type ErrorClass = new (message?: string) => Error;

  const args: string[];
  const noColor: boolean;
  const stdin: { readonly readable: ReadableStream<Uint8Array<ArrayBuffer>> };
  const stdout: Stream;
  const stderr: Stream;
  const errors: Readonly<
    Record<"NotFound" | "IsADirectory" | "NotADirectory" | "PermissionDenied" | "NotCapable" | "BrokenPipe", ErrorClass>
  >;
  let exitCode: number;

  function consoleSize(): { columns: number; rows: number };
  function readFile(path: string): Promise<Uint8Array<ArrayBuffer>>;
  function open(path: string, options: { write: boolean; createNew: boolean; mode: number }): Promise<FsFile>;
  function rename(from: string, to: string): Promise<void>;
  function remove(path: string): Promise<void>;
  function stat(path: string): Promise<FileInfo>;
  function realPath(path: string): Promise<string>;
}
