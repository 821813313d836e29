// The laws of every wire adapter, checked on one body. Each function lists what is violated; an empty list is good.
//
//   expect(checkIdentity(adapter, body, dialect)).toEqual([]);
//   expect(checkEdits(adapter, body, dialect, random, { normal })).toEqual([]);
//   expect(checkRequest(adapter, body, dialect)).toEqual([]);
//   expect(checkBuild(adapter, messages, dialect, { normal })).toEqual([]);
//
// They hold for valid bodies and for garbage; only `normal`, the law of meaning, may be left out for garbage.
import { wrap } from "../../src/pipeline/engine.ts";
import type { Block, SessionMessage } from "../../src/transcript/message.ts";
import type { Turn } from "../../src/transcript/place.ts";
import type { Parsed, WireAdapter, Written } from "../../src/wire/types.ts";
import { deepFreeze, isUnder, lookUp, sameJson, show, type Violation } from "../oracles/values.ts";
import type { Random } from "../properties/random.ts";
import { type EditName, editTurns } from "./edits.ts";
import { checkFates, checkTurns } from "./fates.ts";
import { markBody, placesIn } from "./marks.ts";

export type { EditName } from "./edits.ts";
export { deepValue, garbage, mutateBody } from "./garbage.ts";

/** What differs between formats. */
export interface LawOptions {
  /**
   * What messages mean in this format: two lists that the format cannot tell apart become equal. Fields that are not
   * on the wire (such as `toolName`) go. Absent: meaning is not compared.
   */
  readonly normal?: (messages: readonly SessionMessage[]) => unknown;
  /** Keys of objects inside of blocks whose unknown fields must survive too, such as `source` or `function`. */
  readonly wrappers?: readonly string[];
  /** By field of the session model: further fields of the wire that change with it, such as the item id with `id`. */
  readonly touches?: Readonly<Record<string, readonly string[]>>;
  /** May the block be read back as a part of the block before it, as a marker is? */
  readonly rides?: (block: Block) => boolean;
  /** Edits that the format has no words for. */
  readonly skip?: readonly EditName[];
  /** How many edits at most; 6 unless said otherwise. */
  readonly most?: number;
}

/** Runs a check; what it throws is a violation too. */
function guarded(check: () => Violation[]): Violation[] {
  try {
    const found = check();
    if (Object.hasOwn(Object.prototype, "polluted"))
      found.push({ kind: "pollution", path: "", text: "of Object.prototype" });
    return found;
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ kind: "throws", path: "", text: text.split("\n").slice(0, 6).join(" | ") }];
  }
}

/** What nobody changed is the very body, nothing is lost, and every pointer resolves. */
export function checkIdentity(adapter: WireAdapter, body: unknown, dialect: string): Violation[] {
  return guarded(() => {
    deepFreeze(body);
    const parsed = adapter.parse(body, dialect);
    const found = checkModel(parsed, body);
    const written = adapter.serialize(wrap(parsed.messages), parsed.request, dialect, parsed.shape);
    if (!Object.is(written.body, body)) {
      found.push({ kind: "identity", path: "", text: `${show(body)} became ${show(written.body)}` });
    }
    if (written.lost.length > 0) found.push({ kind: "loss", path: "", text: show(written.lost) });
    for (const place of placesIn(parsed)) {
      const [before, after] = [parsed.shape.pointerIn(place), written.pointerOf(place)];
      if (before !== after) found.push({ kind: "pointer", path: before ?? "", text: `of ${place} became ${after}` });
    }
    return found;
  });
}

