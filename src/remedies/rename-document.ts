/**
 * Gives a document a name that Bedrock takes and no other document of the request has.
 *
 * Why: "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and
 * square brackets"; "Messages can't contain duplicate document names". A file name with its extension is refused, and so
 * is the same file in two turns of a conversation.
 *
 * The extension goes; what else is not taken becomes a space. The name is made from the old one alone.
 *
 * @example { "finding": "document-name", "place": 1,
 *   "in": [{"role":"user","content":[{"type":"document","name":"report_v1.pdf","mimeType":"application/pdf"}]}],
 *   "out": [{"role":"user","content":[{"type":"document","name":"report_v1","mimeType":"application/pdf"}]}] }
 * @example { "finding": "document-name", "place": 2,
 *   "in": [{"role":"user","content":[{"type":"document","name":"a"},{"type":"document","name":"a"}]}],
 *   "out": [{"role":"user","content":[{"type":"document","name":"a"},{"type":"document","name":"a 2"}]}] }
 */
import type { Remedy } from "../contract/remedy.ts";
import type { Why } from "../contract/rule.ts";
import { blockAt, withTurn } from "../contract/spots.ts";
import { blocksOf, isRecord } from "../transcript/message.ts";
import type { Turn } from "../transcript/place.ts";

const RENAMED: Why = { text: "The provider does not take the name, or another document has it.", lossy: false };
const LONGEST = 200;
const FALLBACK = "document";

export const renameDocument: Remedy = {
  id: "rename-document",
  for: ["document-name"],
  cost: 0,
  summary: "Gives a document a name that the provider takes.",
  whys: [RENAMED],
  apply(turns, { at }, report) {
    const spot = blockAt(turns, at);
    if (!spot || spot.block === undefined || !isRecord(spot.value) || spot.value.type !== "document") return turns;
    const { block, turn, index, value } = spot;
    const name = freeName(cleanName(value["name"]), namesBeside(turns, index, block));
    if (name === value["name"]) return turns;
    const edited = report.edit(turn, (message, note) => {
      note.rewrite(block, "name", RENAMED);
      return { ...message, content: blocksOf(message).with(block, { ...value, name }) };
    });
    return withTurn(turns, index, edited);
  },
};

function cleanName(name: unknown): string {
  if (typeof name !== "string") return FALLBACK;
  const bare = name.slice(0, 4 * LONGEST).replace(/\.[A-Za-z0-9]{1,8}$/, "");
  const clean = bare.replace(/[^a-zA-Z0-9_()[\]-]+/g, " ").trim();
  return clean === "" ? FALLBACK : clean.slice(0, LONGEST).trim();
}

/** The names of all other documents. */
function namesBeside(turns: readonly Turn[], index: number, block: number): ReadonlySet<unknown> {
  const names = new Set<unknown>();
  turns.forEach(({ message }, at) => {
    blocksOf(message).forEach((one, position) => {
      const isOther = at !== index || position !== block;
      if (isOther && isRecord(one) && one.type === "document") names.add(one["name"]);
    });
  });
  return names;
}

function freeName(name: string, taken: ReadonlySet<unknown>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const end = ` ${number}`;
    const candidate = `${name.slice(0, LONGEST - end.length).trim()}${end}`;
    if (!taken.has(candidate)) return candidate;
  }
}
