// Damage that clients do to bodies of Gemini: each function gives damaged contents, or the same where it finds nothing to
// damage.
import type { Random } from "../properties/random.ts";

export type Json = Readonly<Record<string, unknown>>;
type Contents = readonly Json[];
type Defect = (contents: Contents, random: Random) => Contents;

const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value : typeof value === "object" && value !== null ? [value as Json] : [];
const partsOf = (content: Json | null): readonly Json[] => listOf(content?.["parts"]);
const callIn = (part: Json): Json | undefined => (part["functionCall"] ?? part["function_call"]) as Json | undefined;
const responseIn = (part: Json): Json | undefined =>
  (part["functionResponse"] ?? part["function_response"]) as Json | undefined;
const isModel = (content: Json | null): boolean => content?.["role"] === "model";

/** Where a part of a kind stands: content and part. */
function pickPart(
  contents: Contents,
  random: Random,
  fits: (part: Json) => boolean,
): readonly [number, number] | undefined {
  const found = contents.flatMap((content, index) =>
    partsOf(content).flatMap((part, at): [number, number][] => (fits(part) ? [[index, at]] : [])),
  );
  return found.length === 0 ? undefined : random.pick(found);
}

/** The contents with the parts of one changed. */
function withParts(contents: Contents, index: number, change: (parts: readonly Json[]) => readonly Json[]): Contents {
  const content = contents[index] as Json;
  return contents.with(index, { ...content, parts: change(partsOf(content)) });
}

/** One call or response changed. */
function changeIn(
  contents: Contents,
  random: Random,
  kind: "functionCall" | "functionResponse",
  change: (value: Json) => Json,
): Contents {
  const find = kind === "functionCall" ? callIn : responseIn;
  const spot = pickPart(contents, random, (part) => find(part) !== undefined);
  if (!spot) return contents;
  return withParts(contents, spot[0], (parts) => {
    const {
      functionCall: _c,
      function_call: _d,
      functionResponse: _r,
      function_response: _s,
      ...rest
    } = parts[spot[1]] as Json;
    return parts.with(spot[1], { ...rest, [kind]: change(find(parts[spot[1]] as Json) as Json) });
  });
}

