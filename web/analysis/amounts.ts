/** How much a turn is: characters as JSON, and tokens as an estimate. Counted once for each object. */
import { estimateImageTokens, type ImageTokenTarget, measureImage } from "../../src/index.ts";
import { imageIn } from "./blocks.ts";
import { type Fields, isData } from "./values.ts";

/** Characters of English text that make a token, as a rule of thumb. */
const CHARACTERS_A_TOKEN = 4;

interface Measured {
  readonly bytes: number;
  readonly characters: number;
  readonly sides: readonly { readonly width: number; readonly height: number }[];
}

/** Bytes and tokens of values. */
export class Amounter {
  readonly #known = new WeakMap<object, Measured>();

  /** Bytes as JSON, where a character counts as one byte. */
  bytes(value: unknown): number {
    return this.#measure(value).bytes;
  }

  /** Tokens for a target: four characters each, and pictures by the target's formula. */
  tokens(value: unknown, target: ImageTokenTarget): number {
    const { characters, sides } = this.#measure(value);
    const pictures = sides.reduce((sum, size) => sum + estimateImageTokens(size, target), 0);
    return Math.ceil(characters / CHARACTERS_A_TOKEN) + pictures;
  }

  #measure(value: unknown): Measured {
    if (typeof value !== "object" || value === null) return measure(value);
    const known = this.#known.get(value) ?? measure(value);
    this.#known.set(value, known);
    return known;
  }
}

/** One walk without recursion, since JSON may be nested deeply. */
function measure(root: unknown): Measured {
  let bytes = 0;
  let characters = 0;
  const sides: { width: number; height: number }[] = [];
  const work: [key: string, value: unknown][] = [["", root]];
  for (let item = work.pop(); item; item = work.pop()) {
    const [key, value] = item;
    if (typeof value === "string") {
      bytes += value.length + 2;
      if (!isData(key, value)) characters += value.length;
    } else if (typeof value !== "object" || value === null) {
      bytes += String(value).length;
      characters += 2;
    } else if (Array.isArray(value)) {
      bytes += value.length + 1;
      for (const one of value) work.push(["", one]);
    } else {
      const image = imageIn(value);
      const info = image && measureImage(image.data);
      if (info) sides.push({ width: info.width, height: info.height });
      for (const name of Object.keys(value)) {
        bytes += name.length + 4;
        if (!COUNTED_ELSEWHERE.test(name)) work.push([name, (value as Fields)[name]]);
        else bytes += lengthOf((value as Fields)[name]);
      }
    }
  }
  return { bytes, characters, sides };
}

/** What providers do not count as words of the prompt. */
const COUNTED_ELSEWHERE = /^(thinkingSignature|thoughtSignature|signature|usage|timestamp|details|api|provider|model)$/;

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return 0;
  }
}
