/** Which call each output of a list answers, and which outputs name a call that the provider keeps. */
import { isFilled, isRecord } from "../../transcript/message.ts";
import type { WireObject } from "../lens.ts";
import { joinIds } from "./ids.ts";

/** A call as its outputs see it. */
interface AskedCall {
  /** The id in the session's form. */
  readonly id: string;
  readonly name: string | undefined;
  /** The index of its item. */
  readonly at: number;
}

/** The field by which an output names its call: those of the local shell may lack a `call_id`. */
export function namingField({ type, call_id }: WireObject): "call_id" | "id" {
  return type === "local_shell_call_output" && !isFilled(call_id) ? "id" : "call_id";
}

/** The calls of a list. */
export class Calls {
  /** By what an output may name them by. */
  readonly #calls = new Map<string, { readonly asked: AskedCall[]; answered: number }>();
  /** May calls stand where the list does not show them? */
  readonly #isStored: boolean;

  constructor(body: WireObject, items: readonly unknown[]) {
    let hasReference = false;
    for (const [at, item] of items.entries()) {
      if (!isRecord(item)) continue;
      const { type, role, id } = item;
      hasReference ||= type === "item_reference" || (!isFilled(type) && role === undefined && isFilled(id));
      this.#add(item, at);
    }
    this.#isStored = hasReference || isFilled(body["previous_response_id"]) || isThere(body["conversation"]);
  }

  #add(item: WireObject, at: number): void {
    const { type, call_id, id, name } = item;
    if (!isFilled(call_id)) return;
    const isShell = type === "local_shell_call";
    if (type !== "function_call" && type !== "custom_tool_call" && !isShell) return;
    const asked: AskedCall = {
      id: type === "function_call" ? (joinIds(call_id, id) as string) : call_id,
      name: isShell ? "local_shell" : typeof name === "string" ? name : undefined,
      at,
    };
    this.#name(call_id, asked);
    if (isShell && isFilled(id) && id !== call_id) this.#name(id, asked);
  }

  #name(name: string, asked: AskedCall): void {
    const known = this.#calls.get(name);
    if (known) known.asked.push(asked);
    else this.#calls.set(name, { asked: [asked], answered: 0 });
  }

  /** The call that an output at this index answers: of equal ids the first that has no output yet. */
  answeredBy(output: WireObject, at: number): AskedCall | undefined {
    const name = output[namingField(output)];
    const known = isFilled(name) ? this.#calls.get(name) : undefined;
    if (!known) return undefined;
    const free = known.asked[known.answered];
    if (free && (free.at < at || known.answered === 0)) {
      known.answered++;
      return free;
    }
    return known.asked[Math.max(0, known.answered - 1)];
  }

  /** Is it an output whose call the provider keeps? */
  isKept(output: WireObject): boolean {
    const name = output[namingField(output)];
    return this.#isStored && isFilled(name) && !this.#calls.has(name);
  }
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}
