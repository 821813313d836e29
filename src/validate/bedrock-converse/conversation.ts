/** The body as its checks look at it: every block knows what it is and where it stands. */
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import type { Json } from "../spots.ts";
import type { Report } from "../types.ts";
import type { ConverseDemands } from "./dialects.ts";

/** What a block may be; `json` in results alone. */
export const MEMBERS: ReadonlySet<string> = new Set([
  "text",
  "image",
  "document",
  "video",
  "audio",
  "toolUse",
  "toolResult",
  "guardContent",
  "cachePoint",
  "reasoningContent",
  "citationsContent",
  "searchResult",
  "toolAddition",
  "toolRemoval",
  "json",
]);

/** A block and where it stands. */
export interface Spot {
  readonly block: Json;
  readonly pointer: Pointer;
  /** The field that says what it is; undefined when there is none, or more than one. */
  readonly member: string | undefined;
  /** The object under that field; empty when it is none. */
  readonly value: Json;
}

/** A message that can be read. */
export interface WireMessage {
  readonly role: string;
  readonly pointer: Pointer;
  readonly spots: readonly Spot[];
}

/** What a check is given. */
export interface Judged {
  readonly body: Json;
  /** Every entry of the list. */
  readonly entries: readonly unknown[];
  /** Those that are messages. */
  readonly messages: readonly WireMessage[];
  readonly demands: ConverseDemands;
  /** The model's id, lower-cased; empty when nobody named one. */
  readonly modelId: string;
  /** The type of `thinking` among the model's own fields; undefined while thinking is off. */
  readonly thinking: string | undefined;
  /** What Converse demands of every model. */
  readonly report: Report;
  /** What Claude's own validator demands. */
  readonly claude: Report;
}

const NOTHING: Json = {};

/** The messages that can be read. */
export function readMessages(entries: readonly unknown[]): readonly WireMessage[] {
  return entries.flatMap((entry, index) => {
    if (!isRecord(entry) || typeof entry["role"] !== "string") return [];
    const pointer = `/messages/${index}`;
    return [{ role: entry["role"], pointer, spots: spotsAt(entry["content"], `${pointer}/content`) }];
  });
}

/** The blocks of a content; what is no object is passed over. A text that is the whole content is one. */
export function spotsAt(content: unknown, pointer: Pointer): readonly Spot[] {
  if (typeof content === "string") return [{ block: { text: content }, pointer, member: "text", value: NOTHING }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown, index) => {
    if (!isRecord(block)) return [];
    const members = membersOf(block);
    const member = members.length === 1 ? members[0] : undefined;
    const value = member === undefined ? undefined : block[member];
    return [{ block, pointer: `${pointer}/${index}`, member, value: isRecord(value) ? value : NOTHING }];
  });
}

/** The fields of a block that say what it is. There should be one. */
export function membersOf(block: Json): readonly string[] {
  return Object.keys(block).filter((key) => MEMBERS.has(key));
}

/** The pointer of a field of what the block is, or of the block that lacks it. */
export function fieldOf({ value, pointer, member }: Spot, key: string): Pointer {
  return Object.hasOwn(value, key) ? `${pointer}/${member}/${key}` : pointer;
}

/** Is it a call of one of the client's tools? Those of the model's own have a type. */
export function isCall({ member, value }: Spot): boolean {
  return member === "toolUse" && value["type"] === undefined;
}

/** Is it what a tool returned? */
export function isResult({ member }: Spot): boolean {
  return member === "toolResult";
}

/** Is it reasoning? */
export function isThought({ member }: Spot): boolean {
  return member === "reasoningContent";
}

/** Is it a cache point, which is no content? */
export function isCachePoint({ member }: Spot): boolean {
  return member === "cachePoint";
}

/** The blocks that are content. */
export function contentOf({ spots }: WireMessage): readonly Spot[] {
  return spots.filter((spot) => !isCachePoint(spot));
}

/** A value from the body as it is shown to people. */
export function shown(value: unknown): string {
  return String(typeof value === "object" ? typeof value : value).slice(0, 100);
}