/** Every message and block has a place that points at what it was read from. */
function checkModel({ messages, shape }: Parsed, body: unknown): Violation[] {
  const found: Violation[] = [];
  const report = (kind: string, path: string, text: string): void => void found.push({ kind, path, text });
  if (!Object.is(shape.body, body)) report("model", "", "the shape has another body");
  messages.forEach((message, index) => {
    if (typeof message.role !== "string" || message.role === "") report("model", `/${index}`, "a message without role");
    if (message.role !== "opaque" && !Array.isArray(message.content))
      report("model", `/${index}`, "content is no list");
  });
  for (const place of placesIn({ messages } as Parsed)) {
    const pointer = shape.pointerIn(place);
    if (pointer === undefined) report("pointer", String(place), "a place without pointer");
    else if (lookUp(body, pointer).length === 0) report("pointer", pointer, "does not resolve");
    for (const key of ["role", "content", "text", "id", "name", "arguments", "toolCallId", "isError"]) {
      const deeper = shape.pointerIn(place, key);
      if (
        pointer !== undefined &&
        (deeper === undefined || !isUnder(deeper, pointer) || lookUp(body, deeper).length === 0)
      ) {
        report("pointer", pointer, `of ${key} is ${deeper}`);
      }
    }
  }
  return found;
}

/** After random edits everything that was not edited is as it was, and everything else is where it is said to be. */
export function checkEdits(
  adapter: WireAdapter,
  body: unknown,
  dialect: string,
  random: Random,
  options: LawOptions = {},
): Violation[] {
  let names: readonly EditName[] = [];
  const found = guarded(() => {
    const marked = markBody(body, adapter.parse(body, dialect), options.wrappers);
    deepFreeze(marked);
    const parsed = adapter.parse(marked, dialect);
    deepFreeze(parsed.messages);
    const edited = editTurns(wrap(parsed.messages), random, options.most ?? 6, options.skip);
    names = edited.names;
    const write = (): Written => adapter.serialize(edited.turns, parsed.request, dialect, parsed.shape);
    const written = write();
    const again = write();
    const violations = [
      ...checkFates(parsed, edited.turns, written, options.touches),
      ...checkTurns(parsed, edited.turns, written),
      ...checkMeaning(adapter, edited.turns, written, dialect, options),
    ];
    if (!sameJson(again.body, written.body) || !sameJson(again.lost, written.lost)) {
      violations.push({ kind: "second-write", path: "", text: "writing twice gives two bodies" });
    }
    if (edited.names.every((name) => name === "undone") && !Object.is(written.body, marked)) {
      violations.push({ kind: "undone", path: "", text: `${show(marked)} became ${show(written.body)}` });
    }
    return [...violations, ...checkIdentity(adapter, written.body, dialect)];
  });
  return found.map((violation) => ({ ...violation, text: `${violation.text} [${names.join(", ")}]` }));
}

/** What is read back says what was written, and each block stands where the pointer of its place points. */
function checkMeaning(
  adapter: WireAdapter,
  turns: readonly Turn[],
  written: Written,
  dialect: string,
  { normal, rides }: LawOptions,
): Violation[] {
  if (!normal) return [];
  const back = adapter.parse(written.body, dialect);
  const found: Violation[] = [];
  const [before, after] = [normal(withoutLost(turns, written)), normal(back.messages)];
  if (!sameJson(before, after)) {
    found.push({ kind: "meaning", path: "", text: `${show(before, 3000)} reads back as ${show(after, 3000)}` });
  }
  const types = new Map<string, Set<string>>();
  for (const place of placesIn(back)) {
    const pointer = back.shape.pointerIn(place) as string;
    types.set(pointer, (types.get(pointer) ?? new Set()).add(typeAt(back, place)));
  }
  for (const turn of turns) {
    contentOf(turn).forEach((block, index) => {
      const pointer = written.pointerOf(placeOf(turn, index));
      if (pointer === undefined || types.get(pointer)?.has(canonical(block.type)) || rides?.(block)) return;
      found.push({ kind: "read-back", path: pointer, text: `is no ${block.type} when read back` });
    });
  }
  return found;
}

const CALLS: ReadonlySet<string> = new Set(["toolUse", "functionCall", "tool_call", "tool_use", "function_call"]);
const canonical = (type: string): string => (CALLS.has(type) ? "toolCall" : type);

