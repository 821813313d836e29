/**
 * Puts the time of a user message before its text, for the model: `[Mon 2026-01-05 09:30 UTC] `.
 *
 * The time is the message's own, so the same transcript is stamped in the same way for ever. The core knows no time
 * zones: the caller says how far its clock is from UTC and what to call that, once or for each moment, as a zone with
 * daylight saving time needs it.
 */
import { mayHaveInboundMetadata, stripInboundMetadata } from "./inbound-metadata.ts";
import { type Block, isRecord, type SessionMessage } from "./message.ts";
import { startsWithInterSessionMarker } from "./provenance.ts";
import { parseTimestamp } from "./time.ts";

/** How a clock shows a moment. */
export interface ZoneOffset {
  /** Minutes to add to UTC, from -1440 to 1440. */
  readonly offsetMinutes: number;
  /** What the zone is called, such as `UTC` or `CET`. */
  readonly name: string;
}

/** One offset for all times, or the offset at a time in milliseconds since 1970; undefined: no stamp. */
export type TimeZone = ZoneOffset | ((time: number) => ZoneOffset | undefined);

/** How user messages are stamped. */
export interface StampOptions {
  /**
   * Keep the inbound metadata of earlier user turns, for models that are bound to an unchanged prefix. Without it only
   * the last user turn keeps its metadata. Default false.
   */
  readonly keepInboundMetadata?: boolean;
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const LONGEST_NAME = 40;

const HAS_STAMP = /^\[[^\]\n]{0,200}?\d{4}-\d\d-\d\d \d\d:\d\d/;
const STATES_TIME = "Current time: ";

/**
 * The time as `[Mon 2026-01-05 09:30 UTC]`; undefined when the time or the zone is none, or the year has not four
 * digits.
 */
export function formatStamp(time: number, zone: ZoneOffset): string | undefined {
  const { offsetMinutes, name } = zone;
  const label = name
    .replace(/[[\]\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LONGEST_NAME);
  if (!Number.isFinite(time) || !(Math.abs(offsetMinutes) <= 1440) || label === "") return undefined;
  const minutes = Math.floor(time / 60_000) + Math.trunc(offsetMinutes);
  const days = Math.floor(minutes / 1440);
  const { year, month, day } = civilFromDays(days);
  if (!(year >= 0 && year <= 9999)) return undefined;
  const minute = minutes - days * 1440;
  const weekday = WEEKDAYS[(((days + 4) % 7) + 7) % 7] as string;
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return `[${weekday} ${date} ${pad(Math.floor(minute / 60), 2)}:${pad(minute % 60, 2)} ${label}]`;
}

/**
 * Stamps the first text of every user message with the message's own time, and takes inbound metadata out of all user
 * turns but the last. Content that is a single text block becomes a string.
 *
 * Not stamped: blank text, text that begins with a bracket with a date and time or says `Current time: `, turns of other
 * sessions (they begin with the inter-session marker), messages without a time. Returns the same messages where there
 * is nothing to do, and the same array when there is nothing to do at all.
 */
export function stampUserMessages(
  messages: readonly SessionMessage[],
  zone: TimeZone,
  options: StampOptions = {},
): readonly SessionMessage[] {
  const active = messages.findLastIndex(isPersonal);
  let changed = false;
  const stamped = messages.map((message, index) => {
    if (!isPersonal(message)) return message;
    const keep = index === active || options.keepInboundMetadata === true;
    const next = stampMessage(message, zone, keep);
    changed ||= next !== message;
    return next;
  });
  return changed ? stamped : messages;
}

/** Is it a user turn other than one that carries runtime context? */
function isPersonal(message: SessionMessage): boolean {
  return message.role === "user" && message["runtimeContextCarrier"] !== true;
}

function stampMessage(message: SessionMessage, zone: TimeZone, keepMetadata: boolean): SessionMessage {
  const { content } = message;
  const stamp = stampFor(message, zone);
  if (typeof content === "string") {
    const text = stampText(content, stamp, keepMetadata);
    return text === content ? message : { ...message, content: text };
  }
  if (!Array.isArray(content)) return message;
  const blocks: readonly Block[] = content;
  const index = blocks.findIndex(
    (block) => isRecord(block) && block.type === "text" && typeof block["text"] === "string",
  );
  const block = blocks[index];
  if (block === undefined) return message;
  const text = stampText(block["text"] as string, stamp, keepMetadata);
  const isPlain = blocks.length === 1 && Object.keys(block).length === 2;
  if (isPlain) return { ...message, content: text };
  return text === block["text"] ? message : { ...message, content: blocks.with(index, { ...block, text }) };
}

function stampFor(message: SessionMessage, zone: TimeZone): string | undefined {
  const time = parseTimestamp(message["timestamp"]);
  if (time === undefined) return undefined;
  const offset = typeof zone === "function" ? zone(time) : zone;
  return offset && formatStamp(time, offset);
}

function stampText(text: string, stamp: string | undefined, keepMetadata: boolean): string {
  const visible = keepMetadata || !mayHaveInboundMetadata(text) ? text : stripInboundMetadata(text);
  if (stamp === undefined || visible.trim() === "" || HAS_STAMP.test(visible) || visible.includes(STATES_TIME)) {
    return visible;
  }
  return startsWithInterSessionMarker(visible) ? visible : `${stamp} ${visible}`;
}

/** The date of a day counted from 1970-01-01, in the proleptic Gregorian calendar. */
function civilFromDays(days: number): { year: number; month: number; day: number } {
  // Counted in cycles of 400 years that begin in March, so that the leap day is the last of a year.
  const shifted = days + 719_468;
  const cycle = Math.floor(shifted / 146_097);
  const dayOfCycle = shifted - cycle * 146_097;
  const yearOfCycle = Math.floor(
    (dayOfCycle - Math.floor(dayOfCycle / 1460) + Math.floor(dayOfCycle / 36_524) - Math.floor(dayOfCycle / 146_096)) /
      365,
  );
  const dayOfYear = dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  return { year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, day };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
