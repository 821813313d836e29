/** Which id each call has in the session model, and which call each response answers. */
import { matchResponses, type NamedCall } from "../../transcript/function-responses.ts";
import { isRecord } from "../../transcript/message.ts";
import type { Pointer } from "../../transcript/place.ts";
import { spelled } from "../../transcript/spelled.ts";
import type { WireObject } from "../lens.ts";
import { contentPointer, type Frame } from "./frame.ts";
import { sideOf } from "./keys.ts";
import { hasId, listOfParts, partPointer } from "./parts.ts";

/** The ids of the session model, by pointer of the parts that calls and responses stand in. */
export interface Pairs {
  readonly calls: ReadonlyMap<Pointer, string>;
  /** For each response the id of its call; one of its own when it answers none. */
  readonly responses: ReadonlyMap<Pointer, string>;
}

interface Asked extends NamedCall {
  /** Its id in the session model. */
  readonly sessionId: string;
}

interface Given extends NamedCall {
  readonly pointer: Pointer;
}

/** Pairs the calls and responses of all contents. */
export function pairContents(frame: Frame): Pairs {
  const pairing = new Pairing(frame);
  frame.contents.forEach((content, index) => {
    if (isRecord(content)) pairing.read(content, contentPointer(frame, index));
  });
  pairing.answer();
  return pairing;
}

class Pairing implements Pairs {
  readonly calls = new Map<Pointer, string>();
  readonly responses = new Map<Pointer, string>();
  readonly #taken: Set<string>;
  /** The calls of the last turn of the model that has any. */
  #asked: Asked[] = [];
  #answered: Asked[] = [];
  /** The responses since then that are not yet matched. */
  #given: Given[] = [];
  #isModelTurn = false;
  /** Has the turn of the model at work had a call yet? */
  #hasCalled = false;

  constructor(frame: Frame) {
    this.#taken = idsIn(frame);
  }

  read({ role, parts }: WireObject, pointer: Pointer): void {
    const isModel = sideOf(role) === "assistant";
    if (isModel !== this.#isModelTurn) {
      this.answer();
      this.#hasCalled = false;
    }
    this.#isModelTurn = isModel;
    listOfParts(parts).forEach((part, index) => {
      if (!isRecord(part)) return;
      const at = partPointer(parts, `${pointer}/parts`, index);
      const call = spelled(part, "functionCall").value;
      const response = spelled(part, "functionResponse").value;
      if (isRecord(call) && isModel) this.#ask(call, at);
      else if (isRecord(response) && !isModel) this.#given.push({ ...namesOf(response), pointer: at });
    });
  }

  /** The first call of a turn of the model ends the wait for responses to those of an earlier one. */
  #ask(call: WireObject, pointer: Pointer): void {
    const named = namesOf(call);
    const sessionId = named.id ?? this.#fresh("call");
    this.calls.set(pointer, sessionId);
    if (!this.#hasCalled) {
      this.#asked = [];
      this.#answered = [];
    }
    this.#hasCalled = true;
    this.#asked.push({ ...named, sessionId });
  }

  /** Matches the responses that were read since the model's turn. */
  answer(): void {
    const given = this.#given;
    this.#given = [];
    if (given.length === 0) return;
    const owners = matchResponses(this.#asked, given);
    const matched = new Set(owners);
    given.forEach(({ id, name, pointer }, index) => {
      const owner = this.#asked[owners[index] as number];
      if (owner) {
        this.responses.set(pointer, owner.sessionId);
        this.#answered.push(owner);
        return;
      }
      const again = id === undefined ? this.#answered.find((call) => call.name === name) : undefined;
      this.responses.set(pointer, id ?? again?.sessionId ?? this.#fresh("response"));
    });
    this.#asked = this.#asked.filter((_, index) => !matched.has(index));
  }

  /** An id that is not in the body, and never will be: it is how the session model ties a call to its result. */
  #fresh(kind: string): string {
    for (let number = this.calls.size + this.responses.size; ; number++) {
      const id = `${kind}${number}`;
      if (this.#taken.has(id)) continue;
      this.#taken.add(id);
      return id;
    }
  }
}

function namesOf(value: WireObject): NamedCall {
  const { id, name } = value;
  return {
    ...(hasId(value) && { id: id as string }),
    ...(typeof name === "string" && name !== "" && { name }),
  };
}

function idsIn({ contents }: Frame): Set<string> {
  const ids = new Set<string>();
  for (const content of contents) {
    for (const part of isRecord(content) ? listOfParts(content["parts"]) : []) {
      if (!isRecord(part)) continue;
      for (const key of ["functionCall", "functionResponse"]) {
        const { value } = spelled(part, key);
        if (isRecord(value) && hasId(value)) ids.add(value["id"] as string);
      }
    }
  }
  return ids;
}
