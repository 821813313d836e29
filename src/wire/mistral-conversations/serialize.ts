/** Writes a body of Mistral's chat API. */
import { isRecord } from "../../transcript/message.ts";
import { isSyntheticResult } from "../../transcript/pairing.ts";
import type { Turn } from "../../transcript/place.ts";
import { RESULTS_ARRIVED } from "../../transcript/placeholders.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import { isSameList } from "../content.ts";
import { type Group, loseTurnFields } from "../group.ts";
import type { WireObject } from "../lens.ts";
import { type Hoisted, imageParts, withoutHoisted } from "../openai-completions/hoist.ts";
import { KEYS, ROLES } from "../openai-completions/keys.ts";
import { writeRequest } from "../request.ts";
import { asShape, type Shape } from "../shape.ts";
import type { WireShape, Written } from "../types.ts";
import { Places } from "../written.ts";
import { buildMedia } from "./build.ts";
import { mistralDialect } from "./dialects.ts";
import { KNOWN_KEYS, spellingOf } from "./keys.ts";
import { type MessageWriter, writeMessage } from "./message.ts";

/** Writes turns as a body: into the shape they came from, or as a new body. */
export function serialize(turns: readonly Turn[], request: RequestFacts, dialect: string, given?: WireShape): Written {
  const shape = asShape(given);
  const places = new Places();
  const list = new List({ shape, places, dialect: mistralDialect(dialect), spelling: spellingOf(shape?.body) });
  const head = shape ? undefined : systemMessage(request.system);
  if (head) list.items.push(head);
  turns.forEach((turn, index) => {
    list.add(turn, index === turns.length - 1);
  });
  list.flush(undefined);
  loseTurnFields(list.groups, shape, KNOWN_KEYS, places);
  return places.finish(assemble(list.items, request, shape));
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
  /** Pictures of the results that were just written, where they may not stand in them. */
  #hoisted: Hoisted[] = [];
  #results = 0;

  constructor(writer: MessageWriter) {
    this.#writer = writer;
  }

  add(turn: Turn, isLast: boolean): void {
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
    this.#put(turn, this.#write(turn, wire?.raw, isLast));
  }

  #put({ at, absorbed = [] }: Turn, item: unknown): void {
    const { places } = this.#writer;
    places.set(at, `/messages/${this.items.length}`);
    for (const place of absorbed) places.alias(place, at);
    this.items.push(item);
  }

  #write(turn: Turn, raw: WireObject | undefined, isLast: boolean): unknown {
    const pointer = `/messages/${this.items.length}`;
    const { message, at } = turn;
    const { dialect, shape, places, spelling } = this.#writer;
    if (message.role !== "toolResult") {
      const first = raw ? [] : this.#takeParts(message.role, pointer);
      return writeMessage(turn, raw, pointer, this.#writer, first, isLast);
    }
    this.#results += 1;
    if (message["isError"] === true && !isSyntheticResult(message)) places.lose(at, "the mark of a tool that failed");
    if (dialect.mediaInResults) return writeMessage(turn, raw, pointer, this.#writer, [], isLast);
    const { kept, hoisted } = withoutHoisted(turn, shape, this.#results, (block) => buildMedia(block, spelling));
    if (hoisted) this.#hoisted.push(hoisted);
    return writeMessage(kept, raw, pointer, this.#writer, [], isLast);
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
    if (next?.message.role === "user" && !this.#writer.shape?.turn(next.at)) return;
    this.items.push({ role: "assistant", content: RESULTS_ARRIVED });
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
