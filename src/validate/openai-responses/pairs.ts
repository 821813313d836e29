/** What is demanded of calls and outputs together: each call has one output, behind it, and nothing else has. */
import { isFilled } from "../../transcript/message.ts";
import type { Demand } from "../types.ts";
import { fieldOf, type Item, type Judged, OUTPUTS_OF, shown } from "./conversation.ts";
import * as sources from "./sources.ts";

export const UNANSWERED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "The call {} has no output.",
  says: "No tool output found for function call {}.",
  source: sources.ANSWERED,
  evidence: "observed",
};
export const ORPHANED: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The output names the call {}, which is not in the list.",
  says: "No tool call found for function call output with call_id {}.",
  source: sources.ORPHANED,
  evidence: "observed",
};
export const SECOND_OUTPUT: Demand = {
  code: "result-duplicate",
  severity: "error",
  message: "The call {} has an output already.",
  says: "Duplicate function_call_output for call_id '{}'. Each function_call must have exactly one matching function_call_output",
  source: sources.CALL_ID_TWICE,
  evidence: "observed",
};
export const WRONG_KIND: Demand = {
  code: "field-form",
  severity: "error",
  message: "The output is of another type than the call {} wants.",
  says: "No tool output found for function call {}.",
  source: sources.SDK,
  evidence: "inferred",
};
export const BEFORE_CALL: Demand = {
  code: "result-orphaned",
  severity: "error",
  message: "The output stands before its call {}.",
  says: "No tool call found for function call output with call_id {}.",
  source: sources.ORPHANED,
  evidence: "inferred",
};
export const DISPLACED: Demand = {
  code: "call-unanswered",
  severity: "error",
  message: "Something stands between the call {} and its output, where servers do not look for it.",
  says: "No tool output found for tool call {}",
  source: sources.DISPLACED,
  evidence: "observed",
};
export const NOT_ADJACENT: Demand = {
  code: "call-position",
  severity: "error",
  message:
    "Something other than calls stands between the call {} and its output, where the server does not look for it.",
  says: "No tool output found for tool call {}",
  source: sources.ADJACENT,
  evidence: "measured",
};

/** Calls of the client's own tools. */
const LOOKED_FOR: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call", "local_shell_call"]);

/** How many calls of one id are looked at for one that an output fits. */
const TRIES = 16;

/** A call and the output that answers it. */
interface Pair {
  readonly call: Item;
  output?: Item;
}

/** Pairs calls and outputs by id, and by occurrence where an id stands often. */
export function checkPairs(judged: Judged): void {
  const { items, isContinued, report } = judged;
  const pairs: Pair[] = [];
  const asked = new Map<string, Pair[]>();
  for (const item of items) {
    if (item.kind !== "call" || !isFilled(item.raw["call_id"])) continue;
    const pair: Pair = { call: item };
    pairs.push(pair);
    for (const id of idsOf(item)) {
      const known = asked.get(id);
      if (known) known.push(pair);
      else asked.set(id, [pair]);
    }
  }
  // The last is the first to be answered, so that taking one away costs nothing.
  for (const known of asked.values()) known.reverse();
  for (const item of items) {
    if (item.kind !== "output") continue;
    const id = outputId(item);
    const open = id === undefined ? undefined : asked.get(id);
    const pair = open && takeFitting(open, item);
    if (pair) {
      pair.output = item;
      if (!isFitting(pair.call, item)) report(WRONG_KIND, `${item.pointer}/type`, shown(id));
    } else if (open) report(SECOND_OUTPUT, fieldOf(item, "call_id"), shown(id));
    else if (!isContinued && id !== undefined) report(ORPHANED, fieldOf(item, "call_id"), shown(id));
  }
  const between = new Between(items);
  for (const pair of pairs) checkPair(pair, between, judged);
}

/** The call that an output answers: of its kind if there is one. */
function takeFitting(open: Pair[], output: Item): Pair | undefined {
  while (open.at(-1)?.output) open.pop();
  const end = open.length - 1;
  for (let at = end; at >= 0 && at > end - TRIES; at--) {
    const pair = open[at];
    if (pair && !pair.output && isFitting(pair.call, output)) return open.splice(at, 1)[0];
  }
  return open.pop();
}

function isFitting({ raw }: Item, output: Item): boolean {
  return OUTPUTS_OF.get(raw["type"])?.includes(String(output.raw["type"])) === true;
}

/** An output of the local shell names its call by the id of either. */
function idsOf({ raw }: Item): readonly string[] {
  const { type, call_id, id } = raw;
  const ids = type === "local_shell_call" && id !== call_id ? [call_id, id] : [call_id];
  return ids.filter(isFilled);
}

function outputId({ raw }: Item): string | undefined {
  const { type, call_id, id } = raw;
  if (isFilled(call_id)) return call_id;
  return type === "local_shell_call_output" && isFilled(id) ? id : undefined;
}

function checkPair({ call, output }: Pair, between: Between, { demands, report }: Judged): void {
  const id = shown(call.raw["call_id"]);
  if (!output) {
    report(UNANSWERED, call.pointer, id);
    return;
  }
  // How strict servers are with the calls of the provider's own tools is not known.
  if (!LOOKED_FOR.has(call.raw["type"])) return;
  if (output.index < call.index) report(BEFORE_CALL, fieldOf(output, "call_id"), id);
  else if (between.hasMessage(call, output)) report(DISPLACED, call.pointer, id);
  else if (demands.adjacentOutputs && between.hasOther(call, output)) {
    report(between.hasOtherBehindOutput(call, output) ? DISPLACED : NOT_ADJACENT, call.pointer, id);
  }
}

/** What stands between two items, counted once for all. */
class Between {
  readonly #at: ReadonlyMap<Item, number>;
  /** How many messages, and how many items other than calls and outputs, stand before each item. */
  readonly #messages: number[] = [0];
  readonly #others: number[] = [0];
  /** The position of the first output at or behind each item. */
  readonly #nextOutput: number[] = [];

  constructor(items: readonly Item[]) {
    this.#at = new Map(items.map((item, at) => [item, at]));
    items.forEach(({ kind }, at) => {
      const isMessage = kind === "message" || kind === "said";
      this.#messages.push((this.#messages[at] as number) + (isMessage ? 1 : 0));
      this.#others.push((this.#others[at] as number) + (kind !== "call" && kind !== "output" ? 1 : 0));
    });
    let next = items.length;
    for (let at = items.length - 1; at >= 0; at--) {
      if (items[at]?.kind === "output") next = at;
      this.#nextOutput[at] = next;
    }
  }

  hasMessage(first: Item, second: Item): boolean {
    return this.#counted(this.#messages, this.#position(first), this.#position(second));
  }

  hasOther(first: Item, second: Item): boolean {
    return this.#counted(this.#others, this.#position(first), this.#position(second));
  }

  /** Does it stand behind the first output, and so in another answer? */
  hasOtherBehindOutput(first: Item, second: Item): boolean {
    const output = this.#nextOutput[this.#position(first)] as number;
    return this.#counted(this.#others, output, this.#position(second));
  }

  #position(item: Item): number {
    return this.#at.get(item) as number;
  }

  #counted(counts: readonly number[], first: number, second: number): boolean {
    return second > first + 1 && (counts[second] as number) > (counts[first + 1] as number);
  }
}
