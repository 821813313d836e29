/** Writes a body of Chat Completions. */

import { isRecord } from "../../transcript/message.ts";
import { isSyntheticResult } from "../../transcript/pairing.ts";
import type { Turn } from "../../transcript/place.ts";
import { RESULTS_ARRIVED } from "../../transcript/placeholders.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import { isSameList } from "../content.ts";
import { type Group, loseTurnFields } from "../group.ts";
import type { WireObject } from "../lens.ts";
import { writeRequest } from "../request.ts";
import { asShape, type Shape } from "../shape.ts";
import type { WireShape, Written } from "../types.ts";
import { Places } from "../written.ts";
import { writeAssistant } from "./assistant.ts";
import { completionsDialect } from "./dialects.ts";
import { type Hoisted, imageParts, withoutHoisted } from "./hoist.ts";
import { KEYS, MESSAGE_KEYS, ROLES } from "./keys.ts";
import { type MessageWriter, writeMessage } from "./message.ts";

/** Writes turns as a body: into the shape they came from, or as a new body. */
export function serialize(turns: readonly Turn[], request: RequestFacts, dialect: string, given?: WireShape): Written {
  const shape = asShape(given);
  const writer: MessageWriter = { shape, places: new Places(), dialect: completionsDialect(dialect) };
  const list = new List(writer);
  const head = shape ? undefined : systemMessage(request.system);
  if (head) list.items.push(head);
  for (const turn of turns) list.add(turn);
  list.flush(undefined);
  loseTurnFields(list.groups, shape, MESSAGE_KEYS, writer.places);
  return writer.places.finish(assemble(list.items, request, shape));
}

/** The system prompt of a new body is its first message. */
function systemMessage(system: unknown): WireObject | undefined {
  return typeof system === "string" || Array.isArray(system) ? { role: "system", content: system } : undefined;
}

/** The list of messages as it grows. */
class List {
  readonly items: unknown[] = [];
  /** What stands of each wire message: each is a turn of its own. */
  readonly groups: Group[] = [];
  readonly #writer: MessageWriter;
  /** Pictures of the results that were just written. */
  #hoisted: Hoisted[] = [];
  #results = 0;

  constructor(writer: MessageWriter) {
    this.#writer = writer;
  }

  add(turn: Turn): void {
    const { shape, places } = this.#writer;
    const { message, at } = turn;
    if (message.role !== "toolResult") this.flush(turn);
    const wire = shape?.turn(at);
    if (message.role === "opaque") {
      const node = shape?.node(at);
      if (node) this.#put(turn, node.raw);
      else places.lose(at, "an entry that is no message");
      return;
    }
    if (!Object.values(ROLES).includes(message.role)) {
      places.lose(at, `a ${message.role} message`);
      return;
    }
    this.groups.push({ turns: [turn], ...(wire && { wire }) });
    this.#put(turn, this.#write(turn, wire?.raw));
  }

  #put({ at, absorbed = [] }: Turn, item: unknown): void {
    const { places } = this.#writer;
    places.set(at, `/messages/${this.items.length}`);
    for (const place of absorbed) places.alias(place, at);
    this.items.push(item);
  }

  #write(turn: Turn, raw: WireObject | undefined): unknown {
    const pointer = `/messages/${this.items.length}`;
    const { message, at } = turn;
    if (message.role === "assistant") return writeAssistant(turn, raw, pointer, this.#writer);
    if (message.role !== "toolResult") {
      const first = raw ? [] : this.#takeParts(message.role, pointer);
      return writeMessage(turn, raw, pointer, this.#writer, first);
    }
    this.#results += 1;
    if (message["isError"] === true && !isSyntheticResult(message)) {
      this.#writer.places.lose(at, "the mark of a tool that failed");
    }
    const { kept, hoisted } = withoutHoisted(turn, this.#writer.shape, this.#results);
    if (hoisted) this.#hoisted.push(hoisted);
    return writeMessage(kept, raw, pointer, this.#writer, []);
  }

  /** The pictures of the results before a new user message, which are its first parts. */
  #takeParts(role: string, pointer: string): readonly WireObject[] {
    if (role !== "user" || this.#hoisted.length === 0) return [];
    const parts = imageParts(this.#hoisted, `${pointer}/content`, this.#writer.places);
    this.#hoisted = [];
    return parts;
  }

  /** Ends a run of results. Their pictures go into the new user message that follows, or one of their own. */
  flush(next: Turn | undefined): void {
    this.#results = 0;
    if (this.#hoisted.length === 0) return;
    const { shape, dialect } = this.#writer;
    if (next?.message.role === "user" && !shape?.turn(next.at)) return;
    if (dialect.bridgesResults) this.items.push({ role: "assistant", content: RESULTS_ARRIVED });
    const content = this.#takeParts("user", `/messages/${this.items.length}`);
    this.items.push({ role: "user", content });
  }
}

/** The body around the list. What was no object stays as it was while there is nothing to put into it. */
function assemble(list: readonly unknown[], request: RequestFacts, shape: Shape | undefined): unknown {
  const raw = shape?.body;
  const isBody = isRecord(raw);
  if (shape && !isBody && list.length === 0 && request === shape.request) return raw;
  const body: WireObject = isBody ? raw : {};
  const { messages, tools } = body;
  const same = Array.isArray(messages) ? isSameList(messages, list) : isBody && list.length === 0;
  const rawTools = Array.isArray(tools) ? tools : [];
  return writeRequest(same ? body : { ...body, messages: list }, shape?.request, request, KEYS, rawTools);
}
