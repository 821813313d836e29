/** Which call a function response of Gemini's answers: ids are optional there, names repeat, and order decides the rest. */

/** A call or a response, as far as they are matched. */
export interface NamedCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * For each response the index of the call it answers; -1 for one that answers none.
 *
 * A response belongs to the call of its id and name; else to that of its id; else to the first free call of its name. When then as
 * many calls are left as responses that have no id or no name, they belong to each other in order.
 */
export function matchResponses(calls: readonly NamedCall[], responses: readonly NamedCall[]): readonly number[] {
  const owners = new Array<number>(responses.length).fill(-1);
  const free = new Set(calls.keys());
  const match = (keyOf: (named: NamedCall) => string | undefined): void => {
    const waiting = new Map<string, number[]>();
    for (const index of free) {
      const value = keyOf(calls[index] as NamedCall);
      if (value === undefined) continue;
      const list = waiting.get(value);
      if (list) list.push(index);
      else waiting.set(value, [index]);
    }
    for (const list of waiting.values()) list.reverse();
    responses.forEach((response, at) => {
      const value = keyOf(response);
      const owner = owners[at] === -1 && value !== undefined ? waiting.get(value)?.pop() : undefined;
      if (owner === undefined) return;
      owners[at] = owner;
      free.delete(owner);
    });
  };
  match(({ id, name }) => (id === undefined || name === undefined ? undefined : `${id} of ${name}`));
  match(({ id }) => id);
  match(({ name }) => name);
  const left = [...owners.keys()].filter((at) => {
    const { id, name } = responses[at] as NamedCall;
    return owners[at] === -1 && (id === undefined || name === undefined);
  });
  if (left.length === free.size) {
    const rest = [...free];
    left.forEach((at, index) => {
      owners[at] = rest[index] as number;
    });
  }
  return owners;
}
