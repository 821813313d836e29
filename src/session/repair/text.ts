/** Repairs a session file that is in memory, as text or as bytes. */
import { expectText, TranscriptInputError } from "../../transcript/errors.ts";
import { ByteWriter, encode } from "./bytes.ts";
import { LineFeeder } from "./lines.ts";
import { type RepairOptions, type RepairSettings, settingsOf } from "./options.ts";
import { nowhere, type RepairSink } from "./output.ts";
import { RepairPass } from "./pass.ts";
import type { RepairReport } from "./report.ts";
import { CollectingSink } from "./sink.ts";
import { type RepairFacts, Survey } from "./survey.ts";

/**
 * Repairs the text of a session file; the same string when there is nothing to do. Offsets and sizes in the report
 * count the bytes of its UTF-8.
 *
 * @throws TranscriptInputError when an option is wrong, and for what is no string
 * @example
 * const { text, report } = repairSessionText(broken);
 * for (const { line, reason } of report.dropped) console.warn(`line ${line} is gone: ${reason}`);
 */
export function repairSessionText(
  text: string,
  options: RepairOptions = {},
): { readonly text: string; readonly report: RepairReport } {
  expectText(text);
  const bytes = encode(text);
  const cutter = new TextCutter(text, bytes.length);
  const report = repairInto(cutter, bytes, options);
  return { text: report.repaired ? cutter.result() : text, report };
}

/**
 * Repairs the bytes of a session file; the same array when there is nothing to do. What is kept is kept byte for byte.
 *
 * @throws TranscriptInputError when an option is wrong, and for what is no array of bytes
 * @example
 * const { bytes, report } = repairSessionBytes(await Deno.readFile("session.jsonl"));
 */
export function repairSessionBytes(
  bytes: Uint8Array,
  options: RepairOptions = {},
): { readonly bytes: Uint8Array; readonly report: RepairReport } {
  if (!(bytes instanceof Uint8Array)) {
    throw new TranscriptInputError("not-bytes", "", "Hand in the bytes of a session file, as a Uint8Array.");
  }
  const sink = new CollectingSink();
  const report = repairInto(sink, bytes, options);
  if (!report.repaired) return { bytes, report };
  const repaired = new ByteWriter(bytes.length);
  for (const piece of sink.takeWritten()) repaired.push(piece);
  return { bytes: repaired.written, report };
}

function repairInto(sink: RepairSink, bytes: Uint8Array, options: RepairOptions): RepairReport {
  const settings = settingsOf(options);
  const facts = settings.extras.size > 0 ? surveyBytes(bytes, settings) : undefined;
  return runPass(new RepairPass(sink, settings, facts && { facts }), bytes, settings);
}

function surveyBytes(bytes: Uint8Array, settings: RepairSettings): RepairFacts {
  const survey = new Survey(settings.extras);
  runPass(new RepairPass(nowhere, settings, { survey }), bytes, settings);
  return survey.facts();
}

function runPass(pass: RepairPass, bytes: Uint8Array, settings: RepairSettings): RepairReport {
  const feeder = new LineFeeder(pass, settings.maxLineBytes);
  feeder.feed(bytes);
  feeder.end();
  return pass.finish();
}

/** Makes the repaired text from the given one, so that what is kept is kept even where it has no UTF-8. */
class TextCutter implements RepairSink {
  readonly #text: string;
  readonly #isAscii: boolean;
  readonly #decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  readonly #pieces: string[] = [];
  #from = 0;
  #to = 0;

  constructor(text: string, bytes: number) {
    this.#text = text;
    this.#isAscii = text.length === bytes;
  }

  keep(bytes: Uint8Array): void {
    this.#to = this.#behind(bytes.length);
  }

  replace(old: Uint8Array, bytes: Uint8Array): void {
    this.drop(old);
    if (bytes.length > 0) this.#pieces.push(this.#decoder.decode(bytes));
  }

  drop(bytes: Uint8Array): void {
    this.#pieces.push(this.#text.slice(this.#from, this.#to));
    this.#to = this.#behind(bytes.length);
    this.#from = this.#to;
  }

  result(): string {
    return `${this.#pieces.join("")}${this.#text.slice(this.#from, this.#to)}`;
  }

  /** The index behind the next so many bytes of UTF-8. A surrogate without its other half counts as U+FFFD does. */
  #behind(bytes: number): number {
    if (this.#isAscii) return this.#to + bytes;
    let at = this.#to;
    for (let left = bytes; left > 0; ) {
      const code = this.#text.charCodeAt(at);
      if (code < 0x80) left -= 1;
      else if (code < 0x800) left -= 2;
      else if (isPair(code, this.#text.charCodeAt(at + 1))) {
        left -= 4;
        at++;
      } else left -= 3;
      at++;
    }
    return at;
  }
}

function isPair(first: number, second: number): boolean {
  return first >= 0xd800 && first <= 0xdbff && second >= 0xdc00 && second <= 0xdfff;
}
