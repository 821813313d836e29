/**
 * Writes the list of messages of formats in which each turn is a message of its own: the system prompt first, the
 * pictures of tool results behind them where they may not stand in them.
 */
import { isSyntheticResult } from "../../transcript/pairing.ts";
import type { Pointer, Turn } from "../../transcript/place.ts";
import { RESULTS_ARRIVED } from "../../transcript/placeholders.ts";
import type { RequestFacts } from "../../transcript/request.ts";
import type { BuildBlock } from "../content.ts";
import { type Group, loseTurnFields } from "../group.ts";
import type { WireObject } from "../lens.ts";
import { bodyAround, type RequestKeys } from "../request.ts";
import type { Shape } from "../shape.ts";
import type { Written } from "../types.ts";
import type { Places } from "../written.ts";
import { type Hoisted, imageParts, withoutHoisted } from "./hoist.ts";

/** How a format writes its messages. */
export interface MessageList {
  readonly shape: Shape | undefined;
  readonly places: Places;
  /** Where the fields of a request stand in a body. */
  readonly requestKeys: RequestKeys;
  /** The fields of messages that are read. */
  readonly messageKeys: ReadonlySet<string>;
  /** The roles of the session model that messages can have. */
  readonly roles: ReadonlySet<string>;
  /** How a picture is written behind results; absent: it stands in them. */
  readonly picture?: BuildBlock;
  /** A user message may not follow a result directly. */
  readonly bridgesResults: boolean;
  /**
   * Writes a message.
   *
   * @param first what stands before its own content; only for a message that is built
   * @param isLast nothing stands behind it
   */
  write(
    turn: Turn,
    raw: WireObject | undefined,
    pointer: Pointer,
    first: readonly WireObject[],
    isLast: boolean,
  ): unknown;
}

/** Writes turns as a body: into the shape they came from, or as a new body. */
export function writeMessages(turns: readonly Turn[], request: RequestFacts, format: MessageList): Written {
  const { shape, places, messageKeys } = format;
  const list = new List(format);
  const head = shape ? undefined : systemMessage(request.system);
  if (head) list.items.push(head);
  turns.forEach((turn, index) => {
    list.add(turn, index === turns.length - 1);
  });
  list.flush(undefined);
  loseTurnFields(list.groups, shape, messageKeys, places);
  return places.finish(bodyAround(list.items, request, format.shape, format.requestKeys));
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
  readonly #format: MessageList;
  /** Pictures of the results that were just written. */
  #hoisted: Hoisted[] = [];
  #results = 0;

  constructor(format: MessageList) {
    this.#format = format;
  }

  add(turn: Turn, isLast: boolean): void {
    const { shape, places, roles } = this.#format;
    const { message, at } = turn;
    if (message.role !== "toolResult") this.flush(turn);
    const wire = shape?.turn(at);
    if (message.role === "opaque") {
      const node = shape?.node(at);
      if (node) this.#put(turn, node.raw);
      else places.lose(at, "an entry that is no message");
      return;
    }
    if (!roles.has(message.role)) {
      places.lose(at, `a ${message.role} message`);
      return;
    }
    this.groups.push({ turns: [turn], ...(wire && { wire }) });
    this.#put(turn, this.#write(turn, wire?.raw, isLast));
  }

  #put({ at, absorbed = [] }: Turn, item: unknown): void {
    const { places } = this.#format;
    places.set(at, `/messages/${this.items.length}`);
    for (const place of absorbed) places.alias(place, at);
    this.items.push(item);
  }

  #write(turn: Turn, raw: WireObject | undefined, isLast: boolean): unknown {
    const { shape, places, picture } = this.#format;
    const pointer = `/messages/${this.items.length}`;
    const { message, at } = turn;
    if (message.role !== "toolResult") {
      const first = raw ? [] : this.#takeParts(message.role, pointer);
      return this.#format.write(turn, raw, pointer, first, isLast);
    }
    this.#results += 1;
    if (message["isError"] === true && !isSyntheticResult(message)) places.lose(at, "the mark of a tool that failed");
    if (!picture) return this.#format.write(turn, raw, pointer, [], isLast);
    const { kept, hoisted } = withoutHoisted(turn, shape, this.#results, picture);
    if (hoisted) this.#hoisted.push(hoisted);
    return this.#format.write(kept, raw, pointer, [], isLast);
  }

  /** The pictures of the results before a new user message, which are its first parts. */
  #takeParts(role: string, pointer: Pointer): readonly WireObject[] {
    if (role !== "user" || this.#hoisted.length === 0) return [];
    const parts = imageParts(this.#hoisted, `${pointer}/content`, this.#format.places);
    this.#hoisted = [];
    return parts;
  }

  /** Ends a run of results. Their pictures go into the new user message that follows, or one of their own. */
  flush(next: Turn | undefined): void {
    this.#results = 0;
    if (this.#hoisted.length === 0) return;
    const { shape, bridgesResults } = this.#format;
    if (next?.message.role === "user" && !shape?.turn(next.at)) return;
    if (bridgesResults) this.items.push({ role: "assistant", content: RESULTS_ARRIVED });
    const content = this.#takeParts("user", `/messages/${this.items.length}`);
    this.items.push({ role: "user", content });
  }
}
