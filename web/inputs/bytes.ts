/** From bytes to text: compression, encodings, and the names of files that are no text. */
import { InputError, type InputLimits } from "./types.ts";

/** How files begin that are no text. */
const MAGIC: readonly (readonly [string, string, string])[] = [
  ["PK\u0003\u0004", "a ZIP archive", "Unpack it and open the file in it."],
  ["SQLite format 3\0", "an SQLite database", "Export the session as JSON and open that."],
  ["\x28\xb5\x2f\xfd", "a file compressed with Zstandard", "Unpack it and open the file in it."],
  ["\xfd7zXZ\0", "a file compressed with xz", "Unpack it and open the file in it."],
  ["BZh", "a file compressed with bzip2", "Unpack it and open the file in it."],
  ["\x89PNG", "a PNG picture", "Open the session or request that holds it."],
  ["\xff\xd8\xff", "a JPEG picture", "Open the session or request that holds it."],
  ["GIF8", "a GIF picture", "Open the session or request that holds it."],
  ["%PDF-", "a PDF document", "Open the session or request that holds it."],
];

/** The beginning of a file, a character a byte. */
export async function firstBytes(blob: Blob, count: number): Promise<string> {
  const bytes = new Uint8Array(await blob.slice(0, count).arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** The file unpacked, where it is packed with gzip. @throws InputError for files that are no text */
export async function unpack(blob: Blob, limits: InputLimits): Promise<{ text: Blob; unpacked: boolean }> {
  const head = await firstBytes(blob, 16);
  if (!head.startsWith("\x1f\x8b")) return { text: checked(blob, head), unpacked: false };
  const text = await gunzip(blob, limits.unpackedBytes);
  return { text: checked(text, await firstBytes(text, 16)), unpacked: true };
}

function checked(blob: Blob, head: string): Blob {
  const [, what, advice] = MAGIC.find(([start]) => head.startsWith(start)) ?? [];
  if (what !== undefined && advice !== undefined) throw new InputError("not-text", `This is ${what}.`, advice);
  return blob;
}

/** Unpacks no more than it may: a few bytes can be packed gigabytes. */
async function gunzip(blob: Blob, mostBytes: number): Promise<Blob> {
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      bytes += step.value.byteLength;
      if (bytes > mostBytes) break;
      parts.push(step.value as Uint8Array<ArrayBuffer>);
    }
  } catch {
    throw new InputError("bad-compression", "The gzip file is damaged.", "Make or download it again.");
  }
  if (bytes <= mostBytes) return new Blob(parts);
  // The stream may only end with an error, which is of no interest.
  await reader.cancel().catch(() => undefined);
  const size = `${Math.round(mostBytes / 2 ** 20)} MiB`;
  throw new InputError("too-large", `Unpacked, it has more than ${size}.`, "Open a part of it.");
}

/** The text of a file, without byte order mark. PowerShell writes UTF-16. */
export async function decode(blob: Blob, bytes = blob.size): Promise<string> {
  const head = await firstBytes(blob, 2);
  const encoding = head === "\xff\xfe" ? "utf-16le" : head === "\xfe\xff" ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(await blob.slice(0, bytes).arrayBuffer());
}
