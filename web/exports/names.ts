/** Names of exported files. */

const LONGEST = 80;

/** The name of the source without its folders and ending, fit for every file system. */
function stem(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const plain = last
    .replace(/\.(?:jsonl?|har|txt|ndjson)(?:\.gz)?$/i, "")
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "");
  return [...plain].slice(0, LONGEST).join("") || "transcript";
}

/** Such as `mine.anthropic.sanitized.json`: the source's name with what was made of it. */
export function exportName(source: string, ...parts: readonly string[]): string {
  return [stem(source), ...parts.map((part) => part.replace(/[^\w.-]/g, "_").slice(0, LONGEST))].join(".");
}
