/** What becomes of one record: it stays, goes, or is written anew. */
import { type DurableFormat, durableHeader } from "../formats/durable.ts";
import { ByteWriter, decode, encode, NOTHING } from "./bytes.ts";
import { Chains } from "./chains.ts";
import { type RecordFields, type Span, textAt, valueAt } from "./fields.ts";
import { replaceCorruptImages } from "./images.ts";
import type { RepairLog } from "./log.ts";
import type { RepairSettings } from "./options.ts";
import type { DropReason, RepairAction } from "./report.ts";
import type { JsonScanner } from "./scan.ts";
import type { RepairFacts, Survey } from "./survey.ts";
import { isMessageEntry, judgeTurn, type Rewrite } from "./turns.ts";

/** What becomes of a record that does not stay as it is. */
export type Verdict =
  | { readonly drop: DropReason }
  | { readonly drop?: never; readonly bytes: Uint8Array; readonly actions: readonly RepairAction[] };

/** What a judge works with. */
export interface JudgeTools {
  readonly settings: RepairSettings;
  readonly scanner: JsonScanner;
  readonly fields: RecordFields;
  readonly log: RepairLog;
  /** What an earlier pass found out about the whole file. */
  readonly facts?: RepairFacts;
  /** Looks at what stays. */
  readonly survey?: Survey;
}

/** Judges the records of one file, in order. The first one says what file it is. */
export class RecordJudge {
  /** The kind of file: `none` is one that must not be rewritten; undefined: no record was seen yet. */
  format: DurableFormat | "none" | undefined;

  readonly #tools: JudgeTools;
  readonly #chains: Chains;
  // The record at hand as it is by now, its fields read, and what was done to it.
  #bytes = NOTHING;
  #start = 0;
  #end = 0;
  #actions: RepairAction[] = [];

  constructor(tools: JudgeTools) {
    this.#tools = tools;
    this.#chains = new Chains(tools.settings.reparent);
  }

  /** Takes note of what can be read of a record that was dropped. */
  lose(bytes: Uint8Array, start: number, end: number): void {
    const { settings, scanner, fields } = this.#tools;
    if (!settings.reparent) return;
    fields.read(scanner, bytes, start, end, true);
    this.#loseRecord(bytes);
  }

  /**
   * Judges a record whose fields were just read; undefined: it stays as it is. A value that is no object has no fields:
   * it stays, and as the first one it is no header. `offset` and `line` say where the record stands in the file.
   */
  judge(bytes: Uint8Array, start: number, end: number, offset: number, line: number): Verdict | undefined {
    const { scanner, fields, facts, survey } = this.#tools;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    if (this.#actions.length > 0) this.#actions = [];
    if (scanner.invalid >= 0) this.#rewrite(encode(decode(bytes.subarray(start, end))), "replaced-bytes");

    if (this.format === undefined) {
      // An entry that must go is no first record; any other message entry is no header.
      if (this.#judgeTurn() === "invalid-message") return { drop: "invalid-message" };
      this.format = durableHeader(valueAt(this.#bytes, { start: this.#start, end: this.#end })) ?? "none";
      if (this.format === "session") this.#chains.keepHeader(this.#bytes, fields.record.id);
    } else if (this.format === "session") {
      const turn = this.#judgeTurn();
      if (turn === "invalid-message") {
        this.#loseRecord(this.#bytes);
        return { drop: "invalid-message" };
      }
      if (facts?.drops.has(offset)) return { drop: "orphan-fork" };
      if (turn !== undefined) this.#rewriteTurn(turn);
      this.#removeImages();
      this.#follow(offset, line);
      survey?.see(this.#bytes, fields, offset);
    }
    return this.#actions.length > 0 ? { bytes: this.#bytes, actions: this.#actions } : undefined;
  }

  #judgeTurn(): Rewrite | "invalid-message" | undefined {
    const { fields, scanner } = this.#tools;
    return isMessageEntry(this.#bytes, fields) ? judgeTurn(this.#bytes, fields, scanner) : undefined;
  }

  #rewriteTurn({ action, content }: Rewrite): void {
    this.#splice(this.#tools.fields.message.content, content, action);
    this.#tools.log.count(action === "rewrote-user" ? "rewrittenUserMessages" : "rewrittenAssistantMessages", 1);
  }

  #removeImages(): void {
    const { settings, scanner, fields, log } = this.#tools;
    if (!settings.extras.has("corrupt-images") || !isMessageEntry(this.#bytes, fields)) return;
    const found = replaceCorruptImages(this.#bytes, fields.message.content, scanner);
    if (found === undefined) return;
    this.#splice(fields.message.content, found.content, "removed-image");
    log.count("removedCorruptedImageBlocks", found.count);
  }

  /** Follows the chain of parents, and mends it if that is wished. */
  #follow(offset: number, line: number): void {
    const { settings, fields, log } = this.#tools;
    const { id, parentId } = fields.record;
    if (this.#chains.isBroken(this.#bytes, parentId)) {
      const named = { line, offset, parentId: textAt(this.#bytes, parentId) ?? "" };
      if (settings.reparent) {
        const attachedTo = this.#chains.replacementFor(this.#bytes, parentId);
        this.#splice(parentId, encode(JSON.stringify(attachedTo)), "reparented");
        log.breakParent({ ...named, attachedTo });
      } else if (log.droppedLines > 0) log.breakParent(named);
    }
    this.#chains.keep(this.#bytes, id);
  }

  #loseRecord(bytes: Uint8Array): void {
    const { id, parentId } = this.#tools.fields.record;
    this.#chains.lose(bytes, id, parentId);
  }

  #splice({ start, end }: Span, value: Uint8Array, action: RepairAction): void {
    const spliced = new ByteWriter(this.#end - this.#start + value.length);
    spliced.push(this.#bytes.subarray(this.#start, start));
    spliced.push(value);
    spliced.push(this.#bytes.subarray(end, this.#end));
    this.#rewrite(spliced.written, action);
  }

  #rewrite(bytes: Uint8Array, action: RepairAction): void {
    this.#bytes = bytes;
    this.#start = 0;
    this.#end = bytes.length;
    this.#actions.push(action);
    this.#tools.fields.read(this.#tools.scanner, bytes, 0, bytes.length, false);
  }
}
