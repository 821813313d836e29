/** What is demanded of the ids of items: their form, that each stands once, and where they mean nothing. */
import { isFilled } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { type Item, isReference, type Judged, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

const LONGEST = 64;
const CHARACTERS = /^[a-zA-Z0-9_-]+$/;

/** How ids begin, by the type of their item. */
const PREFIXES: ReadonlyMap<unknown, string> = new Map([
  ["message", "msg"],
  ["reasoning", "rs"],
  ["function_call", "fc"],
  ["function_call_output", "fc"],
  ["custom_tool_call", "ctc"],
]);

export const PREFIX: Demand = {
  code: "item-id",
  severity: "error",
  message: "The id of the item does not begin with `{}`. It may be left out.",
  says: "Invalid 'input[0].id'. Expected an ID that begins with '{}'.",
  source: sources.ID_PREFIX,
  evidence: "observed",
};
export const FORM: Demand = {
  code: "item-id",
  severity: "error",
  message: "The id of the item has characters other than letters, digits, `_` and `-`. It may be left out.",
  says: "Invalid 'input[0].id'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
  source: sources.ID_FORM,
  evidence: "observed",
};
export const LONG: Demand = {
  code: "item-id",
  severity: "error",
  message: "The id of the item has {} characters; the API takes 64. It may be left out.",
  says: "Invalid 'input[0].id': string too long. Expected a string with maximum length 64, but got a string with length {} instead.",
  source: sources.ID_FORM,
  evidence: "observed",
};
export const EMPTY: Demand = {
  code: "field-form",
  severity: "error",
  message: "The id of the item is empty. It may be left out.",
  says: "Invalid 'input[0].id': ''",
  source: sources.ID_FORM,
  evidence: "observed",
};
export const TWICE: Demand = {
  code: "item-id",
  severity: "error",
  message: "An earlier item has the same id: {}.",
  says: "Duplicate item found with id {}. Remove duplicate items from your input and try again.",
  source: sources.ID_TWICE,
  evidence: "observed",
};
export const STATELESS: Demand = {
  code: "item-not-stored",
  severity: "error",
  message: "The item has an id, by which a server that stores nothing looks for it in vain: {}.",
  says: "Item with id '{}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
  source: sources.ID_STATELESS,
  evidence: "observed",
};

/** The ids of all items that may be without one, and that of none stands twice. */
export function checkIds(judged: Judged): void {
  const { items, demands, openai, report } = judged;
  const seen = new Set<string>();
  for (const item of items) {
    if (isReference(item)) continue;
    const { id } = item.raw;
    if (id === "" && PREFIXES.has(typeOf(item))) openai(EMPTY, `${item.pointer}/id`);
    if (!isFilled(id)) continue;
    checkForm(item, id, judged);
    if (seen.has(id) && item.kind !== "output") openai(TWICE, `${item.pointer}/id`, shown(id));
    seen.add(id);
    if (demands.stateless && PREFIXES.has(typeOf(item)) && item.kind !== "output") {
      report(STATELESS, `${item.pointer}/id`, shown(id));
    }
  }
}

function typeOf({ raw, kind }: Item): unknown {
  return kind === "said" ? "message" : raw["type"];
}

function checkForm(item: Item, id: string, { openai }: Judged): void {
  const prefix = PREFIXES.get(typeOf(item));
  if (prefix === undefined || item.kind === "message") return;
  const at = `${item.pointer}/id`;
  if (id.length > LONGEST) openai(LONG, at, String(id.length));
  else if (!CHARACTERS.test(id)) openai(FORM, at);
  else if (!id.startsWith(prefix)) openai(PREFIX, at, prefix);
}
