/** What a provider's error means. */
import { type FindingCode, findingCodes } from "../transcript/findings.ts";
import type { Pointer } from "../transcript/place.ts";
import type { WireFormat } from "../transcript/request.ts";
import { plainWords } from "./normalize.ts";
import { patterns } from "./patterns.ts";
import { idIn, pointerIn } from "./pointer.ts";

/** A refusal that was recognized in a text. */
export interface Recognized {
  /** What is wrong, for programs. */
  readonly code: FindingCode;
  /** The same in a sentence for people. */
  readonly cause: string;
  /** The words by which it was recognized. */
  readonly quote: string;
  /** Whose words they are, where only one API says so. */
  readonly format?: WireFormat;
  /** Where, by what the text says; as deep as it exists when the body is known. */
  readonly path?: Pointer;
}

/** How many refusals of one text are told. */
const MOST = 5;

/** The refusals that a text speaks of, the most telling first. None: the words are not known. */
export function recognize(errorText: string, body?: unknown): readonly Recognized[] {
  const text = plainWords(errorText);
  const found: Recognized[] = [];
  const said: (readonly [begin: number, end: number])[] = [];
  for (const { code, words, format } of patterns) {
    if (found.length >= MOST || found.some((one) => one.code === code)) continue;
    const match = words.exec(text);
    if (!match) continue;
    // What a more telling pattern has read is not told of again in general words.
    const [begin, end] = [match.index, match.index + match[0].length];
    if (said.some(([from, to]) => begin < to && from < end)) continue;
    said.push([begin, end]);
    const around = text.slice(Math.max(0, begin - 120), end + 200);
    const path = pointerIn(around, body) ?? (body === undefined ? undefined : idIn(around, body));
    found.push({
      code,
      cause: findingCodes[code],
      quote: match[0],
      ...(format !== undefined && { format }),
      ...(path !== undefined && { path }),
    });
  }
  return found;
}
