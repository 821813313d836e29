/** Where an error points: the spot it names in the provider's way of writing paths, or the id it quotes. */
import { isRecord } from "../transcript/message.ts";
import { escapePointer, type Pointer } from "../transcript/place.ts";

/** `messages.3.content.0`, `messages[2].tool_calls[0].id`, `input[95].call_id`, `contents[1].parts[0]`, `messages.2.member.role`. */
const PATH =
  /\b(messages|input|contents|tools|system|toolConfig)((?:\[\d{1,7}\]|\.\d{1,7}|\.[A-Za-z_][A-Za-z0-9_]{0,39})+)/;

/** Names that stand for the kind of a block, and are no keys of the body. */
const TAGS: ReadonlySet<string> = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "image",
  "text",
  "document",
  "custom",
  "base64",
  "function_call",
  "function_response",
]);

/** The path that a text names, as a JSON pointer; with a body, only as deep as it exists there. */
export function pointerIn(text: string, body: unknown): Pointer | undefined {
  const found = PATH.exec(text);
  if (!found) return undefined;
  const keys = [found[1] as string, ...(found[2] ?? "").split(/[.[\]]+/).filter((key) => key !== "")];
  const known = keys.includes("member") ? fromZero(keys) : undefined;
  if (body !== undefined) return deepest(known ?? keys, body);
  return known ? pointerOf(known) : withoutTags(keys);
}

/** AWS counts from one where it says `messages.2.member.role`, and names nothing but keys. */
function fromZero(keys: readonly string[]): readonly string[] {
  const isMember = (index: number): boolean => keys[index] === "member" && /^\d+$/.test(keys[index - 1] ?? "");
  return keys.flatMap((key, index) => {
    if (isMember(index)) return [];
    return isMember(index + 1) ? [String(Math.max(Number(key) - 1, 0))] : [key];
  });
}

function withoutTags(keys: readonly string[]): Pointer {
  const kept = keys.filter((key, index) => !(TAGS.has(key) && /^\d+$/.test(keys[index - 1] ?? "")) && key !== "base64");
  return pointerOf(kept);
}

function pointerOf(keys: readonly string[]): Pointer {
  return keys.map((key) => `/${escapePointer(key)}`).join("");
}

/** Keys that are not there are kinds of blocks, or words behind the path. */
function deepest(keys: readonly string[], body: unknown): Pointer | undefined {
  let value = body;
  let pointer = "";
  for (const key of keys) {
    if (typeof value !== "object" || value === null) break;
    const own = Object.hasOwn(value, key) ? key : camel(key, value);
    if (own === undefined) {
      if (pointer === "" || /^\d+$/.test(key)) break;
      continue;
    }
    value = (value as Record<string, unknown>)[own];
    pointer += `/${escapePointer(own)}`;
  }
  return pointer === "" ? undefined : pointer;
}

/** Some errors name fields in snake case where the body has camel case. */
function camel(key: string, value: object): string | undefined {
  const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(value, name) ? name : undefined;
}

/** Ids as providers quote them. */
const IDS = /\b(?:toolu_|tooluse_|call_|srvtoolu_|rs_|fc_|msg_|functions\.)[A-Za-z0-9_.:|-]{1,120}/g;

/** How many values of a body are looked at. */
const MOST = 200_000;

/** Where the first id that the text quotes stands in the body. */
export function idIn(text: string, body: unknown): Pointer | undefined {
  const ids = new Set(
    text
      .match(IDS)
      ?.slice(0, 8)
      .map((id) => id.replace(/[.:]+$/, "")),
  );
  if (ids.size === 0) return undefined;
  const queue: { value: unknown; pointer: Pointer }[] = [{ value: body, pointer: "" }];
  for (let index = 0; index < queue.length && index < MOST; index++) {
    const { value, pointer } = queue[index] as (typeof queue)[number];
    if (typeof value === "string" && ids.has(value)) return parentOf(pointer);
    if (Array.isArray(value)) {
      value.forEach((item: unknown, at) => {
        queue.push({ value: item, pointer: `${pointer}/${at}` });
      });
    } else if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) {
        queue.push({ value: inner, pointer: `${pointer}/${escapePointer(key)}` });
      }
    }
  }
  return undefined;
}

function parentOf(pointer: Pointer): Pointer {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}
