/** Reads image blocks by their heads: what they are, or why they cannot be sent. Nothing is decoded. */
import type { Block } from "../transcript/message.ts";
import { type Base64Repair, exceedsBytes, readBase64 } from "./base64.ts";
import { measureCanonical } from "./measure.ts";
import { MAX_INPUT_BYTES, NO_DIMENSIONS, TOO_LARGE_TO_READ } from "./texts.ts";
import type { ImageInfo } from "./types.ts";

/** An image that can be sent, or the text that has to stand in its place. */
export type BlockReading =
  | {
      readonly fault?: undefined;
      /** Canonical base64; the very string of the block when it was canonical. */
      readonly data: string;
      /** The media type that the bytes have. */
      readonly mimeType: string;
      /** What the head says. */
      readonly info: ImageInfo;
      /** What was put right. */
      readonly repairs: readonly (Base64Repair | "label")[];
    }
  | {
      readonly fault: "missing" | "too-large" | "empty" | "invalid" | "unknown";
      /** The rest of the sentence that stands in the image's place, behind the label. */
      readonly text: string;
    };

/** What is known of a string of data, whatever it is labelled as. */
type DataReading =
  | { readonly data: string; readonly info: ImageInfo; readonly repairs: readonly Base64Repair[] }
  | Fault;

type Fault = Extract<BlockReading, { readonly text: string }>;

const MISSING: Fault = { fault: "missing", text: "omitted image payload: missing data or mimeType" };
const EMPTY: Fault = { fault: "empty", text: "omitted empty image payload" };
const INVALID: Fault = { fault: "invalid", text: "omitted image payload: invalid base64" };
const TOO_LARGE: Fault = { fault: "too-large", text: `omitted image payload: ${TOO_LARGE_TO_READ}` };
const UNKNOWN: Fault = { fault: "unknown", text: `omitted image payload: Error: ${NO_DIMENSIONS}` };

/** Reads each distinct string once, as long as it stands in the transcripts that are read. */
export class ImageBlockReader {
  #known = new Map<string, DataReading>();
  #before: ReadonlyMap<string, DataReading> = new Map();

  /** Begins a new transcript: what this one does not hold will be forgotten with the next. */
  begin(): void {
    this.#before = this.#known;
    this.#known = new Map();
  }

  /** Reads a block whose type is `image`. */
  read(block: Block): BlockReading {
    const { data, mimeType } = block as { readonly data?: unknown; readonly mimeType?: unknown };
    if (typeof data !== "string" || typeof mimeType !== "string") return MISSING;
    const reading = this.#readData(data);
    if ("fault" in reading) return reading;
    const { info } = reading;
    const labelled = mimeType === info.mimeType;
    return {
      data: reading.data,
      mimeType: info.mimeType,
      info,
      repairs: labelled ? reading.repairs : [...reading.repairs, "label"],
    };
  }

  #readData(data: string): DataReading {
    const known = this.#known.get(data);
    if (known) return known;
    const reading = this.#before.get(data) ?? readData(data);
    this.#known.set(data, reading);
    return reading;
  }
}

function readData(text: string): DataReading {
  if (exceedsBytes(text, MAX_INPUT_BYTES)) return TOO_LARGE;
  const read = readBase64(text);
  if ("fault" in read) return read.fault === "empty" ? EMPTY : INVALID;
  const info = measureCanonical(read.data);
  return info && info.width > 0 && info.height > 0 ? { data: read.data, info, repairs: read.repairs } : UNKNOWN;
}