function typeAt({ messages }: Parsed, place: number): string {
  const block = (place % 2 ** 20) - 1;
  const content = messages[Math.floor(place / 2 ** 20)]?.content;
  const item = block >= 0 && Array.isArray(content) ? (content[block] as { type: string }) : undefined;
  return canonical(item?.type ?? "");
}

const contentOf = ({ message }: Turn): readonly Block[] => (Array.isArray(message.content) ? message.content : []);
const placeOf = ({ at, blocks }: Turn, index: number): number => (blocks ? (blocks[index] as number) : at + 1 + index);

/** The messages without what is said to be lost. */
function withoutLost(turns: readonly Turn[], written: Written): readonly SessionMessage[] {
  const lost = new Set(written.lost.map(({ place }) => place));
  return turns.flatMap((turn) => {
    const { message, at } = turn;
    // A message that stands somewhere has lost no more than fields of its turn.
    if (lost.has(at) && written.pointerOf(at) === undefined) return [];
    if (!Array.isArray(message.content)) return [message];
    return [{ ...message, content: message.content.filter((_, index) => !lost.has(placeOf(turn, index))) }];
  });
}

/** A body that is built from messages alone says what they say. */
export function checkBuild(
  adapter: WireAdapter,
  messages: readonly SessionMessage[],
  dialect: string,
  options: LawOptions = {},
): Violation[] {
  return guarded(() => {
    deepFreeze(messages);
    const turns = wrap(messages);
    const written = adapter.serialize(turns, {}, dialect);
    return [
      ...checkMeaning(adapter, turns, written, dialect, options),
      ...checkIdentity(adapter, written.body, dialect),
    ];
  });
}

/** Only those parts of the request are written that differ, and unknown fields of tools stay. */
export function checkRequest(adapter: WireAdapter, body: unknown, dialect: string): Violation[] {
  return guarded(() => {
    deepFreeze(body);
    const { messages, request, shape } = adapter.parse(body, dialect);
    const base = shape.pointerInRequest("params");
    if (base === undefined) return [];
    const turns = wrap(messages);
    const found: Violation[] = [];
    const check = (what: string, now: typeof request, changed: readonly string[]): unknown => {
      const written = adapter.serialize(turns, now, dialect, shape).body;
      const [before, after] = [body, written].map((value) => Object.entries(Object(lookUp(value, base)[0])));
      const keys = new Set([...(before ?? []), ...(after ?? [])].map(([key]) => key));
      for (const key of keys) {
        const [old, now] = [body, written].map((value) => lookUp(value, `${base}/${key}`)[0]);
        if (!changed.includes(key) && !Object.is(old, now))
          found.push({ kind: what, path: `${base}/${key}`, text: show(now) });
      }
      return written;
    };
    const written = check("params", { ...request, params: { ...request.params, x_new: 1 } }, ["x_new"]);
    if (lookUp(written, `${base}/x_new`)[0] !== 1) {
      found.push({ kind: "params", path: "/x_new", text: "is not written" });
    }
    check("equal request", { ...request }, []);
    const { tools } = request;
    const key = shape.pointerInRequest("tools")?.slice(base.length).split("/")[1];
    if (!tools || tools.length === 0 || key === undefined) return found;
    const fewer = { ...request, tools: tools.slice(1) };
    const back = adapter.parse(check("tools", fewer, [key]), dialect).request.tools;
    if (
      !sameJson(
        back?.map(({ name }) => name),
        tools.slice(1).map(({ name }) => name),
      )
    ) {
      found.push({ kind: "tools", path: `/${key}`, text: `${show(back)} after the first was dropped` });
    }
    const renamed = tools.map((tool, index) => (index === 0 ? { ...tool, name: "renamed_tool" } : tool));
    const named = adapter.parse(check("tools", { ...request, tools: renamed }, [key]), dialect).request.tools;
    if (named?.[0]?.name !== "renamed_tool")
      found.push({ kind: "tools", path: `/${key}`, text: "a tool is not renamed" });
    return found;
  });
}