/** Every defect, by name. */
export const DEFECTS: Readonly<Record<string, Defect>> = {
  dropResponse(contents, random) {
    const spot = pickPart(contents, random, (part) => responseIn(part) !== undefined);
    return spot ? withParts(contents, spot[0], (parts) => parts.toSpliced(spot[1], 1)) : contents;
  },
  dropResponses(contents, random) {
    const spot = pickPart(contents, random, (part) => responseIn(part) !== undefined);
    return spot ? contents.toSpliced(spot[0], 1) : contents;
  },
  duplicateResponse(contents, random) {
    const spot = pickPart(contents, random, (part) => responseIn(part) !== undefined);
    if (!spot) return contents;
    return withParts(contents, spot[0], (parts) => parts.toSpliced(spot[1], 0, { ...(parts[spot[1]] as Json) }));
  },
  orphanResponse(contents, random) {
    const orphan = { functionResponse: { name: "nobody", response: { output: "orphan" } } };
    return contents.toSpliced(random.below(contents.length + 1), 0, { role: "user", parts: [orphan] });
  },
  splitResponses(contents, random) {
    const spot = pickPart(contents, random, (part) => responseIn(part) !== undefined);
    if (!spot || spot[1] === 0) return contents;
    const [index, at] = spot;
    const parts = partsOf(contents[index] as Json);
    return withParts(contents, index, () => parts.slice(0, at)).toSpliced(index + 1, 0, {
      role: "user",
      parts: parts.slice(at),
    });
  },
  textBetween(contents, random) {
    const spot = pickPart(contents, random, (part) => responseIn(part) !== undefined);
    return spot ? contents.toSpliced(spot[0], 0, { role: "user", parts: [{ text: "wait" }] }) : contents;
  },
  lateResponses(contents, random) {
    const spot = pickPart(contents, random, (part) => responseIn(part) !== undefined);
    if (!spot) return contents;
    return [
      ...contents.toSpliced(spot[0], 1),
      { role: "user", parts: [{ text: "queued" }] },
      contents[spot[0]] as Json,
    ];
  },
  responseBeforeCall(contents, random) {
    const spot = pickPart(contents, random, (part) => callIn(part) !== undefined);
    if (!spot || !contents[spot[0] + 1]) return contents;
    return contents.toSpliced(spot[0], 2, contents[spot[0] + 1] as Json, contents[spot[0]] as Json);
  },
  responseWithoutName: (contents, random) =>
    changeIn(contents, random, "functionResponse", ({ name: _, ...rest }) => rest),
  responseOfOtherName: (contents, random) =>
    changeIn(contents, random, "functionResponse", (response) => ({ ...response, name: "other" })),
  responseOfOtherId: (contents, random) =>
    changeIn(contents, random, "functionResponse", (response) => ({ ...response, id: "stray" })),
  bareResponse: (contents, random) =>
    changeIn(contents, random, "functionResponse", (response) => ({
      ...response,
      response: random.pick<unknown>(["plain text", ["a", 1], 7]),
    })),
  callWithoutName: (contents, random) =>
    changeIn(contents, random, "functionCall", (call) => ({ ...call, name: random.pick(["", undefined]) })),
  textArguments: (contents, random) =>
    changeIn(contents, random, "functionCall", (call) => ({
      ...call,
      args: random.pick<unknown>(['{"a":1}', "x", [1]]),
    })),
  unsigned(contents, random) {
    const spot = pickPart(contents, random, (part) => callIn(part) !== undefined);
    if (!spot) return contents;
    return withParts(contents, spot[0], (parts) => {
      const { thoughtSignature: _, thought_signature: _s, ...part } = parts[spot[1]] as Json;
      return parts.with(spot[1], part);
    });
  },
  brokenSignature(contents, random) {
    const spot = pickPart(contents, random, (part) => callIn(part) !== undefined || part["text"] !== undefined);
    if (!spot) return contents;
    const thoughtSignature = random.pick(["CiQB0e2Kb7I\u2026", "dTBoZ0I=RXBzRkNr", "msg_1!"]);
    return withParts(contents, spot[0], (parts) => {
      const { thought_signature: _, ...part } = parts[spot[1]] as Json;
      return parts.with(spot[1], { ...part, thoughtSignature });
    });
  },
  emptyParts(contents, random) {
    const index = random.below(contents.length);
    return contents.with(index, { ...contents[index], parts: random.pick<unknown>([[], undefined, null]) });
  },
  emptyText(contents, random) {
    const index = random.below(contents.length);
    if (contents[index] === null) return contents;
    return withParts(contents, index, (parts) => [...parts, random.pick<Json>([{ text: "" }, {}])]);
  },
  textAsParts(contents, random) {
    const index = contents.findIndex(
      (content) => partsOf(content).every(({ text }) => typeof text === "string") && content !== null,
    );
    return index < 0 || random.chance(0.3) ? contents : contents.with(index, { ...contents[index], parts: "hi" });
  },
  modelFirst: (contents) => contents.slice(Math.max(0, contents.findIndex(isModel))),
  twoModels(contents, random) {
    const spot = pickPart(contents, random, (part) => callIn(part) !== undefined);
    return spot ? contents.toSpliced(spot[0], 0, { role: "model", parts: [{ text: "Let me look." }] }) : contents;
  },
  assistantRole: (contents) =>
    contents.map((content) => (isModel(content) ? { ...content, role: "assistant" } : content)),
  systemRole: (contents) => [{ role: "system", parts: [{ text: "Be brief." }] }, ...contents],
  unknownEntry: (contents, random) =>
    contents.toSpliced(
      random.below(contents.length + 1),
      0,
      random.pick<Json>([null as never, { role: "narrator", parts: [{ text: "x" }] }]),
    ),
  loneSurrogate(contents, random) {
    const spot = pickPart(contents, random, ({ text }) => typeof text === "string" && text !== "");
    if (!spot) return contents;
    return withParts(contents, spot[0], (parts) =>
      parts.with(spot[1], { ...(parts[spot[1]] as Json), text: "half \ud83d" }),
    );
  },
};

/** The contents of a body, wherever they stand, changed. */
export function withContents(body: Json, change: (contents: Contents) => Contents): Json {
  const { request } = body;
  if (typeof request === "object" && request !== null)
    return { ...body, request: withContents(request as Json, change) };
  return { ...body, contents: change(listOf(body["contents"])) };
}

/** The body with one to `most` defects, and their names. */
export function damageGoogle(
  body: Json,
  random: Random,
  most: number,
): { readonly body: Json; readonly names: readonly string[] } {
  const names: string[] = [];
  let damaged = body;
  for (let count = 1 + random.below(most); count > 0; count--) {
    const name = random.pick(Object.keys(DEFECTS));
    damaged = withContents(damaged, (contents) => {
      if (contents.length === 0) return contents;
      const changed = (DEFECTS[name] as Defect)(contents, random);
      if (changed !== contents) names.push(name);
      return changed;
    });
  }
  return { body: damaged, names };
}
