/** Files: read whole, written all or nothing. Errors say what to do. */
import { UsageError } from "./arguments.ts";
import { harmless } from "./harmless.ts";

/** The path that stands for standard input. */
export const STDIN = "-";

/** The text of a file or of standard input, and whether its bytes were UTF-8 throughout. */
export async function readText(path: string): Promise<{ text: string; wellFormed: boolean }> {
  const bytes =
    path === STDIN
      ? new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer())
      : await Deno.readFile(path).catch((error: unknown) => refuse(error, "read", path));
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), wellFormed: true };
  } catch (error) {
    // Too long for a string is a RangeError, and a second attempt would not help.
    if (!(error instanceof TypeError)) throw error;
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), wellFormed: false };
  }
}

/** Refuses to write over the file that was read, under whatever name. */
export async function refuseSameFile(input: string, output: string): Promise<void> {
  if (output === STDIN || output === "") throw new UsageError("--out needs the name of a file.");
  if (input === STDIN) return;
  const [from, to] = await Promise.all([identify(input), identify(output)]);
  if (to === undefined || from === undefined) return;
  const isSame =
    from.path === to.path || (from.ino !== null && from.ino !== 0 && from.ino === to.ino && from.dev === to.dev);
  if (isSame) throw new UsageError(`${harmless(output)} is the input file. Give --out another name.`);
}

/** What makes a file the same file: its real path, or its number on its device where the system has such numbers. */
interface Identity {
  readonly path: string;
  readonly dev: number;
  readonly ino: number | null;
}

async function identify(path: string): Promise<Identity | undefined> {
  try {
    const [{ dev, ino }, real] = await Promise.all([Deno.stat(path), Deno.realPath(path)]);
    return { dev, ino, path: real };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    return refuse(error, "look at", path);
  }
}

/** Writes a file that appears whole or not at all. Only its owner may read it: sessions are private. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await Deno.open(temporary, { write: true, createNew: true, mode: 0o600 });
    try {
      let bytes = new TextEncoder().encode(text);
      while (bytes.length > 0) bytes = bytes.subarray(await file.write(bytes));
      await file.sync();
    } finally {
      file.close();
    }
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    return refuse(error, "write", path);
  }
}

/** Throws what the user should be told of a failure. */
export function refuse(error: unknown, deed: string, path: string): never {
  throw new UsageError(`Cannot ${deed} ${harmless(path)}. ${reasonOf(error, deed)}`);
}

/** Why something could not be done to a file, in a sentence. */
export function reasonOf(error: unknown, deed: string): string {
  const { NotFound, IsADirectory, NotADirectory, PermissionDenied, NotCapable } = Deno.errors;
  const reasons: readonly [abstract new (message?: string) => Error, string][] = [
    [NotFound, deed === "write" ? "Its folder does not exist." : "It does not exist."],
    [NotADirectory, "A part of its path is no folder."],
    [IsADirectory, "It is a folder."],
    [PermissionDenied, "The system does not allow it."],
    [NotCapable, "Run Deno with --allow-read and, to write, --allow-write."],
  ];
  const known = reasons.find(([kind]) => error instanceof kind);
  return known?.[1] ?? (error instanceof Error ? harmless(error.message) : "The reason is unknown.");
}
