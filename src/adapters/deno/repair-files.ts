/** Which files `repair` works on. */
import { UsageError } from "./arguments.ts";
import { reasonOf, refuse, STDIN } from "./files.ts";
import { harmless } from "./harmless.ts";

/** A file to work on. */
export interface NamedFile {
  /** Its name as the user knows it. */
  readonly name: string;
  /** Its real path. */
  readonly path: string;
}

/** What was found. */
export interface FoundFiles {
  /** The files, each once, in the order in which they were named; those of a folder by name. */
  readonly files: readonly NamedFile[];
  /** Folders that could not be read, and why. */
  readonly unread: readonly { readonly name: string; readonly failure: string }[];
  /** How many folders were passed over because nobody asked to look into them. */
  readonly passedOver: number;
}

/**
 * The files that are named, and the `*.jsonl` files of the folders that are. Within a folder symbolic links are not
 * followed, so no walk goes in circles or leaves the folder.
 *
 * @throws UsageError when something named is not there or neither a file nor a folder
 */
export async function findFiles(operands: readonly string[], recursive: boolean): Promise<FoundFiles> {
  const files = new Map<string, NamedFile>();
  const unread: { name: string; failure: string }[] = [];
  let passedOver = 0;
  for (const operand of operands) {
    const { path, isDirectory } = await identify(operand);
    if (!isDirectory) {
      if (!files.has(path)) files.set(path, { name: operand, path });
      continue;
    }
    const waiting: NamedFile[] = [{ name: operand.replace(/(?<=.)[/\\]+$/, ""), path }];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      let entries: Deno.DirEntry[];
      try {
        entries = await entriesOf(folder.path);
      } catch (error) {
        unread.push({ name: folder.name, failure: reasonOf(error, "read") });
        continue;
      }
      const inner: NamedFile[] = [];
      for (const { name, isFile, isDirectory } of entries) {
        const found = { name: join(folder.name, name), path: join(folder.path, name) };
        if (isDirectory) inner.push(found);
        else if (isFile && name.endsWith(".jsonl") && !files.has(found.path)) files.set(found.path, found);
      }
      if (recursive) waiting.push(...inner.reverse());
      else passedOver += inner.length;
    }
  }
  return { files: [...files.values()], unread, passedOver };
}

async function identify(operand: string): Promise<{ readonly path: string; readonly isDirectory: boolean }> {
  if (operand === STDIN) throw new UsageError("Name a file or a folder; standard input cannot be repaired in place.");
  let path: string;
  let info: Deno.FileInfo;
  try {
    path = await Deno.realPath(operand);
    info = await Deno.stat(path);
  } catch (error) {
    return refuse(error, "look at", operand);
  }
  if (!info.isFile && !info.isDirectory) throw new UsageError(`${harmless(operand)} is neither a file nor a folder.`);
  // The repair takes paths without the space around them, and might find another file by such a one.
  if (path !== path.trim())
    throw new UsageError(`The name of ${harmless(operand)} ends with a space. Rename it first.`);
  return { path, isDirectory: info.isDirectory };
}

async function entriesOf(folder: string): Promise<Deno.DirEntry[]> {
  const entries: Deno.DirEntry[] = [];
  for await (const entry of Deno.readDir(folder)) entries.push(entry);
  return entries.sort((first, second) => (first.name < second.name ? -1 : 1));
}

function join(folder: string, name: string): string {
  return /[/\\]$/.test(folder) ? `${folder}${name}` : `${folder}/${name}`;
}
